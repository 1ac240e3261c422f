"""With the real box on the table: whose hand it is that rolls or draws."""

from __future__ import annotations

from tablee.engine import Ask, seat_of

from .table import Desfausse


def hand(table: Desfausse, ask: Ask) -> int | None:
    """DF-07, DF-12: everyone rolls for the first turn, then whoever plays."""
    return table.active if ask.name == "roll" else seat_of(ask)
