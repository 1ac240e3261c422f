"""A store for a test, and what is put into it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

from tablee.engine import Match, Reply, Result
from tablee.house.provable import Provenance, commit
from tablee.server.sqlite import SqliteStore
from tablee.server.store import Guest, MatchRecord, Store, TableRecord

SECRET = b"the secret of the dice, 32 bytes"
RESULT = Result(((1,), (0,)), (3, 8), "three_rounds")
ROLL, PASS = Reply("dice", "roll", 5, 120), Reply(1, "reroll", ("r1a", "g1a"), 1500, 900)


def with_store(folder: Path, use: Callable[[SqliteStore], Coroutine[Any, Any, None]], patience: float = 30.0) -> None:
    async def run() -> None:
        store = SqliteStore(folder, patience)
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


class Keeping(Protocol):
    """Where a store keeps its things: it can be opened again, also by two at once."""

    async def open(self) -> Store: ...


class InSqlite:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def open(self) -> Store:
        return SqliteStore(self.folder, patience=30.0)


class InPostgres:
    def __init__(self, address: str) -> None:
        self.address = address

    async def open(self) -> Store:
        from tablee.server.postgres import PostgresStore

        return await PostgresStore.open(self.address)


def with_any(keeping: Keeping, use: Callable[[Store], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        store = await keeping.open()
        try:
            await use(store)
        finally:
            await store.close()

    asyncio.run(run())


def ended(match: str, table: str = "t") -> TableRecord:
    """A table whose match is over."""
    return TableRecord(table, None, b"{}", match, 12.0)


def a_match(id: str, table: str = "t", seats: tuple[str, ...] = ("Ana", "Bo")) -> MatchRecord:
    header = Match.new("desfausse", seats).header
    return MatchRecord(id, table, header, Provenance(commit(SECRET, id), ("1f", "")), 10.5)


async def start(
    store: Store, id: str, table: str = "t", *guests: Guest, seats: tuple[str, ...] = ("Ana", "Bo")
) -> None:
    await store.new_match(TableRecord(table, None, b"{}", id, 11.0), a_match(id, table, seats), SECRET, guests)


async def outcome(future: asyncio.Future[Any]) -> object:
    return (await asyncio.gather(future, return_exceptions=True))[0]


def lock(folder: Path) -> sqlite3.Connection:
    """Somebody else who writes, and takes a long time over it."""
    other = sqlite3.connect(folder / "tablee.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return other
