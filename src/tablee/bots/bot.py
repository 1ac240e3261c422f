"""A bot: somebody who is asked, sees what the seat sees, and takes some time to answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Protocol, TypeAlias

from msgspec import Struct

from tablee.engine import Ask, Header, Match, Meta, Value, View

from .chance import any_value


class Thought(Struct, frozen=True):
    """An answer, and the time it takes. A value of None: the bot lets it pass."""

    value: Value
    after: int = 0  # milliseconds from the question to the answer
    began: int | None = None  # milliseconds from the question to the first keystroke


class Sight:
    """What a bot may know when it is asked: exactly what its seat may."""

    __slots__ = ("_match", "now", "seat")

    def __init__(self, match: Match, seat: int, now: int) -> None:
        self._match, self.seat, self.now = match, seat, now

    @property
    def view(self) -> View:
        return self._match.view(self.seat)


class Bot(Protocol):
    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        """What the bot says, and when. None to a standing ask: nothing to say for now."""


BotMaker: TypeAlias = Callable[[Random, Header], Bot]
"""Seats a bot: given its own luck, and the match it will play (for the packs it may remember)."""


def find_bots(meta: Meta) -> Mapping[str, BotMaker]:
    """The bots of a game by name, weakest first. Any game has `anyone`."""
    own: Mapping[str, BotMaker] = {}
    if meta.bots:
        module, _, name = meta.bots.partition(":")
        own = getattr(import_module(module), name)
    return {"anyone": lambda rng, header: Anyone(rng), **own}


class Anyone:
    """Answers anything that is legal. Plays every game, and none of them well."""

    def __init__(self, rng: Random, after: int = 800) -> None:
        self.rng, self.after = rng, after

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if ask.standing:
            return None
        return Thought(any_value(ask.form, self.rng), after=int(self.after * (0.5 + self.rng.random())))
