"""A real server on a free port of this machine, and clients that come to it through real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from tablee.bots import find_bots
from tablee.client import Connection, play
from tablee.engine import Result, find
from tablee.server.app import Server
from tablee.server.protocol import Sit, Start
from tablee.server.settings import Settings

PATIENCE = 60  # seconds; only a failure takes that long


@asynccontextmanager
async def serving(folder: Path, **settings: Any) -> AsyncIterator[Server]:
    given = {"port": 0, "data": str(folder), "rate": 1e6, "burst": 1e6, "questions": 1e6, "positions": True, **settings}
    server = Server(Settings(**given))
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


@asynccontextmanager
async def seated(
    server: Server, game: str, people: int, options: Mapping[str, object] | None = None, **wanted: Any
) -> AsyncIterator[list[Connection]]:
    """A new table with so many people at it; the first is the host."""
    async with AsyncExitStack() as stack:
        host = await Connection.open(url(server), game, options=dict(options or {}), **wanted)
        tables = [host, *(Connection(url(server), host.table) for _ in range(people - 1))]
        for number, table in enumerate(tables):
            await stack.enter_async_context(table)
            await table.order(Sit, name=f"player {number}")
        yield tables


async def play_out(tables: list[Connection], bot: str = "regular", haste: float = 0.0, seed: int = 0) -> list[Result]:
    """Everyone plays with a bot's mind until the end."""
    assert tables[0].lobby
    make = find_bots(find(tables[0].lobby.game))[bot]
    playing = [
        asyncio.create_task(play(table, make, seat, Random(seed * 100 + seat), haste))
        for seat, table in enumerate(tables)
    ]
    if tables[0].lobby.phase == "lobby":
        await tables[0].order(Start)
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*playing)
