"""Polls: what is still to come is not waited for, once it can change nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .forms import Label

AnyLabel = TypeVar("AnyLabel", bound=Label)


def holds(wanted: Label, votes: Sequence[Label], waiting: int) -> bool:
    """Whether it is decided: as many for it as against it are enough.

    >>> holds("yes", ["yes", "no"], 1), holds("yes", ["yes"], 1), holds("yes", ["no", "no"], 1)
    (False, True, True)
    """
    good = votes.count(wanted)
    bad = len(votes) - good
    return good >= bad + waiting or bad > good + waiting


def wins(wanted: Label, votes: Sequence[Label], waiting: int) -> bool:
    """Whether it is decided: it takes more for it than against it.

    >>> wins("yes", ["yes", "no"], 1), wins("yes", ["yes"], 1), wins("yes", ["no"], 1)
    (False, False, True)
    """
    good = votes.count(wanted)
    bad = len(votes) - good
    return good > bad + waiting or bad >= good + waiting


def leads(votes: Sequence[AnyLabel], waiting: int) -> bool:
    """Whether nobody can catch up with the first any more.

    >>> leads([3, 3, 1], 1), leads([3, 3], 1)
    (False, True)
    """
    counts = sorted(map(votes.count, set(votes)), reverse=True)
    first, second = (*counts, 0, 0)[:2]
    return first > second + waiting
