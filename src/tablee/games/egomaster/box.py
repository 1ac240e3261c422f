"""With the real box on the table: whose hand it is that rolls or draws."""

from __future__ import annotations

from tablee.engine import Ask, seat_of

from .table import Egomaster


def hand(table: Egomaster, ask: Ask) -> int | None:
    """EG-15, EG-26: whoever plays rolls the pawn's die, and both twenties for page and number. What is not offered was
    used, or is in no booklet: one rolls again (EG-31)."""
    return table.active if ask.name in ("move", "page", "number") else seat_of(ask)
