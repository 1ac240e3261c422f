"""Egomaster: landings, challenges by mode, raises, and how the two phases share the turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.engine import Event, Result
from tablee.games.quiz.events import Eliminated
from tablee.games.quiz.measures import QUESTIONS, STAKES, count_stakes
from tablee.measures import Measures

from .books import ICONS
from .events import Announced, Moved, PhaseChanged, RolledOff

KINDS = ("solo_cells", "duo_cells", "multi_cells")
MODES = (*map(str, ICONS), "solo")
COLUMNS = (
    "turns",
    "enrichment_turns",
    *KINDS,
    "pushed",
    *QUESTIONS,
    *MODES,
    *STAKES,
    "roll_off_dice",
    "first_out",
    "by_two",
)


def count(events: Sequence[Event], result: Result) -> dict[str, int]:
    counts = count_stakes(events)
    seats = left = len(result.scores)
    for event in events:
        match event:
            case Moved(pushed=pushed):
                counts["turns"] += 1
                counts["by_two"] += left == 2 < seats
                counts["pushed"] += pushed > 0
            case Announced(kind=kind):
                counts[f"{kind}_cells"] += 1
            case PhaseChanged():
                counts["enrichment_turns"] = counts["turns"]
            case RolledOff():
                counts["roll_off_dice"] += 1
            case Eliminated(seats=out):
                left -= len(out)
                counts["first_out"] = counts["first_out"] or counts["turns"]  # how long everyone plays
    return {name: counts[name] for name in COLUMNS}


MEASURES: Final = Measures(
    COLUMNS,
    count,
    uses={"landings": KINDS, "modes": MODES, "stakes": STAKES[:-1]},
)
