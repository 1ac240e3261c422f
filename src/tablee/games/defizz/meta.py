"""What can be known of Défizz without loading its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from tablee.engine import Meta
from tablee.games.quiz.options import QuizOptions, players


class Options(QuizOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    expert: bool = False  # DZ-108 to DZ-114
    teams: bool = False  # DZ-115 to DZ-120: each seat is a team of two
    enrichment: bool = False  # DZ-121 to DZ-128
    first_player: Literal["birthday", "random", "host"] = "birthday"  # DZ-09
    short_active_participation: Literal["mandatory", "optional_free"] = "mandatory"  # DZ-64
    chrono_last_standing_wins: bool = False  # DZ-77
    nobody_right: Literal["restart", "next_turn"] = "restart"  # DZ-78
    target_tie: Literal["restart", "first_in_order"] = "restart"  # DZ-85
    target_duplicates: Literal["forbidden", "allowed"] = "forbidden"  # DZ-84
    help_returned_on_restart: bool = False  # DZ-42
    expert_choice_timing: Literal["before_stakes", "after_stakes"] = "before_stakes"  # DZ-114
    enrichment_bank: Literal["full_box", "players_share"] = "full_box"  # DZ-122
    team_answer: Literal["first_submitted", "captain"] = "first_submitted"  # DZ-119
    judge: Literal["reader", "auto_then_reader"] = "reader"  # DZ-20


META = Meta(
    id="defizz",
    name="Défizz",
    version="1",
    options=Options,
    players=players,  # DZ-02
    minutes=(30, 60),
    age=10,
    rules="tablee.games.defizz.rules:GAME",
    folder=Path(__file__).parent,
    bots="tablee.games.defizz.bots:BOTS",
    picture="tablee.games.defizz.picture:PICTURE",
    measures="tablee.games.defizz.measures:MEASURES",
    packs="tablee.games.defizz.packs:PACKS",
    shared_words=(Path(__file__).parents[1] / "quiz",),
    speed={"answer": "press"},
)


def days_from_april(month: int, day: int) -> int:
    """DZ-09: how far a birthday is from 1 April, before or after, in a year of 366 days. For `facts.april`.

    >>> days_from_april(4, 1), days_from_april(3, 31), days_from_april(10, 1)
    (0, 1, 183)
    """
    after = (_BEFORE[month - 1] + day - _BEFORE[3] - 1) % 366
    return min(after, 366 - after)


_BEFORE: Final = (0, 31, 60, 91, 121, 152, 182, 213, 244, 274, 305, 335)  # days before each month
