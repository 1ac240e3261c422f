"""Kahoot's spreadsheet of questions: two to four options, one or more of them right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from tablee.judge import normal

from .draft import BadLine, Draft, Exported, Imported, Left, choices, from_choices, shuffled, tidy
from .xlsx import BadSheet, read_rows, write_rows

TEXT: Final = 120
OPTION: Final = 75
SECONDS: Final = 30
HEADER_ROW: Final = 8  # as in Kahoot's own template
HEADERS: Final = (
    "",
    "Question - max 120 characters",
    *(f"Answer {number} - max 75 characters" for number in range(1, 5)),
    "Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs",
    "Correct answer(s) - choose at least one",
)


def read_kahoot(data: bytes) -> Imported:
    imported = Imported()
    try:
        rows = read_rows(data)
    except BadSheet as error:
        imported.left.append(Left("unreadable", None, "", {"problem": str(error)}))
        return imported
    columns: dict[str, int] = {}
    seen: set[str] = set()
    for line, cells in rows:
        if not columns:
            columns = _columns(cells)
        elif any(cells[column : column + 1] != [""] for column in [columns["question"]] if column < len(cells)):
            try:
                draft = _draft(cells, columns)
            except BadLine as bad:
                imported.left.append(Left(bad.code, line, "", bad.params))
                continue
            if draft.text not in seen:  # a report has a row for each player
                seen.add(draft.text)
                draft.line = line
                imported.drafts.append(draft)
    if not columns:
        imported.left.append(Left("no_header", None, "", {"expected": "Question, Answer 1, …, Correct answer(s)"}))
    return imported


def _columns(cells: Sequence[str]) -> dict[str, int]:
    """Where question, options and right answers stand, if this is the row of headers."""
    found: dict[str, int] = {}
    for column, cell in enumerate(cells):
        plain = normal(cell)
        if option := re.match(r"(?:answer|reponse) (\d)\b", plain):
            found.setdefault(f"option {option[1]}", column)
        elif re.match(r"question(?! number| numero)\b", plain):
            found.setdefault("question", column)
        elif re.match(r"(?:correct|bonne|reponse correcte)", plain):
            found.setdefault("right", column)
    return found if {"question", "option 1", "right"} <= found.keys() else {}


def _draft(cells: Sequence[str], columns: dict[str, int]) -> Draft:
    def cell(name: str) -> str:
        return tidy(cells[columns[name]]) if columns.get(name, len(cells)) < len(cells) else ""

    options = {name[-1]: cell(name) for name in sorted(columns) if name.startswith("option") and cell(name)}
    said = cell("right")
    numbers = re.split(r"\s*[,;]\s*", said)
    if set(numbers) <= options.keys():
        right = [options[number] for number in numbers]
    elif said in options.values():  # as in a report
        right = [said]
    else:
        raise BadLine("which_right", value=said)
    return from_choices(cell("question"), right, [option for option in options.values() if option not in right])


def write_kahoot(drafts: Sequence[Draft]) -> Exported:
    rows: list[tuple[int, Sequence[str | int]]] = [(HEADER_ROW, HEADERS)]
    left = []
    for draft in drafts:
        try:
            right, wrong = choices(draft)
        except BadLine as bad:
            left.append(Left(bad.code, None, draft.id, bad.params))
            continue
        options = shuffled(draft.text, [right, *wrong])
        if len(draft.text) > TEXT or any(len(option) > OPTION for option in options):
            left.append(Left("not_carried", None, draft.id))
            continue
        number = len(rows)
        padded = [*options, *[""] * (4 - len(options))]
        rows.append((HEADER_ROW + number, [number, draft.text, *padded, SECONDS, options.index(right) + 1]))
    return Exported(write_rows(rows), left)
