"""A table on the server: the people and devices around one match after another."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import Task, TimerHandle
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

import msgspec

from tablee.bots import find_bots
from tablee.engine import Match, NotAllowed, Refused, Text, find
from tablee.house.provable import Provenance, commit

from . import protocol
from .bus import Bus, LobbyNews, Plain
from .fairness import Trip
from .names import a_lent_code, a_token, clean_line
from .orders import captain_only, carry_out, first_match, own
from .play import Settled
from .protocol import Done, Erased, HostOrder, Lobby, Notice, Order, Pressed, Reacted, Said, encode
from .recent import Recent
from .running import Running
from .settings import Settings
from .state import TableState
from .store import Conflict, Guest, MatchRecord, Store, StoreFailed, TableRecord, keep_packs
from .talk import Talk
from .update import Update

LENT_FOR: Final = 300.0  # seconds
RETRY: Final = 1.0  # seconds between two looks at a store that failed
log = logging.getLogger("tablee.table")


class Device(Protocol):
    """Somebody's browser, or another program."""

    guest: str
    trip: Trip
    look: int | None  # whose private part it shows, when several seats share it

    def hear_news(self, data: bytes) -> None:
        """Send it on."""

    def ping(self) -> None:
        """Measure the way to it."""

    def let_go(self, code: str) -> None:
        """Say why, and close the connection."""


class Live:
    """Orders come in by `take`, one at a time for each device; everything else follows from them and from time."""

    def __init__(self, state: TableState, store: Store, bus: Bus, settings: Settings, packs: Path) -> None:
        self.state, self.store, self.bus, self.settings, self.packs = state, store, bus, settings, packs
        self.loop = asyncio.get_running_loop()
        self.here: dict[str, list[Device]] = {}  # devices by guest
        self.running: Running | None = None
        self.trouble: str | None = None  # storage, broken
        self.talk = Talk()
        self.used = time.time()
        self._lent: dict[str, tuple[str, float]] = {}
        self._lock = asyncio.Lock()
        self._recent = Recent()
        self._graces: dict[str, TimerHandle] = {}
        self._seats: dict[str, tuple[int, ...]] = {}
        self._seats_in: TableState | None = None  # the state for which they are right
        self._tasks: set[Task[None]] = set()

    # ------------------------------------------------------------ devices

    async def join(self, device: Device, match: str | None = None, seq: int | None = None) -> None:
        """Raises Refused: kicked, or too many look on."""
        guest = device.guest
        if guest in self.state.kicked:
            raise NotAllowed("kicked")
        if not self.state.seats_of(guest) and guest not in self.here and self.watching >= self.settings.spectators:
            raise NotAllowed("too_many_watch")
        self.used = time.time()
        self.here.setdefault(guest, []).append(device)
        if grace := self._graces.pop(guest, None):
            grace.cancel()
        await self._wake_up()
        await self._welcome_back(guest)
        self.tell_lobby()
        self._look_at_people()
        for line in self.talk.lines:
            device.hear_news(encode(Said(line)))
        if running := self.running:
            missed = running.missed(seq) if match == running.id and seq is not None else []
            running.show(lambda update: self.send_state(device, update, missed))

    def part(self, device: Device) -> None:
        """A device is gone; its guest may come back within the grace."""
        guest = device.guest
        devices = self.here.get(guest, [])
        if device in devices:
            devices.remove(device)
        if devices or guest not in self.here:
            self._look_at_people()
            return
        del self.here[guest]
        self.used = time.time()
        if not self.seats_of(guest):
            self._recent.forget(guest)
        self.tell_lobby()
        self._graces[guest] = self.loop.call_later(self.settings.grace, self._miss, guest)
        self._look_at_people()

    def send_state(self, device: Device, update: Update, missed: list[Any] | None = None) -> None:
        seats = self.seats_of(device.guest)
        device.hear_news(update.message(seats, device.look, missed or ()))

    @property
    def watching(self) -> int:
        return sum(1 for guest in self.here if not self.state.seats_of(guest))

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """As the state says; remembered, since every piece of news asks for it."""
        if self._seats_in is not self.state:
            self._seats_in, self._seats = self.state, {}
        seats = self._seats.get(guest)
        if seats is None:
            seats = self._seats[guest] = self.state.seats_of(guest)
        return seats

    def _watched(self) -> tuple[int, ...]:
        return tuple({seat: None for guest in self.here for seat in self.seats_of(guest)})

    # ------------------------------------------------------------ orders

    async def take(self, device: Device, order: Order) -> None:
        """Carry it out, and answer. The same order again gets the same answer."""
        guest = device.guest
        if not self._recent.is_new(guest, order.id):
            if answer := self._recent.answer(guest, order.id):
                device.hear_news(answer)
            return
        try:
            if isinstance(order, HostOrder) and guest != self.state.host:
                raise NotAllowed("only_host")
            told = await self._do(device, order)
        except Refused as refused:
            self._answer(guest, order.id, refused)
        except (StoreFailed, Conflict) as failed:
            log.warning("table %s: an order was not stored: %s", self.state.id, failed)
            self._answer(guest, order.id, NotAllowed("not_stored"))
        except Exception:  # a fault of ours: nobody waits for ever because of it
            log.exception("table %s: %s failed", self.state.id, type(order).__name__)
            self._answer(guest, order.id, NotAllowed("failed"))
        else:
            if told is not None:
                self._answer(guest, order.id, None, told=told)

    async def _do(self, device: Device, order: Order) -> dict[str, Any] | None:
        """What is to be told at once; None: the answer comes when it is known."""
        guest = device.guest
        match order:
            case protocol.Answer():
                self._may_decide(guest, order.seat).answer(order, (guest, order.id), device.trip)
                return None
            case protocol.Began():
                self._may_decide(guest, order.seat).begin(order, device.trip)
            case protocol.Look():
                self._look(device, order.seat)
            case protocol.Chat():
                return self._chat(guest, order)
            case protocol.React():
                own(self.state, guest, order.seat)
                if not self.state.places[order.seat].muted:
                    self._tell(Reacted(order.seat, order.what))
            case protocol.Report():
                self._report(guest, order)
            case protocol.Erase():
                self._erase(order.line)
            case protocol.Lend():
                return self._lend(guest)
            case protocol.Take():
                await self._take_over(guest, order)
            case protocol.Start():
                await self._start()
            case _:
                await self._change(lambda state: carry_out(state, guest, order))
        return {}

    def _answer(
        self, guest: str, id: str, refused: Refused | None, rule: str | None = None, told: dict[str, Any] | None = None
    ) -> None:
        """To every device of this guest: the one that asked may have lost its connection meanwhile."""
        if refused is None:
            data = encode(Done(id, told or {}))
        else:
            params = {key: msgspec.to_builtins(value, enc_hook=str) for key, value in refused.params.items()}
            data = encode(protocol.Refused(id, refused.code, params, rule))
        self._recent.keep(guest, id, data)
        for device in tuple(self.here.get(guest, ())):
            device.hear_news(data)

    def _may_decide(self, guest: str, seat: int) -> Running:
        """The match, if this guest may answer for this seat."""
        place = own(self.state, guest, seat)
        if self.running is None:
            raise NotAllowed(self.trouble or ("game_over" if self.state.phase == "over" else "only_in_game"))
        if self.state.stopped:
            raise NotAllowed("paused")
        if captain_only(self.running.match.header) and place.guests[0] != guest:
            raise NotAllowed("only_captain", name=place.members[0].name)
        return self.running

    def _look(self, device: Device, seat: int | None) -> None:
        if seat is not None:
            own(self.state, device.guest, seat)
        device.look = seat
        if self.running and self.running.told:
            self.send_state(device, self.running.told)

    async def _change(self, change: Callable[[TableState], None]) -> None:
        """A change of the kept state: made in a copy, stored, and only then true."""
        async with self._lock:
            changed = deepcopy(self.state)
            change(changed)
            await self.store.save_table(self._record(changed))
            before, self.state = self.state, changed
            self.used = time.time()
            self._apply(before)
        self.tell_lobby()

    def _record(self, state: TableState) -> TableRecord:
        return TableRecord(state.id, state.code, msgspec.json.encode(state), state.match, time.time())

    def _apply(self, before: TableState) -> None:
        """What a changed state means for the devices and the match."""
        state = self.state
        for guest in state.kicked:
            for device in self.here.pop(guest, []) if guest not in before.kicked else []:
                device.let_go("kicked")
        if self.running is None:
            return
        if state.phase == "lobby":
            self.running.close()
            self.running = None
            return
        for seat, (old, new) in enumerate(zip(before.places, state.places, strict=True)):
            if old.bot != new.bot:
                self._seat_bot(seat)
        self._look_at_people()

    # ------------------------------------------------------------ talk

    def _chat(self, guest: str, order: protocol.Chat) -> dict[str, Any] | None:
        place = own(self.state, guest, order.seat)
        if place.muted:
            raise NotAllowed("muted")
        text = clean_line(order.text)
        running, in_game = self.running, False
        if running and not self.state.stopped and any(ask.name == "chat" for ask in running.match.asks):
            ask = next(ask for ask in running.match.asks if ask.name == "chat")
            assert isinstance(ask.form, Text)
            ask.form.check(text)
            running.say(order.seat, "chat", text, (guest, order.id))  # BL-36: it is part of the game
            in_game = True
        line = self.talk.say(order.seat, place.name, text)
        self._tell(Said(line))
        return None if in_game else {"line": line.line}

    def _report(self, guest: str, order: protocol.Report) -> None:
        """The host is told; what two seats report is removed."""
        own(self.state, guest, order.seat)
        line, enough = self.talk.report(order.line, order.seat)
        if enough:
            self._erase(order.line)
        self.tell_lobby()
        if not enough and self.state.host:
            notice = Notice("reported", {"line": order.line, "name": line.name, "text": line.text})
            self.bus.tell(self.state.id, Plain(encode(notice), self.state.host))

    def _erase(self, number: int) -> None:
        self.talk.erase(number)
        self._tell(Erased(number))

    # ------------------------------------------------------------ another device

    def _lend(self, guest: str) -> dict[str, Any]:
        if not self.state.seats_of(guest):
            raise NotAllowed("no_seat")
        code = a_lent_code()
        self._lent[code] = (guest, self.loop.time() + LENT_FOR)
        return {"code": code}

    async def _take_over(self, guest: str, order: protocol.Take) -> None:
        lender, until = self._lent.get(order.code, ("", 0.0))
        if not lender or self.loop.time() > until or lender == guest:
            raise NotAllowed("bad_code")
        del self._lent[order.code]

        def move(state: TableState) -> None:
            for place in state.places:
                for member in place.members:
                    if member.guest == lender:
                        member.guest = guest
            if state.host == lender:
                state.host = guest

        await self._change(move)
        if self.state.match and self.running:
            for one in (Guest(guest, guest == self.state.host), Guest(lender, False)):
                await self.store.admit(self.state.match, one)
        for device in tuple(self.here.get(lender, ())):
            device.hear_news(encode(Notice("moved")))
        self._send_states()

    # ------------------------------------------------------------ a match

    async def begin(self, at_once: bool) -> None:
        """A new table: store it, and perhaps start its first match."""
        await self.store.save_table(self._record(self.state))
        if at_once:
            await self._start()

    async def _start(self) -> None:
        async with self._lock:
            state = deepcopy(self.state)
            match = first_match(state)
            id, secret = a_token(), bytes.fromhex(state.secret)
            seeds = tuple("".join(state.seeds.get(guest, "") for guest in place.guests) for place in state.places)
            state.phase, state.match, state.stopped = "playing", id, False
            for place in state.places:
                place.left = False
            keep_packs(self.packs, match.header.packs)
            record = MatchRecord(id, state.id, match.header, Provenance(commit(secret), seeds), time.time())
            guests = {g: Guest(g, g == state.host) for place in state.places for g in place.guests}
            await self.store.new_match(self._record(state), record, secret, guests.values())
            self.state = state
            self._run(id, match, secret, seeds)
        self.tell_lobby()
        self._look_at_people()

    def _run(self, id: str, match: Match, secret: bytes, seeds: tuple[str, ...]) -> None:
        self.running = Running(id, match, secret, seeds, self.state.pace, self.store, self)
        self.running.watched = self._watched
        for seat in range(len(self.state.places)):
            self._seat_bot(seat)

    def _seat_bot(self, seat: int) -> None:
        assert self.running
        name, match = self.state.places[seat].bot, self.running.match
        makers = find_bots(find(match.header.game))
        self.running.seat_bot(seat, makers[name](Random(), match.header) if name else None)

    async def _wake_up(self) -> None:
        """Bring the match back from the store, after a restart or a long sleep."""
        if self.running or self.state.phase == "lobby" or self.state.match is None or self.trouble:
            return
        async with self._lock:
            if self.running or self.trouble:
                return
            try:
                await self._rebuild(self.state.match)
            except StoreFailed as failed:
                self.lost(failed)
            except Exception as problem:
                self.broken(problem)

    async def _rebuild(self, id: str) -> None:
        record, replies, secret = await self.store.match(id), await self.store.log(id), await self.store.secret(id)
        if record is None or secret is None:
            raise RuntimeError(f"match {id} is gone")
        self._run(id, Match.replay(record.header, replies), secret, record.provenance.seeds)
        assert self.running
        for place in self.state.places:
            for guest in place.guests:
                if guest not in self.here and guest not in self._graces:
                    self._graces[guest] = self.loop.call_later(self.settings.grace, self._miss, guest)
        if self.running.match.result is not None:
            self.running.close()
            if self.state.phase == "playing":
                self.ended()

    def sleep(self) -> None:
        """Nobody is here: keep only what is stored anyway."""
        if self.running and not self.here:
            self.running.close()
            self.running = None
        for grace in self._graces.values():
            grace.cancel()
        self._graces.clear()

    # ------------------------------------------------------------ who is here

    @property
    def paused(self) -> str | None:
        if self.state.phase != "playing":
            return None
        people = [guest for place in self.state.places for guest in place.guests]
        absent = all(guest not in self.here and guest not in self._graces for guest in people)
        return self.trouble or ("host" if self.state.stopped else "empty" if absent else None)

    def _miss(self, guest: str) -> None:
        """The grace is over."""
        self._graces.pop(guest, None)
        self._look_at_people()
        self.tell_lobby()

    async def _welcome_back(self, guest: str) -> None:
        """A bot that sat in for somebody gets up again."""
        if any(self.state.places[seat].bot for seat in self.state.seats_of(guest)):

            def give_back(state: TableState) -> None:
                for seat in state.seats_of(guest):
                    state.places[seat].bot = None

            with suppress(StoreFailed):
                await self._change(give_back)

    def _look_at_people(self) -> None:
        """Presence, distances and pauses, as the match must know them."""
        running = self.running
        if running is None or running.match.result is not None:
            return
        if self.paused:  # with nobody here, nobody's silence is played
            running.stop()
            return
        trips: dict[int, Trip] = {}
        house = running.house
        for seat, place in enumerate(self.state.places):
            ways = [device.trip for guest in place.guests for device in self.here.get(guest, ())]
            if ways and place.bot is None:
                trips[seat] = max(ways, key=lambda trip: trip.round_trip)  # a team is waited for to its slower member
            waited_for = any(guest in self.here or guest in self._graces for guest in place.guests)
            absent = place.bot is None and not waited_for
            if absent != (seat in house.absent):
                (house.absent.add if absent else house.absent.discard)(seat)
                running.say(seat, "presence", "away" if absent else "back")
        running.set_trips(trips)
        if not running.clock.running:
            running.start()

    # ------------------------------------------------------------ what the match says

    def tell_update(self, update: Update) -> None:
        self.bus.tell(self.state.id, update)

    def tell_pressed(self, seat: int, ask: str) -> None:
        self._tell(Pressed(seat, ask))

    def ping(self, seats: list[int]) -> None:
        for seat in seats:
            for guest in self.state.places[seat].guests:
                for device in self.here.get(guest, ()):
                    device.ping()

    def settle(self, settled: Settled) -> None:
        guest, id = settled.tag
        self._answer(guest, id, settled.refused, settled.rule)

    def ended(self) -> None:
        self._spawn(self._finish())

    async def _finish(self) -> None:
        running = self.running
        if running is None or running.match.result is None:
            return
        told = [event for _, event in told_events(running.match)]
        try:
            await self.store.finish(running.id, time.time(), running.match.result, msgspec.json.encode(told))
            await self._change(_over)
        except StoreFailed as failed:
            self.lost(failed)
        except Exception as problem:
            self.broken(problem)

    def lost(self, problem: BaseException) -> None:
        """The store failed: the table stands still, and goes on by itself from what was stored."""
        log.error("table %s: storage failed, paused: %s", self.state.id, problem)
        self.trouble = "storage"
        if self.running:
            self.running.close()
            self.running = None
        self.tell_lobby()
        self._spawn(self._recover())

    async def _recover(self) -> None:
        while self.trouble == "storage":
            await asyncio.sleep(RETRY)
            async with self._lock:
                try:
                    await self.store.save_table(self._record(self.state))  # a disk that can be read may still be full
                    if self.state.match is not None and self.state.phase == "playing":
                        await self._rebuild(self.state.match)
                except StoreFailed:
                    continue
                except Exception as problem:
                    self.broken(problem)
                    return
            self.trouble = None
        log.info("table %s: storage is back", self.state.id)
        self.tell_lobby()
        self._look_at_people()
        self._send_states()

    def broken(self, problem: BaseException) -> None:
        """A fault in a game or a bot stops this table and no other; its log tells how to repeat it."""
        seq = len(self.running.match.log) if self.running else 0
        match = self.state.match
        log.error("table %s: match %s broke after %d answers", self.state.id, match, seq, exc_info=problem)
        self.trouble = "broken"
        if self.running:
            self.running.close()
            self.running = None
        self.tell_lobby()

    # ------------------------------------------------------------ telling

    def tell_lobby(self) -> None:
        self.bus.tell(self.state.id, LobbyNews(self.shown))

    def shown(self, guest: str) -> Lobby:
        reports = self.talk.reported if guest == self.state.host else ()
        return self.state.shown(guest, self.here, self.paused, self.watching, reports)

    def _send_states(self) -> None:
        if self.running:
            self.running.show(self.tell_update)

    def _tell(self, message: protocol.News) -> None:
        self.bus.tell(self.state.id, Plain(encode(message)))

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self, code: str) -> None:
        """The server stops, or the table is closed."""
        self.sleep()
        if self.running:
            self.running.close()
        for task in self._tasks:
            task.cancel()
        for devices in list(self.here.values()):
            for device in tuple(devices):
                device.let_go(code)


def _over(state: TableState) -> None:
    if state.phase == "playing":
        state.phase = "over"


def told_events(match: Match) -> list[tuple[int, list[Any]]]:
    """All that was told in a match, by the length of the log."""
    again = Match(match.header)
    told = [(0, list(again.news))]
    for number, reply in enumerate(match.log, 1):
        if events := again.reply(reply):
            told.append((number, list(events)))
    return told
