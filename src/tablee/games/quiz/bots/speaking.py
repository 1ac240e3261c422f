"""What a bot says to a question, and when: it reads, remembers, and types."""

from __future__ import annotations

from random import Random

from tablee.bots import Thought
from tablee.engine import Ask, Text

from ..modes import MODES
from ..view import ChallengeView
from .memory import Recollection, next_item
from .tempers import Temper


def answer(ask: Ask, challenge: ChallengeView, kept: Recollection, temper: Temper, rng: Random) -> Thought | None:
    """The one answer of a race or a solo question, or the next one of a rally."""
    question = challenge.question
    assert question
    if MODES[question.mode].answered == "list":
        word = next_item(kept, [attempt.text for attempt in challenge.attempts if attempt.text])
    else:
        word = kept.answer
    if word is None:
        return None if ask.standing else Thought(None, int(temper.pace * (5_000 + 6_000 * rng.random())))
    began = int(temper.slowest * (0.35 + 0.65 * rng.random()))
    if not challenge.attempts:
        began += reading(question.text)
    if not kept.sure:
        began += int(temper.pace * (1_500 + 3_500 * rng.random()))  # it hesitates
    if not isinstance(ask.form, Text):
        return Thought("buzz", began)
    typing = 300 + int(temper.keystroke * min(len(word), 30) * (0.8 + 0.4 * rng.random()))
    return Thought(word[: ask.form.longest], began + typing, began)


def reading(text: str) -> int:
    """Everyone hears the question at the same pace."""
    return 500 + 40 * min(len(text), 120)


def guess(challenge: ChallengeView, seat: int, kept: Recollection, temper: Temper, rng: Random) -> Thought:
    """A number that nobody has said."""
    taken = sorted({number for number in challenge.guesses.values() if number is not None})
    number = kept.number
    if not kept.sure and seat == challenge.contestants[-1] and rng.random() < temper.care:
        number = beside(number, taken)
    step = step_from(number)
    while number in taken:
        number += rng.choice((-step, step))
    hesitates = 0 if kept.sure else 2_500
    after = int(temper.pace * (2_500 + hesitates + 3_000 * rng.random()))
    return Thought(int(number) if float(number).is_integer() else number, after)


def beside(number: float, taken: list[float]) -> float:
    """Who speaks last and is not sure takes all that lies beyond the nearest guess."""
    below = [other for other in taken if other <= number]
    above = [other for other in taken if other >= number]
    if below and not above:
        return below[-1] + step_from(below[-1])
    if above and not below:
        return above[0] - step_from(above[0])
    return number


def step_from(number: float) -> float:
    return max(1.0, float(round(abs(number) / 50)))
