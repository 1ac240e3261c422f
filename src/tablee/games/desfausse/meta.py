"""What can be known of DESfausse without loading its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from tablee.engine import Colours, Meta

DemonFaces = Literal["1,1,3,4,5,5", "1,1,1,3,4,5", "1,3,3,4,5,5", "1,1,3,3,4,5", "1,3,4,5,blank,blank"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    demon_faces: DemonFaces = "1,1,3,4,5,5"
    keep: Literal["free", "all"] = "free"
    min_combination: Literal[2, 1] = 2
    ones_floor: Literal[0, 1] = 0
    give_choice: Literal["giver", "receiver"] = "giver"
    give_last_die: Literal["round_ends_no_trophy", "exempt", "round_ends_with_trophy"] = "round_ends_no_trophy"
    announce: Literal["not_one", "any"] = "not_one"
    gift_limit: bool = True
    count_trophy: Literal["exact", "at_least"] = "exact"
    gift_min: Literal[1, 2] = 1
    gift_counts_number: bool = True
    demon_trophy: Literal["last_demon", "both_at_once", "any_demon"] = "last_demon"
    move_scope: Literal["any_round", "current_round"] = "any_round"
    reverse_2p: Literal["no_effect", "skip"] = "no_effect"
    final_tie: Literal["shared", "most_all_trophies"] = "shared"
    round_turn_cap: Annotated[int, msgspec.Meta(ge=0, le=100_000, examples=[300, 12, 0])] = 300


META = Meta(
    id="desfausse",
    name="DESfausse",
    version="1",
    options=Options,
    players=lambda options: (2, 5),  # DF-01
    minutes=(8, 20),
    age=8,
    rules="tablee.games.desfausse.rules:GAME",
    folder=Path(__file__).parent,
    bots="tablee.games.desfausse.bots:BOTS",
    picture="tablee.games.desfausse.picture:PICTURE",
    measures="tablee.games.desfausse.measures:MEASURES",
    story="tablee.games.desfausse.story:STORY",
    kernel="tablee.games.desfausse.kernel:KERNEL",
    colours=Colours("#135039", "#0e5a3c", "#8fddb5"),
)
