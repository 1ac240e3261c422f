"""What both quiz games have: questions by mode, raises and what became of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tablee.engine import Event

from .events import (
    Accepted,
    Eliminated,
    Kept,
    NobodyAccepted,
    NobodyRight,
    QuestionPut,
    Raised,
    Refused,
    Tied,
    Won,
)

STAKES: Final = (
    "raises", "taken_up", "refusals", "raises_unopposed", "raises_called", "called_won", "called_lost", "biggest_pot",
)  # fmt: skip
QUESTIONS: Final = ("questions", "nobody_right", "ties")


def count_stakes(events: Sequence[Event]) -> Counter[str]:
    """A raise is unopposed, or called; then the raiser wins the question or does not. Restarts decide nothing."""
    counts: Counter[str] = Counter()
    raiser: int | None = None
    for event in events:
        match event:
            case Raised(seat=seat):
                counts["raises"] += 1
                raiser = seat
            case Kept():
                raiser = None
            case Accepted():
                counts["taken_up"] += 1
            case Refused():
                counts["refusals"] += 1
            case NobodyAccepted():
                counts["raises_unopposed"] += 1
                raiser = None
            case QuestionPut(mode=mode):
                counts["questions"] += 1
                counts[mode or "solo"] += 1
                counts["raises_called"] += raiser is not None
            case Won(seat=seat, amount=amount):
                if raiser is not None:
                    counts["called_won" if seat == raiser else "called_lost"] += 1
                counts["biggest_pot"] = max(counts["biggest_pot"], amount)
                raiser = None
            case NobodyRight():
                counts["nobody_right"] += 1
            case Tied():
                counts["ties"] += 1
            case Eliminated(seats=seats):
                counts["eliminations"] += len(seats)
    return counts
