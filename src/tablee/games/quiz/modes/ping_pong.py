"""One item of a list each, in turn, until nobody else is left: Ping-Pong in both games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tablee.engine import REFEREE, Ask, Choice, Script, text
from tablee.judge import normal

from ..events import Attempted, GaveUp, Repeated
from ..mode import Mode, Odds
from ..questions import NO_ITEM, Question
from ..table import Attempt, Challenge, QuizTable
from ..verdicts import Outcome, ask_reader, judge, settle

if TYPE_CHECKING:
    from ..bots.odds import Prospect

FEW: Final = 0.05  # who knows so little is taken to know this much
SPARE: Final = 0.3  # of an item, which anybody may find by luck


def play(table: QuizTable, challenge: Challenge) -> Script[Outcome]:
    """DZ-86 to DZ-93; EG-40 to EG-44: an answer each in turn; a wrong one or none puts out; the last right one wins."""
    still_in = challenge.still_in
    given: set[str] = set()
    latest: int | None = None  # who gave the latest right answer, and who did before him
    before: int | None = None
    while still_in and goes_on(table, challenge, latest, given):
        seat = still_in[0]
        right = yield from take_answer(table, challenge, seat, given)
        still_in.remove(seat)
        if right:
            still_in.append(seat)
            before, latest = latest, seat
    return Outcome(winner=latest, runner_up=before)


def goes_on(table: QuizTable, challenge: Challenge, latest: int | None, given: set[str]) -> bool:
    """DZ-91, DZ-92; EG-43: until every answer is given, or only he is left who gave the latest right one.

    DZ-135: of spoken answers only the verdicts are known, so they are counted.
    """
    assert challenge.question
    answers = challenge.question.answers
    all_given = given.issuperset(answers) if table.typed else len(challenge.given) >= len(answers)
    return not all_given and (latest is None or len(challenge.still_in) > 1)


def take_answer(table: QuizTable, challenge: Challenge, seat: int, given: set[str]) -> Script[bool]:
    """DZ-88, DZ-89, DZ-134: a spoken answer has a verdict and no words."""
    question = challenge.question
    assert question
    if not table.types(seat):
        attempt = Attempt(seat, None)
        challenge.attempts.append(attempt)
        table.tell(Attempted(seat, None, None))
        right = (yield from judge(table, challenge, attempt, plays_on=True)) == "right"
        if right:
            challenge.given.append("")
        return right
    said = yield from text(seat, "answer", rule=table.cites.rally, about=question.about)
    if said is None:
        table.tell(GaveUp(seat))
        return False
    return (yield from judge_item(table, challenge, Attempt(seat, said), given))


def judge_item(table: QuizTable, challenge: Challenge, attempt: Attempt, given: set[str]) -> Script[bool]:
    """DZ-89, EG-41: what counts is the item of the list; one that was given is wrong, however it is spelled."""
    question, said = challenge.question, attempt.text
    assert question
    assert said is not None
    challenge.attempts.append(attempt)
    plain = normal(said)
    item = question.names.get(plain, plain if plain in given else None)
    if item is None or item not in given:
        table.tell(Attempted(attempt.seat, said, None))
        found = yield from ask_reader(table, challenge, attempt, may_tie=False)
        if found == "right" and item is None:
            item = yield from find_item(table, question, said)
        if found != "right" or item not in given:
            return (yield from take_item(table, challenge, attempt, found, item or plain, given))
    attempt.verdict, attempt.item = "wrong", item
    table.tell(Repeated(attempt.seat, said, item))
    return False


def take_item(
    table: QuizTable, challenge: Challenge, attempt: Attempt, found: str, item: str, given: set[str]
) -> Script[bool]:
    """What the table makes of it; a right one is on the list of what was said."""
    if (yield from settle(table, challenge, attempt, found, plays_on=True)) != "right":
        return False
    attempt.item = item
    given.add(item)
    challenge.given.append(attempt.text or "")
    return True


def find_item(table: QuizTable, question: Question, said: str) -> Script[str | None]:
    """What the house takes a right answer for that is not spelled as on the list. The log keeps it."""
    about = {"question": question.id, "text": said}
    reply = yield (Ask("item", (REFEREE,), item_form(question.answers), rule=table.cites.item, about=about),)
    return None if reply.value == NO_ITEM else str(reply.value)


@lru_cache(maxsize=256)
def item_form(answers: tuple[str, ...]) -> Choice:
    return Choice((NO_ITEM, *answers))


def check(table: QuizTable, challenge: Challenge) -> None:
    assert challenge.question
    if not table.typed:
        assert len(challenge.given) <= len(challenge.question.answers)


def odds(self: Prospect, others: Sequence[float], before: int) -> Odds:
    mine = (self.items + SPARE) ** 2
    theirs = sum([(self.usual * other / max(self.rate, FEW) + SPARE) ** 2 for other in others])
    win = mine / (mine + theirs)
    return Odds(win, 1 - win)


PING_PONG: Final = Mode(
    name="ping_pong",
    answered="list",
    won_by="lasting",
    in_turn=True,
    stage="rally",
    mark="⇄",
    play=play,
    check=check,
    odds=odds,
)
