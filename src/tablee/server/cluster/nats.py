"""The wire over NATS: one subject for each node, and one for all. No JetStream: nothing is kept."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Queue, Task
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg

from tablee.engine import Invalid

from ..names import a_token
from .wire import Hear

SUBJECT: Final = "tablee.node."
ALL: Final = "tablee.nodes"
WITHIN: Final = 4.0  # seconds for the first connection
HEARD: Final = 2.0  # seconds within which one hears oneself
AGAIN: Final = 0.25  # seconds between two attempts to come back
log = logging.getLogger("tablee.wire")


class NatsWire:
    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Client | None = None
        self._subscriptions: list[Any] = []
        self._turned: Callable[[], None] = lambda: None
        self._queue: Queue[tuple[str, bytes]] = Queue()
        self._sender: Task[None] | None = None
        self._closing = False

    @property
    def up(self) -> bool:
        return self._client is not None and self._client.is_connected

    async def open(self, turned: Callable[[], None]) -> None:
        self._turned = turned
        try:
            async with asyncio.timeout(WITHIN):
                await _try(self._address)
                self._client = await nats.connect(
                    self._address,
                    name="tablee",
                    max_reconnect_attempts=-1,
                    reconnect_time_wait=AGAIN,
                    connect_timeout=2,
                    ping_interval=2,
                    max_outstanding_pings=2,
                    pending_size=-1,  # what cannot be sent now is lost, and known to be
                    error_cb=self._erred,
                    disconnected_cb=self._turn,
                    reconnected_cb=self._turn,
                )
        except Invalid:
            raise
        except TimeoutError:
            raise Invalid("bad_broker", problem=f"no answer within {WITHIN:g} s") from None
        except (nats.errors.Error, OSError, ValueError) as error:
            raise Invalid("bad_broker", problem=_told(error)) from None
        self._sender = asyncio.get_running_loop().create_task(self._send())

    async def _turn(self) -> None:
        if not self._closing:
            log.warning("the broker is %s", "back" if self.up else "away")
            self._turned()

    async def _erred(self, error: Exception) -> None:
        log.debug("wire: %s", error)

    async def listen(self, node: str, hear: Hear, hear_all: Hear) -> None:
        assert self._client
        before, self._subscriptions = self._subscriptions, []
        with suppress(nats.errors.Error):
            for subscription in before:
                await subscription.unsubscribe()

        async def heard(message: Msg) -> None:
            hear(message.data)

        async def all_heard(message: Msg) -> None:
            hear_all(message.data)

        self._subscriptions = [
            await self._client.subscribe(SUBJECT + node, cb=heard),
            await self._client.subscribe(ALL, cb=all_heard),
        ]
        with suppress(nats.errors.Error, TimeoutError):
            await self._client.flush(2)

    def send(self, node: str, data: bytes) -> None:
        self._queue.put_nowait((SUBJECT + node, data))

    def send_all(self, data: bytes) -> None:
        self._queue.put_nowait((ALL, data))

    async def _send(self) -> None:
        assert self._client
        while True:
            subject, data = await self._queue.get()
            if self.up:
                try:
                    await self._client.publish(subject, data)
                except Exception as error:
                    log.warning("a message was lost: %s", error)

    async def close(self) -> None:
        self._closing = True
        while not self._queue.empty() and self.up:
            await asyncio.sleep(0)
        if self._sender:
            self._sender.cancel()
        if self._client:
            with suppress(Exception):
                async with asyncio.timeout(1.0):
                    await self._client.flush()
            with suppress(Exception):
                async with asyncio.timeout(1.0):
                    await self._client.close()


async def _try(address: str) -> None:
    """Whether one can connect, and whether what is sent to a node arrives: a user may have no right to that, and then
    the broker takes everything and hands on nothing. Raises Invalid."""
    probe = await nats.connect(address, allow_reconnect=False, error_cb=_ignore)
    try:
        subject = SUBJECT + a_token()
        heard = await probe.subscribe(subject)
        await probe.publish(subject, b"")
        await heard.next_msg(HEARD)
    except nats.errors.TimeoutError:
        raise Invalid("bad_broker", problem="this user may not publish and subscribe to tablee.>") from None
    finally:
        await probe.close()


async def _ignore(error: Exception) -> None:
    """It is raised, or told by silence."""


def _told(error: BaseException) -> str:
    return (str(error) or type(error).__name__).removeprefix("nats: ").strip("'\" ")
