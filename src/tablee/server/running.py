"""A match on the server: its clock, its log in the store, and its news. Stored before told."""

from __future__ import annotations

import asyncio
from asyncio import Future, TimerHandle
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from tablee.bots import Bot
from tablee.engine import Event, Match, NotAllowed, NotAsked, Refused, Reply, Value
from tablee.house import House, find_referee
from tablee.house.provable import ProvableDice

from .fairness import PING_EVERY, Trip
from .pace import limits
from .play import Play, Settled
from .protocol import Answer, Began, Margin, Pace
from .store import Store
from .update import Update, build

REMEMBERED: Final = 64  # updates whose events a device can catch up on
LONGEST_SLEEP: Final = 3_600.0  # seconds; a timer further away is set again


class MatchClock:
    """Milliseconds that stand still while the table is paused."""

    def __init__(self, at: int, time: Callable[[], float]) -> None:
        self._at, self._time, self._since = at, time, 0.0
        self.running = False

    def now(self) -> int:
        return self._at + int((self._time() - self._since) * 1000) if self.running else self._at

    def start(self) -> None:
        if not self.running:
            self._since, self.running = self._time(), True

    def stop(self) -> None:
        self._at, self.running = self.now(), False


class Hooks(Protocol):
    """What the match needs of its table."""

    def tell_update(self, update: Update) -> None: ...
    def tell_pressed(self, seat: int, ask: str) -> None: ...
    def settle(self, settled: Settled) -> None: ...
    def ping(self, seats: list[int]) -> None: ...
    def ended(self) -> None: ...
    def lost(self, problem: BaseException) -> None: ...
    def broken(self, problem: BaseException) -> None: ...


class Running:
    """One match. Its methods never wait: what they did is told by hooks, once it is safe."""

    def __init__(
        self, id: str, match: Match, secret: bytes, seeds: tuple[str, ...], pace: Pace, store: Store, hooks: Hooks
    ) -> None:
        self.id, self.match, self.secret, self.store, self.hooks = id, match, secret, store, hooks
        self.loop = asyncio.get_running_loop()
        dice = ProvableDice(secret, seeds, id)
        self.house = House(match, dice, {}, find_referee(match.header), limits(pace))
        self.play = Play(match, self.house)
        self.clock = MatchClock(max((reply.at for reply in match.log), default=0), self.loop.time)
        self.history: deque[tuple[int, list[Event]]] = deque(maxlen=REMEMBERED)
        self.watched: Callable[[], tuple[int, ...]] = tuple  # seats that somebody looks at
        self.told: Update | None = None  # the latest that everyone may know
        self.dead = False
        self._pending = 0
        self._shown_later: list[Callable[[Update], None]] = []
        self._timer: TimerHandle | None = None
        self._pulse: TimerHandle | None = None
        self._opening: list[Event] = list(match.news) if not match.log else []

    # ------------------------------------------------------------ people

    def answer(self, order: Answer, tag: Any, trip: Trip) -> None:
        """Raises Refused, and then nothing has changed."""
        self._must_run()
        self.play.hear(order, tag, self.clock.now(), trip)
        self.run()

    def begin(self, order: Began, trip: Trip) -> None:
        self._must_run()
        if self.play.begin(order, self.clock.now(), trip):
            self.hooks.tell_pressed(order.seat, order.ask)
        self._schedule()

    def say(self, seat: int, name: str, value: Value, tag: Any = None) -> None:
        """An answer to a standing ask that needs no device: presence, talk."""
        self.play.put(Reply(seat, name, value, self.clock.now()), tag)
        if self.clock.running:
            self.run()

    def seat_bot(self, seat: int, bot: Bot | None) -> None:
        self.house.bots.pop(seat, None)
        if bot:
            self.house.bots[seat] = bot

    def set_trips(self, trips: Mapping[int, Trip]) -> None:
        self.play.trips = dict(trips)

    def _must_run(self) -> None:
        if self.match.result is not None:
            raise NotAsked("game_over")
        if self.dead or not self.clock.running:
            raise NotAllowed("paused")
        self._set_clocks()

    def _set_clocks(self) -> None:
        """Pings go by the clock of the loop, which never stands still."""
        offset = self.clock.now() - int(self.loop.time() * 1000)
        for trip in self.play.trips.values():
            trip.offset = offset

    # ------------------------------------------------------------ going on

    def start(self) -> None:
        if not self.dead and self.match.result is None:
            self.clock.start()
            self.run()

    def stop(self) -> None:
        self.clock.stop()
        self._cancel()

    def close(self) -> None:
        """Nothing more comes of this object: the match is over, or will be rebuilt from the store."""
        self.dead = True
        self._cancel()

    def run(self) -> None:
        """Carry out what is due, and have it stored; the news waits for that."""
        if self.dead:
            return
        now = self.clock.now()
        try:
            if self.play.speed:
                self._set_clocks()
                for seat, name in self.play.presses(now):
                    self.hooks.tell_pressed(seat, name)
            batch = self.play.run(now)
            events, self._opening = [*self._opening, *batch.events], []
            if not batch.replies and self.told is not None:
                for settled in batch.settled:
                    self.hooks.settle(settled)
                self._schedule()
                return
            update = self._build(events, batch.show_at, batch.margin)
        except Exception as problem:
            self.close()
            self.hooks.broken(problem)
            return
        if not batch.replies:
            self._tell(update)
            self._schedule()
            return
        self._pending += 1
        stored = self.store.append(self.id, batch.seq, batch.replies)
        if stored.done():
            self._stored(update, batch.settled, stored)
        else:
            stored.add_done_callback(lambda future: self._stored(update, batch.settled, future))
        self._schedule()

    def _stored(self, update: Update, settled: list[Settled], stored: Future[None]) -> None:
        self._pending -= 1
        if stored.cancelled() or (problem := stored.exception()) is not None:
            unkept: Refused = NotAllowed("not_stored")
            for one in settled:
                self.hooks.settle(Settled(one.tag, one.refused or unkept, one.rule))
            if not self.dead:
                self.close()
                self.hooks.lost(RuntimeError("cancelled") if stored.cancelled() else problem)  # type: ignore[arg-type]
            return
        for one in settled:
            self.hooks.settle(one)
        if self.dead:
            return
        self._tell(update)
        if self._shown_later and not self._pending:
            later, self._shown_later = self._shown_later, []
            fresh = self._fresh()
            for show in later:
                show(fresh)
        if self.match.result is not None and not self._pending:
            self.close()
            self.hooks.ended()

    def _build(self, events: list[Event], show_at: int | None = None, margin: Margin | None = None) -> Update:
        secret = self.secret.hex() if self.match.result else None
        watched, races = self.watched(), self.play.speed
        now = self.clock.now()
        return build(self.id, self.match, self.house, events, now, watched, races, show_at, margin, secret)

    def _tell(self, update: Update) -> None:
        self.told = update
        if update.events:
            self.history.append((update.seq, update.events))
        self.hooks.tell_update(update)

    def show(self, show: Callable[[Update], None]) -> None:
        """How things stand, for a device that comes in: now, or when all that has happened is stored."""
        if self._pending:
            self._shown_later.append(show)
        else:
            show(self._fresh())

    def _fresh(self) -> Update:
        self.house.look_round(self.clock.now(), self.match.asks)
        self.told = self._build([])
        return self.told

    def missed(self, seq: int) -> list[Event]:
        """What was told after this state, as far as it is remembered."""
        return [event for told, events in self.history if told > seq for event in events]

    # ------------------------------------------------------------ time

    def _schedule(self) -> None:
        self._cancel()
        if self.dead or not self.clock.running:
            return
        wake = self.play.wakes()
        if wake is not None:
            seconds = min(LONGEST_SLEEP, max(0.0, (wake - self.clock.now()) / 1000))
            self._timer = self.loop.call_later(seconds, self._wake)
        if self.play.speed and self._pulse is None and self.play.racing:
            self._measure()

    def _measure(self) -> None:
        """While a race is open, the way to those who run it is measured often."""
        self._pulse = None
        if not self.dead and self.clock.running and (seats := self.play.racing):
            self.hooks.ping(seats)
            self._pulse = self.loop.call_later(PING_EVERY / 1000, self._measure)

    def _wake(self) -> None:
        self._timer = None
        self.run()

    def _cancel(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._pulse and (self.dead or not self.clock.running):
            self._pulse.cancel()
            self._pulse = None
