"""What a game brings to the lab: what is counted in a match, and perhaps a player of many matches at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tablee.engine import Event, Meta, Result, load_place


@dataclass(frozen=True)
class Measures:
    """Without any, only the general columns are known."""

    columns: tuple[str, ...] = ()  # the names of what it counts, whole numbers
    count: Callable[[Sequence[Event], Result], dict[str, int]] = lambda events, result: {}
    uses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # columns that are drawn beside each other
    seconds_a_turn: int | None = None  # how a match's length is told; None: by its own clock

    def minutes(self, counted: Mapping[str, int], milliseconds: float) -> float:
        """How long a match takes people: what was counted in it, and what its own clock says."""
        seconds = self.seconds_a_turn * counted["turns"] if self.seconds_a_turn else milliseconds / 1000
        return seconds / 60


@dataclass(frozen=True)
class Kernel:
    """The whole game compiled, for some of its options and bots: it has the same columns as the engine's matches."""

    knows: Callable[[Mapping[str, Any], Sequence[str]], bool]  # options, and a bot a seat
    play: Callable[[Mapping[str, Any], Sequence[str], int, int, int], Mapping[str, Any]]  # …, seed, first, how many
    why: tuple[str, ...]  # `play` numbers the reasons of an end
    play_on_gpu: Callable[[Mapping[str, Any], Sequence[str], int, int, int], Mapping[str, Any]] | None = None


def find_measures(meta: Meta) -> Measures:
    return load_place(meta.measures, Measures) if meta.measures else Measures()


def find_kernel(meta: Meta) -> Kernel | None:
    """None also where what it is compiled with is not installed."""
    try:
        return load_place(meta.kernel, Kernel) if meta.kernel else None
    except ImportError:
        return None


def first_seat(events: Sequence[Event]) -> int:
    """Who began: the seat of the first event that says so; -1 where none does."""
    for event in events:
        if event.__struct_config__.tag in ("started", "round_started"):
            return int(getattr(event, "seat", -1))
    return -1
