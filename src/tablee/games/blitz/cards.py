"""The cards and the die of Blitz, and the packs they come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from tablee import packs
from tablee.engine import Invalid, PackRef
from tablee.judge import normal

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
    origin: str = ""  # the title of its pack, where several are played together


def go_together(one: Symbol | None, other: Symbol | None, duel: Collection[str]) -> bool:
    """BL-24: equal symbols, or the two of the active duel."""
    return one == other or (one in duel and other in duel)


def choose_packs(names: Sequence[str], options: Mapping[str, Any]) -> Sequence[PackRef]:
    """BL-03: exactly one box, the one with the wanted letter; themes of one's own have none and come first."""
    letter = options["pack"]
    offered = [packs.load(name) for name in names]
    if not any(pack.manifest.letter for pack in offered):
        offered.append(packs.load(f"blitz-{letter.lower()}"))
    for pack in offered:
        if pack.manifest.game != "blitz":
            raise Invalid("bad_pack", pack=pack.manifest.id, problem=f"it is made for {pack.manifest.game}")
    fitting = [pack for pack in offered if pack.manifest.letter == letter]
    if len(fitting) != 1:
        letters = ", ".join(str(pack.manifest.letter) for pack in offered if pack.manifest.letter)
        raise Invalid("bad_option", option="pack", value=letter, expected=letters)
    own = dict.fromkeys(pack.ref for pack in offered if not pack.manifest.letter)
    return [*own, fitting[0].ref]


@lru_cache(64)
def deck(refs: tuple[PackRef, ...], answers: Answers = "typed") -> dict[str, Card]:
    """Every card that is dealt, by its id, Duel cards included."""
    dealt = {id: Card(id, theme.symbol, theme.text, origin) for id, (theme, origin, _) in _dealt(refs, answers).items()}
    return dealt | {f"duel{i}": Card(f"duel{i}") for i in range(DUELS)}


def themes(refs: tuple[PackRef, ...], answers: Answers = "typed") -> tuple[Theme, ...]:
    """Those that are dealt."""
    return tuple(theme for theme, _, _ in _dealt(refs, answers).values())


def source(refs: tuple[PackRef, ...], answers: Answers, card: str) -> tuple[str, Theme] | None:
    """The hash of the pack that a card comes from, and its theme there."""
    found = _dealt(refs, answers).get(card)
    return (found[2], found[0]) if found else None


@lru_cache(64)
def _dealt(refs: tuple[PackRef, ...], answers: Answers) -> dict[str, tuple[Theme, str, str]]:
    """By the id of the card: theme, title of its pack where there are several, hash of its pack. Themes of one's own
    take the place of as many in the box with the same symbol; first goes what has the same tag."""
    *own, box = refs
    filling, title = _themes(box, answers), packs.get(box).manifest.title if own else ""
    counts = Counter(theme.symbol for theme in filling)
    dealt: dict[str, tuple[Theme, str, str]] = {}
    for number, ref in enumerate(own, 1):
        pack = packs.get(ref)
        for theme in deal(pack.entries("theme", Theme), answers):
            if counts[theme.symbol] > 0:
                counts[theme.symbol] -= 1
                dealt[f"own{number}-{theme.id}"] = theme, pack.manifest.title, pack.hash
    tags = {normal(theme.tag) for theme, _, _ in dealt.values()}
    for theme in sorted(filling, key=lambda theme: normal(theme.tag) in tags) if own else filling:
        if counts[theme.symbol] > 0:
            counts[theme.symbol] -= 1
            dealt[theme.id] = theme, title, box.hash
    return dealt


@lru_cache(64)
def _themes(ref: PackRef, answers: Answers) -> tuple[Theme, ...]:
    """BL-02, BL-04, BL-06, BL-10: the themes of a box, counted and checked."""
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
