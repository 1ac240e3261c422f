"""The options that both quiz games have. Loads without the rules, since the lobby wants it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Struct

Count = Annotated[int, msgspec.Meta(ge=1, le=300, examples=[60, 10, 2])]
Challenges = Annotated[int, msgspec.Meta(ge=1, le=20, examples=[3, 6, 1])]
Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=1_000, examples=[30, 0, 250])]


class QuizOptions(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    reader: Literal["neighbour", "house"] = "neighbour"  # DZ-133, EG-102
    answers: Literal["typed", "spoken"] = "typed"  # DZ-134, EG-103
    tie_window_ms: Milliseconds = 30  # DZ-76, EG-103
    raise_blocked_by_short: bool = False  # DZ-70, EG-77
    refuser_payment: Literal["literal", "aligned"] = "literal"  # DZ-69, EG-78
    short_participation: Literal["compulsory", "optional"] = "compulsory"  # DZ-139, EG-76
    eliminated_reads_early: bool = False  # DZ-17, EG-25
    final_reader: Literal["last_eliminated", "first_eliminated", "chosen"] = "last_eliminated"  # DZ-19, EG-87
    ending: Literal["last_standing", "turns", "minutes"] = "last_standing"  # DZ-137, EG-105
    ending_after: Count = 60  # turns of each player, or minutes
    rising_minimum: Literal["off"] | Challenges = "off"  # DZ-138, EG-106


def players(options: QuizOptions) -> tuple[int, int]:
    """DZ-02, EG-02: a reader needs a third person; the house does not."""
    return (2 if options.reader == "house" else 3), 6
