"""The three question booklets of Egomaster, and the packs they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Struct

from tablee.engine import Invalid, PackRef
from tablee.games.quiz.questions import Question, choose_pack, make_question, read_entries
from tablee.packs.format import Entry

Kind = Literal["solo", "duo", "multi"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ICONS: Final = ("speed", "target", "ping_pong")  # EG-33
PAGES: Final = 20  # EG-27: as many as the dice have faces, and as many questions on each
DEFAULT_PACK: Final = "egomaster-base"
Face = Annotated[int, msgspec.Meta(ge=1, le=20)]


class PageEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[[question]]` of a pack."""

    booklet: Kind
    page: Face
    number: Face
    keyword: str

    @property
    def hint(self) -> str:
        return self.keyword

    @property
    def part(self) -> str:
        return self.booklet


class Booklet(Struct, frozen=True):
    """EG-27: questions by page and number. A number may be missing (EG-31), a page may not."""

    questions: dict[tuple[int, int], Question]
    pages: dict[int, tuple[int, ...]]  # page -> the numbers on it

    def items(self) -> Iterable[tuple[tuple[int, int], Question]]:
        return self.questions.items()


Books = Mapping[Kind, Booklet]


def choose_packs(names: Sequence[str], options: Mapping[str, Any]) -> Sequence[PackRef]:
    return choose_pack(names, "egomaster", DEFAULT_PACK)


@cache
def books(refs: tuple[PackRef, ...]) -> Books:
    entries, lists = read_entries(refs, PageEntry)
    found: dict[Kind, dict[tuple[int, int], Question]] = {kind: {} for kind in KINDS}
    for place, entry in entries:
        modes = (None,) if entry.booklet == "solo" else ICONS  # EG-29: solo questions have no icon
        where, booklet = (entry.page, entry.number), found[entry.booklet]
        if where in booklet:
            problem = f"page {entry.page}, number {entry.number} of {entry.booklet} already is {booklet[where].id}"
            raise Invalid("bad_file", file=place, problem=problem)
        booklet[where] = make_question(place, entry, entry.keyword, modes, lists)
    return {kind: _booklet(refs[0], kind, found[kind]) for kind in KINDS}


def _booklet(ref: PackRef, kind: Kind, questions: dict[tuple[int, int], Question]) -> Booklet:
    pages: dict[int, tuple[int, ...]] = {}
    for page in range(1, PAGES + 1):
        pages[page] = tuple(sorted(number for where, number in questions if where == page))
        if not pages[page]:
            problem = f"page {page} of the booklet {kind} has no question, expected pages 1 to {PAGES}"
            raise Invalid("bad_pack", pack=ref.id, problem=problem)
    return Booklet(questions, pages)
