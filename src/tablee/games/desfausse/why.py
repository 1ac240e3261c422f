"""Which rule answers why something happened."""

from __future__ import annotations

from tablee.engine import Event

from .table import Desfausse

WHY = {
    "gave": "DF-23",
    "skipped": "DF-32",
    "reversed": "DF-33",
    "too_many_ones": "DF-36",
    "kept_last_die": "DF-44",
    "placed": "DF-49",
    "moved": "DF-62",
    "round_ended": "DF-66",
    "grand_slam": "DF-78",
}


def why(table: Desfausse, event: Event) -> str | None:
    kind = str(event.__struct_config__.tag)
    ones = 1 in table.turn.shown.values()
    if kind == "discarded":
        return "DF-26" if ones else "DF-17"
    if kind == "nothing_discarded":
        return "DF-19" if table.turn.came == "declined" else "DF-27" if ones else "DF-20"
    if kind == "placed" and table.turn.came == "too_many_ones":
        return "DF-59"
    return WHY.get(kind)
