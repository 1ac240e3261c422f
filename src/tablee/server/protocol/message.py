"""What every message is, whichever way it goes."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from tablee.engine import Label

LARGEST: Final = 16_384  # bytes of one message
STOP: Final = ""  # a vote for no game: the evening is over

Pace: TypeAlias = Literal["relaxed", "normal", "quick", "none"]
Phase: TypeAlias = Literal["lobby", "playing", "over"]
Reaction: TypeAlias = Literal["bravo", "laugh", "wow", "sad", "think", "love"]
Sent: TypeAlias = str | int | float | list[Label] | None


def _tag(name: str) -> str:
    """`AddBot` -> `add_bot`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(Struct, frozen=True, tag_field="type", tag=_tag, omit_defaults=True, forbid_unknown_fields=True):
    """Anything that is sent."""


encode: Final = msgspec.json.Encoder().encode
