"""What is counted in a game, from its events: a module a game, found by the game's id.

A module has `COLUMNS` (the names of what it counts, whole numbers), `measure(events, result)`, `MINUTES` (how a
game's length is told: "virtual", or seconds a turn), and `USES` (columns that are drawn beside each other).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from tablee.engine import Event, Result


class Measures(Protocol):
    COLUMNS: tuple[str, ...]
    USES: Mapping[str, tuple[str, ...]]
    SECONDS_A_TURN: int | None

    def measure(self, events: Sequence[Event], result: Result) -> dict[str, int]: ...


class _Nothing:
    """Of a game that nobody has written measures for, only the general columns are known."""

    COLUMNS: tuple[str, ...] = ()
    USES: Mapping[str, tuple[str, ...]] = {}
    SECONDS_A_TURN: int | None = None

    def measure(self, events: Sequence[Event], result: Result) -> dict[str, int]:
        return {}


def measures_of(game: str) -> Measures:
    place = f"{__name__}.{game}"
    if not game.isidentifier() or find_spec(place) is None:
        return _Nothing()
    return cast(Measures, import_module(place))


def first_seat(events: Sequence[Event]) -> int:
    """Who began: the seat of the first event that says so; -1 where none does."""
    for event in events:
        if event.__struct_config__.tag in ("started", "round_started"):
            return int(getattr(event, "seat", -1))
    return -1
