"""Who is out guesses along, for a ranking apart. Nothing here changes the game: the script does not notice.

A guess is sealed until everyone sees what is right; whoever reads, or was shown the answers to judge, does not guess.
"""

from __future__ import annotations

from tablee.engine import REFEREE, Ask, Number, Prompt, Reply, Script, Text, Value, ruling

from .events import GuessedAlong
from .table import Challenge, Guess, QuizTable


def standing(table: QuizTable) -> Prompt:
    """DZ-99, EG-84: one guess at each question that is open."""
    challenge = table.challenge
    if not table.out or challenge is None or not challenge.put or challenge.revealed:
        return ()
    question = challenge.question
    assert question
    apart = (table.reader, *challenge.along, *challenge.shown_to)
    seats = tuple(seat for group in table.out for seat in group if seat not in apart)
    if not seats or question.mode.answered == "deed":
        return ()
    form = Number() if question.mode.answered == "number" else Text()
    return (Ask("along", seats, form, standing=True, rule=table.cites.out, about=question.about),)


def hear(table: QuizTable, reply: Reply) -> None:
    challenge = table.challenge
    assert challenge
    value = reply.value
    challenge.along[reply.seat] = Guess(value if isinstance(value, int | float) else str(value))


def judge_guesses(table: QuizTable, challenge: Challenge) -> Script[None]:
    """When the answers are known: a point for each that is right, or as near as anyone's at the table."""
    question = challenge.question
    assert question
    off = [abs(number - question.truth) for number in challenge.guesses.values() if number is not None]
    for seat, guess in challenge.along.items():
        if question.mode.answered == "number":
            right = not off or abs(float(guess.said) - question.truth) <= min(off)
        else:
            about: dict[str, Value] = {"question": question.id, "seat": seat, "text": str(guess.said)}
            about["answers"] = question.answers
            right = (yield from ruling((REFEREE,), _VERDICTS, rule=table.cites.verdict, about=about)) == "right"
        guess.right = right
        table.along[seat] = table.along.get(seat, 0) + right
        table.tell(GuessedAlong(seat, str(guess.said), "right" if right else "wrong"))


_VERDICTS = ("right", "wrong", "unsure")
