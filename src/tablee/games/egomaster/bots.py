"""The bots of Egomaster: where they go on the board, and whom they name on a solo cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import cast

from tablee.bots import BotMaker, Thought
from tablee.engine import Ask, Choice, Header
from tablee.games.quiz.bots import TEMPERS, Player, QuizView, Recollection, Temper
from tablee.games.quiz.bots.staking import best

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
        board, cells = cast(EgomasterView, view), (ask.about or {}).get("cells")
        options = list(ask.form.options)
        if not isinstance(cells, int) or not self.reckons():
            return Thought(self.rng.choice(options), self.think(1_200))
        worths = [
            self.cell_worth(board, seat, landing(board, seat, cells if way == "clockwise" else -cells))
            for way in options
        ]
        chosen, lead = best(range(len(options)), worths.__getitem__)
        return Thought(options[chosen], self.think(1_200, lead / 100))

    def cell_worth(self, view: EgomasterView, seat: int, where: int) -> float:
        """In tokens, of a question about which nothing is known yet."""
        cell, others = view.board[where], [self.known(view, other) for other in self.others(view, seat)]
        amount = cell.amount
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
        chosen, lead = best(options, lambda option: self.designee_worth(view, seat, option, knows))
        return Thought(chosen, self.think(1_500, lead / 100))

    def designee_worth(self, view: QuizView, seat: int, option: int, knows: float) -> float:
        """In tokens; what a strong or rich rival gains hurts more."""
        mine, his = view.stacks[seat], view.stacks[option]
        amount = view.challenge.minimum if view.challenge else 0
        strong = 1 + self.notebook.rivals[option].knows.rate + his / max(1, sum(view.stacks))
        if view.bank:
            return -(1 - knows) * amount * strong
        gain = min(amount, his)
        loss = min(amount, mine)
        if self.options["solo_short"] == "aligned":
            gain = loss = min(gain, loss)
        return knows * gain - (1 - knows) * loss - strong


def landing(view: EgomasterView, seat: int, steps: int) -> int:
    """EG-17: where so many steps end, pushed on to the next free cell."""
    size, here = len(view.board), view.pawns[seat] or 0
    cell = (here + steps) % size
    while cell in view.pawns and cell != here:
        cell = (cell + (1 if steps > 0 else -1)) % size
    return cell


BOTS: Mapping[str, BotMaker] = {
    name: partial(EgomasterPlayer, TEMPERS[name])
    for name in ("novice", "casual", "regular", "expert", "minimum", "top")
}
