"""A cluster of real processes on this machine: gates between nodes and their services, and clocks hours apart."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
import tempfile
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncpg

from tablee.server.cluster.services import Nats, Postgres, free_port

PATIENCE = 120.0  # seconds; only a failure takes that long
LIMITS = ["--rate", "1e9", "--burst", "1e9", "--openings", "1e9", "--guesses", "1e9", "--connections", "100000"]
LIMITS += ["--hold", "0", "--positions", "true", "--tables", "100000", "--devices", "100000"]
SHIFTED = """
import sys, time
real, hours = time.time, float(sys.argv.pop(1))
time.time = lambda: real() + 3600 * hours
from tablee.cli import main
sys.exit(main())
"""


class Gate:
    """A TCP port before a service. Shut, it loses what it has, and lets nobody through."""

    def __init__(self, socket: str | None = None, port: int = 0) -> None:
        self._socket, self._to = socket, port
        self.port = free_port()
        self.open = True
        self._writers: set[StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        try:
            if not self.open:
                raise OSError("shut")
            if self._socket:
                there, to = await asyncio.open_unix_connection(self._socket)
            else:
                there, to = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, to}
        try:
            await asyncio.gather(_pipe(reader, to), _pipe(there, writer))
        finally:
            self._writers -= {writer, to}

    def shut(self) -> None:
        self.open = False
        for writer in [*self._writers]:
            writer.transport.abort()

    def close(self) -> None:
        if self._server:
            self._server.close()
        self.shut()


async def _pipe(reader: StreamReader, writer: StreamWriter) -> None:
    with suppress(OSError, asyncio.CancelledError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()


class NodeProcess:
    def __init__(self, number: int, folder: Path, postgres: Postgres, nats: Nats, log: Path, gates: bool) -> None:
        self.number, self.port, self._data, self._log = number, free_port(), folder / f"node-{number}", log
        self.database, self.broker = Gate(postgres.socket), Gate(port=nats.port)
        self._addresses, self._level = (postgres.address, nats.address), "info" if gates else "error"
        if gates:
            self._addresses = (
                f"postgresql://postgres@127.0.0.1:{self.database.port}/postgres",
                f"nats://127.0.0.1:{self.broker.port}",
            )
        self.process: Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        database, broker = self._addresses
        places = ["--port", str(self.port), "--data", str(self._data), "--database", database, "--broker", broker]
        hours = str(5 * self.number)  # nothing may depend on it
        command = ["-c", SHIFTED, hours, "serve", *places, *LIMITS, "--log", self._level]
        with self._log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=PIPE, stderr=log)
        assert self.process.stdout
        async with asyncio.timeout(PATIENCE):
            assert await self.process.stdout.readline(), f"node {self.number} did not start: {self._log}"

    def send(self, number: signal.Signals) -> None:
        assert self.process
        os.kill(self.process.pid, number)

    async def end(self, number: signal.Signals) -> None:
        assert self.process
        if self.process.returncode is None:
            self.send(number)
            async with asyncio.timeout(PATIENCE):
                await self.process.wait()


class Cluster:
    """PostgreSQL, NATS and so many nodes."""

    def __init__(self, count: int = 3, *, gates: bool = True) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="tablee-"))
        self.postgres = Postgres(self.folder / "pg")
        self.nats = Nats(self.folder)
        self.nodes = [
            NodeProcess(number, self.folder, self.postgres, self.nats, self.folder / f"node-{number}.log", gates)
            for number in range(count)
        ]

    async def start(self) -> None:
        for node in self.nodes:
            await node.database.start()
            await node.broker.start()
        await asyncio.gather(*(node.start() for node in self.nodes))

    async def close(self, *, keep: bool = False) -> None:
        for node in self.nodes:
            if node.process and node.process.returncode is None:
                node.process.kill()
                await node.process.wait()
            node.database.close()
            node.broker.close()
        self.nats.close()
        self.postgres.stop()
        self.postgres.close()
        if not keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    async def ask(self, query: str, *given: Any) -> list[Any]:
        """The database itself."""
        db = await asyncpg.connect(self.postgres.address, server_settings={"search_path": "tablee"})
        try:
            found: list[Any] = await db.fetch(query, *given)
            return found
        finally:
            await db.close()

    async def tables_of(self, node: NodeProcess) -> list[str]:
        """What it runs, by the database."""
        rows = await self.ask(
            "SELECT tables.id FROM tables JOIN nodes ON nodes.id = owner"
            " WHERE until > clock_timestamp() AND url LIKE '%:' || $1::text",
            str(node.port),
        )
        return [row[0] for row in rows]
