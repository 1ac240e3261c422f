"""One device's connection: it says who it is, asks for things, and is told what its seats may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from asyncio import Task, TimerHandle
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tablee import __version__
from tablee.engine import NotAllowed, Refused, languages

from . import protocol
from .fairness import PING_EVERY, Trip
from .frames import BAD_FRAME, BAD_TEXT, BINARY, CLOSE, NORMAL, PING, PONG, TEXT, Broken, Frames, frame, goodbye
from .kernel import least_round_trip, unacknowledged
from .limits import Bucket
from .names import a_token, guest_of
from .protocol import LARGEST, Hello, Notice, Ping, Take, Welcome, decode_hello, decode_order, encode
from .starting import dice_givers
from .store import StoreFailed

if TYPE_CHECKING:
    from .app import Server
    from .cluster.relay import Relayed
    from .table import Live

HELLO_WITHIN: Final = 10.0  # seconds
PINGS: Final = 16  # that may be under way
SILENT: Final = 25_000  # milliseconds without any answer to a ping
STALL_SEEN: Final = 2 * PING_EVERY  # milliseconds for which bytes seen on their way are evidence
GOODBYE: Final = 4000  # the range of close codes for applications
GOODBYE_WITHIN: Final = 2.0  # seconds for the other side to say its own
log = logging.getLogger("tablee.socket")


class Socket(asyncio.Protocol):
    """What it is asked for is done where it is read: only what has to wait for something takes a task, and then what
    comes after it waits, too."""

    __slots__ = (
        "_bytes",
        "_caller",
        "_due",
        "_frames",
        "_loop",
        "_lost",
        "_pings",
        "_proxied",
        "_slowed",
        "_stalled",
        "_strikes",
        "_work",
        "address",
        "gone",
        "guest",
        "look",
        "screen",
        "server",
        "table",
        "transport",
        "trip",
    )

    def __init__(
        self, server: Server, transport: asyncio.Transport, address: str, caller: str, allowed: Bucket
    ) -> None:
        """`caller`: as the door knows it; `allowed`: how many bytes it may send."""
        self.server, self.transport, self.address = server, transport, address
        self.guest = ""
        self.look: int | None = None
        self.screen = False
        self.trip = Trip()
        self.table: Live | Relayed | None = None
        self.gone = False  # nothing that it says counts any more
        self._caller, self._bytes = caller, allowed
        self._loop = asyncio.get_running_loop()
        self._frames = Frames(4 * LARGEST)  # what is too large is refused by us; what is far too large is not read
        self._work: Task[None] | None = None
        self._due: TimerHandle | None = self._loop.call_later(HELLO_WITHIN, self._miss_hello)
        self._lost = self._slowed = False
        self._strikes = 0
        self._pings: dict[bytes, int] = {}
        self._stalled = -STALL_SEEN  # when bytes were last seen on their way
        self._proxied = False

    def trust(self, round_trip: str | None) -> None:
        """It comes through a proxy of ours: the system knows the way to that, and the proxy perhaps the rest."""
        self._proxied = True
        if round_trip and round_trip.isascii() and round_trip.isdigit() and int(round_trip):
            self.trip.bound(int(round_trip) / 1000)

    # ------------------------------------------------------------ what comes

    def data_received(self, data: bytes) -> None:
        self._frames.add(data)
        pause = self._bytes.draw(len(data), self._loop.time())  # of its own: a neighbour must not be made to wait
        if pause > 0:
            self._slowed = True
            self._loop.call_later(pause, self._hurry)
        if self._slowed or self._work:
            self.transport.pause_reading()
        self._go_on()

    def _go_on(self) -> None:
        """One after another."""
        try:
            while self._work is None and (found := self._frames.next()) is not None:
                kind, payload = found
                if kind == CLOSE:
                    self._leave(NORMAL)
                elif not self.gone:
                    self._hear(kind, payload)
        except Broken as broken:
            self._leave(broken.code)

    def _hear(self, kind: int, payload: bytes) -> None:
        """Raises Broken."""
        if kind == TEXT:
            try:
                text = payload.decode()
            except UnicodeDecodeError:
                raise Broken(BAD_TEXT) from None
            if work := self.read(text):
                self._work = self.server.spawn(work)
                self._work.add_done_callback(self._worked)
        elif self.table is None:
            raise Broken(BAD_FRAME)
        elif kind == PONG:
            self._pong(payload)
        elif kind == PING:
            if self._in_time():
                self.transport.write(frame(payload, PONG))
        elif kind == BINARY:
            self._strike("malformed")

    def _worked(self, work: Task[None]) -> None:
        self._work = None
        if not work.cancelled() and (problem := work.exception()):
            log.error("a device was let go because of a fault of ours", exc_info=problem)
            self.transport.abort()
        if self._lost:
            self._part()
        else:
            self._read_on()
            self._go_on()

    def _hurry(self) -> None:
        self._slowed = False
        self._read_on()

    def _read_on(self) -> None:
        if not self._slowed and self._work is None and not self.transport.is_closing():
            self.transport.resume_reading()

    def _leave(self, code: int) -> None:
        """It says goodbye, or nothing that makes sense."""
        if not self.gone:
            self.transport.write(goodbye(code))
        self.gone = True
        self.transport.close()

    def connection_lost(self, problem: BaseException | None) -> None:
        self.gone = self._lost = True
        self.server.sockets.discard(self)
        self.server.door.leave(self._caller)
        if self._due:
            self._due.cancel()
        if self._work is None:
            self._part()

    def _part(self) -> None:
        if self.table:
            self.table.part(self)

    def read(self, data: str) -> Coroutine[Any, Any, None] | None:
        """Do what it asks for; what has to wait for something is returned, to be awaited."""
        if self.table is None:
            return self._hello(data)
        if not self._in_time():
            return None
        if len(data) > LARGEST:
            self._strike("oversized")
            return None
        try:
            order = decode_order(data)
        except (msgspec.DecodeError, UnicodeEncodeError):
            self._strike("malformed", _id_of(data))
            return None
        self.server.metrics.orders += 1
        if isinstance(order, Ping):
            self.table.tell_time(self, order)
            return None
        if isinstance(order, Take) and not self.server.guesses.take(self.address, time.monotonic()):
            self.send(encode(protocol.Refusal(order.id, "too_many_guesses")))
            return None
        return self.table.hear(self, order)

    def _miss_hello(self) -> None:
        if self.table is None:
            self.let_go("no_hello")

    async def _hello(self, data: str) -> None:
        if self._due:
            self._due.cancel()
            self._due = None
        try:
            hello = decode_hello(data)
        except (msgspec.DecodeError, UnicodeEncodeError):
            self.let_go("malformed")
            return
        token = hello.token or a_token()
        self.guest, self.screen = guest_of(token), hello.screen
        try:
            self.table = await self.server.find_table(hello.table, self.address, self.guest)
            if self.server.door.crowded and self.guest not in dice_givers(self.table.state):
                raise NotAllowed("too_many_devices")
            await self._join(self.table, hello, token)
            self.ping()
        except Refused as refused:
            self.table = None
            self.let_go(refused.code)
        except StoreFailed as failed:
            log.warning("nobody can be let in: %s", failed.reason)
            self.table = None
            self.let_go("closing")

    async def _join(self, table: Live | Relayed, hello: Hello, token: str) -> None:
        self.send(encode(Welcome(table.state.id, token, __version__, languages())))
        await table.join(self, hello.match, hello.seq)

    def _in_time(self) -> bool:
        """All devices of a guest share one measure, whatever they send."""
        if self.server.orders.take(self.guest, time.monotonic()):
            return True
        self.server.metrics.floods += 1
        self._strike("too_fast")
        return False

    def _strike(self, code: str, id: str = "") -> None:
        """A few mistakes are forgiven."""
        self._strikes += 1
        self.server.metrics.refused += 1
        if self._strikes > self.server.settings.strikes:
            self.let_go(code)
        else:
            self.send(encode(protocol.Refusal(id, code)))

    # ------------------------------------------------------------ telling

    def send(self, data: bytes) -> None:
        """Never waits. A device that does not keep up is let go, and comes back to the whole state."""
        if self.gone:
            return
        transport = self.transport
        if transport.is_closing():
            self.gone = True
            return
        transport.write(frame(data))
        self.server.metrics.sent += 1
        if transport.get_write_buffer_size() > self.server.settings.buffer:
            self.gone = True
            self.server.metrics.slow += 1
            transport.abort()

    def let_go(self, code: str) -> None:
        self.send(encode(Notice(code)))
        if not self.gone:
            self.gone = True
            self.transport.write(goodbye(GOODBYE, code))
            self._loop.call_later(GOODBYE_WITHIN, self.transport.abort)

    # ------------------------------------------------------------ how far away it is

    def ping(self) -> None:
        """With bytes that nobody can guess, in a frame that the page's script does not see."""
        if self.gone or self.table is None or self.transport.is_closing():
            return
        now = self._now()
        if self._pings and now - next(iter(self._pings.values())) > SILENT:
            self.gone = True
            self.transport.abort()  # a phone that went out of the room says nothing
            return
        if len(self._pings) >= PINGS:
            return
        self._look_at_system()
        payload = secrets.token_bytes(8)
        self._pings[payload] = now
        self.trip.ping(now)
        self.transport.write(b"\x89\x08" + payload)

    def _pong(self, payload: bytes) -> None:
        if self._pings and payload == next(iter(self._pings)):  # they come back in order
            del self._pings[payload]
            self.trip.pong(self._now())
            self._look_at_system()
        else:
            self._in_time()  # nobody asked for it

    def _look_at_system(self) -> None:
        """How far away it is by the system's own measure, and whether something is on its way now."""
        if self._proxied:
            return
        connection = self.transport.get_extra_info("socket")
        self.trip.bound(least_round_trip(connection))
        waiting = unacknowledged(connection)
        if waiting is None:
            return
        if waiting and self._pings:
            self._stalled = self._now()
        self.trip.stalls = self._stalls

    def _stalls(self) -> bool:
        """What was on its way at the last look, a moment ago, may have come with the very bytes that ask."""
        waiting = unacknowledged(self.transport.get_extra_info("socket"))
        return bool(waiting) or self._now() - self._stalled < STALL_SEEN

    def _now(self) -> int:
        return int(self._loop.time() * 1000)


class _Identified(msgspec.Struct):
    id: protocol.Id


def _id_of(data: str) -> str:
    """Of a message that is wrong otherwise, so that its sender does not wait for ever."""
    try:
        return msgspec.json.decode(data, type=_Identified).id
    except (msgspec.DecodeError, UnicodeEncodeError):
        return ""
