"""Who says whether an answer is right: the reader, the automatic judge, those left over, or the one who gave it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

from msgspec import Struct

from tablee.engine import REFEREE, Ask, Choice, Prompt, Script, Value, ballot, choose, ruling
from tablee.engine.polls import holds, wins

from .along import judge_guesses
from .events import Contested, Declared, Judged, Overturned
from .table import Attempt, Challenge, QuizTable
from .voting import vote

Verdict = Literal["right", "wrong", "tie"]
CONTEST_MS: Final = 10_000  # DZ-135
APPEAL_MS: Final = 8_000  # DZ-135: to contest what the house says of one’s own answer


class Outcome(Struct, frozen=True, gc=False):
    """How a question ended. Without winner and tie, nobody was right."""

    winner: int | None = None
    tied: tuple[int, ...] = ()  # equally good; in Target in the order of their answers
    by_hand: bool = False  # the reader himself declared the tie
    missed: tuple[int, ...] = ()  # those who gave a wrong answer
    runner_up: int | None = None  # who wins if the winner's right is overturned


def judge(
    table: QuizTable, challenge: Challenge, attempt: Attempt, *, may_tie: bool = False, plays_on: bool = False
) -> Script[Verdict]:
    """DZ-20, DZ-135; EG-46, EG-49, EG-102. `plays_on`: who gave this answer has to give more (Ping-Pong)."""
    found = yield from ask_reader(table, challenge, attempt, may_tie)
    return (yield from settle(table, challenge, attempt, found, plays_on))


def settle(table: QuizTable, challenge: Challenge, attempt: Attempt, found: str, plays_on: bool) -> Script[Verdict]:
    """Where it is not sure, the table says."""
    if found == "unsure":
        attempt.by_house = False
        found = yield from ask_table(table, challenge, attempt, plays_on)
    elif found == "wrong" and attempt.by_house and plays_on and (yield from who_appeals(table, challenge, [attempt])):
        found = yield from vote_on(table, challenge, attempt)  # DZ-135: now or never, for the rally goes on
    verdict: Verdict = found  # type: ignore[assignment]
    attempt.verdict = verdict
    table.tell(Judged(attempt.seat, attempt.text if attempt.at is None else None, verdict))
    return verdict


def ask_reader(table: QuizTable, challenge: Challenge, attempt: Attempt, may_tie: bool) -> Script[str]:
    """The reader, or where he is silent or there is none, the automatic judge, which can read but not hear."""
    reader, cite = table.reader, table.cites.verdict
    about = describe(challenge, attempt, answers=True)
    if attempt.text is None:
        if reader is None:
            return "unsure"
        reply = yield (Ask("verdict", (reader,), _SPOKEN_TIE if may_tie else _SPOKEN, rule=cite, about=about),)
        return "unsure" if reply.value is None else str(reply.value)
    verdicts = _TYPED if reader is None or not may_tie else _TYPED_TIE
    if reader is None or not table.auto_first:
        judges = (REFEREE,) if reader is None else (reader, REFEREE)
        reply = yield (Ask("verdict", judges, verdicts, None, None, False, about, cite),)
        attempt.by_house = reply.actor == REFEREE
        return str(reply.value)
    proposed = yield from ruling((REFEREE,), _TYPED.options, rule=cite, about=about)
    about["proposed"] = proposed  # DZ-20: the reader corrects what the program proposes
    return str((yield from choose(reader, "verdict", verdicts.options, proposed, rule=cite, about=about)))


def ask_table(table: QuizTable, challenge: Challenge, attempt: Attempt, plays_on: bool) -> Script[str]:
    """DZ-135: (a) those who take no part; (b) without any, the answerer himself, or the other participants."""
    voters = left_over(table, challenge)
    if not voters:
        challenge.on_word = True
        if not plays_on:
            return (yield from declare(table, challenge, attempt))
        others = [seat for seat in challenge.contestants if seat != attempt.seat]
        voters = [seat for seat in others if seat not in table.away]
        about = describe(challenge, attempt, answers=False)  # nobody who still answers sees the list
    else:
        about = describe(challenge, attempt, answers=True)
        challenge.shown_to.update(voters)
    rule = table.cites.vote
    votes = yield from vote(
        table, challenge, voters, "vote", ("right", "wrong"), partial(holds, "right"), rule=rule, about=about
    )
    right = list(votes.values()).count("right")
    return "right" if right >= len(votes) - right else "wrong"  # where nobody votes, it stands


SHORTCUTS: Final = {  # the question before this one, if one was put
    "previous.winner": "last.ending.winner",
    **{f"previous.{part}": f"last.{part}" for part in ("answers", "attempts", "guesses", "question")},
    "previous": "last.question",
}
UNSAID: Final = {"spoken": "done", "appeal": "accept"}  # whoever has buzzed speaks, and takes the house's word


def declare(table: QuizTable, challenge: Challenge, attempt: Attempt) -> Script[str]:
    """DZ-135 (b): he has used his one attempt, so the accepted answers are shown to him alone."""
    if attempt.text is None:  # what is right is not shown, nor sent, before he has said his answer
        yield (Ask("spoken", (attempt.seat,), _DONE, "done", rule=table.cites.vote),)
    about = describe(challenge, attempt, answers=True)
    challenge.shown_to.add(attempt.seat)
    said = yield from choose(attempt.seat, "declare", ("right", "wrong"), "wrong", rule=table.cites.vote, about=about)
    table.tell(Declared(attempt.seat, said))
    return said


def left_over(table: QuizTable, challenge: Challenge) -> list[int]:
    """Who is there and neither reads, nor is or was in the challenge, nor gains by its outcome."""
    concerned = (table.reader, *challenge.contestants, *challenge.interested)
    return [seat for seat in table.seats if seat not in concerned and seat not in table.away]


def describe(challenge: Challenge, attempt: Attempt, *, answers: bool) -> dict[str, Value]:
    """What the judges are told. The accepted answers are only for those who can no longer answer."""
    question = challenge.question
    assert question
    about: dict[str, Value] = {"question": question.id, "seat": attempt.seat}
    if attempt.text is not None:
        about["text"] = attempt.text
    if answers:
        about["answers"] = question.answers
    return about


# ---------------------------------------------------------------- contesting


def contest(table: QuizTable, challenge: Challenge, outcome: Outcome) -> Script[Outcome]:
    """DZ-135: everyone sees the answers now. First those may contest whom the house found wrong; (b) then a majority of
    the others can overturn the result before the payout."""
    if challenge.along:
        yield from judge_guesses(table, challenge)
    if challenge.attempts:
        outcome = yield from hear_appeals(table, challenge, outcome)
    winner = outcome.winner
    challenge.claim = claim = outcome.tied if winner is None else (winner,)
    if not challenge.on_word or not claim:
        return outcome
    others = [seat for seat in table.seats if seat not in claim and seat not in table.away]
    if not others or not (yield from is_contested(table, challenge, others)):
        return outcome
    enough = len(others) // 2 + 1
    votes = yield from vote(
        table,
        challenge,
        others,
        "overturn",
        ("yes", "no"),
        lambda said, waiting: said.count("yes") >= enough or said.count("yes") + waiting < enough,
        rule=table.cites.vote,
        about=known(challenge),
    )
    if list(votes.values()).count("yes") < enough:
        return outcome
    table.tell(Overturned(claim))
    challenge.claim, challenge.overturned = (), claim
    if challenge.question and challenge.question.mode.reckon:  # a rally has other right answers
        for attempt in challenge.attempts:
            attempt.verdict = "wrong" if attempt.seat in claim else attempt.verdict
    return Outcome(winner=outcome.runner_up, missed=(*outcome.missed, *claim))


def hear_appeals(table: QuizTable, challenge: Challenge, outcome: Outcome) -> Script[Outcome]:
    """DZ-135: whom the house found wrong may contest it, where that would change something; then the table votes."""
    assert challenge.question
    reckon = challenge.question.mode.reckon
    heard: set[int] = set()
    while reckon:
        wronged = [one for one in challenge.attempts if one.seat not in heard and may_appeal(table, challenge, one)]
        attempt = (yield from who_appeals(table, challenge, wronged)) if wronged else None
        if attempt is None:
            break
        heard.add(attempt.seat)
        if (yield from vote_on(table, challenge, attempt)) == "right":
            attempt.verdict, attempt.by_house = "right", False
            challenge.upheld += (attempt.seat,)
            table.tell(Judged(attempt.seat, attempt.text, "right"))
            outcome = reckon(table, challenge)
    return outcome


def may_appeal(table: QuizTable, challenge: Challenge, attempt: Attempt) -> bool:
    """Being right would have won it, or tied; and he is there."""
    if attempt.verdict != "wrong" or not attempt.by_house or attempt.seat in table.away:
        return False
    first = min((one.at or 0 for one in challenge.attempts if one.verdict == "right"), default=None)
    return first is None or attempt.at is None or attempt.at <= first + table.options.tie_window_ms


def who_appeals(table: QuizTable, challenge: Challenge, wronged: Sequence[Attempt]) -> Script[Attempt | None]:
    by_seat = {attempt.seat: attempt for attempt in wronged}
    if not judges_of(table, tuple(by_seat)):
        return None
    until = table.now + APPEAL_MS
    rule, about = table.cites.vote, known(challenge) if challenge.revealed else {}
    said = yield from ballot(
        tuple(by_seat), "appeal", ("accept", "contest"), until, enough=_contests, rule=rule, about=about
    )
    for seat, word in said.items():
        if _contests(word):
            table.tell(Contested(seat))
            return by_seat[seat]
    return None


def vote_on(table: QuizTable, challenge: Challenge, attempt: Attempt) -> Script[Verdict]:
    """Everyone but him; it takes a majority of the votes to be right against the house."""
    judges = judges_of(table, (attempt.seat,))
    shown = challenge.revealed or not set(judges) & set(challenge.still_in)
    if shown:
        challenge.shown_to.update(judges)
    about = describe(challenge, attempt, answers=shown)
    votes = yield from vote(
        table, challenge, judges, "vote", ("right", "wrong"), partial(wins, "right"), rule=table.cites.vote, about=about
    )
    right = list(votes.values()).count("right")
    return "right" if right > len(votes) - right else "wrong"


def judges_of(table: QuizTable, apart: Sequence[int]) -> list[int]:
    return [seat for seat in table.seats if seat not in apart and seat not in table.away]


def is_contested(table: QuizTable, challenge: Challenge, others: Sequence[int]) -> Script[bool]:
    until = table.now + CONTEST_MS
    said = yield from ballot(
        others, "contest", ("accept", "contest"), until, enough=_contests, rule=table.cites.vote, about=known(challenge)
    )
    for seat, word in said.items():
        if _contests(word):
            table.tell(Contested(seat))
            return True
    return False


def known(challenge: Challenge) -> dict[str, Value]:
    assert challenge.question
    return {"question": challenge.question.id, "answers": challenge.question.answers}


def _contests(word: str) -> bool:
    return word == "contest"


# ---------------------------------------------------------------- closing


def close_ask(table: QuizTable) -> Prompt:
    """DZ-78: the reader may close the question at any time."""
    return (
        () if table.reader is None else (Ask("close", (table.reader,), _CLOSE, standing=True, rule=table.cites.close),)
    )


_TYPED = Choice(("right", "wrong", "unsure"))
_TYPED_TIE = Choice(("right", "wrong", "tie", "unsure"))
_SPOKEN = Choice(("right", "wrong"))
_SPOKEN_TIE = Choice(("right", "wrong", "tie"))
_CLOSE = Choice(("close",))
_DONE = Choice(("done",))
