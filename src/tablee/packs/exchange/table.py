"""CSV: a question a line, headers in any of our languages, separated by semicolons, commas or tabs.

Several values in one cell are separated by " | ". It can carry everything that a pack of questions holds.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tablee.engine import languages
from tablee.judge import normal

from ..format import PackMode
from ..rules import all_modes, all_rules
from ..words import tool_words
from .draft import BadLine, Draft, Exported, Imported, Left, as_answer, from_choices

# What else people call a column, beside its header in each language.
ALSO: Final[dict[str, tuple[str, ...]]] = {
    "id": ("identifiant",),
    "mode": ("type", "épreuve"),
    "hint": ("clue", "keyword", "mot-clé"),
    "text": ("text", "texte", "énoncé", "intitulé", "question text"),
    "answer": ("correct answer", "bonne réponse", "correct", "solution", "réponse correcte"),
    "accept": ("accept", "accepted answers", "réponses acceptées", "variantes"),
    "rivals": ("rivals", "rivales", "incorrect answers", "distracteurs"),
    "checked": ("vérifié le",),
    "expires": ("expire le",),
    "difficulty": ("niveau", "level"),
    "theme": ("category", "catégorie"),
}
_OPTION: Final = re.compile(
    r"(?:wrong answer|mauvaise reponse|rivale?|option|proposition|choi|choice|answer|reponse) \d+"
)
_FORMULA: Final = tuple("=+-@\t\r")
_NUMBER: Final = re.compile(r"[+-]?[0-9][0-9 .,]*")
_SEVERAL: Final = " | "


def read_table(data: bytes) -> Imported:
    imported = Imported()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        imported.left.append(Left("not_utf8"))
        text = data.decode("cp1252", "replace")
    lines = re.sub(r"\Asep=.\r?\n", "\n", text).splitlines(keepends=True)
    rows = _rows(lines, sniff(next((line for line in lines if line.strip()), "")), imported.left)
    headers = next((cells for _, cells in rows if any(cells)), [])
    fields = [_field(header) for header in headers]
    if "text" not in fields:
        imported.left.append(Left("no_header", 1, "", {"expected": "question, réponse/answer"}))
        return imported
    for line, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        try:
            imported.drafts.append(_draft(line, fields, cells))
        except BadLine as bad:
            imported.left.append(Left(bad.code, line, "", bad.params))
    return imported


def sniff(header: str) -> str:
    """What separates the headers.

    >>> sniff("question;réponse, au singulier;thème"), sniff("question,answer")
    (';', ',')
    """
    bare = re.sub(r'"[^"]*"', "", header)
    return max(";,\t", key=bare.count)


def _rows(lines: list[str], separator: str, left: list[Left]) -> Iterator[tuple[int, list[str]]]:
    """Line number and cells. A line with a broken quotation mark does not swallow the others."""
    at = 0
    while at < len(lines):
        reader = csv.reader((lines[number] for number in range(at, len(lines))), delimiter=separator, strict=True)
        try:
            cells = next(reader)
        except csv.Error as error:
            left.append(Left("unreadable", at + 1, "", {"problem": str(error)}))
            at += 1
            continue
        yield at + 1, cells
        at += reader.line_num


def _columns() -> dict[str, tuple[int, int] | None]:
    """What only one game has: where its questions stand."""
    games = [rules.places for rules in all_rules().values() if rules.places]
    return {field: bounds for places in games for field, bounds in places.columns.items()}


def _field(header: str) -> str:
    plain = normal(header)
    return "option" if _OPTION.fullmatch(plain) else _known().get(plain, "")


def _draft(line: int, fields: Sequence[str], cells: Sequence[str]) -> Draft:
    said: dict[str, str] = {}
    options: list[str] = []
    for field, cell in zip(fields, cells, strict=False):
        if field == "option" and cell.strip():
            options.append(_plain(cell.strip()))
        elif field and cell.strip():
            said[field] = _plain(cell.strip())
    if len(cells) > len(fields) and any(cell.strip() for cell in cells[len(fields) :]):
        raise BadLine("cells", found=len(cells), expected=len(fields))
    modes = _modes()
    mode = modes.get(normal(said.get("mode", "").replace("_", " ")))
    if "mode" in said and mode is None:
        raise BadLine("mode", mode=said["mode"], expected=", ".join(modes))
    if "text" not in said:
        raise BadLine("no_text")
    draft = Draft(line=line, text=said["text"], mode=mode.name if mode else None)
    draft.answer = as_answer(said["answer"]) if "answer" in said else None
    draft.accept = _several(said.get("accept", ""), tight=draft.answered != "list")
    draft.rivals = _several(said.get("rivals", ""), tight=True)
    if options:
        _choose(draft, options)
    if draft.answer is None and not draft.accept and not said.get("closed_list") and draft.answered != "deed":
        raise BadLine("no_answer")
    for field in ("id", "hint", "closed_list", "unit", "theme"):
        setattr(draft, field, said.get(field, "" if field in ("id", "hint") else None))
    draft.source = _several(said.get("source", ""), tight=False)
    draft.tags = _several(said.get("tags", ""), tight=True)
    draft.difficulty, draft.age = _number(said, "difficulty", 1, 5), _number(said, "age", 0, 120)
    draft.checked, draft.expires = _date(said, "checked"), _date(said, "expires")
    for field, bounds in _columns().items():
        value = _number(said, field, *bounds) if bounds else said.get(field)
        if value is not None:
            draft.game[field] = value
    return draft


def _choose(draft: Draft, options: list[str]) -> None:
    """Options in columns of their own; the answer may be one of them, or its number or letter."""
    said = str(draft.answer or "")
    place = (
        "abcdefgh".find(said.lower()) if len(said) == 1 and said.isalpha() else int(said) - 1 if said.isdigit() else -1
    )
    right = options[place] if said not in options and 0 <= place < len(options) else said
    made = from_choices(draft.text, [right, *draft.accept], [*options, *draft.rivals])
    draft.text, draft.answer, draft.rivals = made.text, made.answer, made.rivals


def _several(cell: str, *, tight: bool) -> tuple[str, ...]:
    """`tight`: a bar without spaces separates too. In a list it stands between the names of one thing."""
    parts = re.split(r"\s*\|\s*" if tight else r"\s+\|\s+", cell)
    return tuple(part.strip() for part in parts if part.strip())


def _number(said: dict[str, str], field: str, least: int, most: int) -> int | None:
    if field not in said:
        return None
    found = re.fullmatch(r"(\d{1,4})(?:\s*/\s*5)?", said[field])
    if not found or not least <= int(found[1]) <= most:
        raise BadLine("bad_value", field=field, value=said[field], expected=f"{least}–{most}")
    return int(found[1])


def _date(said: dict[str, str], field: str) -> datetime.date | None:
    if field not in said:
        return None
    try:
        if found := re.fullmatch(r"(\d\d?)/(\d\d?)/(\d{4})", said[field]):
            return datetime.date(int(found[3]), int(found[2]), int(found[1]))
        return datetime.date.fromisoformat(said[field])
    except ValueError:
        raise BadLine("bad_value", field=field, value=said[field], expected="2026-12-31, 31/12/2026") from None


def _modes() -> dict[str, PackMode]:
    """By everything that people call them."""
    named = [mode for mode in all_modes().values() if mode.name]
    return {normal(word): mode for mode in named for word in (str(mode.name).replace("_", " "), *mode.called)}


@cache
def _known() -> dict[str, str]:
    """The column that each header means, in whatever language it is written."""
    headers = [pair for language in languages() for pair in tool_words(language).tables["headers"].items()]
    headers += [(field, header) for field, also in ALSO.items() for header in also]
    headers += [(field, field) for field in _columns()]
    return {normal(header): field for field, header in headers}


def write_table_file(drafts: Sequence[Draft], language: str) -> Exported:
    """With a mark at the beginning by which spreadsheets see that it is UTF-8."""
    headers = tool_words(language).tables["headers"]
    rows = [_cells(draft) for draft in drafts]
    fields = [field for field in headers if field in ("text", "answer") or any(row.get(field) for row in rows)]
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(headers[field] for field in fields)
    writer.writerows([_harmless(row.get(field, "")) for field in fields] for row in rows)
    return Exported(out.getvalue().encode("utf-8-sig"))


def _harmless(cell: str) -> str:
    """A spreadsheet must not take somebody's answer for a formula of its own; a mark in front says that it is text."""
    return f"'{cell}" if cell[:1] in _FORMULA and not _NUMBER.fullmatch(cell) else cell


def _plain(cell: str) -> str:
    return cell[1:] if cell[:1] == "'" and cell[1:2] in _FORMULA and cell[1:] else cell


def _cells(draft: Draft) -> dict[str, str]:
    plain = ("id", "mode", "hint", "text", "answer", "closed_list", "unit", "difficulty", "age", "theme")
    cells = {field: "" if getattr(draft, field) is None else str(getattr(draft, field)) for field in plain}
    cells |= {field: _SEVERAL.join(getattr(draft, field)) for field in ("accept", "rivals", "source", "tags")}
    for field in ("checked", "expires"):
        day = getattr(draft, field)
        cells[field] = day.isoformat() if day else ""
    return cells | {field: str(value) for field, value in draft.game.items()}
