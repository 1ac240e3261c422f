"""Votes: everyone who may has a say, nobody for himself, and it closes as soon as it is decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from tablee.engine import CLOCK, Ask, Choice, Label, Script, Value

from .events import Voted
from .table import Ballots, Challenge, QuizTable

K = TypeVar("K", bound=Label)


def vote(
    table: QuizTable,
    challenge: Challenge,
    voters: Sequence[int],
    name: str,
    options: Sequence[K],
    decided: Callable[[Sequence[K], int], bool],
    *,
    rule: str,
    about: Mapping[str, Value] | None = None,
) -> Script[dict[int, K]]:
    """DZ-95, DZ-135: the votes given, in order. `decided`: whether so many more can no longer change it."""
    votes: dict[int, K] = {}
    waiting: dict[int, tuple[K, ...]] = {}
    for seat in voters:
        own = tuple([option for option in options if option != seat]) if seat in options else tuple(options)
        if len(own) == 1:
            votes[seat] = own[0]  # an only option is not asked
        else:
            waiting[seat] = own
    while waiting and not decided(list(votes.values()), len(waiting)):
        offered: dict[tuple[K, ...], list[int]] = {}
        for seat, own in waiting.items():
            offered.setdefault(own, []).append(seat)
        asks = [Ask(name, tuple(who), Choice(own), None, None, False, about, rule) for own, who in offered.items()]
        reply = yield tuple(asks)
        if reply.actor == CLOCK:
            break
        seat = reply.seat
        del waiting[seat]
        if reply.value is not None:
            given: K = reply.value  # type: ignore[assignment]
            votes[seat] = given
    table.tell(Voted(name, dict(votes)))
    challenge.votes += (Ballots(name, dict(votes)),)
    return votes
