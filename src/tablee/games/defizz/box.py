"""With the real box on the table: whose hand it is that rolls or draws."""

from __future__ import annotations

from tablee.engine import Ask, seat_of

from .table import Defizz


def hand(table: Defizz, ask: Ask) -> int | None:
    """DZ-21, DZ-95: the die is the active player's, and so is each throw that a card asks for. Questions come from our
    packs, which lie in no box."""
    return table.active if ask.name == "die" else seat_of(ask)
