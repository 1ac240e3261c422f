"""A complete Défizz pack: two decks of 106 cards, three questions each, in at least two modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..format import CardEntry
from .finding import Finding
from .sheet import Sheet

CARDS: Final = 106
QUESTIONS: Final = 3
MODES: Final = 2


def count_defizz(sheet: Sheet) -> Iterator[Finding]:
    for kind in ("duel", "multi"):
        cards: dict[int, list[CardEntry]] = {}
        for _, entry in sheet.questions:
            if isinstance(entry, CardEntry) and entry.kind == kind:
                cards.setdefault(entry.card, []).append(entry)
        if len(cards) != CARDS:
            yield sheet.whole("cards", part=kind, found=len(cards), expected=CARDS)
        for number, entries in sorted(cards.items()):
            if len(entries) != QUESTIONS:
                yield sheet.whole("on_card", part=kind, card=number, found=len(entries), expected=QUESTIONS)
            if len({entry.mode for entry in entries}) < MODES:
                yield sheet.whole("one_mode", part=kind, card=number, least=MODES)
