"""A pack as lint sees it: its tables as structs, and what would not become one as findings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from ..format import Answered, ClosedList, Entry, PackMode
from ..rules import all_rules
from ..source import Item, Source
from .finding import Finding, at

HeldT = TypeVar("HeldT", bound=Struct)


class Sheet(Struct):
    source: Source
    game: str
    complete: bool
    questions: list[tuple[Item, Entry]] = []
    lists: list[tuple[Item, ClosedList]] = []
    others: list[tuple[Item, Struct]] = []  # tables that only its game has
    known: dict[str, tuple[str, ...]] = {}  # every list that a question may name
    modes: dict[str | None, PackMode] = {}  # every mode of its game
    findings: list[Finding] = []

    def whole(self, code: str, **params: object) -> Finding:
        """A finding about the pack as such."""
        return Finding(code, self.source.head, None, "", params)

    def all(self, type_: type[HeldT]) -> list[tuple[Item, HeldT]]:
        """Every table of this kind, as a game's own checks want them."""
        return [(item, held) for item, held in (*self.questions, *self.others) if isinstance(held, type_)]

    def answered(self, entry: Entry) -> Answered:
        mode = self.modes.get(entry.mode)
        return mode.answered if mode else "words"

    def parts(self) -> dict[str, list[tuple[Item, Entry]]]:
        """The questions of each booklet or deck."""
        found: dict[str, list[tuple[Item, Entry]]] = {}
        for item, entry in self.questions:
            found.setdefault(entry.part, []).append((item, entry))
        return found


def fill_in(source: Source, shipped_lists: Mapping[str, tuple[str, ...]]) -> Sheet:
    manifest = source.manifest
    sheet = Sheet(source, manifest.game if manifest else "", bool(manifest and manifest.complete))
    for problem in source.problems:
        said = f"{problem.where} {problem.what}".strip()
        sheet.findings.append(Finding("unreadable", problem.file, problem.line, "", {"problem": said}))
    rules = all_rules()
    if sheet.game not in rules:
        if manifest:
            sheet.findings.append(sheet.whole("unknown_game", game=sheet.game, known=", ".join(sorted(rules))))
        return sheet
    tables, modes = rules[sheet.game].tables, rules[sheet.game].modes
    sheet.modes = {mode.name: mode for part in modes.values() for mode in part}
    for item in source.items:
        if item.array not in tables:
            expected = ", ".join(f"[[{name}]]" for name in tables)
            sheet.findings.append(at(item, "unknown_table", table=f"[[{item.array}]]", expected=expected))
            continue
        try:
            _put(sheet, item, msgspec.convert(item.table, tables[item.array]))
        except msgspec.ValidationError as error:
            sheet.findings.append(at(item, "schema", problem=str(error)))
    sheet.known = {**shipped_lists, **{held.id: held.items for _, held in sheet.lists}}
    return sheet


def _put(sheet: Sheet, item: Item, held: Any) -> None:
    if isinstance(held, Entry):
        sheet.questions.append((item, held))
    elif isinstance(held, ClosedList):
        sheet.lists.append((item, held))
    else:
        sheet.others.append((item, held))
