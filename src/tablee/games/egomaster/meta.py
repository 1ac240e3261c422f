"""What can be known of Egomaster without loading its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from tablee.engine import Colours, Meta
from tablee.games.quiz.options import QuizOptions, players

CellWords = Annotated[str, msgspec.Meta(pattern="^(solo|duo|multi) [1-9][0-9]*00$")]  # "duo 300"
_SMALL = [f"{kind} {amount}" for amount in (100, 200, 300, 400) for kind in ("solo", "duo", "multi")]
CustomBoard = Annotated[list[CellWords], msgspec.Meta(min_length=12, max_length=100, examples=[_SMALL])]


class Options(QuizOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    quick_game: bool = False  # EG-94 to EG-97
    board: Literal["default30"] | CustomBoard = "default30"  # EG-12
    used_question: Literal["reroll", "repeat"] = "reroll"  # EG-31
    solo_designate_reader: bool = False  # EG-51
    solo_short: Literal["aligned", "payer_only"] = "aligned"  # EG-59
    bank_short: Literal["partial", "unpaid"] = "partial"  # EG-53
    raise_blocked_by_short: bool = True  # EG-77
    target_tie: Literal["roll_off", "first_in_order"] = "roll_off"  # EG-39
    speed_nobody_right: Literal["roll_off", "no_winner"] = "roll_off"  # EG-48
    speed_last_standing_wins: bool = False  # EG-47
    eliminated_pawn: Literal["removed", "stays"] = "removed"  # EG-20


EVENING: Final = {"quick_game": True, "eliminated_reads_early": True, "rising_minimum": 3}

META = Meta(
    id="egomaster",
    name="Egomaster",
    version="2",
    options=Options,
    players=players,  # EG-02
    minutes=(40, 90),
    age=12,
    rules="tablee.games.egomaster.rules:GAME",
    folder=Path(__file__).parent,
    bots="tablee.games.egomaster.bots:BOTS",
    picture="tablee.games.egomaster.picture:PICTURE",
    measures="tablee.games.egomaster.measures:MEASURES",
    story="tablee.games.egomaster.story:STORY",
    packs="tablee.games.egomaster.packs:PACKS",
    shared_words=(Path(__file__).parents[1] / "quiz",),
    seats=4,
    key_options=("reader", "answers", "quick_game"),
    presets={
        "book": {},
        "evening": EVENING,
        "hour": {**EVENING, "ending": "minutes", "ending_after": 60},
    },
    alone={"reader": "house"},
    colours=Colours("#541225", "#7a1630", "#f2bc45"),
    speed={"answer": "press"},
    tie_ms=lambda options: int(options.tie_window_ms),
)
