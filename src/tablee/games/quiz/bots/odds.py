"""How likely a question is won, lost, or comes to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from ..mode import Odds
from ..modes import MODES
from .memory import Recollection

SURE: Final = 0.97  # who is sure is rarely wrong
VAGUE: Final = 0.30  # a hunch
GUESS: Final = 0.05


class Prospect(Struct, frozen=True):
    """What one expects of a question: its mode if one can tell, and how well one knows it."""

    modes: Mapping[str | None, float]  # how likely each mode is; None: a solo question
    knows: float
    items: float  # of a list: how many answers one can give
    usual: float  # and how many one can as a rule
    rate: float  # how much one knows of anything, to compare the others with
    must_end: bool = False  # if nobody is right, the dice find a winner

    def odds(self, others: Sequence[float], before: int) -> Odds:
        """Against people who know it with these chances; so many of them answer before oneself."""
        if not others:
            return Odds(1.0, 0.0)
        win = lose = 0.0
        for mode, share in self.modes.items():
            found = MODES[mode].odds(self, others, before)
            win, lose = win + share * found.win, lose + share * found.lose
        return Odds(win, lose)


def certainty(kept: Recollection) -> float:
    if kept.sure:
        return SURE
    return VAGUE if kept.answer else GUESS
