"""Which rule answers why something happened."""

from __future__ import annotations

from tablee.engine import Event

from .events import Won
from .table import Blitz

WHY = {"stalled": "BL-39", "dead_heat": "BL-42", "showdown_won": "BL-58"}
BY = {"answer": "BL-27", "vote": "BL-53", "coin": "BL-39"}


def why(table: Blitz, event: Event) -> str | None:
    return BY[event.by] if isinstance(event, Won) else WHY.get(str(event.__struct_config__.tag))
