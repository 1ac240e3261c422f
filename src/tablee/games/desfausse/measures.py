"""DESfausse: turns, what ends them, and which trophies are taken. The kernel counts the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tablee.engine import Event, Result
from tablee.measures import Measures

from .events import (
    KeptLastDie,
    Mastered,
    Moved,
    NothingDiscarded,
    Placed,
    Rolled,
    TooManyOnes,
    WentOut,
)
from .sums import POINTS

TROPHIES: Final = tuple(map(str, POINTS))
COLUMNS = ("turns", "idle_turns", "majorities", "off_turn_ends", "master", *TROPHIES, *(f"{t}_won" for t in TROPHIES))


def count(events: Sequence[Event], result: Result) -> dict[str, int]:
    counts: Counter[str] = Counter()
    winners = result.ranking[0]
    whose = -1
    ended_by_others: set[int] = set()  # turns in which a die that had to be given was somebody's last
    for event in events:
        match event:
            case Rolled(seat=seat, roll=1):
                counts["turns"] += 1
                whose = seat
            case NothingDiscarded() | KeptLastDie():
                counts["idle_turns"] += 1
            case TooManyOnes():
                counts["idle_turns"] += 1
                counts["majorities"] += 1
            case WentOut(seat=seat) if seat != whose:
                ended_by_others.add(counts["turns"])
            case Mastered():
                counts["master"] += 1
            case Placed(seat=seat, trophy=trophy) | Moved(seat=seat, trophy=trophy):
                counts[trophy] += 1
                counts[f"{trophy}_won"] += seat in winners
    counts["off_turn_ends"] = len(ended_by_others)
    return {name: counts[name] for name in COLUMNS}


MEASURES: Final = Measures(
    COLUMNS,
    count,
    uses={"trophies": TROPHIES},
    seconds_a_turn=15,  # dice, talk and tokens take longer than the thinking
)
