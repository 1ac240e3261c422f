"""A bot: somebody who is asked, sees what the seat sees, and takes some time to answer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Protocol, TypeAlias

from msgspec import Struct

from tablee.engine import Ask, Consequence, Header, Invalid, Label, Meta, Value, View, load_place

from .chance import any_value


class Thought(Struct, frozen=True):
    """An answer, and the time it takes. A value of None: the bot lets it pass."""

    value: Value
    after: int = 0  # milliseconds from the question to the answer
    began: int | None = None  # milliseconds from the question to the first keystroke


class Looks(Protocol):
    def view(self, seat: int | None) -> View: ...

    def brings(self, ask: Ask, seat: int) -> Mapping[Label, Consequence]: ...


class Sight:
    """What a bot may know when it is asked: exactly what its seat may."""

    __slots__ = ("_look", "brings", "now", "seat")

    def __init__(self, match: Looks, seat: int, now: int) -> None:
        # A closure: views are made only when wanted, and the match itself is no attribute of anything a bot holds.
        self._look: Callable[[], View] = lambda: match.view(seat)
        self.brings: Callable[[Ask], Mapping[Label, Consequence]] = lambda ask: match.brings(ask, seat)
        self.seat, self.now = seat, now

    @property
    def view(self) -> View:
        return self._look()


class Bot(Protocol):
    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        """What the bot says, and when. None to a standing ask: nothing to say for now."""


BotMaker: TypeAlias = Callable[[Random, Header], Bot]
"""Seats a bot: given its own luck, and the match it will play (for the packs it may remember)."""


def find_bots(meta: Meta) -> Mapping[str, BotMaker]:
    """The bots of a game by name, weakest first. Any game has `anyone`."""
    own: Mapping[str, BotMaker] = {}
    if meta.bots:
        own = load_place(meta.bots, dict)
    return {"anyone": lambda rng, header: Anyone(rng), **own}


def find_bot(meta: Meta, name: str) -> BotMaker:
    """One of the game's bots by name, or anybody's own: `package.module:NAME` or `path/to/file.py:NAME`."""
    if ":" in name:
        return _own_bot(name)
    known = find_bots(meta)
    if name not in known:
        raise Invalid("unknown_bot", bot=name, known=", ".join(known))
    return known[name]


def _own_bot(name: str) -> BotMaker:
    place, _, attribute = name.rpartition(":")
    try:
        module = _read_file(Path(place)) if place.endswith(".py") else import_module(place)
        maker = getattr(module, attribute)
    except Exception as error:  # whatever a stranger's file raises is a problem of that file
        raise Invalid("bad_bot", bot=name, problem=f"{type(error).__name__}: {error}") from error
    if not callable(maker):
        raise Invalid("bad_bot", bot=name, problem=f"{attribute} cannot be called with (rng, header)")
    made: BotMaker = maker
    return made


def _read_file(path: Path) -> ModuleType:
    spec = spec_from_file_location(f"bot_in_{path.stem}", path)
    assert spec
    assert spec.loader
    module = sys.modules[spec.name] = module_from_spec(spec)  # annotations are looked up there
    spec.loader.exec_module(module)
    return module


class Anyone:
    """Answers anything that is legal. Plays every game, and none of them well."""

    def __init__(self, rng: Random, after: int = 800) -> None:
        self.rng, self.after = rng, after

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if ask.standing:
            return None
        return Thought(any_value(ask.form, self.rng), after=int(self.after * (0.5 + self.rng.random())))
