"""What a game says of its packs: their tables, how they are checked, and where questions from elsewhere find room."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from msgspec import Struct

from tablee.engine import Invalid, games, load_place
from tablee.judge import Verdict

from .format import ClosedList, PackMode

if TYPE_CHECKING:  # which need it
    from .exchange import Draft, Left
    from .lint import Finding, Sheet

Lists: TypeAlias = Mapping[str, tuple[str, ...]]  # the items of closed lists, by their ids
Place: TypeAlias = dict[str, Any]  # the fields that say where a question stands, with their values
Placed: TypeAlias = "Iterator[tuple[Draft, Place, str | None]]"  # …and its mode


@dataclass(frozen=True)
class Places:
    """Questions from other programs and for them."""

    columns: Mapping[str, tuple[int, int] | None]  # fields that only this game has; the bounds of a whole number
    place: Callable[[Any], Place]  # where an entry of a pack stands
    lay_out: Callable[[Sequence[Draft], list[Left]], Placed]  # room for drafts; or they are left
    hint: str  # the field with what is told of a question beforehand…
    shorten: Callable[[str], str]  # …and as much of a text as it has room for


@dataclass(frozen=True)
class PackRules:
    tables: Mapping[str, type[Struct]]  # the fields of each `[[name]]`
    check: Callable[[Sheet], Iterator[Finding]] = lambda sheet: iter(())  # any pack
    fill: Callable[[Sheet], Iterator[Finding]] = lambda sheet: iter(())  # one that claims to fill the box
    mix: Callable[[Sheet], Iterator[Finding]] = lambda sheet: iter(())  # bounds of a box; advice for other packs
    modes: Mapping[str, Sequence[PackMode]] = field(default_factory=dict)  # by part, those a question there may have
    counts: Mapping[str, str] = field(default_factory=dict)  # what `stats` counts: its name, and a field
    places: Places | None = None  # None: it has no questions
    playable: Callable[[Any, Lists], bool] = lambda entry, lists: True  # whether enough of it is written
    judge: Callable[[Any, Lists, str], Verdict] | None = None  # what the house would say of an answer to it


LISTS: Final = PackRules({"list": ClosedList})  # of no game: closed lists that questions name


def all_rules() -> dict[str, PackRules]:
    """By game; and `lists`."""
    found = {name: load_place(meta.packs, PackRules) for name, meta in games().items() if meta.packs}
    return {**found, "lists": LISTS}


def all_modes() -> dict[str | None, PackMode]:
    """Of every game; those that share a name are the same."""
    return {mode.name: mode for rules in all_rules().values() for part in rules.modes.values() for mode in part}


def places_of(game: str) -> Places:
    """Of a game with questions."""
    known = {name: rules.places for name, rules in all_rules().items() if rules.places}
    if game not in known:
        raise Invalid("unknown_game", game=game, known=", ".join(known))
    return known[game]


def template(game: str, language: str) -> Path:
    """An empty pack, with comments. What is commented out is an example that lint likes."""
    return games()[game].folder / f"pack.{language}.toml"
