"""The cards and the die of Blitz, and the packs they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from tablee import packs
from tablee.engine import Invalid, PackRef

Symbol = Literal["circle", "square", "triangle", "diamond", "star", "moon", "wave", "cross"]
Pair = frozenset[Symbol]
Answers = Literal["typed", "spoken"]
SYMBOLS: Final[tuple[Symbol, ...]] = get_args(Symbol)  # BL-08

FACES: Final[dict[str, Pair]] = {  # BL-09
    "F1": frozenset(("circle", "square")),
    "F2": frozenset(("triangle", "diamond")),
    "F3": frozenset(("star", "moon")),
    "F4": frozenset(("wave", "cross")),
    "F5": frozenset(("circle", "diamond")),
    "F6": frozenset(("star", "cross")),
}
RARER: Final[dict[str, Pair]] = {  # BL-10: two symbols of each pack have a card less
    "A": frozenset(("circle", "star")),
    "B": frozenset(("diamond", "cross")),
    "C": frozenset(("diamond", "star")),
    "D": frozenset(("circle", "cross")),
}
THEMES: Final = 54  # BL-02
DUELS: Final = 4


class Borderline(Struct, frozen=True, forbid_unknown_fields=True):
    """A debatable answer, and what we would say."""

    answer: str
    ruling: Literal["yes", "no"]
    why: str


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[theme]]` of a pack."""

    id: str
    symbol: Symbol
    text: str
    tag: str
    examples: tuple[str, ...]
    difficulty: int = 3
    borderline: tuple[Borderline, ...] = ()
    spoken: bool = False  # it calls for whole phrases, too long to type: dealt at spoken tables only
    instead_of: str | None = None  # …and the id of the spoken theme whose place this one takes where people type


class Card(Struct, frozen=True):
    id: str
    symbol: Symbol | None = None  # BL-05: a Duel card has neither symbol nor theme
    theme: str = ""


def go_together(one: Symbol | None, other: Symbol | None, duel: Collection[str]) -> bool:
    """BL-24: equal symbols, or the two of the active duel."""
    return one == other or (one in duel and other in duel)


def choose_packs(names: Sequence[str], options: Mapping[str, Any]) -> Sequence[PackRef]:
    """BL-03: exactly one pack, the one with the wanted letter."""
    letter = options["pack"]
    offered = [packs.load(name) for name in names or (f"blitz-{letter.lower()}",)]
    for pack in offered:
        if pack.manifest.game != "blitz":
            raise Invalid("bad_pack", pack=pack.manifest.id, problem=f"it is made for {pack.manifest.game}")
    fitting = [pack for pack in offered if pack.manifest.letter == letter]
    if len(fitting) != 1:
        letters = ", ".join(str(pack.manifest.letter) for pack in offered)
        raise Invalid("bad_option", option="pack", value=letter, expected=letters)
    return [fitting[0].ref]


@cache
def deck(ref: PackRef, answers: Answers = "typed") -> dict[str, Card]:
    """Every card that is dealt, by its id, Duel cards included."""
    cards = {theme.id: Card(theme.id, theme.symbol, theme.text) for theme in themes(ref, answers)}
    return cards | {f"duel{i}": Card(f"duel{i}") for i in range(DUELS)}


@cache
def themes(ref: PackRef, answers: Answers = "typed") -> tuple[Theme, ...]:
    """BL-02, BL-04, BL-06, BL-10: the themes that are dealt of a pack, counted and checked."""
    pack = packs.get(ref)
    found = tuple(pack.entries("theme", Theme))

    def wrong(problem: str) -> Invalid:
        return Invalid("bad_pack", pack=ref.id, problem=problem)

    dealt = deal(found, answers)
    if len(dealt) != THEMES:
        raise wrong(f"{len(dealt)} themes, expected {THEMES}")
    for field in ("id", "text", "tag"):
        twice = [value for value, count in Counter(getattr(theme, field) for theme in found).items() if count > 1]
        if twice:
            raise wrong(f"the {field} “{twice[0]}” stands there twice")
    counts = Counter(theme.symbol for theme in dealt)
    rarer = RARER.get(pack.manifest.letter or "", frozenset())
    for symbol in SYMBOLS:
        expected = 6 if symbol in rarer else 7
        if counts[symbol] != expected:
            raise wrong(f"{counts[symbol]} cards with the symbol {symbol}, expected {expected}")
    return dealt


def deal(found: Iterable[Theme], answers: Answers) -> tuple[Theme, ...]:
    """Where people type, other themes stand in for those that call for whole phrases."""
    return tuple(theme for theme in found if not (theme.instead_of if answers == "spoken" else theme.spoken))
