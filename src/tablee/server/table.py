"""A table on the server: the people around one match after another, what they ask for, and what they are told."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Handle, Task
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from tablee.engine import Event, NotAllowed, Refused

from . import doing, evening, matches, protocol
from .fairness import Trip, leaves
from .lending import Lending
from .limits import Bucket
from .orders import carry_out
from .people import Device, People
from .play import Settled
from .protocol import Done, Lobby, News, Notice, Order, Pong, Refusal, Said, encode
from .recent import Recent
from .running import Running
from .settings import Settings
from .state import Place, TableState
from .store import Conflict, Store, StoreFailed, TableRecord
from .talk import Talk
from .update import Update

log = logging.getLogger("tablee.table")


class Live:
    """Orders come in by `take`, one at a time for each device; everything else follows from them and from time."""

    def __init__(self, state: TableState, store: Store, settings: Settings, packs: Path) -> None:
        self.state, self.store, self.settings, self.packs = state, store, settings, packs
        self.loop = asyncio.get_running_loop()
        self.people = People(settings.grace, self._missed)
        self.running: Running | None = None
        self.trouble: str | None = None  # storage, rules, broken
        self.lost: Callable[[], None] | None = None  # what to do when another runs this table
        self.frozen = False  # it is being handed over: nothing is answered here any more
        self.watchers: set[str] = set()  # of the match, besides those who sit
        self.reading: set[str] = set()  # whose device shows how the game goes
        self.talk = Talk(self.tell)
        self.lending = Lending(self.loop.time)
        self.used = self.loop.time()
        self.chatter = Bucket(settings.rate, 2 * settings.burst)  # lines and reactions: each goes to every device
        self.lock = asyncio.Lock()
        self.seeded: asyncio.Event | None = None  # for whoever waits for a part in the dice
        self._lobby_due: Handle | None = None
        self._recent = Recent()
        self.chats: dict[tuple[str, str], tuple[int, Place, str]] = {}  # lines on their way through the game, by order
        self._seats: dict[str, tuple[int, ...]] = {}
        self._seats_in: TableState | None = None  # the state for which they are right
        self._watched: tuple[tuple[Device, ...], tuple[int, ...]] | None = None  # …and for these devices
        self._tasks: set[Task[None]] = set()

    # ------------------------------------------------------------ coming and going

    async def join(self, device: Device, match: str | None = None, seq: int | None = None) -> None:
        """Raises Refused: kicked, or too many look on."""
        guest = device.guest
        if guest in self.state.kicked:
            raise NotAllowed("kicked")
        if not self.state.seats_of(guest) and guest not in self.people and self.spectators >= self.settings.spectators:
            raise NotAllowed("too_many_watch")
        self.used = self.loop.time()
        self.people.come(device)
        await matches.wake_up(self)
        await self._welcome_back(guest)
        self.tell_lobby()
        self._tell_lobby()
        self.look_round()
        for line in self.talk.lines:
            device.send(encode(Said(line)))
        if running := self.running:
            missed = running.missed(seq) if match == running.id and seq is not None else []
            running.show(lambda update: self.show(device, update, missed))
        await matches.admit(self, guest)

    def part(self, device: Device) -> None:
        """A device is gone; its guest may come back within the grace."""
        if self.people.go(device):
            self.used = self.loop.time()
            self.reading.discard(device.guest)
            if not self.seats_of(device.guest):
                self._recent.forget(device.guest)
            self.tell_lobby()
        self.look_round()

    async def _welcome_back(self, guest: str) -> None:
        """A bot that sat in for somebody gets up again."""
        if any(self.state.places[seat].bot for seat in self.state.seats_of(guest)):

            def give_back(state: TableState) -> None:
                for seat in state.seats_of(guest):
                    state.places[seat].bot = None

            with suppress(StoreFailed, Conflict):
                await self.change(give_back)

    def sleep(self) -> None:
        """Nobody is here: keep only what is stored anyway."""
        if self.running and not self.people:
            self.running.close()
            self.running = None
        self.people.expect_nobody()

    def freeze(self) -> None:
        """What is under way is stored and told; nothing new begins, and what is asked is asked again elsewhere."""
        self.frozen = True
        if self.running:
            self.running.close()

    def suspend(self) -> None:
        """Whether this table is still ours is not known: everyone waits."""
        self.frozen, self.trouble = True, "storage"
        for task in self._tasks:
            task.cancel()
        if self.running:
            self.running.close()
            self.running = None
        self.tell_lobby()

    async def resume(self, record: TableRecord) -> None:
        """It is ours, as the store has it."""
        self.state = msgspec.json.decode(record.state, type=TableState)
        self.frozen, self.trouble = False, None
        await matches.wake_up(self)
        self.tell_lobby()
        self.look_round()
        self.show_all()

    def close(self, code: str) -> None:
        """The server stops, or the table is closed."""
        self.frozen = True
        self.sleep()
        if self.running:
            self.running.close()
        for task in self._tasks:
            task.cancel()
        for guest in tuple(self.people):
            self.people.let_go(guest, code)

    # ------------------------------------------------------------ orders

    async def take(self, device: Device, order: Order) -> None:
        """Carry it out, and answer. The same order again gets the same answer."""
        if work := self.hear(device, order):
            await work

    def hear(self, device: Device, order: Order) -> Coroutine[Any, Any, None] | None:
        """`take`, as far as nothing has to be waited for; the rest is returned, to be awaited."""
        guest = device.guest
        if self.frozen:
            return None
        if not self._recent.is_new(guest, order.id):
            if answer := self._recent.answer(guest, order.id):
                device.send(answer)
            return None
        if order.id in self.state.orders.get(guest, ()):  # carried out before a restart
            self._answer(guest, order.id, None)
            return None
        if not isinstance(order, protocol.Answer):
            return self._do(device, order)
        try:
            doing.answer(self, device, order)
        except Exception as problem:
            self._fail(guest, order, problem)
        return None

    async def _do(self, device: Device, order: Order) -> None:
        guest = device.guest
        try:
            told = await doing.do(self, device, order)
        except Exception as problem:
            self._fail(guest, order, problem)
        else:
            if told is not None:
                self._answer(guest, order.id, None, told=told)

    def _fail(self, guest: str, order: Order, problem: Exception) -> None:
        """Say why it was not done; whatever it was, nobody waits for ever because of it."""
        if isinstance(problem, Refused):
            self._answer(guest, order.id, problem)
        elif isinstance(problem, StoreFailed | Conflict):
            log.warning("table %s: an order was not stored: %s", self.state.id, problem)
            if isinstance(problem, Conflict) and self.lost:
                self.lost()
                return
            self._answer(guest, order.id, NotAllowed("not_stored"))
        else:  # a fault of ours
            log.error("table %s: %s failed", self.state.id, type(order).__name__, exc_info=problem)
            self._answer(guest, order.id, NotAllowed("failed"))

    def _answer(
        self, guest: str, id: str, refused: Refused | None, rule: str | None = None, told: dict[str, Any] | None = None
    ) -> None:
        """To every device of this guest: the one that asked may have lost its connection meanwhile."""
        if refused is None:
            data = encode(Done(id, told or {}))
        else:
            params = {key: msgspec.to_builtins(value, enc_hook=str) for key, value in refused.params.items()}
            data = encode(Refusal(id, refused.code, params, rule))
        self._tell_lobby()
        self._recent.keep(guest, id, data if refused or told else b"")
        self.people.tell(lambda device: data, guest)

    async def change(self, change: Callable[[TableState], None], order: tuple[str, str] | None = None) -> None:
        """A change of the kept state: made in a copy, stored, and only then true. `order`: whose it was, and its id."""
        async with self.lock:
            changed = self.state.copy()
            change(changed)
            if order:
                changed.remember(*order)
            if evening.is_decided(changed, self._votes):
                carry_out(changed, changed.host or "", protocol.Decide("vote"))
            elif evening.all_want_again(changed, self._votes):
                carry_out(changed, changed.host or "", protocol.Rematch("again"))
            await self.store.save_table(changed.record())
            before, self.state = self.state, changed
            self.used = self.loop.time()
            self._apply(before)
        self.tell_lobby()

    def _apply(self, before: TableState) -> None:
        """What a changed state means for the devices and the match."""
        state = self.state
        for guest in state.kicked:
            if guest not in before.kicked:
                self.people.let_go(guest, "kicked")
        if state.phase == "lobby" and self.trouble in ("rules", "broken"):
            self.trouble = None
        if self.running is None:
            return
        if state.phase == "lobby":
            self.running.close()
            self.running = None
        if state.phase != "playing":
            return
        for seat, (old, new) in enumerate(zip(before.places, state.places, strict=True)):
            if old.bot != new.bot:
                matches.seat_bot(self, seat)
        self.look_round()

    # ------------------------------------------------------------ who is here

    @property
    def entered(self) -> bool:
        """Whether somebody ever sat here with a device: those give a part in the dice."""
        return bool(self.state.match or self.state.seeds)

    @property
    def spectators(self) -> int:
        return sum(1 for guest in self.people if not self.state.seats_of(guest))

    @property
    def screen(self) -> str | None:
        """The guest on whose screen everyone at the table looks: the first at which nobody sits."""
        screens = (device.guest for device in self.people.devices() if device.screen)
        return next((guest for guest in screens if not self.seats_of(guest)), None)

    @property
    def paused(self) -> str | None:
        if self.state.phase != "playing":
            return None
        people = [guest for place in self.state.places for guest in place.guests]
        alone = not any(place.members for place in self.state.places)  # bots play for whoever watches
        here = self.people.are_waited_for(self.people if alone else people)
        return self.trouble or ("host" if self.state.stopped else None if here else "empty")

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """As the state says; remembered, since every piece of news asks for it."""
        if self._seats_in is not self.state:
            self._seats_in, self._seats, self._watched = self.state, {}, None
        seats = self._seats.get(guest)
        if seats is None:
            seats = self._seats[guest] = self.state.seats_of(guest)
        return seats

    def _votes(self, place: Place) -> bool:
        """Whether a vote waits for these people."""
        return self.people.are_waited_for(place.guests)

    def _missed(self) -> None:
        self.look_round()
        self.tell_lobby()
        state = self.state
        if evening.is_decided(state, self._votes) or evening.all_want_again(state, self._votes) or self._switched_off:
            self.spawn(self._count())

    async def _count(self) -> None:
        """Who kept a vote or a rematch waiting is gone, or the television that was host."""

        def count(state: TableState) -> None:
            if self._switched_off:
                state.host = state.next_host

        with suppress(StoreFailed, Conflict):
            await self.change(count)

    @property
    def _switched_off(self) -> bool:
        """Whether a television is host, and gone, while there is somebody who could be it."""
        host = self.state.host or ""
        left = not self.seats_of(host) and not self.people.are_waited_for([host])
        return left and self.state.next_host != host

    def look_round(self) -> None:
        """Presence, distances and pauses, as the match must know them."""
        running = self.running
        if running is None or running.over:
            return
        if self.paused:  # with nobody here, nobody's silence is played
            running.stop()
            return
        trips: dict[int, Trip] = {}
        absent: set[int] = set()
        for seat, place in enumerate(self.state.places):
            if place.bot is not None:
                continue
            if ways := [device.trip for guest in place.guests for device in self.people.devices(guest)]:
                trips[seat] = max(ways, key=lambda trip: trip.round_trip)  # a team is waited for to its slower member
            if not self.people.are_waited_for(place.guests):
                absent.add(seat)
        running.attend(trips, absent)

    # ------------------------------------------------------------ what the match says

    def watched(self) -> tuple[int, ...]:
        here = self.people.devices()
        if self._watched is None or self._watched[0] is not here or self._seats_in is not self.state:
            self._watched = here, tuple({seat: None for guest in self.people for seat in self.seats_of(guest)})
        return self._watched[1]

    def measure(self, seats: Collection[int]) -> None:
        for seat in seats:
            for guest in self.state.places[seat].guests:
                for device in self.people.devices(guest):
                    device.ping()

    def settle(self, settled: Settled) -> None:
        guest, id = settled.tag
        told: dict[str, Any] = {}
        if (said := self.chats.pop(settled.tag, None)) and settled.refused is None:
            told["line"] = self.talk.say(*said).line
        self._answer(guest, id, settled.refused, settled.rule, told)

    def stopped(self, problem: BaseException | None) -> None:
        if problem is None:
            self.spawn(matches.finish(self))
        else:
            matches.stand_still(self, problem)

    # ------------------------------------------------------------ telling

    def tell(self, news: Update | News) -> None:
        """To every device, each what its seats may know."""
        self._tell_lobby()
        if isinstance(news, Update):
            for device in self.people.devices():
                self.show(device, news)
        else:
            data = encode(news)
            self.people.tell(lambda device: data)

    def tell_lobby(self) -> None:
        """Soon: once, however many changes there are until then."""
        if self._lobby_due is None:
            self._lobby_due = self.loop.call_soon(self._tell_lobby)

    def _tell_lobby(self) -> None:
        """Now, if it is due: what is told next may follow from it."""
        if self._lobby_due:
            self._lobby_due.cancel()
            self._lobby_due = None
            self.people.tell(self._lobby)

    def _lobby(self, device: Device) -> bytes:
        lobby = self.shown(device.guest)
        if len(lobby.mine) < 2 or device.look not in lobby.mine:
            device.look = None
        return encode(lobby)

    def shown(self, guest: str) -> Lobby:
        reports = self.talk.reported if guest == self.state.host else ()
        screen = self.screen is not None
        return self.state.shown(
            guest, self.people, self.paused, self.spectators - screen, screen, reports, self._loose, self.reading
        )

    @property
    def _loose(self) -> bool:
        """Whether pongs are all that is known of the way to somebody who sits here."""
        devices = self.people.devices()
        return any(device.trip.least is None and self.seats_of(device.guest) for device in devices)

    def show_all(self) -> None:
        """How the match stands, to everyone."""
        if self.running:
            self.running.show(self.tell)

    def show(self, device: Device, update: Update, missed: list[Event] | None = None) -> None:
        """In its own time: a race is sent to each device when its way to the shared moment is all that is left."""
        data = update.message(self.seats_of(device.guest), device.look, missed or ())
        wait = 0
        if update.show_at is not None and self.running:
            wait = leaves(update.show_at, device.trip) - self.running.time()[0]
        self.people.send(device, data, wait / 1000)

    def tell_host(self, notice: Notice | None) -> None:
        if notice and self.state.host:
            data = encode(notice)
            self.people.tell(lambda device: data, self.state.host)
        self.tell_lobby()

    def tell_time(self, device: Device, ping: protocol.Ping) -> None:
        """To a device that sets its clock by that of the match."""
        now, running = self.running.time() if self.running else (0, False)
        device.send(encode(Pong(ping.id, ping.at, now, running)))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
