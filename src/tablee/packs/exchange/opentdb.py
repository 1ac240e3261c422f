"""Open Trivia DB: multiple choice, or true and false, in any of the three encodings of its API."""

from __future__ import annotations

import base64
import binascii
import html
import json
from collections.abc import Callable, Sequence
from typing import Any, Final
from urllib.parse import unquote

from .draft import BadLine, Draft, Exported, Imported, Left, choices, from_choices
from .gift import truth
from .objects import objects

DIFFICULTIES: Final = {"easy": 1, "medium": 3, "hard": 5}
_TRUE, _FALSE, _PREFIX = truth("en")


def read_opentdb(data: bytes) -> Imported:
    text = data.decode("utf-8-sig", "replace")
    imported = Imported(language="en", licence="CC-BY-SA-4.0")
    for _, line, held in objects(text, imported.left):
        try:
            draft = _draft(held)
        except BadLine as bad:
            imported.left.append(Left(bad.code, line, "", bad.params))
            continue
        draft.line = line
        imported.drafts.append(draft)
    return imported


def _draft(held: dict[str, Any]) -> Draft:
    decode = _encoding(held)
    wrong = held.get("incorrect_answers")
    if not isinstance(wrong, list):
        raise BadLine("no_answer")
    text = decode(held["question"])
    if decode(held.get("type", "")) == "boolean" and not text.startswith(_PREFIX):
        text = _PREFIX + text
    draft = from_choices(text, [decode(held.get("correct_answer", ""))], [decode(option) for option in wrong])
    draft.theme = decode(held.get("category", "")) or None
    draft.difficulty = DIFFICULTIES.get(decode(held.get("difficulty", "")))
    draft.source = ("Open Trivia DB",)
    return draft


def _encoding(held: dict[str, Any]) -> Callable[[object], str]:
    """Base64 shows in the type, URL encoding in a text without spaces; else it is HTML."""
    if held.get("type") in ("bXVsdGlwbGU=", "Ym9vbGVhbg=="):
        return _from_base64
    if "%20" in str(held["question"]) and " " not in str(held["question"]):
        return lambda said: unquote(str(said))
    return lambda said: html.unescape(str(said))


def _from_base64(said: object) -> str:
    try:
        return base64.b64decode(str(said)).decode("utf-8", "replace")
    except binascii.Error:
        return str(said)


def write_opentdb(drafts: Sequence[Draft]) -> Exported:
    left: list[Left] = []
    results: list[dict[str, object]] = []
    for draft in drafts:
        try:
            right, wrong = choices(draft)
        except BadLine as bad:
            left.append(Left(bad.code, None, draft.id, bad.params))
            continue
        boolean = {right, *wrong} == {_TRUE, _FALSE}
        level = draft.difficulty or 3
        results.append(
            {
                "type": "boolean" if boolean else "multiple",
                "difficulty": "easy" if level < 3 else "hard" if level > 3 else "medium",
                "category": html.escape(draft.theme or ""),
                "question": html.escape(draft.text.removeprefix(_PREFIX) if boolean else draft.text),
                "correct_answer": html.escape(right),
                "incorrect_answers": [html.escape(option) for option in wrong],
            }
        )
    document = {"response_code": 0, "results": results}
    return Exported(json.dumps(document, ensure_ascii=False, indent=1).encode(), left)
