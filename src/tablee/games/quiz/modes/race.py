"""The fastest right answer wins: Chrono in Défizz, Rapidité in Egomaster."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import prod
from typing import TYPE_CHECKING, Final

from tablee.engine import CLOCK, Ask, Choice, Prompt, Reply, Script, Text, alongside, begun

from ..events import Attempted, GaveUp, TimeUp
from ..mode import Mode, Odds
from ..table import Attempt, Challenge, QuizTable
from ..verdicts import Outcome, Verdict, close_ask, judge

if TYPE_CHECKING:
    from ..bots.odds import Prospect

ANSWER: Final = Text()
BUZZER: Final = Choice(("buzz",))  # DZ-134: a spoken answer is a press at the moment one begins to speak


class Race:
    """The attempts of a speed question: who has not answered, what is not yet judged, and what was right or wrong."""

    __slots__ = ("challenge", "heard", "missed", "right", "table", "waiting")

    def __init__(self, table: QuizTable, challenge: Challenge) -> None:
        self.table, self.challenge = table, challenge
        self.waiting = challenge.contestants[:]
        self.heard: list[Reply] = []
        self.right: list[Reply] = []
        self.missed: list[int] = []

    def hear(self, reply: Reply) -> None:
        """DZ-75, EG-47: one attempt each."""
        self.waiting.remove(reply.seat)
        self.heard.append(reply)

    def give_up(self, seat: int) -> None:
        self.waiting.remove(seat)
        self.challenge.still_in.remove(seat)
        self.table.tell(GaveUp(seat))

    def answers(self) -> Prompt:
        """The others may answer while one is judged."""
        return self.ask(None, standing=True) if self.waiting else ()

    def ask(self, until: int | None, standing: bool = False) -> Prompt:
        table, question = self.table, self.challenge.question
        assert question
        about, rule = question.about, table.cites.race
        if table.typed:
            return (Ask("answer", tuple(self.waiting), ANSWER, None, until, standing, about, rule),)
        asks = []
        for typed, form in ((False, BUZZER), (True, ANSWER)):
            seats = tuple(seat for seat in self.waiting if table.types(seat) is typed)
            if seats:
                asks.append(Ask("answer", seats, form, None, until, standing, about, rule))
        return tuple(asks)

    def matters(self, reply: Reply) -> bool:
        """Early enough to win, or to tie with the first right one."""
        return not self.right or moment(reply) <= moment(self.right[0]) + self.table.options.tie_window_ms


def play(table: QuizTable, challenge: Challenge) -> Script[Outcome]:
    """DZ-74 to DZ-78; EG-45 to EG-47: the fastest right answer wins; a wrong one puts its giver out."""
    race, still_in = Race(table, challenge), challenge.still_in
    while race.heard or race.waiting:
        if not race.heard:
            reply = yield from next_attempt(race)
            if reply is None:
                break
            if reply.value is None:
                race.give_up(reply.seat)
            else:
                race.hear(reply)
        if race.heard and (yield from judge_next(race)) == "tie":
            return Outcome(tied=tuple(still_in), by_hand=True, missed=tuple(race.missed))
        if table.last_standing_wins and len(still_in) == 1 and not race.right:
            return Outcome(winner=still_in[0], missed=tuple(race.missed))
    return first_right(table, challenge)


def next_attempt(race: Race) -> Script[Reply | None]:
    """The next answer of anyone. None: time is up, or the reader closes the question (DZ-78)."""
    table = race.table
    if not race.right:
        reply = yield race.ask(None) + close_ask(table)
        if reply.actor != CLOCK and reply.name != "close":
            return reply
        table.tell(TimeUp())
        return None
    until = race.right[0].at + table.options.tie_window_ms  # DZ-76: could anyone else be as early?
    if table.now > until:
        return None
    reply = yield race.ask(until)
    return None if reply.actor == CLOCK else reply


def judge_next(race: Race) -> Script[Verdict | None]:
    """The earliest answer that has been heard; whoever answers meanwhile is heard, too."""
    table, challenge = race.table, race.challenge
    race.heard.sort(key=moment)
    reply = race.heard.pop(0)
    if not race.matters(reply):
        return None
    attempt = Attempt(reply.seat, str(reply.value) if table.types(reply.seat) else None, moment(reply))
    challenge.attempts.append(attempt)
    table.tell(Attempted(attempt.seat, None, attempt.at))  # nobody who still may answer shall copy it
    judging = judge(table, challenge, attempt, may_tie=len(challenge.still_in) > 1)
    verdict = yield from alongside(judging, race.answers, race.hear)
    if verdict == "right":
        race.right.append(reply)
        race.right.sort(key=moment)
    elif verdict == "wrong":
        race.missed.append(reply.seat)
        challenge.still_in.remove(reply.seat)
    return verdict


def first_right(table: QuizTable, challenge: Challenge) -> Outcome:
    """DZ-76, EG-103: who is no further behind than the window is equally fast."""
    missed = tuple([attempt.seat for attempt in challenge.attempts if attempt.verdict == "wrong"])
    right = sorted([(attempt.at or 0, attempt.seat) for attempt in challenge.attempts if attempt.verdict == "right"])
    if not right:
        return Outcome(missed=missed)
    last = right[0][0] + table.options.tie_window_ms
    equal = [seat for at, seat in right if at <= last]
    if len(equal) > 1:
        return Outcome(tied=tuple(equal), missed=missed)
    later = [seat for _, seat in right[1:]]
    return Outcome(winner=equal[0], missed=missed, runner_up=later[0] if later else None)


def moment(reply: Reply) -> int:
    """DZ-136, EG-104: when the answer was begun, as far as typing explains what came after."""
    return begun(reply.at, reply.began, reply.value)


def check(table: QuizTable, challenge: Challenge) -> None:
    seats = [attempt.seat for attempt in challenge.attempts]
    assert len(set(seats)) == len(seats), "one attempt each"


def odds(self: Prospect, others: Sequence[float], before: int) -> Odds:
    knows, even = self.knows, 1 / (len(others) + 1)
    nobody_else = prod([1 - other for other in others])
    fastest = prod([1 - other / 2 for other in others])
    win = knows * fastest
    lose = knows * (1 - fastest) + (1 - knows) * (1 - nobody_else)
    if self.must_end:
        open_ = (1 - knows) * nobody_else
        win, lose = win + open_ * even, lose + open_ * (1 - even)
    return Odds(win, lose)


_race = partial(
    Mode,
    answered="words",
    rivals=3,
    won_by="time",
    in_turn=False,
    stage="race",
    mark="»",
    play=play,
    reckon=first_right,
    check=check,
    odds=odds,
)
CHRONO: Final = _race(name="chrono")
SPEED: Final = _race(name="speed", called=("rapidité", "vitesse"))
