"""The ways to answer a question that both games know: the fastest, the nearest, the last of a rally.

Who is equally good, or that nobody was right, is for each game to settle.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from tablee.engine import CLOCK, REFEREE, Ask, Choice, Prompt, Reply, Script, Text, alongside, begun, number, text
from tablee.judge import normal

from .events import Attempted, GaveUp, Guessed, Repeated, RepeatedGuess, TimeUp
from .questions import NO_ITEM, Question
from .table import Attempt, Challenge, QuizTable
from .verdicts import Outcome, Verdict, ask_reader, close_ask, judge, settle

ANSWER: Final = Text()
BUZZER: Final = Choice(("buzz",))  # DZ-134: a spoken answer is a press at the moment one begins to speak


# ---------------------------------------------------------------- speed


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
        about, rule = question.about, table.cites.speed
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


def speed(table: QuizTable, challenge: Challenge, *, last_standing_wins: bool) -> Script[Outcome]:
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
        if last_standing_wins and len(still_in) == 1 and not race.right:
            return Outcome(winner=still_in[0], missed=tuple(race.missed))
    return first_right(race)


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


def first_right(race: Race) -> Outcome:
    """DZ-76, EG-103: who is no further behind than the window is equally fast."""
    missed = tuple(race.missed)
    if not race.right:
        return Outcome(missed=missed)
    equal = [reply.seat for reply in race.right if race.matters(reply)]
    if len(equal) > 1:
        return Outcome(tied=tuple(equal), missed=missed)
    later = [reply.seat for reply in race.right[1:]]
    return Outcome(winner=equal[0], missed=missed, runner_up=later[0] if later else None)


def moment(reply: Reply) -> int:
    """DZ-136, EG-104: when the answer was begun, as far as typing explains what came after."""
    return begun(reply.at, reply.began, reply.value)


# ---------------------------------------------------------------- target


def target(table: QuizTable, challenge: Challenge, *, duplicates: bool) -> Script[Outcome]:
    """DZ-79 to DZ-85; EG-34 to EG-39: one number each, in turn; the nearest wins, an exact one at once."""
    question, guesses = challenge.question, challenge.guesses
    assert question
    missed_by: dict[int, float] = {}
    for seat in challenge.contestants:
        guesses[seat] = guess = yield from take_guess(table, challenge, seat, duplicates)
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
    nearest = tuple(seat for seat, distance in missed_by.items() if distance == least)
    return Outcome(tied=nearest) if len(nearest) > 1 else Outcome(winner=nearest[0])


def take_guess(table: QuizTable, challenge: Challenge, seat: int, duplicates: bool) -> Script[float | None]:
    """DZ-84, EG-38: a number that was said may be barred; then another must be given."""
    question, taken = challenge.question, set(challenge.guesses.values())
    assert question
    about = question.about
    while True:
        guess = yield from number(seat, "guess", rule=table.cites.target, about=about)
        if guess is None or duplicates or guess not in taken:
            return guess
        table.tell(RepeatedGuess(seat, guess))
        about = {**question.about, "repeated": guess}


# ---------------------------------------------------------------- ping-pong


def ping_pong(table: QuizTable, challenge: Challenge) -> Script[Outcome]:
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
    found = len(given.intersection(answers)) if table.typed else len(challenge.given)
    return found < len(answers) and (latest is None or len(challenge.still_in) > 1)


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
    said = yield from text(seat, "answer", rule=table.cites.ping_pong, about=question.about)
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
