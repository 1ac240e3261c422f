"""A connection that a thread of its own keeps, so that the keyboard never waits for the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

import aiohttp
import msgspec

from tablee.client import Connection, Gone, Seen
from tablee.engine import Invalid, NotAllowed, Refused
from tablee.server.protocol import News, Notice, Order

LOST: Final = Notice("lost")
PATIENCE: Final = 10.0  # seconds for a server that should be there
T = TypeVar("T")


class Watched(Connection):
    """Says when it is cut off."""

    async def _listen(self) -> None:
        try:
            await super()._listen()
        finally:
            if self.ended is None:
                self.news.put_nowait(LOST)


@dataclass(frozen=True)
class Outcome:
    """What became of an order."""

    done: Future[dict[str, Any]]
    then: Callable[[dict[str, Any]], None]
    refused: Callable[[Refused], None] | None


class Wire:
    def __init__(self) -> None:
        self.news: SimpleQueue[News | Seen | Outcome | None] = SimpleQueue()  # None: the connection has ended
        self.table: Connection
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Something that has to be known before anything is shown. Raises Refused."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def connect(self, table: Connection) -> None:
        """Raises Refused: nobody there, or not wanted."""
        self.table = table
        self.wait(self._connect(table))

    async def _connect(self, table: Connection) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await table.__aenter__()
        except TimeoutError:
            raise Invalid("no_server", url=table.url) from None

    def listen(self) -> None:
        """Pass the news on to the keyboard's thread."""
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop)

    async def _listen(self) -> None:
        while True:
            news = await self.table.news.get()
            self.news.put(news)
            if news is None:
                return

    def ask(self, kind: type[Order], **fields: Any) -> dict[str, Any]:
        """An order whose answer must be known at once. Raises Refused."""
        return self.wait(self._ask(kind, fields))

    async def _ask(self, kind: type[Order], fields: dict[str, Any]) -> dict[str, Any]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.table.order(kind, **fields)
        except TimeoutError:
            raise Invalid("no_server", url=self.table.url) from None
        except Gone as gone:
            raise NotAllowed(gone.code) from None

    def tell(
        self,
        kind: type[Order],
        fields: dict[str, Any],
        then: Callable[[dict[str, Any]], None] = lambda told: None,
        refused: Callable[[Refused], None] | None = None,
    ) -> None:
        """An order; its outcome comes as news."""
        done = asyncio.run_coroutine_threadsafe(self.table.order(kind, **fields), self._loop)
        done.add_done_callback(lambda done: self.news.put(Outcome(done, then, refused)))

    def close(self) -> None:
        """Hang up. The seat is kept."""
        with suppress(Exception):
            self.wait(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        if not self._thread.is_alive():
            self._loop.close()

    async def _close(self) -> None:
        if hasattr(self, "table"):
            await self.table.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


async def fetch(url: str, path: str) -> dict[str, Any]:
    """What a server says about itself or a table. Raises Refused."""
    try:
        limit = aiohttp.ClientTimeout(total=PATIENCE)
        async with aiohttp.ClientSession(timeout=limit) as session, session.get(f"{url}{path}") as response:
            told = msgspec.json.decode(await response.read(), type=dict[str, Any])
    except (aiohttp.ClientConnectionError, TimeoutError, OSError):
        raise Invalid("no_server", url=url) from None
    except (aiohttp.ClientError, ValueError) as error:  # a server, but none of ours
        raise Invalid("bad_answer", url=url, problem=str(error)) from None
    if response.status >= 400:
        raise NotAllowed(str(told.get("code")), **told.get("params", {}))
    return told
