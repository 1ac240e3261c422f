"""What packs of any game may hold. The words are those of the TOML files; each game has tables of its own."""

from __future__ import annotations

import datetime
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Struct

FORMATS: Final = ("csv", "gift", "moodle", "kahoot", "openquizzdb", "opentdb")  # of other programs
Answered = Literal["words", "number", "list", "deed"]  # a deed: people do something, or the dice decide
Tag = Literal["pop", "2000s", "woman", "man", "estimate", "school", "action"]


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    """The table `[pack]`."""

    id: str
    game: str
    title: str
    language: str
    licence: str
    authors: tuple[str, ...]
    version: str
    letter: str | None = None  # which of several packs in a box
    complete: bool = False  # it claims to fill the box: lint counts then


class Media(Struct, frozen=True, forbid_unknown_fields=True):
    """A picture or a sound that goes with a question."""

    file: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\.(?:png|jpg|webp|ogg|mp3)$")]  # the hash of its bytes
    about: str = ""  # for those who do not see or hear it


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of a `[[question]]`, wherever it stands."""

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
    media: Media | None = None

    @property
    def hint(self) -> str:
        """What is told of it beforehand."""
        return ""

    @property
    def part(self) -> str:
        """The booklet or deck it belongs to."""
        return ""

    @property
    def right(self) -> tuple[str, ...]:
        """The answers that it names itself."""
        return (*(() if self.answer is None else (str(self.answer),)), *self.accept)


class PackMode(Struct, frozen=True, kw_only=True):
    """A way to answer, as far as packs need to know of it."""

    name: str | None  # None: questions of this kind name no mode
    answered: Answered  # what a pack holds for it: right answers in words, a number, a whole list, or nothing
    rivals: int = 0  # how many plausible wrong answers there are at least
    called: tuple[str, ...] = ()  # by what other names tables from elsewhere know it


class ClosedList(Struct, frozen=True, forbid_unknown_fields=True):
    """A `[[list]]`: every item there is, each perhaps with its other names, as in "Maurice|Île Maurice"."""

    id: str
    items: tuple[str, ...]
    title: str = ""
    source: str | tuple[str, ...] = ()
    checked: datetime.date | None = None
