"""One device's connection: it says who it is, asks for things, and is told what its seats may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

import msgspec
from aiohttp import WSMsgType, web

from tablee import __version__
from tablee.engine import NotAllowed, Refused, languages

from . import protocol
from .fairness import PING_EVERY, Trip
from .kernel import least_round_trip, unacknowledged
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
log = logging.getLogger("tablee.socket")


class Socket:
    __slots__ = (
        "_pings",
        "_proxied",
        "_stalled",
        "_strikes",
        "address",
        "gone",
        "guest",
        "look",
        "screen",
        "server",
        "table",
        "transport",
        "trip",
        "ws",
    )

    def __init__(self, server: Server, ws: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        self.server, self.ws, self.transport = server, ws, transport
        self.guest = ""
        self.look: int | None = None
        self.screen = False
        self.trip = Trip()
        self.table: Live | Relayed | None = None
        self.address = ""
        self.gone = False
        self._strikes = 0
        self._pings: dict[bytes, int] = {}
        self._stalled = -STALL_SEEN  # when bytes were last seen on their way
        self._proxied = False

    def trust(self, round_trip: str | None) -> None:
        """It comes through a proxy of ours: the system knows the way to that, and the proxy perhaps the rest."""
        self._proxied = True
        if round_trip and round_trip.isascii() and round_trip.isdigit() and int(round_trip):
            self.trip.bound(int(round_trip) / 1000)

    async def serve(self, address: str) -> None:
        """Until the connection ends."""
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                message = await self.ws.receive()
            if message.type is not WSMsgType.TEXT or not await self._hello(message.data, address):
                return
            self.ping()
            while not self.gone:
                message = await self.ws.receive()
                if message.type is WSMsgType.TEXT:
                    await self._read(message.data)
                elif message.type is WSMsgType.PONG:
                    self._pong(bytes(message.data))
                elif message.type is WSMsgType.PING:
                    if self._in_time():
                        await self.ws.pong(message.data)
                elif message.type is WSMsgType.BINARY:
                    self._strike("malformed")
                else:
                    return
        except TimeoutError:
            self.let_go("no_hello")
        except ConnectionError:
            pass
        finally:
            self.gone = True
            if self.table:
                self.table.part(self)

    async def _hello(self, data: str, address: str) -> bool:
        try:
            hello = decode_hello(data)
        except (msgspec.DecodeError, UnicodeEncodeError):
            self.let_go("malformed")
            return False
        token = hello.token or a_token()
        self.guest, self.address, self.screen = guest_of(token), address, hello.screen
        try:
            self.table = await self.server.find_table(hello.table, address, self.guest)
            if self.server.door.crowded and self.guest not in dice_givers(self.table.state):
                raise NotAllowed("too_many_devices")
            await self._join(self.table, hello, token)
        except Refused as refused:
            self.table = None
            self.let_go(refused.code)
            return False
        except StoreFailed as failed:
            log.warning("nobody can be let in: %s", failed.reason)
            self.table = None
            self.let_go("closing")
            return False
        return True

    async def _join(self, table: Live | Relayed, hello: Hello, token: str) -> None:
        self.send(encode(Welcome(table.state.id, token, __version__, languages())))
        await table.join(self, hello.match, hello.seq)

    async def _read(self, data: str) -> None:
        assert self.table
        if not self._in_time():
            return
        if len(data) > LARGEST:
            self._strike("oversized")
            return
        try:
            order = decode_order(data)
        except (msgspec.DecodeError, UnicodeEncodeError):
            self._strike("malformed", _id_of(data))
            return
        self.server.metrics.orders += 1
        if isinstance(order, Ping):
            self.table.tell_time(self, order)
            return
        if isinstance(order, Take) and not self.server.guesses.take(self.address, time.monotonic()):
            self.send(encode(protocol.Refusal(order.id, "too_many_guesses")))
            return
        await self.table.take(self, order)

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
        if not self.gone:
            self.send(encode(Notice(code)))
            self.gone = True
            self.server.spawn(self.ws.close(code=GOODBYE, message=code.encode()))

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
        return int(asyncio.get_running_loop().time() * 1000)


class _Identified(msgspec.Struct):
    id: protocol.Id


def _id_of(data: str) -> str:
    """Of a message that is wrong otherwise, so that its sender does not wait for ever."""
    try:
        return msgspec.json.decode(data, type=_Identified).id
    except (msgspec.DecodeError, UnicodeEncodeError):
        return ""


def frame(data: bytes) -> bytes:
    """A text message as one WebSocket frame (RFC 6455). A queue and a task for each device would cost more."""
    size = len(data)
    if size < 126:
        return b"\x81" + size.to_bytes(1, "big") + data
    if size < 65_536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def new_response() -> web.WebSocketResponse:
    """What is too large is refused by us; what is far too large ends the connection before it is read."""
    return web.WebSocketResponse(autoping=False, compress=False, max_msg_size=4 * LARGEST)
