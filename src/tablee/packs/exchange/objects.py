"""The questions of a JSON file that need not be strict JSON: each object with a `"question"`, one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from .draft import Left

_QUESTION: Final = re.compile(r'"question"\s*:', re.I)
_DECODER: Final = json.JSONDecoder(strict=False)


def objects(text: str, left: list[Left]) -> Iterator[tuple[int, int, dict[str, Any]]]:
    """Where each begins, its line, and what it holds. One that is broken does not break the others."""
    for key in _QUESTION.finditer(text):
        start = text.rfind("{", 0, key.start())
        line = text.count("\n", 0, key.start()) + 1
        held = _decode(text, start, key.end())
        if held is None:
            left.append(Left("unreadable", line, "", {"problem": "JSON"}))
        else:
            yield start, line, held


def _decode(text: str, start: int, after: int) -> dict[str, Any] | None:
    if start < 0:
        return None
    following = text.find("{", after)
    chunk = text[start : following if following >= 0 else len(text)]
    end = chunk.rfind("}")
    for attempt in (text[start:], _repair(chunk[: end + 1]), _repair(chunk.rstrip(" \n\r\t,") + "}")):
        try:
            held, _ = _DECODER.raw_decode(attempt)
        except json.JSONDecodeError:
            continue
        return held if isinstance(held, dict) else None
    return None


_LINE: Final = re.compile(r'^(\s*(?:"[^"\n]+"\s*:\s*)?")(.*)("\s*,?\s*)$', re.M)


def _repair(chunk: str) -> str:
    """Quotation marks inside a text, commas too many or too few."""
    chunk = _LINE.sub(lambda found: found[1] + re.sub(r'(?<!\\)"', r"\"", found[2]) + found[3], chunk)
    chunk = re.sub(r'(["\]\d])([ \t]*\r?\n\s*")', r"\1,\2", chunk)
    return re.sub(r",(\s*[}\]])", r"\1", chunk)
