"""A question on its way in or out of a pack: what all formats have in common."""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from random import Random
from typing import Final

from msgspec import Struct

from ..format import Answered
from ..rules import all_modes

Answer = str | int | float | None


class Draft(Struct, kw_only=True):
    """What another format can know of a question. `game`: fields that only one game has."""

    line: int = 0
    text: str
    answer: Answer = None
    id: str = ""
    mode: str | None = None
    hint: str = ""
    accept: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()
    closed_list: str | None = None
    unit: str | None = None
    source: tuple[str, ...] = ()
    checked: datetime.date | None = None
    expires: datetime.date | None = None
    difficulty: int | None = None
    age: int | None = None
    theme: str | None = None
    tags: tuple[str, ...] = ()
    game: dict[str, str | int] = {}

    @property
    def answered(self) -> Answered | None:
        """How its mode is answered. None: it names none that a game of ours has."""
        mode = all_modes().get(self.mode) if self.mode else None
        return mode.answered if mode else None


class Left(Struct, frozen=True):
    """What could not be taken along, and why: a code of the catalogue's findings."""

    code: str
    line: int | None = None
    id: str = ""
    params: dict[str, object] = {}


class Imported(Struct):
    drafts: list[Draft] = []
    left: list[Left] = []
    language: str = "fr"
    title: str = ""
    licence: str = "unknown"


class BadLine(ValueError):
    """This one cannot be used; the next one may."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class Exported(Struct):
    data: bytes
    left: list[Left] = []


_NUMBER: Final = re.compile(r"[-−]?\d+(?:[.,]\d+)?")
_GROUPS: Final = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")


def as_number(text: str) -> int | float | None:
    """A number as French or English people write it, or nothing.

    >>> as_number("1 234,5"), as_number("88"), as_number("007"), as_number("7 nains")
    (1234.5, 88, None, None)
    """
    bare = _GROUPS.sub("", text.strip())
    if not _NUMBER.fullmatch(bare) or re.match(r"[-−]?0\d", bare):
        return None
    bare = bare.replace(",", ".").replace("−", "-")
    return float(bare) if "." in bare else int(bare)


def tidy(text: str) -> str:
    """On one line. The narrow spaces of French stay what they are."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip()


def as_answer(text: str) -> Answer:
    number = as_number(text)
    return text if number is None else number


_OF_THESE: Final = re.compile(
    r"\b(?:of (?:these|the following)|(?:parmi|de) (?:ces|les .* suivant)|suivante?s?\b|ci-dessous)", re.I
)


def from_choices(text: str, right: Sequence[str], wrong: Sequence[str]) -> Draft:
    """A multiple-choice question as one that is answered in words: its wrong options become rivals.

    "Which of these …?" makes no sense without the options, so that they are told.
    """
    text = tidy(text)
    right = [*dict.fromkeys(filter(None, map(tidy, right)))]
    rivals = [*dict.fromkeys(filter(None, map(tidy, wrong)))]
    if not text:
        raise BadLine("no_text")
    if not right:
        raise BadLine("no_answer")
    rivals = [rival for rival in rivals if rival not in right]
    if rivals and _OF_THESE.search(text) and not all(option in text for option in (right[0], *rivals)):
        text = f"{text} ({', '.join(shuffled(text, [right[0], *rivals]))})"
    return Draft(text=text, answer=as_answer(right[0]), accept=tuple(right[1:]), rivals=tuple(rivals))


def shuffled(seed: str, options: Sequence[str]) -> list[str]:
    """In an order that tells nothing, and is the same tomorrow."""
    mixed = sorted(options)
    Random(seed).shuffle(mixed)
    return mixed


def choices(draft: Draft, most: int = 3) -> tuple[str, list[str]]:
    """A question as multiple choice: the right option and some wrong ones. Not every question can be."""
    if draft.answered in ("number", "list", "deed") or draft.answer is None or not draft.rivals:
        raise BadLine("not_carried")
    return str(draft.answer), list(draft.rivals[:most])
