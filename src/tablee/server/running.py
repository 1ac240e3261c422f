"""A match on the server: its clock, its log in the store, and its news. Stored before told."""

from __future__ import annotations

import asyncio
from asyncio import Future, TimerHandle
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Protocol

from tablee.bots import Bot
from tablee.engine import Ask, Choice, Event, Match, NotAllowed, NotAsked, Refused, Reply, Value
from tablee.house import Dice, House, find_referee
from tablee.house.provable import ProvableDice
from tablee.house.trial import Trial, TrialBot, TrialDice
from tablee.packs import library

from .beats import Beat, heaviest, holds
from .clock import MatchClock
from .fairness import PING_EVERY, Trip
from .pace import limits
from .play import Play, Settled
from .protocol import Answer, Began, Margin, Pace, Pressed, Readied
from .starting import captain_only
from .store import Conflict, Store, StoreFailed
from .update import Update, advise, build

REMEMBERED: Final = 64  # updates whose events a device can catch up on
AMONG_BOTS: Final = 3  # times as fast, where bots play alone and nobody has to think
LONGEST_SLEEP: Final = 3_600.0  # seconds; a timer further away is set again


class Around(Protocol):
    """What a match needs of the table around it."""

    lost: Callable[[], None] | None
    """What to do when another runs the table."""

    def watched(self) -> tuple[int, ...]:
        """The seats that somebody looks at."""

    def tell(self, news: Update | Pressed | Readied) -> None:
        """To every device."""

    def settle(self, settled: Settled) -> None:
        """To whoever answered."""

    def measure(self, seats: Collection[int]) -> None:
        """The way to these seats' devices."""

    def stopped(self, problem: BaseException | None) -> None:
        """The match is over, to be kept and then told by `end`; or it cannot go on."""


class Running:
    """One match. Its methods never wait: the table is told what they did once it is safe."""

    def __init__(
        self,
        id: str,
        match: Match,
        secret: bytes,
        seeds: tuple[str, ...],
        pace: Pace,
        store: Store,
        table: Around,
        hold: float = 0.0,
        trial: Trial | None = None,
        real: bool = False,
    ) -> None:
        self.id, self.match, self.secret, self.store, self.table = id, match, secret, store, table
        self.pace, self.hold, self.trial = pace, hold, trial
        self.captains = captain_only(match.header)
        self.packs = [library.get(ref) for ref in match.header.packs]  # held, whatever others bring
        self.loop = asyncio.get_running_loop()
        dice: Dice = ProvableDice(secret, seeds, id)
        if trial:
            dice = TrialDice(trial, match, dice)
        self.house = House(match, dice, {}, find_referee(match.header), limits(pace))
        if real:
            self.house.hands = self._hands
        self.play = Play(match, self.house)
        self.clock = MatchClock(max((reply.at for reply in match.log), default=0), self.loop.time)
        self.history: list[tuple[int, list[Event]]] = []
        self.latest: Update | None = None  # of what everyone may know
        self.beat: Beat | None = None
        self.dead = self.skipping = False
        self._kept = False  # that the match is over: before that, nobody is told how it ended
        self._last: Update | None = None
        self._pending = 0
        self._shown_later: list[Callable[[Update], None]] = []
        self._timer: TimerHandle | None = None
        self._pulse: TimerHandle | None = None
        self._opening: list[Event] = list(match.news) if not match.log else []

    # ------------------------------------------------------------ people

    def answer(self, order: Answer, tag: Any, trip: Trip) -> None:
        """Raises Refused, and then nothing has changed."""
        self._must_run()
        self.play.take(order, tag, self.clock.now(), trip)
        self.run()

    def begin(self, order: Began, trip: Trip) -> None:
        self._must_run()
        if self.play.begin(order, self.clock.now(), trip):
            self._pressed(order.seat, order.ask)
        self._schedule()

    def _hands(self, ask: Ask) -> tuple[int, ...]:
        """Who says what real dice and cards show: whose hand it is. For a bot and who is away, anyone who is here."""
        if self.skipping:
            return ()
        seat = self.match.hand(ask)
        here = self.play.trips
        return () if seat is None else (seat,) if seat in here or not here else tuple(sorted(here))

    def chat(self, seat: int, text: str, tag: Any) -> bool:
        """Whether that was said to the game (BL-36); then it is settled like an answer."""
        if not self.clock.running or not any(ask.name == "chat" for ask in self.match.asks):
            return False
        self._say(seat, "chat", text, tag)
        return True

    def attend(self, trips: Mapping[int, Trip], absent: Collection[int]) -> None:
        """Who is here, and how far away; whose silence is played. The clock runs from now on."""
        if self.over:
            return
        self.play.trips = dict(trips)
        self.house.beats = holds(self.pace, self.hold)
        self.clock.go(AMONG_BOTS if self.bots_alone else 1)
        if self.skipping:  # whoever reads or guesses along would hold up the result that all wait for
            absent = {*range(len(self.match.header.seats))} - self.house.bots.keys()
        for seat in {*absent} ^ self.house.absent:
            self.house.absent ^= {seat}
            self._say(seat, "presence", "away" if seat in self.house.absent else "back")
        if not self.clock.running:
            self.start()

    @property
    def bots_alone(self) -> bool:
        return len(self.house.bots) == len(self.match.header.seats)

    def skip(self) -> None:
        """Only bots can still win: to the result, as fast as they think. Raises Refused."""
        self._must_run()
        if self.house.people_play:
            raise NotAllowed("people_play")
        self.skipping = True
        self.attend(self.play.trips, self.house.absent)
        self._schedule()

    def go_on(self, seat: int, beat: int) -> None:
        """This seat has seen enough. Raises Refused."""
        if self.beat is None:
            return
        if self.beat.go_on(seat, beat, self.play.trips):
            self.house.held_until = 0
            self.run()
        else:
            self.table.tell(Readied(beat, tuple(sorted(self.beat.ready))))

    def _pressed(self, seat: int, name: str) -> None:
        writes = any(ask.name == name and not isinstance(ask.form, Choice) for ask in self.match.asks)
        self.table.tell(Pressed(seat, name, writes))

    def _say(self, seat: int, name: str, value: Value, tag: Any = None) -> None:
        """An answer to a standing ask."""
        self.play.put(Reply(seat, name, value, self.clock.now()), tag)
        if self.clock.running:
            self.run()

    def seat_bot(self, seat: int, bot: Bot | None) -> None:
        self.house.bots.pop(seat, None)
        if bot:
            self.house.bots[seat] = TrialBot(self.trial, self.match, seat, bot) if self.trial else bot
        elif self.skipping and self.house.people_play:  # somebody plays again, and must see what
            self.skipping = False
            self.show(self.table.tell)
            self._schedule()

    @property
    def over(self) -> bool:
        return self.match.result is not None

    def time(self) -> tuple[int, bool]:
        """On the clock of the match, and whether that is running."""
        return self.clock.now(), self.clock.running

    def _must_run(self) -> None:
        if self.over:
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
        if not self.dead and not self.over:
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
                    self._pressed(seat, name)
            batch = self.play.run(now)
            events, self._opening = [*self._opening, *batch.events], []
            seen = self._hold(batch.events, now)
            if not batch.replies and self.latest is not None and not seen:
                for settled in batch.settled:
                    self.table.settle(settled)
                self._schedule()
                return
            update = self._build(events, batch.show_at, batch.margin)
        except Exception as problem:
            self.close()
            self.table.stopped(problem)
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

    def _hold(self, events: list[Event], now: int) -> bool:
        """Look after the moment that is held. Whether one is over."""
        over = self.beat is not None and not self.house.held_until
        if over:
            self.beat = None
        if self.house.held_until and (weight := heaviest(events)):
            before = self.beat.events if self.beat else []
            told = [*before, *(event for event in events if event.held())]
            heavy = [event for event in told if event.held() == weight]
            rule = next((why for event in reversed(heavy) if (why := self.match.why(event))), None)
            self.beat = Beat(len(self.match.log), told, weight, now, self.house.held_until, set(), rule)
        return over

    def _stored(self, update: Update, settled: list[Settled], stored: Future[None]) -> None:
        self._pending -= 1
        problem = None if stored.cancelled() else stored.exception()
        if stored.cancelled() or problem is not None:
            if isinstance(problem, Conflict) and self.table.lost:
                self.close()
                self.table.lost()  # and whoever answered asks again, of whoever runs the table now
                return
            unkept: Refused = NotAllowed("not_stored")
            for one in settled:
                self.table.settle(Settled(one.tag, one.refused or unkept, one.rule))
            if not self.dead:
                self.close()
                self.table.stopped(StoreFailed("cancelled" if stored.cancelled() else str(problem)))
            return
        for one in settled:
            self.table.settle(one)
        if self.dead:
            return
        if self.over and not self._pending:
            self.close()
            self._last = update
            self.table.stopped(None)
            return
        self._tell(update)
        if self.skipping and not self._pending:
            self._schedule()
        if not self._pending:
            self._show_late()

    def end(self) -> None:
        """That it is over is kept, and told now: whoever has seen the end need not come back for it."""
        self._kept = True
        if self._last:
            self._tell(self._last)
        self._show_late()

    def _show_late(self) -> None:
        if self._shown_later:
            later, self._shown_later = self._shown_later, []
            fresh = self._fresh()
            for show in later:
                show(fresh)

    def _build(self, events: list[Event], show_at: int | None = None, margin: Margin | None = None) -> Update:
        secret = self.secret.hex() if self.match.result else None
        watched, races = self.table.watched(), self.play.speed
        now = self.clock.now()
        told = build(self.id, self.match, self.house, events, now, watched, races, show_at, margin, secret, self.beat)
        return advise(told, self.trial, self.match) if self.trial else told

    def _tell(self, update: Update) -> None:
        self.latest = update
        if self.skipping and not self.over:  # only the result is worth seeing
            return
        if update.events:
            self.history.append((update.seq, update.events))
            del self.history[:-REMEMBERED]
        self.table.tell(update)

    def show(self, show: Callable[[Update], None]) -> None:
        """How things stand, for a device that comes in: now, or when all that has happened is stored."""
        if self._pending or (self.over and not self._kept):
            self._shown_later.append(show)
        else:
            show(self._fresh())

    def _fresh(self) -> Update:
        self.house.look_round(self.clock.now(), self.match.asks)
        self.latest = self._build([])
        return self.latest

    def missed(self, seq: int) -> list[Event]:
        """What was told after this state, as far as it is remembered."""
        return [event for told, events in self.history if told > seq for event in events]

    # ------------------------------------------------------------ time

    def _schedule(self) -> None:
        self._cancel()
        if self.dead or not self.clock.running or (self.skipping and self._pending):
            return
        wake = self.play.wakes()
        if wake is not None:
            if self.skipping:
                self.clock.leap(wake)
            seconds = min(LONGEST_SLEEP, max(0.0, (wake - self.clock.now()) / 1000 / self.clock.rate))
            self._timer = self.loop.call_later(seconds, self._wake)
        if self.play.speed and self._pulse is None and self.play.racing:
            self._measure()

    def _measure(self) -> None:
        """While a race is open, the way to those who run it is measured often."""
        self._pulse = None
        if not self.dead and self.clock.running and (seats := self.play.racing):
            self.table.measure(seats)
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
