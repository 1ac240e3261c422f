"""The door of the server: how many connections there may be, from whom, how slow they may be and how much they may say.

aiohttp waits for ever for somebody who says nothing, or half of something; descriptors are few. Nothing here knows what
a table is.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, Final, cast

from aiohttp import web
from aiohttp.web_protocol import RequestHandler

from . import address
from .limits import Bucket

ASKS_WITHIN: Final = 15.0  # seconds until a request is there, whole headers and all
ANSWERED_WITHIN: Final = 60.0  # seconds for a request and its answer, however slow the line
LOOKS: Final = 5.0  # seconds between two looks at each connection
BYTES: Final = 32_768.0  # a second that one connection may send, on average: a phone sends a few hundred
BYTES_AT_ONCE: Final = 262_144.0
KEPT_FREE: Final = 100  # descriptors for the database, the page's files, the log
LAST_PART: Final = 0.9  # so much is for anyone; the rest is kept for people who sit at a table


def most_connections(wanted: int) -> int:
    """As many as wanted, or as many as the system gives us; asks it for all that it will give."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - KEPT_FREE))


class Door:
    def __init__(self, most: int, most_each: int) -> None:
        """`most_each`: connections of one address."""
        self.most, self.most_each = most, most_each
        self.open = 0
        self.refused = 0
        self._by: Counter[str] = Counter()

    def enter(self, caller: str, *, trusted: bool) -> bool:
        """Whether there is room. Behind a proxy everyone has its address, and it keeps its own door."""
        if self.open >= self.most or (not trusted and self._by[caller] >= self.most_each):
            self.refused += 1
            return False
        self.open += 1
        self._by[caller] += 1
        return True

    def leave(self, caller: str) -> None:
        self.open -= 1
        self._by[caller] -= 1
        if not self._by[caller]:
            del self._by[caller]

    @property
    def crowded(self) -> bool:
        """Only people who sit at a table may still come in."""
        return self.open >= LAST_PART * self.most


class Visitor(RequestHandler):
    """One connection."""

    __slots__ = ("_bytes", "_caller", "_door", "_inside", "_looking", "_since", "_trusted", "headers")

    def __init__(
        self, door: Door, trusted: frozenset[str], headers: dict[str, str], *given: Any, **options: Any
    ) -> None:
        super().__init__(*given, **options)
        self._door, self._trusted, self.headers = door, trusted, headers
        self._caller, self._inside, self._since = "", False, 0.0
        self._bytes = Bucket(BYTES, BYTES_AT_ONCE)
        self._looking: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        self._caller = address.network(host)
        trusted = host in self._trusted
        if not self._door.enter(self._caller, trusted=trusted):
            cast(asyncio.Transport, transport).abort()
            return
        self._inside = True
        super().connection_made(transport)
        self._since = self._loop.time()
        self._looking = self._loop.call_later(LOOKS, self._look)

    def connection_lost(self, exc: BaseException | None) -> None:
        if not self._inside:
            return
        self._inside = False
        self._door.leave(self._caller)
        if self._looking:
            self._looking.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._inside:
            return
        super().data_received(data)
        pause = self._bytes.draw(len(data), self._loop.time())  # of its own: a neighbour must not be made to wait
        if pause > 0 and self.transport is not None:
            self.transport.pause_reading()
            self._loop.call_later(pause, self._go_on)

    def _go_on(self) -> None:
        if self._inside and self.transport is not None and not self.transport.is_closing():
            self.transport.resume_reading()

    def _look(self) -> None:
        """Let go whoever keeps us waiting."""
        now = self._loop.time()
        busy = self._current_request is not None
        if now - self._since > (ANSWERED_WITHIN if busy else ASKS_WITHIN):
            if self.transport is not None:
                self.transport.abort()
            return
        self._looking = self._loop.call_later(LOOKS, self._look)

    def hand_over(self, make: Callable[[str, Bucket], asyncio.Protocol]) -> None:
        """Something else speaks from now on, within the same limits, and gives the place at the door back: to aiohttp
        it is as if the connection had ended."""
        transport, heard = cast(asyncio.Transport, self.transport), self._message_tail
        protocol = make(self._caller, self._bytes)
        self._inside, self.transport = False, None  # or aiohttp would close it
        if self._looking:
            self._looking.cancel()
        super().connection_lost(None)
        transport.set_protocol(protocol)
        transport.resume_reading()
        if heard:  # sooner than it may be, but it is there
            protocol.data_received(heard)

    def asked(self) -> None:
        """A request is here; the next one has as long again."""
        self._since = self._loop.time()

    def handle_error(
        self,
        request: Any,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What aiohttp itself refuses carries our headers, too."""
        response = super().handle_error(request, status, exc, message)
        response.headers.update(self.headers)
        return response


def visitors(server: web.Server, door: Door, trusted: frozenset[str], headers: dict[str, str]) -> Callable[[], Visitor]:
    loop, options = asyncio.get_running_loop(), server._kwargs
    return lambda: Visitor(door, trusted, headers, server, loop=loop, **options)
