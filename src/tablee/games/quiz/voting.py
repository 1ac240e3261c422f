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
    waiting, form = list(voters), Choice(tuple(options))
    own = {seat: tuple([option for option in options if option != seat]) for seat in voters if seat in options}
    for seat, others in own.items():
        if len(others) == 1:
            votes[seat] = others[0]  # an only option is not asked
            waiting.remove(seat)
    while waiting and not decided(list(votes.values()), len(waiting)):
        if own:
            asks = [
                Ask(name, (seat,), Choice(own.get(seat, form.options)), None, None, False, about, rule)
                for seat in waiting
            ]
            reply = yield tuple(asks)
        else:
            reply = yield (Ask(name, tuple(waiting), form, None, None, False, about, rule),)
        if reply.actor == CLOCK:
            break
        seat = reply.seat
        waiting.remove(seat)
        if reply.value is not None:
            given: K = reply.value  # type: ignore[assignment]
            votes[seat] = given
    ballots: dict[int, Label] = {**votes}
    table.tell(Voted(name, ballots))
    challenge.votes += (Ballots(name, ballots),)
    return votes
