"""What happened, for people: typed structs that the screen animates and the catalogue tells."""

from __future__ import annotations

import re
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from .asks import Seat


def kind(name: str) -> str:
    """`TurnedUp` -> `turned_up`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


Weight: TypeAlias = Literal["light", "result", "round"]
"""How long a moment is worth holding: a breath, the time to read a result, or the time to look at a board."""


class Event(Struct, frozen=True, tag_field="event", tag=kind, gc=False):
    """Something that happened at the table. Every field is for everyone; see `Whispered` for what is not.

    An event with a weight is a beat: the house holds the next ask back, so that people see what happened, and why.
    """

    weight: ClassVar[Weight | None] = None

    def held(self) -> Weight | None:
        """The weight of this very event: that of its kind, unless what comes next cannot wait."""
        return self.weight

    def seen_by(self, seat: int | None) -> Event | None:
        return self


class Whispered(Event, frozen=True):
    """An event for some seats only; the others are told something else, or nothing."""

    to: tuple[int, ...]
    what: Event
    others: Event | None = None

    def seen_by(self, seat: int | None) -> Event | None:
        return self.what if seat in self.to else self.others


class Away(Event, frozen=True):
    seat: Seat


class Back(Event, frozen=True):
    seat: Seat
