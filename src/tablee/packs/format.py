"""What a pack may hold: the fields of each table, by game. The words are those of the TOML files."""

from __future__ import annotations

import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Struct

Symbol = Literal["circle", "square", "triangle", "diamond", "star", "moon", "wave", "cross"]
Resolution = Literal["reader_verdict", "random_uniform", "highest_roll"]
Tag = Literal["pop", "2000s", "woman", "man", "estimate", "school", "action"]
Face = Annotated[int, msgspec.Meta(ge=1, le=20)]


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[pack]`."""

    id: str
    game: str
    title: str
    language: str
    licence: str
    authors: tuple[str, ...]
    version: str
    letter: str | None = None  # Blitz: which of the packs in the box
    complete: bool = False  # it claims to fill the box: lint counts then


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of a `[[question]]` that both quiz games know."""

    id: str
    text: str
    mode: str | None = None
    answer: str | int | float | None = None
    accept: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    closed_list: str | None = msgspec.field(default=None, name="list")
    unit: str | None = None
    source: str | tuple[str, ...] = ()
    checked: datetime.date | None = None
    expires: datetime.date | None = None
    difficulty: Annotated[int, msgspec.Meta(ge=1, le=5)] | None = None
    age: int | None = None
    theme: str | None = None
    tags: tuple[Tag, ...] = ()

    @property
    def hint(self) -> str:
        return ""

    @property
    def part(self) -> str:
        """The booklet or deck it belongs to."""
        return ""

    @property
    def right(self) -> tuple[str, ...]:
        """The answers that it names itself."""
        return (*(() if self.answer is None else (str(self.answer),)), *self.accept)


class CardEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[[question]]` of a Défizz pack."""

    kind: Literal["duel", "multi"]
    card: Annotated[int, msgspec.Meta(ge=0)]
    clue: str
    resolve: Resolution = "reader_verdict"
    sides: Annotated[int, msgspec.Meta(ge=2, le=100)] = 20
    tie: Literal["again", "restart"] = "again"
    needs: Literal["reader"] | None = None  # Chance: only a person can say who won

    @property
    def hint(self) -> str:
        return self.clue

    @property
    def part(self) -> str:
        return self.kind


class PageEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[[question]]` of an Egomaster pack."""

    booklet: Literal["solo", "duo", "multi"]
    page: Face
    number: Face
    keyword: str

    @property
    def hint(self) -> str:
        return self.keyword

    @property
    def part(self) -> str:
        return self.booklet


class ClosedList(Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[list]]`: every item there is, each perhaps with its other names, as in "Maurice|Île Maurice"."""

    id: str
    items: tuple[str, ...]
    title: str = ""
    source: str | tuple[str, ...] = ()
    checked: datetime.date | None = None


class Borderline(Struct, frozen=True, forbid_unknown_fields=True):
    """A debatable answer, and what we would say."""

    answer: str
    ruling: Literal["yes", "no"]
    why: str


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[theme]]` of a Blitz pack."""

    id: str
    symbol: Symbol
    text: str
    tag: str
    examples: tuple[str, ...]
    difficulty: int = 3
    borderline: tuple[Borderline, ...] = ()
    spoken: bool = False  # it calls for whole phrases: too long to type


TABLES: Final[dict[str, dict[str, type[Struct]]]] = {
    "defizz": {"question": CardEntry, "list": ClosedList},
    "egomaster": {"question": PageEntry, "list": ClosedList},
    "blitz": {"theme": Theme},
    "lists": {"list": ClosedList},
}
MODES: Final[dict[str, tuple[str | None, ...]]] = {  # by booklet or deck
    "duel": ("chrono", "target", "ping_pong", "chance"),
    "solo": (None,),
    "duo": ("speed", "target", "ping_pong"),
}


def modes(game: str, part: str) -> tuple[str | None, ...]:
    """The modes that a question of this booklet or deck may have."""
    return MODES["duel"] if game == "defizz" else MODES["solo" if part == "solo" else "duo"]
