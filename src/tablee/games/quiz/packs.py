"""What the packs of both quiz games have in common."""

from __future__ import annotations

from tablee.packs.exchange import Draft


def mode_of(draft: Draft, typed: str) -> str:
    """The mode of a question from elsewhere; `typed`: what this game calls those that are answered in words."""
    if draft.mode in ("ping_pong", "chance", "target"):
        return draft.mode
    return "target" if isinstance(draft.answer, int | float) and not draft.mode and not draft.rivals else typed
