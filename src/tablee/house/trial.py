"""A trial game: two minutes against a kind bot, with dice, cards and the bot's answers that are known beforehand.

`trial.toml` in a game's folder sets the table and says what comes: the rolls by the name of their ask, the bots'
answers by seat and ask, and what is advised to whoever learns, each time with a sentence of the table `trial` in the
game's words. It is played by the real rules. Nobody is held to the advice: what does not fit any more is rolled and
answered as ever.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablee.bots import Bot, Sight, Thought
from tablee.engine import DICE, Actor, Ask, Invalid, Match, Meta, Refused, Value

from .house import Dice

LEARNS: Final = 0  # the seat of the one person
KIND: Final = "novice"  # who answers where the trial says nothing
THINKS: Final = 1_400  # milliseconds: long enough to be seen


class Advice(Struct, frozen=True):
    """What to answer, and the sentence that says why."""

    value: Value
    say: str


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    ask: str
    value: Value
    say: str


class Trial(Struct, frozen=True, forbid_unknown_fields=True):
    bots: int  # how many sit with the person
    you: list[Step]
    options: dict[str, object] = {}
    start: dict[str, object] = {}
    dice: dict[str, list[Value]] = {}
    bot: dict[str, dict[str, list[Value]]] = {}  # by seat

    def advice(self, match: Match, ask: Ask, seat: int) -> Advice | None:
        """What somebody who knows the game would say now, as long as that is allowed."""
        if seat != LEARNS or ask.standing:
            return None
        steps = [step for step in self.you if step.ask == ask.name]
        number = _said(match, seat, ask.name)
        step = steps[number] if number < len(steps) else None
        return Advice(step.value, step.say) if step and _fits(ask, step.value) else None


def find_trial(meta: Meta) -> Trial | None:
    """A game without the file has none."""
    return _read(meta.folder / "trial.toml")


@cache
def _read(path: Path) -> Trial | None:
    if not path.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Trial)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Invalid("bad_file", file=str(path), problem=str(error)) from None


class TrialDice:
    """The rolls that the trial wants; others once it wants none."""

    def __init__(self, trial: Trial, match: Match, others: Dice) -> None:
        self.trial, self.match, self.others = trial, match, others

    def roll(self, ask: Ask, position: int) -> Value:
        wanted = _next(self.trial.dice, self.match, DICE, ask)
        return self.others.roll(ask, position) if wanted is None else wanted


class TrialBot:
    """Says what the trial wants, and lets whoever learns be first."""

    def __init__(self, trial: Trial, match: Match, seat: int, other: Bot) -> None:
        self.answers, self.match, self.seat, self.other = trial.bot.get(str(seat), {}), match, seat, other

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if LEARNS in ask.actors and not ask.standing:
            return None
        wanted = _next(self.answers, self.match, self.seat, ask)
        return self.other.answer(ask, sight) if wanted is None else Thought(wanted, THINKS)


def _next(wanted: dict[str, list[Value]], match: Match, actor: Actor, ask: Ask) -> Value:
    said, values = _said(match, actor, ask.name), wanted.get(ask.name, [])
    value = values[said] if said < len(values) else None
    return value if _fits(ask, value) else None


def _said(match: Match, actor: Actor, name: str) -> int:
    return sum(reply.actor == actor and reply.name == name for reply in match.log)


def _fits(ask: Ask, value: Value) -> bool:
    try:
        ask.form.check(value)
    except Refused:
        return False
    return True
