"""What can be known of Blitz without loading its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Struct

from tablee.engine import Colours, Meta

Face = Literal["F1", "F2", "F3", "F4", "F5", "F6"]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=10_000, examples=[0, 1500])]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    pack: Literal["A", "B", "C", "D"] = "A"
    cut: Literal["even", "random"] = "even"
    shuffler: Literal["random", "host"] | Annotated[int, msgspec.Meta(ge=0, le=5, examples=[1])] = "random"
    remove_symbols: bool | None = None  # None: with three players only
    removed_face: Literal["F1", "F2", "F3", "F4", "F5", "F6", "random"] = "F1"
    answers: Literal["typed", "spoken"] = "typed"
    lockout_ms: Milliseconds = 0
    same_time_ms: Annotated[int, msgspec.Meta(ge=0, le=5_000, examples=[300, 0])] = 300
    exact_tie_ms: Annotated[int, msgspec.Meta(ge=0, le=1_000, examples=[30, 0])] = 30
    voters: Literal["group", "bystanders"] = "group"
    challenge_s: Annotated[int, msgspec.Meta(ge=0, le=15, examples=[4, 0, 15])] = 4
    chat_burns: bool = True
    detection: Literal["auto", "players"] = "auto"
    stall_s: Annotated[int, msgspec.Meta(ge=0, le=3_600, examples=[60, 0])] = 60
    finish_pending: bool = True
    win_tie: Literal["shared", "showdown"] = "shared"


META = Meta(
    id="blitz",
    name="Blitz",
    version="1",
    options=Options,
    players=lambda options: (3, 6),  # BL-01
    minutes=(20, 40),
    age=10,
    rules="tablee.games.blitz.rules:GAME",
    folder=Path(__file__).parent,
    bots="tablee.games.blitz.bots:BOTS",
    picture="tablee.games.blitz.picture:PICTURE",
    measures="tablee.games.blitz.measures:MEASURES",
    story="tablee.games.blitz.story:STORY",
    packs="tablee.games.blitz.packs:PACKS",
    seats=4,
    key_options=("answers", "detection"),
    colours=Colours("#ffd226", "#17130b", "#ffd226"),
    speed={"answer": "send", "face_off": "press"},
    tie_ms=lambda options: int(options.exact_tie_ms),
)
