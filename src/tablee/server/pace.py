"""The pace of a table: the books have no time limits, tables do. At its end the silence of an ask is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablee.engine import DICE, REFEREE, Amount, Ask, Choice, Number, Some, Text

from .protocol import Pace

FACTORS: Final[dict[Pace, float]] = {"relaxed": 2.0, "normal": 1.0, "quick": 0.5}
SECONDS: Final = {Choice: 30, Some: 40, Amount: 40, Text: 60, Number: 45}  # at a normal pace, by what is wanted
VOTE: Final = 25  # when several are asked to choose, they have seen it all
JUDGE: Final = 60  # a reader must read first


def limits(pace: Pace) -> Callable[[Ask], int | None]:
    """Milliseconds for an ask that has no limit of its own."""
    factor = FACTORS.get(pace)

    def limit(ask: Ask) -> int | None:
        if factor is None or ask.standing or ask.actors[0] in (DICE, REFEREE):
            return None
        seconds = SECONDS[type(ask.form)]
        if ask.name in ("verdict", "close", "declare"):
            seconds = JUDGE
        elif isinstance(ask.form, Choice) and len(ask.actors) > 1:
            seconds = VOTE
        return int(1000 * seconds * factor)

    return limit
