"""Who sits at the table: five strengths, each with its attention and its time to think."""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

from tablee.bots import Sight, Thought, any_value
from tablee.engine import Ask, Choice, Some, Value

from ..view import DesfausseView

THINKING: Final = {"reroll": 1300, "reroll_all": 1000, "set": 1200, "announce": 1100, "token": 800, "give_to": 800}
A_GLANCE: Final = 550  # milliseconds for anything else


class Mind(Protocol):
    """Somebody who decides; how long it takes is the player's affair."""

    close: float  # how hard the last decision was, from 0 to 1

    def decide(self, ask: Ask, view: DesfausseView, seat: int) -> Value: ...


class Whim:
    """Anything that is legal."""

    close = 0.0

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def decide(self, ask: Ask, view: DesfausseView, seat: int) -> Value:
        return any_value(ask.form, self.rng)


class Player:
    """Plays most turns with care and some without; thinks longer where it is hard."""

    def __init__(self, rng: Random, careful: Mind, careless: Mind, lapses: float, tempo: float) -> None:
        self.rng, self.careful, self.careless, self.lapses, self.tempo = rng, careful, careless, lapses, tempo
        self.mind = careful
        self.turn = (0, -1)

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if ask.standing:
            return None
        view = sight.view
        assert isinstance(view, DesfausseView)
        if self.turn != (view.round, view.turns):  # a mind keeps to its plan for the whole turn
            self.turn = (view.round, view.turns)
            self.mind = self.careless if self.rng.random() < self.lapses else self.careful
        value = self.mind.decide(ask, view, sight.seat)
        return Thought(value, after=self.time(ask))

    def time(self, ask: Ask) -> int:
        choices = len(ask.form.options) if isinstance(ask.form, Choice | Some) else 2
        hard = max(self.mind.close, min(choices, 9) / 18)
        usual = THINKING.get(ask.name, A_GLANCE) * (0.6 + 1.4 * hard)
        return int(min(9_000.0, self.tempo * usual * self.rng.lognormvariate(0.0, 0.3)))
