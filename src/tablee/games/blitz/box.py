"""With the real box on the table: whose hand it is that rolls or draws."""

from __future__ import annotations

from tablee.engine import Ask

from .table import Blitz


def hand(table: Blitz, ask: Ask) -> int | None:
    """BL-15, BL-43, BL-62: cards and die are the drawer's, or his who turns up a card for two others. Cutting, lots and
    coins are the house's, and so is the card of the showdown."""
    if ask.name == "removed_face":
        return table.host
    if ask.name not in ("card", "die") or ask.rule == "BL-58":
        return None
    third = table.face_off.third if table.face_off else None
    return table.drawer if third is None else third
