"""One address before several nodes, for whoever tries a cluster on one machine. docs/cluster.md names real ones."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter, Task
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import aiohttp

EVERY: Final = 0.5  # seconds between two looks at a node
WITHIN: Final = 2.0  # seconds in which it must answer
FAILURES: Final = 2  # in a row
PIECE: Final = 65_536


class Balancer:
    """Each connection goes to the next node that is well. One that is not loses all it has: devices come back."""

    def __init__(self, ports: Sequence[int]) -> None:
        self.ports = ports
        self.well: dict[int, bool] = dict.fromkeys(ports, True)
        self._turn = 0
        self._open: dict[int, set[StreamWriter]] = {port: set() for port in ports}
        self._tasks: set[Task[None]] = set()
        self._server: asyncio.Server | None = None
        self.port = 0

    async def start(self, host: str, port: int) -> None:
        """Raises OSError when the port is taken."""
        self._server = await asyncio.start_server(self._connect, host or None, port)
        self.port = self._server.sockets[0].getsockname()[1]
        self._tasks |= {asyncio.create_task(self._look(node)) for node in self.ports}

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._server:
            self._server.close()
        for port in self.ports:
            self._cut(port)

    async def _look(self, port: int) -> None:
        timeout = aiohttp.ClientTimeout(total=WITHIN)
        failures = 0
        async with aiohttp.ClientSession(timeout=timeout) as session:
            while True:
                try:
                    async with session.get(f"http://127.0.0.1:{port}/healthz") as response:
                        well = response.status == 200
                except (aiohttp.ClientError, OSError, TimeoutError):
                    well = False
                failures = 0 if well else failures + 1
                if failures == FAILURES:
                    self._cut(port)
                self.well[port] = failures < FAILURES
                await asyncio.sleep(EVERY)

    def _cut(self, port: int) -> None:
        for writer in [*self._open[port]]:
            writer.transport.abort()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        for port in self._order():
            try:
                there, to = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                continue
            self._open[port] |= {writer, to}
            try:
                await asyncio.gather(_pipe(reader, to), _pipe(there, writer))
            finally:
                self._open[port] -= {writer, to}
            return
        writer.close()

    def _order(self) -> list[int]:
        """The well ones, each its turn; then the others, since a look may be old."""
        self._turn += 1
        turned = [*self.ports[self._turn % len(self.ports) :], *self.ports[: self._turn % len(self.ports)]]
        return sorted(turned, key=lambda port: not self.well[port])


async def _pipe(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(OSError, asyncio.CancelledError):
        while data := await reader.read(PIECE):
            writer.write(data)
            await writer.drain()
    with suppress(OSError):
        writer.close()
