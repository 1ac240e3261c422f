"""A Défizz pack: a complete one has two decks of 106 cards, three questions each, in at least two modes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from tablee.games.quiz.modes import CHANCE
from tablee.games.quiz.packs import is_playable, mode_of, try_answer
from tablee.packs.exchange import Draft, Left
from tablee.packs.format import ClosedList
from tablee.packs.lint import Finding, Sheet, at, check_lengths, check_targets
from tablee.packs.rules import PackRules, Place, Placed, Places

from .cards import KINDS, MODES, CardEntry

CARDS: Final = 106
ON_CARD: Final = 3
LEAST_MODES: Final = 2
CLUE: Final = 60  # characters
MEDIANS: Final = {"duel": 12, "multi": 15}  # items of a Ping-Pong
ACTIONS: Final = 0.73  # of Chance: people do something
_READER: Final = re.compile(r"\b(?:lecteur|lectrice|reader)\b", re.I)
LUCK: Final = ("resolve", "sides", "tie", "needs")


def check(sheet: Sheet) -> Iterator[Finding]:
    for item, entry in sheet.all(CardEntry):
        if len(entry.clue) > CLUE:
            yield at(item, "long_clue", found=len(entry.clue), most=CLUE)
        judged = entry.mode == CHANCE.name and entry.resolve == "reader_verdict"
        if entry.needs and not judged:
            yield at(item, "needs_nobody", needs=entry.needs)
        elif judged and not entry.needs and (reader := _READER.search(entry.text)):
            yield at(item, "needs_reader", word=reader[0], reader="reader")


def fill(sheet: Sheet) -> Iterator[Finding]:
    for kind in KINDS:
        cards: dict[int, list[CardEntry]] = {}
        for _, entry in sheet.all(CardEntry):
            if entry.kind == kind:
                cards.setdefault(entry.card, []).append(entry)
        if len(cards) != CARDS:
            yield sheet.whole("cards", part=kind, found=len(cards), expected=CARDS)
        for number, entries in sorted(cards.items()):
            if len(entries) != ON_CARD:
                yield sheet.whole("on_card", part=kind, card=number, found=len(entries), expected=ON_CARD)
            if len({entry.mode for entry in entries}) < LEAST_MODES:
                yield sheet.whole("one_mode", part=kind, card=number, least=LEAST_MODES)


def mix(sheet: Sheet) -> Iterator[Finding]:
    yield from check_lengths(sheet, MEDIANS)
    yield from check_targets(sheet)
    luck = [entry for _, entry in sheet.questions if entry.mode == CHANCE.name]
    actions = sum("action" in entry.tags for entry in luck)
    if actions < ACTIONS * len(luck):
        yield sheet.whole("actions", count=actions, total=len(luck), least=f"{ACTIONS:.0%}")


def place(entry: CardEntry) -> Place:
    found: Place = {"kind": entry.kind, "card": entry.card}
    if entry.mode == CHANCE.name:
        found |= {name: held for name in LUCK if (held := getattr(entry, name)) is not None}
    return found


def lay_out(drafts: Sequence[Draft], left: list[Left]) -> Placed:
    """Three on a card, duel and multi in turn."""
    del left  # there is room for any number of cards
    known = [draft for draft in drafts if "kind" in draft.game and "card" in draft.game]
    first = 1 + max((int(draft.game["card"]) for draft in known), default=0)
    counts = {"duel": 0, "multi": 0}
    for draft in drafts:
        mode = mode_of(draft, MODES.values())
        luck = {name: draft.game.get(name) for name in LUCK} if mode is CHANCE else {}
        name = mode.name if mode else None
        if "kind" in draft.game and "card" in draft.game:
            yield draft, {"kind": draft.game["kind"], "card": draft.game["card"], **luck}, name
            continue
        kind = min(counts, key=lambda name: counts[name] // ON_CARD)
        yield draft, {"kind": kind, "card": first + counts[kind] // ON_CARD, **luck}, name
        counts[kind] += 1


PACKS: Final = PackRules(
    {"question": CardEntry, "list": ClosedList},
    check,
    fill,
    mix,
    modes=dict.fromkeys(KINDS, tuple(MODES.values())),
    counts={"part": "kind"},
    places=Places(
        {"kind": None, "card": (0, 9999), "resolve": None, "sides": (2, 100), "tie": None, "needs": None},
        place,
        lay_out,
        hint="clue",
        shorten=lambda text: text[:CLUE],
    ),
    playable=lambda entry, lists: is_playable(entry, lists, MODES),
    judge=lambda entry, lists, text: try_answer(entry, lists, text, MODES),
)
