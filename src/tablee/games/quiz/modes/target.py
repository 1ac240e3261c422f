"""The nearest number wins: Cible in both games."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Final

from tablee.engine import Script, number

from ..events import GaveUp, Guessed, RepeatedGuess
from ..mode import Mode, Odds
from ..table import Challenge, QuizTable
from ..verdicts import Outcome

if TYPE_CHECKING:
    from ..bots.odds import Prospect


def play(table: QuizTable, challenge: Challenge) -> Script[Outcome]:
    """DZ-79 to DZ-85; EG-34 to EG-39: one number each, in turn; the nearest wins, an exact one at once."""
    question, guesses = challenge.question, challenge.guesses
    assert question
    missed_by: dict[int, float] = {}
    for seat in challenge.contestants:
        guesses[seat] = guess = yield from take_guess(table, challenge, seat)
        challenge.still_in.remove(seat)
        if guess is None:
            table.tell(GaveUp(seat))  # DZ-83, EG-38: infinitely far
            continue
        table.tell(Guessed(seat, guess))
        if guess == question.truth:
            return Outcome(winner=seat)  # DZ-82, EG-36: the others are not heard
        missed_by[seat] = abs(guess - question.truth)
    if not missed_by:
        return Outcome()
    least = min(missed_by.values())
    nearest = tuple([seat for seat, distance in missed_by.items() if distance == least])
    return Outcome(tied=nearest) if len(nearest) > 1 else Outcome(winner=nearest[0])


def take_guess(table: QuizTable, challenge: Challenge, seat: int) -> Script[float | None]:
    """DZ-84, EG-38: a number that was said may be barred; then another must be given."""
    question, taken = challenge.question, set(challenge.guesses.values())
    assert question
    about = question.about
    while True:
        guess = yield from number(seat, "guess", rule=table.cites.nearest, about=about)
        if guess is None or table.duplicates or guess not in taken:
            return guess
        table.tell(RepeatedGuess(seat, guess))
        about = {**question.about, "repeated": guess}


def check(table: QuizTable, challenge: Challenge) -> None:
    assert challenge.question
    if challenge.question.truth in challenge.guesses.values():
        last = list(challenge.guesses.values())[-1]
        assert last == challenge.question.truth, "nobody is heard after an exact answer"


def odds(self: Prospect, others: Sequence[float], before: int) -> Odds:
    knows, even = self.knows, 1 / (len(others) + 1)
    nobody_else = prod([1 - other for other in others])
    first = prod([1 - other for other in others[:before]])
    win = knows * first + (1 - knows) * nobody_else * even
    return Odds(win, 1 - win)


TARGET: Final = Mode(
    name="target",
    called=("cible",),
    answered="number",
    won_by="nearness",
    in_turn=True,
    stage="line",
    mark="◎",
    play=play,
    check=check,
    odds=odds,
)
