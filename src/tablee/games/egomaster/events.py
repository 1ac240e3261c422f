"""What happens in Egomaster alone; the rest is in `quiz/events.py`."""

from __future__ import annotations

from tablee.engine import Event, Seat
from tablee.games.quiz.events import QUIZ_EVENTS


class StartRolled(Event, frozen=True):
    """Who begins: the highest sum of both dice."""

    seat: Seat
    white: int
    black: int


class Placed(Event, frozen=True):
    seat: Seat
    cell: int


class Moved(Event, frozen=True):
    seat: Seat
    roll: int
    direction: str
    cell: int
    pushed: int  # how many taken cells lay in the way


class Announced(Event, frozen=True):
    """The reader has found the question, and says its icon and keyword."""

    reader: int | None  # None: the house reads
    kind: str
    amount: int
    page: int
    number: int
    icon: str | None  # None: solo
    keyword: str


class Designated(Event, frozen=True):
    """Gets the amount if the active player fails."""

    seat: Seat
    designee: Seat


class RolledOff(Event, frozen=True):
    """The dice decide between equals: the highest sum wins."""

    seat: Seat
    white: int
    black: int


class NotPaid(Event, frozen=True):
    """The bank does not hold the whole prize, and so pays nothing."""

    weight = "result"

    seat: Seat
    amount: int


class PhaseChanged(Event, frozen=True):
    """The bank is empty: from now on players win from players."""

    weight = "round"


EVENTS = (
    *QUIZ_EVENTS, StartRolled, Placed, Moved, Announced, Designated, RolledOff, NotPaid, PhaseChanged,
)  # fmt: skip
