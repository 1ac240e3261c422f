"""Fair speed: whoever was first at the table is first in the match, however far from the server he sits.

Pure: moments in, order out. A moment is an integer of milliseconds on the clock of the match; nothing here looks at a
clock. The server pings each device (every few seconds; every `PING_EVERY` while a race is open) and feeds its `Trip`.

    began = allowance.believe(message.began, now, trip)     # a press arrives
    window.begin(seat, began, now)
    window.add(Held(seat, "Paris", at, None, now))          # the answer is complete
    for held in window.release(now, trips): ...             # all of them to the match, before the house speaks
    window.due(trips)                                       # when to look again, unless something arrives, pongs too
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import ceil
from typing import Final, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tablee.engine import Value
from tablee.engine.asks import TYPING_MOST, begun, typing

from .protocol import Margin

LEAD_MOST: Final = 250  # a question is announced no further ahead
HOLD_MOST: Final = 300  # an answer waits no longer for those that might have been earlier
BACK_MOST: Final = 250  # no distance explains more
STALL_MOST: Final = 1000  # a line that is silent for longer is dead
TIE: Final = 30  # the games' own window for a tie
PING_EVERY: Final = 150  # while a race is open

Kind = Literal["press", "send"]


# ---------------------------------------------------------------- the way to a device


def _believed() -> bool:
    """A stall, without evidence."""
    return True


def _nothing() -> None:
    pass


class Trip:
    """The way to one device and back, in milliseconds, as the server's own pings measure it.

    A program over there can keep its pongs back; it cannot keep back what its system acknowledges. So the way is never
    believed to be longer than the system's own measure allows, and a stall is one only while bytes are on their way.
    """

    __slots__ = ("_pings", "_samples", "_usual", "heard", "least", "offset", "round_trip", "stalls", "uncertainty")

    FIRST: Final = 80.0  # as long as nothing has been measured
    KEPT: Final = 31
    UNCERTAIN_LEAST: Final = 2.0
    UNCERTAIN_MOST: Final = 20.0  # or an erratic device would tie with everyone
    SLACK: Final = 8.0  # between what a system acknowledges and what its program answers

    def __init__(self) -> None:
        self._samples: list[float] = []
        self._pings: list[int] = []  # sent, and not yet answered
        self.round_trip = self._usual = self.FIRST
        self.least: float | None = None  # as the system knows it, or a proxy's; None: pongs are all there is
        self.stalls: Callable[[], bool] = _believed  # whether bytes are on their way
        self.uncertainty = self.UNCERTAIN_MOST
        self.offset = 0  # of the clock of the match, from the one by which pings are sent
        self.heard: Callable[[], None] = _nothing  # what is done when a pong has come

    @property
    def unanswered(self) -> int:
        return len(self._pings)

    def ping(self, now: int) -> None:
        self._pings.append(now)

    def pong(self, now: int) -> None:
        """Pongs come back in the order of the pings; one that nobody asked for says nothing."""
        if self._pings:
            self.add(now - self._pings.pop(0))
            self.heard()

    def silence(self, now: int) -> float | None:
        """For how long a ping has been waiting for its pong."""
        return now - self._pings[0] if self._pings else None

    def add(self, round_trip: float) -> None:
        """The middle of the latest samples: a few spikes, or a few pongs kept back, do not move it."""
        samples = self._samples
        samples.append(max(0.0, round_trip))
        del samples[: -self.KEPT]
        self._usual = usual = middle(samples)
        self._settle()
        spread = middle([abs(sample - usual) for sample in samples])
        self.uncertainty = min(max(spread, self.UNCERTAIN_LEAST), self.UNCERTAIN_MOST)

    def bound(self, least: float | None) -> None:
        """The least round trip that the system has seen: all-time."""
        if least is not None:
            self.least = least if self.least is None else min(self.least, least)
            self._settle()

    def _settle(self) -> None:
        self.round_trip = self._usual if self.least is None else min(self._usual, self.least + self.SLACK)

    @property
    def one_way(self) -> float:
        return self.round_trip / 2

    def overdue(self, now: int) -> float:
        """By how much the oldest pong is late. On one connection nothing overtakes: what arrives now was as late.

        Later than `STALL_MOST` is no stall: he is gone.
        """
        late = now - self.offset - self._pings[0] - self.round_trip if self._pings else 0.0
        return late if 3 * self.uncertainty < late <= STALL_MOST and self.stalls() else 0.0


def middle(samples: Collection[float]) -> float:
    return sorted(samples)[len(samples) // 2]


def lead(trips: Iterable[Trip]) -> int:
    """How far ahead a question must be announced, so that everyone can show it at the same moment."""
    return min(LEAD_MOST, round(max((trip.one_way for trip in trips), default=0)))


def leaves(show_at: int, trip: Trip) -> int:
    """When the question is sent to this device: not before it must, so that no script over there reads it early."""
    return int(show_at - min(trip.one_way, LEAD_MOST))


def expected(moment: int, trip: Trip) -> int:
    """When something sent at this moment has arrived. If a pong is late by then, there is no telling."""
    arrival = ceil(moment + trip.one_way + trip.uncertainty)
    return arrival + HOLD_MOST if trip.overdue(arrival) else arrival


def closing(until: int, trips: Iterable[Trip]) -> int:
    """When the clock may say that time is up: what was sent at the last moment has arrived by then."""
    return min(until + HOLD_MOST, max((expected(until, trip) for trip in trips), default=until))


# ---------------------------------------------------------------- what is believed


class Quota:
    """Milliseconds that can be drawn, and slowly come back."""

    __slots__ = ("_left", "_most", "_refill", "_since")

    def __init__(self, most: float, refill: float) -> None:
        """`refill`: in a second."""
        self._left = self._most = most
        self._refill = refill
        self._since = 0

    def draw(self, wanted: float, now: int) -> float:
        self._left = min(self._most, self._left + max(0, now - self._since) * self._refill / 1000)
        self._since = max(now, self._since)
        drawn = min(max(0.0, wanted), self._left)
        self._left -= drawn
        return drawn


class Allowance:
    """How far one device's claims are believed.

    An honest claim goes back half the round trip, give or take the jitter; even if the ways there and back differ, as
    the page's clock is then off by just as much. Beyond that, quotas cover accidents, not habits.
    """

    __slots__ = ("_jitter", "_stalls")

    SHARE: Final = 0.6  # of the round trip: a claim goes back no further, unless the line stalls

    def __init__(self) -> None:
        self._jitter = Quota(30, 0.1)
        self._stalls = Quota(600, 0.5)

    def believe(self, claimed: int | None, arrived: int, trip: Trip) -> int:
        """The moment that counts for a claim; without a sensible one, that of its arrival."""
        if claimed is None or claimed.__class__ is not int or claimed >= arrived:
            return arrived
        usual = min(trip.one_way, BACK_MOST)
        reach = min(self.SHARE * trip.round_trip, BACK_MOST)
        back = arrived - claimed
        believed = min(back, usual)
        believed += self._jitter.draw(min(back, reach) - usual, arrived)
        if back > reach and (stall := trip.overdue(arrived)):
            believed += self._stalls.draw(min(back - reach, stall), arrived)
        return arrived - int(believed)


# ---------------------------------------------------------------- the window


class Held(Struct, frozen=True):
    """A complete answer; its moments are already believed."""

    seat: int
    value: Value
    at: int
    began: int | None
    arrived: int


class Begun(NamedTuple):
    moment: int
    arrived: int


class Anchor(NamedTuple):
    """The earliest of those who cannot be told apart."""

    moment: int
    blur: float


class Window:
    """One speed question, open to several seats: holds answers back until nobody can have been earlier.

    press: the press or first keystroke counts, and commits (DZ-74, DZ-75). send: the sending counts (BL-41).
    """

    __slots__ = ("_anchors", "_begun", "_held", "_latest", "_out", "kind", "tie")

    def __init__(self, kind: Kind, tie: int = TIE) -> None:
        self.kind, self.tie = kind, tie
        self._begun: dict[int, Begun] = {}  # who is typing
        self._held: list[Held] = []
        self._latest: dict[int, int] = {}  # seats that have answered: nothing earlier can still come from them
        self._out: set[int] = set()
        self._anchors: tuple[list[Anchor], list[Anchor]] = ([], [])  # of what counts; of the beginnings

    def begin(self, seat: int, moment: int, arrived: int) -> bool:
        """Someone pressed, or typed a first key. In a press window the first press stands."""
        if self.kind == "press" and (seat in self._begun or seat in self._latest):
            return False
        self._begun[seat] = Begun(moment, arrived)
        self._out.discard(seat)
        return True

    def add(self, held: Held) -> bool:
        """False: one attempt each, and this is a second. What was begun counts as it was believed then."""
        if self.kind == "press" and held.seat in self._latest:
            return False
        begun = self._begun.pop(held.seat, None)
        began = begun.moment if begun else held.began
        if began is not None:
            held = replace(held, began=began, at=max(began, held.at))
        self._latest[held.seat] = max(self.moment(held), self._latest.get(held.seat, 0))
        self._held.append(held)
        self._held.sort(key=lambda other: (self.moment(other), other.arrived, other.seat))
        return True

    def drop(self, seat: int) -> None:
        """Gone, or has passed: nobody waits for him any more. What he has answered stands."""
        self._begun.pop(seat, None)
        self._out.add(seat)

    def moment(self, held: Held) -> int:
        """The one that counts."""
        return counts(held, self.kind)

    def due(self, in_race: Mapping[int, Trip]) -> int | None:
        """When the next answer may be handed on, if nothing else arrives. None: there is none."""
        return min((self._ripe(held, in_race) for held in self._held), default=None)

    def release(self, now: int, in_race: Mapping[int, Trip]) -> list[Held]:
        """What may be handed on by now, in order. Nobody who was earlier stays behind."""
        ripe = [place for place, held in enumerate(self._held, 1) if self._ripe(held, in_race) <= now]
        count = max(ripe, default=0)
        released, self._held = self._held[:count], self._held[count:]
        return [self._level(held, in_race) for held in released]

    def _ripe(self, held: Held, in_race: Mapping[int, Trip]) -> int:
        """The moment from which nobody else can have been earlier, or has been waited for long enough."""
        moment, ripe, typed = self.moment(held), held.arrived, 0
        for seat, trip in in_race.items():
            if seat == held.seat or seat in self._out or self._latest.get(seat, -1) >= moment:
                continue
            first = self._begun.get(seat) if self.kind == "press" else None
            if first is None:
                if self.kind == "send" or seat not in self._latest:
                    ripe = max(ripe, expected(moment, trip))
            elif first.moment <= moment + self.tie:  # DZ-136: sent any later, it cannot be as early
                typed = max(typed, expected(moment + self.tie + TYPING_MOST, trip))
        return max(min(ripe, held.arrived + HOLD_MOST), typed)

    def _level(self, held: Held, in_race: Mapping[int, Trip]) -> Held:
        """Moments that cannot be told apart become one, so that the game's rule for ties decides."""
        trip = in_race.get(held.seat)
        blur = trip.uncertainty if trip else 0.0
        moments, beginnings = self._anchors
        if self.kind == "press" and held.began is not None:
            moment = level(self.moment(held), blur, moments)
            return replace(held, began=moment, at=min(held.at, moment + typing(held.value)))
        at = level(held.at, blur, moments)
        began = None if held.began is None else min(at, level(held.began, blur, beginnings))
        return replace(held, at=at, began=began)


def level(moment: int, blur: float, anchors: list[Anchor]) -> int:
    """The anchor that this moment cannot be told from, or else itself: a new anchor. So ties do not chain."""
    before = max((anchor for anchor in anchors if anchor.moment <= moment), default=None)
    if before and moment - before.moment <= max(blur, before.blur):
        return before.moment
    anchors.append(Anchor(moment, blur))
    return moment


def counts(held: Held, kind: Kind) -> int:
    """The moment of an answer that decides."""
    return held.at if kind == "send" else begun(held.at, held.began, held.value)


def margin(held: Sequence[Held], kind: Kind) -> Margin | None:
    """Bo, 84 ms before Cy: between the two earliest seats, as handed on; 0 is a tie. None: there was no race."""
    moments: dict[int, int] = {}
    for one in held:
        moment = counts(one, kind)
        moments[one.seat] = min(moment, moments.get(one.seat, moment))
    order = sorted(moments, key=lambda seat: moments[seat])
    return Margin(order[0], order[1], moments[order[1]] - moments[order[0]]) if len(order) > 1 else None
