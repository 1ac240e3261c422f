"""What can be known of Défizz without loading its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from tablee.engine import Birthday, Colours, Meta, Teams
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


EVENING: Final = {"eliminated_reads_early": True, "rising_minimum": 3, "enrichment_bank": "players_share"}

META = Meta(
    id="defizz",
    name="Défizz",
    version="2",
    options=Options,
    players=players,  # DZ-02
    minutes=(30, 60),
    age=10,
    rules="tablee.games.defizz.rules:GAME",
    folder=Path(__file__).parent,
    bots="tablee.games.defizz.bots:BOTS",
    picture="tablee.games.defizz.picture:PICTURE",
    measures="tablee.games.defizz.measures:MEASURES",
    story="tablee.games.defizz.story:STORY",
    packs="tablee.games.defizz.packs:PACKS",
    shared_words=(Path(__file__).parents[1] / "quiz",),
    seats=4,
    key_options=("reader", "answers", "teams"),
    presets={
        "book": {},
        "evening": EVENING,
        "hour": {**EVENING, "ending": "minutes", "ending_after": 60},
    },
    alone={"reader": "house"},
    colours=Colours("#171d47", "#ae0f5d", "#ff86c0"),
    speed={"answer": "press"},
    tie_ms=lambda options: int(options.tie_window_ms),
    teams=Teams(  # DZ-115
        formed=lambda options: bool(options.teams),
        captain=lambda options: options.team_answer == "captain",  # DZ-119
    ),
    birthday=Birthday(4, 1, counts=lambda options: options.first_player == "birthday"),  # DZ-08, DZ-09
)
