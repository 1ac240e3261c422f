"""How likely a question is won, lost, or comes to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from msgspec import Struct

from .memory import Recollection

SURE: Final = 0.97  # who is sure is rarely wrong
VAGUE: Final = 0.30  # a hunch
GUESS: Final = 0.05


class Odds(Struct, frozen=True):
    win: float
    lose: float

    @property
    def edge(self) -> float:
        return self.win - self.lose


class Prospect(Struct, frozen=True):
    """What one expects of a question: its mode if one can tell, and how well one knows it."""

    modes: Mapping[str | None, float]  # how likely each mode is; None: a solo question
    knows: float
    items: float  # Ping-Pong: how many answers one can give
    usual: float  # and how many one can as a rule
    rate: float  # how much one knows of anything, to compare the others with
    must_end: bool = False  # if nobody is right, the dice find a winner

    def odds(self, others: Sequence[float], before: int) -> Odds:
        """Against people who know it with these chances; so many of them answer before oneself."""
        if not others:
            return Odds(1.0, 0.0)
        win = lose = 0.0
        for mode, share in self.modes.items():
            found = self.in_mode(mode, others, before)
            win, lose = win + share * found.win, lose + share * found.lose
        return Odds(win, lose)

    def in_mode(self, mode: str | None, others: Sequence[float], before: int) -> Odds:
        knows, even = self.knows, 1 / (len(others) + 1)
        nobody_else = prod([1 - other for other in others])
        match mode:
            case "chance":
                return Odds(even, 1 - even)
            case "target":
                first = prod([1 - other for other in others[:before]])
                win = knows * first + (1 - knows) * nobody_else * even
                return Odds(win, 1 - win)
            case "ping_pong":
                mine = (self.items + 0.3) ** 2
                theirs = sum([(self.usual * other / max(self.rate, GUESS) + 0.3) ** 2 for other in others])
                win = mine / (mine + theirs)
                return Odds(win, 1 - win)
        fastest = prod([1 - other / 2 for other in others])
        win = knows * fastest
        lose = knows * (1 - fastest) + (1 - knows) * (1 - nobody_else)
        if self.must_end:
            open_ = (1 - knows) * nobody_else
            win, lose = win + open_ * even, lose + open_ * (1 - even)
        return Odds(win, lose)


def certainty(kept: Recollection) -> float:
    if kept.sure:
        return SURE
    return VAGUE if kept.answer else GUESS
