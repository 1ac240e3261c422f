"""Which rule answers why something happened."""

from __future__ import annotations

from tablee.engine import Event

from .events import Discarded, Moved, NothingDiscarded, Placed, RoundEnded, Skipped
from .table import Desfausse
from .view import receipt

WHY = {
    "gave": "DF-23",
    "reversed": "DF-33",
    "too_many_ones": "DF-36",
    "kept_last_die": "DF-44",
    "grand_slam": "DF-78",
}
NOTHING = {"declined": "DF-19", "held_back": "DF-27", "no_set": "DF-20"}


def why(table: Desfausse, event: Event) -> str | None:
    over = table.last if table.turn.came == "rolling" else None  # the next turn has begun: it is about the one before
    turn = receipt(table, over or table.turn)
    match event:
        case Discarded() if turn.announced is not None:
            return "DF-44"
        case Discarded():
            return "DF-26" if turn.ones else "DF-17"
        case NothingDiscarded():
            return NOTHING[turn.came]
        case Skipped():
            return "DF-34" if turn.value == 2 else "DF-32"
        case Placed(trophy="ones"):
            return "DF-59"
        case Placed(seat=seat):
            return "DF-49" if seat == turn.seat else "DF-41"
        case Moved(trophy=trophy):
            return "DF-63" if trophy == "all" else "DF-62"
        case RoundEnded():
            return "DF-79" if turn.out is None else "DF-66"
    return WHY.get(str(event.__struct_config__.tag))
