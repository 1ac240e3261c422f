"""Moments worth holding: everyone sees the same one for the same time, and it ends sooner when all have seen it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from msgspec import Struct

from tablee.engine import Event, NotAsked, Weight

from .protocol import Pace

HOLDS: Final[Mapping[Weight, int]] = {"light": 1_200, "result": 2_500, "round": 6_000}  # ms at a normal pace
FACTORS: Final[Mapping[Pace, float]] = {"relaxed": 1.5, "quick": 0.6}
_ORDER: Final[tuple[Weight, ...]] = ("light", "result", "round")


def holds(pace: Pace, factor: float) -> dict[Weight, int]:
    """How long a moment of each weight is held at this table; nothing is where the host wants it so."""
    return {weight: int(ms * FACTORS.get(pace, 1.0) * factor) for weight, ms in HOLDS.items() if factor}


class Beat(Struct):
    """A moment being held."""

    seq: int  # of the state that brought it
    events: list[Event]
    weight: Weight
    since: int
    until: int
    ready: set[int] = set()  # seats that have seen enough
    rule: str | None = None  # that answers why

    def go_on(self, seat: int, seq: int, people: Collection[int]) -> bool:
        """Somebody has seen it. Whether everybody has. Raises NotAsked: it was about another moment."""
        if seq != self.seq:
            raise NotAsked("stale")
        self.ready.add(seat)
        return self.ready >= set(people)


def heaviest(events: Iterable[Event]) -> Weight | None:
    found = {event.held() for event in events}
    return next((weight for weight in reversed(_ORDER) if weight in found), None)
