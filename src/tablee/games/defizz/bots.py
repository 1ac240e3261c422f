"""The bots of Défizz: what they do with cards, clues and Help!"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from tablee.bots import BotMaker, Thought
from tablee.engine import Ask, Choice
from tablee.games.quiz.bots import TEMPERS, Player, QuizView, Recollection
from tablee.games.quiz.bots.staking import best

from .view import DefizzView

DULL: Final = 0.25  # with less of an edge than this, a look at the card is worth the Help!


class DefizzPlayer(Player):
    def decisions(self) -> dict[str, Callable[[Ask, QuizView, int], Thought | None]]:
        return {**super().decisions(), "help": self.use_help, "question": self.choose_question}

    def glance(self, view: QuizView) -> Recollection | None:
        """The question of the clue that was named; who has looked at the card knows which."""
        challenge = cast(DefizzView, view).challenge
        if challenge is None or challenge.clue is None:
            return None
        return self.looks(cast(DefizzView, view))[challenge.card.clues.index(challenge.clue)]

    def looks(self, view: DefizzView) -> list[Recollection | None]:
        """What it knows of each question on the card."""
        card = view.mine.card if view.mine else None
        if card:
            return [self.memory.of(front.text) for front in card.fronts]
        return [self.memory.of_hint(clue) for clue in view.challenge.card.clues] if view.challenge else []

    def edges(self, view: DefizzView, seat: int) -> list[float]:
        """What it expects of each question on the card, against those whom it can meet."""
        known = [self.known(view, other).knows for other in self.others(view, seat)]
        if view.challenge and view.challenge.kind == "duel":
            known = [min(known)]
        return [self.prospect(kept).odds(known, 0).edge for kept in self.looks(view)]

    def wants_help(self, view: DefizzView, seat: int) -> bool:
        """Where no clue promises anything, and something is at stake."""
        challenge = view.challenge
        if challenge is None or seat not in view.help or view.bank:
            return False
        few = len(self.others(view)) <= 2
        return (few or challenge.minimum >= 200) and max(self.edges(view, seat)) < DULL

    def use_help(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        wants = self.wants_help(cast(DefizzView, view), seat)
        return Thought("use", self.think(2_500)) if wants else None

    def choose_question(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """The one it expects most of; a reader in Expert names any."""
        assert isinstance(ask.form, Choice)
        options, seen = [int(option) for option in ask.form.options], cast(DefizzView, view)
        if seat != view.active:
            return Thought(self.rng.choice(options), self.think(2_500))
        if self.wants_help(seen, seat):
            return None  # first it looks at the card
        edges = dict(zip(options, self.edges(seen, seat), strict=True))
        chosen, lead = best(options, edges.__getitem__)
        return Thought(chosen, self.think(2_500, lead))


BOTS: Mapping[str, BotMaker] = {
    name: partial(DefizzPlayer, TEMPERS[name]) for name in ("novice", "casual", "regular", "expert", "minimum", "top")
}
