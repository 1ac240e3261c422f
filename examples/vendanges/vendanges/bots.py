"""Two vintners: one goes home early, the other late."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from tablee.bots import Bot, BotMaker, Sight, Thought
from tablee.engine import Ask, Header

from .game import VineyardView


class Vintner:
    def __init__(self, enough: int) -> None:
        self.enough = enough

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if ask.standing:  # whether one is there, say: a bot always is
            return None
        view = sight.view
        assert isinstance(view, VineyardView)
        return Thought("yes" if view.worth < self.enough else "no", after=900)


def vintner(enough: int) -> BotMaker:
    def make(rng: Random, header: Header) -> Bot:
        return Vintner(enough)

    return make


BOTS: Final[Mapping[str, BotMaker]] = {"bold": vintner(8), "careful": vintner(3)}
