"""Luck, or something to do, as the card says: Chance in Défizz."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from tablee.engine import DICE, Ask, Choice, Prompt, Script, draw
from tablee.engine.polls import leads

from ..events import Drawn, LuckRolled
from ..mode import Mode, Odds
from ..questions import Luck
from ..table import Challenge, QuizTable, Throw
from ..verdicts import Outcome, close_ask, left_over
from ..voting import vote

if TYPE_CHECKING:
    from ..bots.odds import Prospect


def play(table: QuizTable, challenge: Challenge) -> Script[Outcome]:
    """DZ-94, DZ-95: as the card says."""
    assert challenge.question
    luck = challenge.question.luck
    assert luck
    match luck.resolve:
        case "random_uniform":
            winner = yield from draw("luck", challenge.contestants[:], rule=table.cites.luck)
            table.tell(Drawn(winner))
            return Outcome(winner=winner)
        case "highest_roll":
            return (yield from roll_highest(table, challenge, luck))
        case "reader_verdict":
            return Outcome(winner=(yield from name_winner(table, challenge)))


def roll_highest(table: QuizTable, challenge: Challenge, luck: Luck) -> Script[Outcome]:
    """Those who tie roll again, unless the card says otherwise."""
    best = challenge.contestants
    while True:
        rolls: dict[int, int] = {}
        for seat in best:
            reply = yield _roll_prompt(seat, luck.sides, table.cites.luck)
            rolls[seat] = int(reply.value)  # type: ignore[arg-type]
            challenge.throws += (Throw(seat, (rolls[seat],), rolls[seat]),)
            table.tell(LuckRolled(seat, rolls[seat]))
        highest = max(rolls.values())
        best = [seat for seat in best if rolls[seat] == highest]
        if len(best) == 1:
            return Outcome(winner=best[0])
        if luck.tie == "restart":
            return Outcome(tied=tuple(best))


def name_winner(table: QuizTable, challenge: Challenge) -> Script[int | None]:
    """DZ-95: the reader names the winner, or closes without one. Where he is silent or there is none, a vote."""
    contestants, reader = tuple(challenge.contestants), table.reader
    if reader is not None:
        reply = yield (Ask("winner", (reader,), Choice(contestants), rule=table.cites.luck), *close_ask(table))
        if reply.name == "close":
            return None
        if isinstance(reply.value, int):
            return reply.value
    voters = left_over(table, challenge) or [seat for seat in contestants if seat not in table.away]
    votes = yield from vote(table, challenge, voters, "winner", contestants, leads, rule=table.cites.luck)
    counts = [list(votes.values()).count(seat) for seat in contestants]
    best = [seat for seat, count in zip(contestants, counts, strict=True) if count == max(counts)]
    if len(best) == 1:
        return best[0]
    winner = yield from draw("luck", best, rule=table.cites.luck)
    table.tell(Drawn(winner))
    return winner


@cache
def _roll_prompt(seat: int, sides: int, rule: str) -> Prompt:
    return (Ask("luck", (DICE,), Choice(tuple(range(1, sides + 1))), rule=rule, about={"seat": seat}),)


def check(table: QuizTable, challenge: Challenge) -> None:
    assert not challenge.attempts, "nobody answers"


def odds(self: Prospect, others: Sequence[float], before: int) -> Odds:
    even = 1 / (len(others) + 1)
    return Odds(even, 1 - even)


CHANCE: Final = Mode(
    name="chance",
    called=("hasard",),
    answered="deed",
    won_by="luck",
    in_turn=False,
    stage="luck",
    mark="⚄",
    play=play,
    check=check,
    odds=odds,
)
