"""The commands `tablee serve`, `tablee forget` and `tablee marks`."""

from __future__ import annotations

import argparse
import asyncio
import errno
import os
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from tablee.engine import Invalid, languages

from . import garbage, logs
from .address import ANY
from .cluster.command import add_parser as add_cluster
from .settings import PREFIX, Settings, add_flags, read_settings
from .store import Store, StoreFailed, data_folder

T = TypeVar("T")
DAY = 86_400.0


def add_parser(commands: Any) -> None:
    serve = commands.add_parser(
        "serve",
        help="open tables for browsers and terminals on the network",
        description="Open tables for browsers and terminals. Everything is kept: after a restart, every table goes on "
        f"where it was. Each setting is a flag, or an environment variable that begins with {PREFIX}.",
    )
    add_flags(serve)
    serve.add_argument("--lan", action="store_true", help="listen on all interfaces, so that phones can come in")
    _add_language(serve)
    serve.set_defaults(do=run_serve)

    forget = commands.add_parser(
        "forget",
        help="delete finished matches",
        description="Delete finished matches from the data of a server, by age, by id, or by somebody's name.",
    )
    forget.add_argument("ids", nargs="*", metavar="MATCH", help="the id of a match")
    forget.add_argument("--days", type=float, metavar="N", help="matches that ended more than N days ago")
    forget.add_argument("--name", metavar="NAME", help="matches in which somebody of this name played")
    _add_store(forget)
    forget.set_defaults(do=run_forget)

    marks = commands.add_parser(
        "marks",
        help="write what tables thought of shipped questions",
        description="Write to a file which questions of the packs that come with Tablée were marked at the tables of a "
        "server, and what people had answered: for whoever looks after those packs. Nobody is named in it.",
    )
    marks.add_argument("file", type=Path, metavar="FILE", help="such as marks.json")
    _add_store(marks)
    marks.set_defaults(do=run_marks)
    add_cluster(commands)


def _add_store(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", metavar="FOLDER", help=f"the data of the server; {PREFIX}DATA")
    parser.add_argument("--database", metavar="X", help=f"postgresql://…, instead of --data; {PREFIX}DATABASE")
    _add_language(parser)


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", dest="language", choices=languages(), help="of what you read")


def run_serve(asked: argparse.Namespace, language: str) -> int:
    settings = read_settings(vars(asked), host="0.0.0.0" if asked.lan else "127.0.0.1")
    logs.set_up(settings.log if not sys.stderr.isatty() or asked.log else "warning")
    try:
        with asyncio.Runner(loop_factory=_fastest_loop()) as runner:
            runner.run(_serve(settings, language))
    except StoreFailed as failed:
        raise _unusable(settings, failed) from None
    except OSError as error:
        if error.errno in (errno.EADDRINUSE, errno.EACCES):
            raise Invalid("port_taken", port=settings.port) from None
        raise Invalid("bad_setting", problem=error.strerror or str(error)) from None
    return 0


def _unusable(settings: Settings, failed: StoreFailed) -> Invalid:
    if settings.database:
        return Invalid("bad_database", problem=failed.reason.rstrip("."))
    return Invalid("bad_store", file=settings.data or str(data_folder()), problem=failed.reason)


def _fastest_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop, where it is made for the system: it waits and sends for less than the loop that Python brings."""
    try:
        import uvloop
    except ImportError:
        return None
    make: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return make


async def _serve(settings: Settings, language: str) -> None:
    from .api import server_words
    from .app import Server

    server, words = Server(settings), server_words(language)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM"):
        try:
            loop.add_signal_handler(getattr(signal, name), stop.set)
        except NotImplementedError:  # Windows: Ctrl-C interrupts
            break
    await server.start()
    garbage.begin()
    tidying = loop.create_task(garbage.watch(lambda: server.metrics.sent, lambda: not server.sockets))
    try:
        print(greeting(server.urls, settings.host in ANY or bool(settings.origin), words.label), flush=True)
        await stop.wait()
    finally:
        tidying.cancel()
        await server.stop()
        print(words.label("stopped"), flush=True)


def greeting(urls: list[str], reachable: bool, label: Any) -> str:
    """The address that phones can reach, large enough for their cameras."""
    first, *others = urls
    lines = [label("ready" if reachable else "ready_here"), "", f"  {first}"]
    lines += [f"  {label('also_at', url=url)}" for url in others]
    if reachable and sys.stdout.isatty():
        lines += ["", _qr(first)]
    return "\n".join([*lines, "", label("stop_with")])


def _qr(url: str) -> str:
    from io import StringIO

    drawn = StringIO()
    import segno

    segno.make(url, micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def run_forget(asked: argparse.Namespace, language: str) -> int:
    from .api import server_words

    if not asked.ids and asked.days is None and asked.name is None:
        raise Invalid("bad_setting", problem="MATCH, --days or --name")

    async def forget(store: Store) -> dict[str, int]:
        before = None if asked.days is None else time.time() - asked.days * DAY
        gone = await store.forget(before=before, ids=asked.ids, name=asked.name)
        return {"matches": gone.matches, "tables": gone.tables}

    forgotten = _with_store(asked, forget)
    words = server_words(language)
    print(words.label("forgot", **forgotten) if forgotten and any(forgotten.values()) else words.label("no_more"))
    return 0


def run_marks(asked: argparse.Namespace, language: str) -> int:
    from tablee.packs.library import shipped

    from .api import server_words
    from .ownpacks import gather

    async def read(store: Store) -> list[dict[str, Any]]:
        return gather(mark for mark in await store.marks(None) if mark.pack in shipped())

    found = _with_store(asked, read) or []
    try:
        asked.file.write_bytes(msgspec.json.format(msgspec.json.encode(found)) + b"\n")
    except OSError as error:
        raise Invalid("bad_file", file=str(asked.file), problem=error.strerror) from None
    print(server_words(language).label("marks_written", count=len(found), file=asked.file))
    return 0


def _with_store(asked: argparse.Namespace, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T | None:
    """What comes of it; None: there is no data. Raises Invalid."""
    settings = read_settings({"data": asked.data, "database": asked.database}, {**os.environ, f"{PREFIX}BROKER": ""})
    try:
        return asyncio.run(_open(settings, work))
    except StoreFailed as failed:
        raise _unusable(settings, failed) from None


async def _open(settings: Settings, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T | None:
    store: Store
    if settings.database:
        if find_spec("asyncpg") is None:
            raise Invalid("needs_cluster", missing="asyncpg")
        from .postgres import PostgresStore

        store = await PostgresStore.open(settings.database)
    else:
        from .sqlite import SqliteStore

        folder = Path(settings.data) if settings.data else data_folder()
        if not folder.is_dir():
            return None
        store = SqliteStore(folder)
    try:
        return await work(store)
    finally:
        await store.close()
