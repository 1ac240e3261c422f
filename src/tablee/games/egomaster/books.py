"""The three question booklets of Egomaster, and the packs they come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Struct

from tablee.engine import Invalid, PackRef
from tablee.games.quiz.modes import PING_PONG, SOLO, SPEED, TARGET, named
from tablee.games.quiz.questions import Question, choose_pack, make_question, read_entries
from tablee.packs.format import Entry

Kind = Literal["solo", "duo", "multi"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ICONS: Final = named(SPEED, TARGET, PING_PONG)  # EG-33
NO_ICON: Final = named(SOLO)  # EG-29
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


Pages = dict[int, tuple[int, ...]]  # page -> the numbers on it


class Booklet(Struct, frozen=True):
    """EG-27: questions by page and number. A number may be missing (EG-31), a page may not."""

    questions: dict[tuple[int, int], Question]
    pages: Pages
    turns: tuple[Pages, ...]  # one after the other, before all pages come again: one's own questions, then the rest

    def items(self) -> Iterable[tuple[tuple[int, int], Question]]:
        return self.questions.items()


Books = Mapping[Kind, Booklet]
Where = tuple[int, int]  # page and number


def choose_packs(names: Sequence[str], options: Mapping[str, Any]) -> Sequence[PackRef]:
    return choose_pack(names, "egomaster", DEFAULT_PACK)


@lru_cache(64)
def books(refs: tuple[PackRef, ...]) -> Books:
    found: dict[Kind, dict[Where, Question]] = {kind: {} for kind in KINDS}
    own: dict[Kind, set[Where]] = {kind: set() for kind in KINDS}
    for read in read_entries(refs, PageEntry):
        entry = read.entry
        modes = NO_ICON if entry.booklet == "solo" else ICONS
        question = make_question(read, entry.keyword, modes)
        booklet, taken, where = found[entry.booklet], own[entry.booklet], (entry.page, entry.number)
        if read.own:
            taken.add(where := _free(where, taken))
        elif where in taken:
            continue  # one's own question stands there
        elif where in booklet:
            problem = f"page {entry.page}, number {entry.number} of {entry.booklet} already is {booklet[where].id}"
            raise Invalid("bad_file", file=read.place, problem=problem)
        booklet[where] = question
    return {kind: _booklet(refs[0], kind, found[kind], own[kind]) for kind in KINDS}


def _free(where: Where, taken: set[Where]) -> Where:
    """Where a question stands, or the next place: in two packs of one's own two may stand in the same."""
    spread = [(page, number) for number in range(1, PAGES + 1) for page in range(1, PAGES + 1)]
    return next((place for place in (where, *spread) if place not in taken), where)


def _booklet(ref: PackRef, kind: Kind, questions: dict[Where, Question], own: set[Where]) -> Booklet:
    pages = _pages(questions)
    for page in range(1, PAGES + 1):
        if page not in pages:
            problem = f"page {page} of the booklet {kind} has no question, expected pages 1 to {PAGES}"
            raise Invalid("bad_pack", pack=ref.id, problem=problem)
    turns = (_pages(own), _pages(questions.keys() - own))
    return Booklet(questions, pages, tuple(turn for turn in turns if turn))


def _pages(places: Iterable[Where]) -> Pages:
    found: dict[int, list[int]] = {}
    for page, number in sorted(places):
        found.setdefault(page, []).append(number)
    return {page: tuple(numbers) for page, numbers in found.items()}
