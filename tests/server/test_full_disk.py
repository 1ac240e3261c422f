"""A disk that is really full and a database that is really locked: the table pauses, says so, and goes on by itself."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.bots import find_bots
from tablee.client import Connection, play
from tablee.engine import find
from tablee.server.protocol import Opened, Sent, Sit, Start
from tablee.server.sqlite import SqliteStore
from tests.server.test_killed import PATIENCE, free_port

pytestmark = pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the limit on file sizes is Linux's")


class Careful(Connection):
    acknowledged = 0

    async def answer(self, opened: Opened, value: Sent, began: int | None = None) -> dict[str, Any]:
        told = await super().answer(opened, value, began)
        self.acknowledged += 1
        return told


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Process, list[Careful], list[asyncio.Task[Any]]]]:
    """A server in a process of its own, and two people in the middle of a long game."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    limits = ["--rate", "1000000", "--burst", "1000000", "--log", "error"]
    command = ["-m", "tablee.cli", "serve", "--port", str(port), "--data", str(folder), *limits]
    server = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE, stderr=DEVNULL)
    try:
        assert server.stdout
        assert await server.stdout.readline()
        host = await Connection.open(url, "egomaster", options={"reader": "house", "quick_game": True}, pace="none")
        clients = [Careful(url, host.table, host.token), Careful(url, host.table)]
        async with clients[0], clients[1]:
            for seat, client in enumerate(clients):
                await client.order(Sit, name=f"player {seat}")
            make = find_bots(find("egomaster"))["regular"]
            tasks = [
                asyncio.create_task(play(client, make, seat, Random(seat), haste=0.001))
                for seat, client in enumerate(clients)
            ]
            await clients[0].order(Start)
            while sum(client.acknowledged for client in clients) < 20:
                await asyncio.sleep(0.01)
            yield server, clients, tasks
            async with asyncio.timeout(PATIENCE):
                results = await asyncio.gather(*tasks)
            assert len(set(results)) == 1
    finally:
        os.kill(server.pid, signal.SIGKILL)
        await server.wait()


async def paused(client: Connection, reason: str | None) -> None:
    async with asyncio.timeout(PATIENCE):
        while client.lobby is None or client.lobby.paused != reason:
            await asyncio.sleep(0.01)


async def stored(folder: Path, match: str) -> int:
    store = SqliteStore(folder)
    length = len(await store.log(match))
    await store.close()
    return length


def test_a_full_disk(tmp_path: Path) -> None:
    async def story() -> None:
        async with playing(tmp_path) as (server, clients, _):
            largest = max(path.stat().st_size for path in tmp_path.iterdir() if path.is_file())
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (largest, resource.RLIM_INFINITY))
            await paused(clients[0], "storage")
            seen = clients[0].seen
            assert seen
            assert await stored(tmp_path, seen.match) >= seen.seq, "shown, but not stored"
            done = sum(client.acknowledged for client in clients)
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            await paused(clients[0], None)
            async with asyncio.timeout(PATIENCE):
                while sum(client.acknowledged for client in clients) < done + 10 and clients[0].seen == seen:
                    await asyncio.sleep(0.01)

    asyncio.run(story())


def test_a_locked_database(tmp_path: Path) -> None:
    async def story() -> None:
        async with playing(tmp_path) as (_, clients, _):
            other = sqlite3.connect(tmp_path / "tablee.sqlite", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            await paused(clients[0], "storage")
            seen = clients[0].seen
            assert seen
            other.execute("ROLLBACK")
            other.close()
            await paused(clients[0], None)

    asyncio.run(story())
