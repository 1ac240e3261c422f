"""Défizz: challenges by mode, raises and bluffs, Help! cards, the biggest pot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.engine import Event, Result
from tablee.games.quiz.events import Eliminated
from tablee.games.quiz.measures import QUESTIONS, STAKES, count_stakes
from tablee.measures import Measures

from . import cards
from .events import HelpUsed, Restarted, Rolled

MODES = tuple(map(str, cards.MODES))
COLUMNS = ("challenges", "duels", *QUESTIONS, *MODES, *STAKES, "helps", "restarts", "first_out", "by_two")


def count(events: Sequence[Event], result: Result) -> dict[str, int]:
    counts = count_stakes(events)
    seats = left = len(result.scores)
    for event in events:
        match event:
            case Rolled(kind=kind):
                counts["challenges"] += 1
                counts["by_two"] += left == 2 < seats
                counts["duels"] += kind == "duel"
            case HelpUsed():
                counts["helps"] += 1
            case Restarted():
                counts["restarts"] += 1
            case Eliminated(seats=out):
                left -= len(out)
                counts["first_out"] = counts["first_out"] or counts["challenges"]  # how long everyone plays
    return {name: counts[name] for name in COLUMNS}


MEASURES: Final = Measures(
    COLUMNS,
    count,
    uses={"modes": MODES, "stakes": STAKES[:-1]},
)
