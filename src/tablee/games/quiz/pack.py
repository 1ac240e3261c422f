"""Every question of a pack, whichever of the two games it is made for: what a judge or a bot may have read before."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from tablee.engine import PackRef
from tablee.packs.format import Entry

from .modes import MODES
from .questions import Question, make_question, read_entries


class AnyEntry(Entry, frozen=True, forbid_unknown_fields=False, kw_only=True):
    """A `[[question]]` of either game; where it stands on card or page is of no interest here."""

    clue: str | None = None
    keyword: str | None = None


class Known(Struct, frozen=True):
    question: Question
    difficulty: int | None


@lru_cache(64)
def questions(refs: tuple[PackRef, ...]) -> Mapping[str, Known]:
    """By the id that an ask is about. The game itself has read the pack before, so that it is well made."""
    return {
        read.entry.id: Known(make_question(read, read.entry.clue or read.entry.keyword, MODES), read.entry.difficulty)
        for read in read_entries(refs, AnyEntry)
    }
