"""The players of DESfausse, weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tablee.bots import BotMaker
from tablee.engine import Header

from ..meta import META, Options
from .greedy import Greedy
from .players import Mind, Player, Whim
from .strong import Strong


def _options(header: Header) -> Options:
    options = META.read_options(header.options)
    assert isinstance(options, Options)
    return options


def _novice(rng: Random, header: Header) -> Player:
    """Plays like a weekend player, and in one turn of three does whatever comes to mind."""
    return Player(rng, Greedy(_options(header), rolls=1, social=False), Whim(rng), lapses=0.35, tempo=1.3)


def _casual(rng: Random, header: Header) -> Player:
    """Takes what the first roll brings, and keeps to himself."""
    return _careful(rng, Greedy(_options(header), rolls=1, social=False), tempo=1.0)


def _regular(rng: Random, header: Header) -> Player:
    """Rolls once more, and keeps to himself."""
    return _careful(rng, Greedy(_options(header), rolls=2, social=False), tempo=1.1)


def _expert(rng: Random, header: Header) -> Player:
    """Takes what is best at once; dice are for giving away."""
    return _careful(rng, Greedy(_options(header)), tempo=1.0)


def _top(rng: Random, header: Header) -> Player:
    """Plays for the game and not for the turn: solves each turn for the chance to win."""
    return _careful(rng, Strong(_options(header)), tempo=1.1)


def _careful(rng: Random, mind: Mind, tempo: float) -> Player:
    return Player(rng, mind, mind, lapses=0.0, tempo=tempo)


BOTS: Mapping[str, BotMaker] = {
    "greedy": _expert,
    "novice": _novice,
    "casual": _casual,
    "regular": _regular,
    "expert": _expert,
    "top": _top,
}
