"""The bots of Egomaster: where they go on the board, and whom they name on a solo cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import cast

from tablee.bots import BotMaker, Thought
from tablee.engine import Ask, Choice, Consequence, Header
from tablee.games.quiz.bots import TEMPERS, Player, QuizView, Recollection, Temper
from tablee.games.quiz.bots.staking import best

from .foresight import Lands, Wagers
from .view import EgomasterView


class EgomasterPlayer(Player):
    def __init__(self, temper: Temper, rng: Random, header: Header) -> None:
        super().__init__(temper, rng, header)
        self.must_end = self.options["speed_nobody_right"] == "roll_off"

    def decisions(self) -> dict[str, Callable[[Ask, QuizView, int], Thought | None]]:
        return {**super().decisions(), "direction": self.choose_direction, "designee": self.choose_designee}

    def glance(self, view: QuizView) -> Recollection | None:
        challenge = cast(EgomasterView, view).challenge
        return self.memory.of_hint(challenge.keyword) if challenge else None

    def icon(self, view: QuizView) -> str | None:
        challenge = cast(EgomasterView, view).challenge
        return challenge.icon if challenge else None

    # ------------------------------------------------------------ the board

    def choose_direction(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """To the cell that promises more."""
        assert isinstance(ask.form, Choice)
        options = list(ask.form.options)
        if not self.reckons():
            return Thought(self.rng.choice(options), self.think(1_200))
        told = self.brings(ask)
        worths = [self.cell_worth(view, seat, told[way]) for way in options]
        chosen, lead = best(range(len(options)), worths.__getitem__)
        return Thought(options[chosen], self.think(1_200, lead / 100))

    def cell_worth(self, view: QuizView, seat: int, cell: Consequence) -> float:
        """In tokens, of a question about which nothing is known yet."""
        assert isinstance(cell, Lands)
        others = [self.known(view, other) for other in self.others(view, seat)]
        amount = cell.amount if cell.prize is None else cell.prize
        if cell.kind == "solo":
            gift = 1 / len(others) if view.bank else 1.0  # the bank's prize goes to one of several rivals
            return amount * (self.memory.rate - (1 - self.memory.rate) * gift)
        if cell.kind == "duo":
            others = [min(others, key=lambda other: (other.knows, other.accepts))]
        odds = self.prospect(None).odds([other.knows for other in others], 0)
        if view.bank:
            return amount * odds.win
        played = amount * (odds.win * len(others) - odds.lose)
        if self.temper.frugal:
            return played
        alone = 1.0
        for other in others:
            alone *= 1 - other.accepts
        return max(played, alone * amount * len(others) + (1 - alone) * played)

    def choose_designee(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """Who gains if it fails, and in the second phase pays if it does not."""
        assert isinstance(ask.form, Choice)
        options = [int(option) for option in ask.form.options]
        if not self.reckons():
            return Thought(self.rng.choice(options), self.think(1_500))
        knows = self.prospect(self.glance(view), self.icon(view)).knows
        told = self.brings(ask)
        chosen, lead = best(options, lambda option: self.designee_worth(view, option, told[option], knows))
        return Thought(chosen, self.think(1_500, lead / 100))

    def designee_worth(self, view: QuizView, option: int, told: Consequence, knows: float) -> float:
        """In tokens; what a strong or rich rival gains hurts more."""
        assert isinstance(told, Wagers)
        strong = 1 + self.notebook.rivals[option].knows.rate + view.stacks[option] / max(1, sum(view.stacks))
        if told.bank:
            return -(1 - knows) * told.gives * strong
        return knows * told.wins - (1 - knows) * told.loses - strong


BOTS: Mapping[str, BotMaker] = {
    name: partial(EgomasterPlayer, TEMPERS[name])
    for name in ("novice", "casual", "regular", "expert", "minimum", "top")
}
