"""What is told of a match of both quiz games afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.engine import Event
from tablee.story import Chapter, Feats, Moment

from .events import Attempted, Eliminated, Guessed, Judged, NobodyAccepted, QuestionPut, Raised, Revealed, Won
from .modes import MODES
from .view import QuizView

NAMES: Final = ("pot", "bluff", "fast", "nearest", "rally", "right")
LEAST: Final = {"rally": 3, "right": 2}


class Question:
    """What is remembered from the beginning of a challenge to its end."""

    def __init__(self) -> None:
        self.mode: str | None = None
        self.text = ""
        self.put = self.raised = 0
        self.unopposed = False
        self.pressed: dict[int, int] = {}
        self.right: dict[int, int] = {}  # seat -> how many
        self.guesses: list[tuple[int, float]] = []


def count_questions(moments: Sequence[Moment], feats: Feats, opens: type[Event]) -> None:
    """`opens`: the event that begins a challenge."""
    now = Question()
    for moment in moments:
        for event in moment.events:
            if isinstance(event, opens):
                now = Question()
            _count(event, moment, now, feats)


def _count(event: Event, moment: Moment, now: Question, feats: Feats) -> None:
    seq = moment.seq
    match event:
        case Raised(amount=amount):
            now.raised = amount
        case NobodyAccepted(seat=seat):
            now.unopposed = True
            if now.raised:
                feats.best("bluff", seat, now.raised, seq, n=now.raised)
        case QuestionPut(mode=mode, text=text):
            now.mode, now.text, now.put = mode, text, moment.at
            now.pressed, now.right, now.guesses = {}, {}, []
        case Attempted(seat=seat, at=int(at)):
            now.pressed[seat] = at
        case Judged(seat=seat, verdict="right"):
            feats.more("right", seat, seq)
            now.right[seat] = now.right.get(seat, 0) + 1
            after = now.pressed.get(seat, 0) - now.put
            if after > 0:  # the moment counts in a race alone
                feats.best("fast", seat, -after, seq, n=round(after / 1000, 1), text=now.text)
        case Guessed(seat=seat, number=number):
            now.guesses.append((seat, number))
        case Revealed(answers=answers) if now.guesses and (truth := _number(answers)):
            for seat, number in now.guesses:
                off = abs(number - truth)
                name = _digits(number)
                feats.best("nearest", seat, -off / abs(truth), seq, number=name, truth=_digits(truth), text=now.text)
        case Won(seat=seat, amount=amount):
            if not now.unopposed:
                feats.best("pot", seat, amount, seq, n=amount)
            if MODES[now.mode].won_by == "lasting":
                feats.best("rally", seat, sum(now.right.values()), seq, n=sum(now.right.values()), text=now.text)


def _number(answers: tuple[str, ...]) -> float | None:
    try:
        return float(answers[0]) if answers else None
    except ValueError:
        return None


def _digits(number: float) -> float:
    return int(number) if number == int(number) else number


def chapters(moments: Sequence[Moment], seats: int) -> list[Chapter]:
    """By how many are still in play."""
    found = [Chapter("left", 0, {"n": seats})]
    for moment in moments:
        for event in moment.events:
            if isinstance(event, Eliminated):
                seats -= len(event.seats)
                found.append(Chapter("left", moment.seq, {"n": seats}))
    return [chapter for chapter in found if chapter.params["n"] > 1]


def worth(view: QuizView) -> list[int]:
    """With what lies in the pot: it is nobody else's before the challenge is over."""
    challenge = view.challenge
    paid = challenge.paid if challenge and challenge.pot else {}
    return [tokens + paid.get(seat, 0) for seat, tokens in enumerate(view.stacks)]
