"""The table: the state of one game, changed only by its script, and what may be seen of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct

from .events import Event, Whispered, kind

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
P = ParamSpec("P")
TableT = TypeVar("TableT", bound="Table")


class Table:
    """What every game's table has; each game adds its own slots."""

    __slots__ = ("away", "events", "in_play", "now", "reckoned", "seats", "tell")

    def __init__(self, seats: int) -> None:
        self.seats = range(seats)
        self.in_play = list(self.seats)  # who can still win; a game that nobody leaves early need not touch it
        self.away: set[int] = set()
        self.events: list[Event] = []  # told by the latest answer
        self.tell: Callable[[Event], None] = self.events.append  # a script tells more than it does anything else
        self.now = 0  # the latest moment anyone has mentioned
        self.reckoned: dict[Any, Any] = {}  # by `once`, since the latest answer

    def whisper(self, to: Iterable[int], event: Event, others: Event | None = None) -> None:
        self.events.append(Whispered(tuple(to), event, others))


def once(reckon: Callable[Concatenate[TableT, P], T]) -> Callable[Concatenate[TableT, P], T]:
    """For what is reckoned of a table as it stands, such as what an option brings: once until the next answer, however
    many want to know. Not for the rules themselves, which change the table meanwhile."""

    @wraps(reckon)
    def remembered(table: TableT, /, *given: P.args, **named: P.kwargs) -> T:
        key = (reckon, given, *named.items())
        if key not in table.reckoned:
            table.reckoned[key] = reckon(table, *given, **named)
        found: T = table.reckoned[key]
        return found

    return remembered


class View(Struct, kw_only=True):
    """What one seat, or a spectator, may know. A game's view names public fields; secrets can only be in `mine`."""

    mine: Struct | None = None


class Consequence(Struct, frozen=True, tag_field="brings", tag=kind, omit_defaults=True, gc=False):
    """What an option brings, told to whoever is asked before he chooses. Each kind names its own figures."""


class Secret(Generic[T_co]):
    """Something that only some seats know. It reaches a view through `to`, and in no other way."""

    __slots__ = ("_known_by", "_open", "_value")

    def __init__(self, value: T_co, *seats: int) -> None:
        self._value, self._known_by, self._open = value, set(seats), False

    def show(self, *seats: int) -> None:
        self._known_by.update(seats)

    def open(self) -> None:
        self._open = True

    def to(self, seat: int | None) -> T_co | None:
        return self._value if self._open or seat in self._known_by else None

    def part(self: Secret[Sequence[T]], index: int) -> Secret[T]:
        """One part of it, known to the same seats."""
        return Secret(self._value[index], *self._known_by)

    @property
    def truth(self) -> T_co:
        """For the rules only."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(…)"  # not even a traceback tells it


class Result(Struct, frozen=True):
    ranking: tuple[tuple[int, ...], ...]  # best first; those who share a place stand together
    scores: tuple[int, ...]
    why: str  # the way in which the game ended

    @classmethod
    def by_score(cls, scores: Sequence[int], why: str) -> Result:
        places = sorted(set(scores), reverse=True)
        ranking = tuple(tuple(seat for seat, score in enumerate(scores) if score == place) for place in places)
        return cls(ranking, tuple(scores), why)
