"""The numbers that a report tells, each with how far chance may have moved it."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .study import Study

Z: Final = 1.96  # 95 of 100 intervals hold the true value
SURE: Final = 3.0  # where many figures are compared at once, only what chance does 3 times in 1,000
OF_WINNERS: Final = "_won"  # ends the name of a column that counts what winners had of another


class Share(Struct, frozen=True):
    """A part of the games, from 0 to 1, with its Wilson interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> Share:
        return Share(self.value * factor, self.low * factor, self.high * factor)


class Mean(Struct, frozen=True):
    value: float
    low: float
    high: float
    error: float  # the standard error


def share(part: float, games: int, z: float = Z) -> Share:
    """Wilson's interval, which is right for small numbers and at the edges too.

    >>> share(8, 10)
    Share(value=0.8, low=0.4901..., high=0.9433...)
    """
    if not games:
        return Share(0.0, 0.0, 1.0)
    p = part / games
    width = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    middle, scale = p + z * z / (2 * games), 1 + z * z / games
    return Share(p, max(0.0, (middle - width) / scale), min(1.0, (middle + width) / scale))


def mean(values: NDArray[Any]) -> Mean:
    if not len(values):
        return Mean(0.0, 0.0, 0.0, 0.0)
    value = float(values.mean())
    error = float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Mean(value, value - Z * error, value + Z * error, error)


def differ(one: Mean, other: Mean) -> bool:
    """By more than chance would explain, even if one looks at many figures."""
    return abs(one.value - other.value) > SURE * sqrt(one.error**2 + other.error**2)


# ---------------------------------------------------------------- of a study


def of_games(study: Study, variant: int, column: str) -> NDArray[Any]:
    """A column, of the games that were played to their end."""
    return np.asarray(study.columns(variant)[column][study.whole(variant)])


def by_position(study: Study, variant: int) -> tuple[bool, list[Share]]:
    """How often who wins: counted from the player who began, where that is known (True), else by seat."""
    whole = study.whole(variant)
    credits, first = study.credits(variant)[whole], study.columns(variant)["first"][whole]
    size = len(study.plan.seats)
    known = bool(len(first)) and bool((first >= 0).all())
    if known:
        around = (np.arange(size)[None, :] + first[:, None]) % size
        credits = np.take_along_axis(credits, around, axis=1)
    return known, [share(float(credits[:, seat].sum()), len(credits)) for seat in range(size)]


def by_strategy(study: Study, variant: int) -> dict[str, Share]:
    """How often a seat of each strategy wins. Games that a bot broke count: it has lost them."""
    credits, columns = study.credits(variant), study.columns(variant)
    size = len(study.plan.seats)
    found = {}
    for name in dict.fromkeys(study.plan.seats):
        own = np.stack([columns[f"strategy_{seat}"] == name for seat in range(size)], axis=1)
        won = share(float((credits * own).sum()), len(credits))
        found[name] = won.times(1 / study.plan.seats.count(name))
    return found


def under(study: Study, variant: int, minutes: float) -> Share:
    lasted = of_games(study, variant, "minutes")
    return share(float((lasted < minutes).sum()), len(lasted))


def level_at_top(study: Study, variant: int) -> Share:
    whole = study.whole(variant)
    most = study.credits(variant)[whole].max(axis=1)
    return share(float((most < 1).sum()), len(most))


def of_winners(study: Study, variant: int) -> tuple[float, dict[str, Share]]:
    """Of each thing that is counted for winners too: which part of them winners had. First, what par would be."""
    won = (study.credits(variant) > 0)[study.whole(variant)]
    found = {}
    for name in study.measures():
        if name + OF_WINNERS in study.measures():
            all_, theirs = (int(of_games(study, variant, column).sum()) for column in (name, name + OF_WINNERS))
            found[name] = share(theirs, all_)
    return float(won.mean()), found
