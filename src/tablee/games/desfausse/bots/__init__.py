"""The players of DESfausse, weakest first."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tablee.bots import BotMaker
from tablee.engine import Header

from ..meta import META, Options
from .greedy import Greedy
from .players import Player, Whim
from .strong import Strong


def _options(header: Header) -> Options:
    options = META.read_options(header.options)
    assert isinstance(options, Options)
    return options


def _novice(rng: Random, header: Header) -> Player:
    """Knows what a good set is, and forgets it in most turns."""
    return Player(rng, Greedy(_options(header)), Whim(rng), lapses=0.7, tempo=1.3)


def _casual(rng: Random, header: Header) -> Player:
    """Takes what is best at once."""
    greedy = Greedy(_options(header))
    return Player(rng, greedy, greedy, lapses=0.0, tempo=1.0)


def _regular(rng: Random, header: Header) -> Player:
    return _solver(rng, header, lapses=0.65, tempo=1.2)


def _expert(rng: Random, header: Header) -> Player:
    return _solver(rng, header, lapses=0.33, tempo=1.1)


def _top(rng: Random, header: Header) -> Player:
    """Won 36.5 % of 2,050 games against three greedy players (34.4 to 38.6 %; 25 % is par)."""
    return _solver(rng, header, lapses=0.0, tempo=1.0)


def _solver(rng: Random, header: Header, lapses: float, tempo: float) -> Player:
    """Solves its turns; in a lapse it only takes what is best at once."""
    options = _options(header)
    return Player(rng, Strong(options), Greedy(options), lapses, tempo)


BOTS: Mapping[str, BotMaker] = {
    "novice": _novice,
    "greedy": _casual,
    "casual": _casual,
    "regular": _regular,
    "expert": _expert,
    "top": _top,
}
