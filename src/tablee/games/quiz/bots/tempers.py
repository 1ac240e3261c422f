"""How each character knows, hurries, dares and reckons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace


class Temper(Struct, frozen=True, kw_only=True):
    knows: tuple[float, float, float, float, float]  # what it remembers, by difficulty 1 to 5
    bells: float  # how often a clue tells it which question is meant
    error: float  # Target: how far off a number is that it does not know
    most_items: int  # Ping-Pong: more than these never come to mind
    slowest: int  # milliseconds before it begins to type what it knows
    keystroke: int  # milliseconds a letter
    pace: float  # how long decisions take: 1 is a brisk player
    care: float  # how often it reckons; otherwise it follows its nose
    bluffs: float  # how often it plays as if it knew
    caution: float  # 1: a token is a token; less: it fears losing more than it likes winning
    frugal: bool = False  # never stakes more than it must


TEMPERS: Final[Mapping[str, Temper]] = {
    "novice": Temper(
        knows=(0.30, 0.18, 0.10, 0.05, 0.02),
        bells=0.15,
        error=0.60,
        most_items=4,
        slowest=9_000,
        keystroke=320,
        pace=1.5,
        care=0.15,
        bluffs=0.20,
        caution=0.6,
    ),
    "casual": Temper(
        knows=(0.50, 0.36, 0.24, 0.13, 0.06),
        bells=0.30,
        error=0.45,
        most_items=7,
        slowest=7_000,
        keystroke=240,
        pace=1.3,
        care=0.45,
        bluffs=0.15,
        caution=0.55,
    ),
    "regular": Temper(
        knows=(0.68, 0.54, 0.40, 0.26, 0.14),
        bells=0.45,
        error=0.32,
        most_items=10,
        slowest=5_200,
        keystroke=180,
        pace=1.1,
        care=0.75,
        bluffs=0.12,
        caution=0.5,
    ),
    "expert": Temper(
        knows=(0.82, 0.70, 0.56, 0.40, 0.25),
        bells=0.60,
        error=0.22,
        most_items=15,
        slowest=3_800,
        keystroke=140,
        pace=0.9,
        care=0.95,
        bluffs=0.10,
        caution=0.5,
    ),
    "top": (
        top := Temper(
            knows=(0.94, 0.86, 0.74, 0.58, 0.40),
            bells=0.75,
            error=0.15,
            most_items=22,
            slowest=2_800,
            keystroke=110,
            pace=0.8,
            care=1.0,
            bluffs=0.08,
            caution=0.5,
        )
    ),
    "minimum": replace(top, frugal=True),  # for the lab: the same knowledge without the tokens
}
