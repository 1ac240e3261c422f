"""The commands `tablee cluster` and `tablee move-data`."""

from __future__ import annotations

import argparse
import asyncio
import errno
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from tablee.engine import Invalid, languages

from .. import address
from ..store import StoreFailed, data_folder

AGAIN: Final = 1.0  # seconds after which a node that died is started again
STARTED: Final = 60.0  # seconds within which a node says that it is open


def add_parser(commands: Any) -> None:
    cluster = commands.add_parser(
        "cluster",
        help="try several nodes on this machine",
        description="Open tables on several nodes of this machine, with PostgreSQL and NATS from wheels (extra "
        "`cluster`) and one address before them. To see what happens, kill one of the nodes.",
    )
    cluster.add_argument("--nodes", type=int, default=3, metavar="N", help="how many nodes (default: 3)")
    cluster.add_argument("--port", type=int, default=8420, metavar="N", help="the one address (default: 8420)")
    cluster.add_argument("--data", metavar="FOLDER", help="where everything is kept; empty: the user's data directory")
    cluster.add_argument("--lan", action="store_true", help="listen on all interfaces, so that phones can come in")
    cluster.add_argument("--lang", dest="language", choices=languages(), help="of what you read")
    cluster.set_defaults(do=run_cluster)

    move = commands.add_parser(
        "move-data",
        help="copy everything from SQLite to PostgreSQL, or back",
        description="Copy all tables, matches and packs of a hall that is closed into another one that is empty, and "
        "compare the two. A place is a folder (SQLite) or postgresql://… ; nothing is deleted.",
    )
    move.add_argument("source", metavar="FROM", help="the data folder of a server, or postgresql://…")
    move.add_argument("target", metavar="TO", help="where it is copied to")
    move.add_argument("--lang", dest="language", choices=languages(), help="of what you read")
    move.set_defaults(do=run_move)


def run_cluster(asked: argparse.Namespace, language: str) -> int:
    from .services import missing

    if lacking := missing():
        raise Invalid("needs_cluster", missing=", ".join(lacking))
    if not 1 <= asked.nodes <= 16:
        raise Invalid("bad_setting", problem=f"nodes: {asked.nodes}, expected 1 to 16")
    try:
        asyncio.run(_cluster(asked, language))
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise Invalid("port_taken", port=asked.port) from None
        raise Invalid("bad_setting", problem=error.strerror or str(error)) from None
    return 0


async def _cluster(asked: argparse.Namespace, language: str) -> None:
    from ..api import server_words
    from ..command import greeting
    from .balancer import Balancer
    from .services import Nats, Postgres, free_port

    words, host = server_words(language), "0.0.0.0" if asked.lan else "127.0.0.1"
    folder = Path(asked.data) if asked.data else data_folder() / "cluster"
    folder.mkdir(parents=True, exist_ok=True)
    ports = [free_port() for _ in range(asked.nodes)]
    balancer = Balancer(ports)
    await balancer.start(host, asked.port)  # first: nothing else is begun where that is taken
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    postgres = await asyncio.to_thread(Postgres, folder / "postgres")
    try:
        nats = Nats(folder)
        try:
            urls = address.urls(host, balancer.port, False, "")
            nodes = [
                Node(number, port, folder / f"node-{number}", postgres.address, nats.address, urls[0])
                for number, port in enumerate(ports, 1)
            ]
            running = [asyncio.create_task(node.run(words.label)) for node in nodes]
            stopped = asyncio.create_task(stop.wait())
            ready = asyncio.gather(*(node.ready.wait() for node in nodes))
            try:
                await asyncio.wait((ready, stopped), return_when=asyncio.FIRST_COMPLETED)
                if ready.done():
                    print(greeting(urls, asked.lan, words.label), flush=True)
                    await stopped
            finally:
                ready.cancel()
                await asyncio.gather(*(node.stop() for node in nodes))
                for task in running:
                    task.cancel()
                print(words.label("stopped"), flush=True)
        finally:
            nats.close()
    finally:
        await balancer.close()
        await asyncio.to_thread(postgres.close)


class Node:
    """A process of its own; when it dies, another one takes its place."""

    def __init__(self, number: int, port: int, data: Path, database: str, broker: str, origin: str) -> None:
        self.number = number
        self._command = ["serve", "--port", str(port), "--data", str(data), "--database", database]
        self._command += ["--broker", broker, "--origin", origin, "--trusted-proxy", "127.0.0.1", "--log", "warning"]
        self._process: Process | None = None
        self._stopping = False
        self.ready = asyncio.Event()

    async def run(self, label: Any) -> None:
        while not self._stopping:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "tablee.cli", *self._command, stdout=PIPE, start_new_session=True
            )
            assert self._process.stdout
            try:
                async with asyncio.timeout(STARTED):
                    opened = await self._process.stdout.readline()
            except TimeoutError:  # it hangs: another one may not
                self._process.kill()
                opened = b""
            if opened:
                print(label("node_runs", node=self.number, pid=self._process.pid), flush=True)
                self.ready.set()
            while await self._process.stdout.readline():
                pass
            code = await self._process.wait()
            if not self._stopping:
                print(label("node_died", node=self.number, code=code), flush=True)
                await asyncio.sleep(AGAIN)

    async def stop(self) -> None:
        self._stopping = True
        if self._process and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()


def run_move(asked: argparse.Namespace, language: str) -> int:
    from ..api import server_words
    from .moving import move

    try:
        moved = asyncio.run(move(asked.source, asked.target))
    except StoreFailed as failed:
        raise Invalid("bad_database", problem=failed.reason.rstrip(".")) from None
    print(server_words(language).label("moved_data", **moved))
    return 0
