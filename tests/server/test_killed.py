"""`kill -9` under load, again and again: no acknowledged answer is lost, no table is stuck."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tablee.bots import find_bots
from tablee.client import Connection, play
from tablee.engine import find
from tablee.server.protocol import Opened, Sent, Sit, Start
from tablee.server.sqlite import SqliteStore

PATIENCE = 120  # seconds; only a failure takes that long


class Careful(Connection):
    """Notes every answer that the server has acknowledged."""

    acknowledged: list[tuple[str, int, str, Any, int]]

    async def answer(self, opened: Opened, value: Sent, began: int | None = None) -> dict[str, Any]:
        assert self.seen
        match = self.seen.match
        told = await super().answer(opened, value, began)
        self.acknowledged.append((match, opened.seat, opened.ask.name, value, opened.opened))
        return told


async def start_server(port: int, data: Path) -> Process:
    limits = ["--rate", "1000000", "--burst", "1000000", "--log", "error"]
    command = ["-m", "tablee.cli", "serve", "--port", str(port), "--data", str(data), *limits]
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE, stderr=DEVNULL)
    assert process.stdout
    async with asyncio.timeout(PATIENCE):
        assert await process.stdout.readline()
    return process


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def kill_often(folder: Path, kills: int, tables: int, answers: int) -> None:
    port = free_port()
    acknowledged: list[tuple[str, int, str, Any, int]] = []
    url = f"http://127.0.0.1:{port}"
    server = await start_server(port, folder)
    async with AsyncExitStack() as stack:
        playing = []
        for number in range(tables):
            options = {"reader": "house"}
            host = await Connection.open(url, "egomaster", options=options, pace="none")
            clients = [Careful(url, host.table, host.token), Careful(url, host.table), Careful(url, host.table)]
            for seat, client in enumerate(clients):
                client.acknowledged, client.slowest = acknowledged, 0.2
                await stack.enter_async_context(client)
                await client.order(Sit, name=f"player {seat}")
            make = find_bots(find("egomaster"))["regular"]
            playing += [
                asyncio.create_task(play(client, make, seat, Random(number * 10 + seat), haste=0.001))
                for seat, client in enumerate(clients)
            ]
            await clients[0].order(Start)
        for _ in range(kills):
            enough = len(acknowledged) + answers
            async with asyncio.timeout(PATIENCE):
                while len(acknowledged) < enough and not all(task.done() for task in playing):
                    await asyncio.sleep(0.005)
            os.kill(server.pid, signal.SIGKILL)
            await server.wait()
            server = await start_server(port, folder)
        async with asyncio.timeout(PATIENCE):
            results = await asyncio.gather(*playing)  # no table is stuck
        for number in range(tables):
            assert len(set(results[3 * number : 3 * number + 3])) == 1
    os.kill(server.pid, signal.SIGKILL)
    await server.wait()
    await check(folder, acknowledged)


async def check(folder: Path, acknowledged: list[tuple[str, int, str, Any, int]]) -> None:
    store = SqliteStore(folder)
    logs: dict[str, Any] = {}
    for match, seat, name, value, opened in acknowledged:
        if match not in logs:
            logs[match] = await store.log(match)
        wanted = tuple(value) if isinstance(value, list) else value
        found = [
            reply for reply in logs[match][opened:] if (reply.actor, reply.name, reply.value) == (seat, name, wanted)
        ]
        assert found, f"lost: {match} {seat} {name} {value!r} after {opened}"
    assert len(acknowledged) > 100
    await store.close()


def test_killed_six_times(tmp_path: Path) -> None:
    asyncio.run(kill_often(tmp_path / "data", kills=6, tables=3, answers=15))


@pytest.mark.long
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    asyncio.run(kill_often(tmp_path / "data", kills=200, tables=12, answers=40))
