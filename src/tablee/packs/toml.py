"""TOML as we write it: a table a question, a line a field, long arrays wrapped."""

from __future__ import annotations

import datetime
import json
from collections.abc import Iterable, Mapping
from typing import Final

WIDTH: Final = 118


def write_table(header: str, fields: Mapping[str, object]) -> str:
    """
    >>> print(write_table("[[question]]", {"id": "a", "rivals": ["b"], "theme": None}))
    [[question]]
    id = "a"
    rivals = ["b"]
    <BLANKLINE>
    """
    lines = [f"{name} = {write_value(value)}" for name, value in fields.items() if value not in (None, (), [])]
    return "\n".join([header, *lines, ""])


def write_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float | datetime.date):
        return str(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {write_value(held)}" for name, held in value.items()) + " }"
    if isinstance(value, Iterable) and not isinstance(value, str):
        return _array([write_value(part) for part in value])
    return quote(str(value))


def quote(text: str) -> str:
    """A basic string. JSON escapes the same signs, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _array(parts: list[str]) -> str:
    line = f"[{', '.join(parts)}]"
    if len(line) < WIDTH - 20:
        return line
    lines, current = [], " "
    for part in parts:
        if len(current) + len(part) + 2 > WIDTH and current.strip():
            lines.append(current)
            current = " "
        current += f" {part},"
    return "\n".join(["[", *lines, current, "]"])
