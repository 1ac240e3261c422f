"""What can be known of Vendanges without loading its rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Struct

from tablee.engine import Colours, Meta

HERE = Path(__file__).parent


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: Annotated[int, msgspec.Meta(ge=5, le=200, examples=[20, 60])] = 30
    sun_doubles: bool = True  # VE-05


META = Meta(
    id="vendanges",
    name="Vendanges",
    version="1",
    options=Options,
    players=lambda options: (2, 5),  # VE-01
    minutes=(5, 15),
    age=7,
    rules="vendanges.game:GAME",
    folder=HERE,
    bots="vendanges.bots:BOTS",
    page=HERE / "page",
    key_options=("goal",),
    presets={"long": {"goal": 60}},
    colours=Colours("#4a1d4f", "#6d2a75", "#e3a8ea"),
)
