"""Everything of one hall into another: from SQLite to PostgreSQL, and back; compared, not believed."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from tablee.engine import Header, Invalid

from .. import kept
from ..reading import COLUMNS, KEY, MATCH, TABLE, numbered
from ..sqlite import SqliteStore

Row: TypeAlias = tuple[Any, ...]
OF_MATCH: Final = "JOIN matches ON matches.key = {0}.match"
READ: Final = {
    "tables": TABLE,
    "matches": f"{MATCH} ORDER BY key",
    "log": f"SELECT id, seq, count, replies FROM log {OF_MATCH.format('log')}",
    "secrets": f"SELECT id, secret FROM secrets {OF_MATCH.format('secrets')}",
    "told": f"SELECT id, events FROM told {OF_MATCH.format('told')}",
    "guests": f"SELECT token, id, host FROM guests {OF_MATCH.format('guests')}",
    "blobs": "SELECT hash, data FROM blobs",
    "own_packs": "SELECT id, owner, version, hash, about, shown, updated FROM own_packs",
    "own_pack_blobs": "SELECT pack, hash FROM own_pack_blobs",
    "match_blobs": f"SELECT id, hash FROM match_blobs {OF_MATCH.format('match_blobs')}",
    "marks": "SELECT id, pack, made, about FROM marks",
}
"""What there is, in an order in which it can be written."""

PLAIN: Final = {"blobs": 2, "own_packs": 7, "own_pack_blobs": 2, "marks": 4}  # columns
WRITE: Final = {
    "tables": "INSERT INTO tables (id, code, state, match, updated) VALUES (?, ?, ?, ?, ?)",
    "matches": f"INSERT INTO matches ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
    "log": f"INSERT INTO log (match, seq, count, replies) VALUES ({KEY}, ?, ?, ?)",
    "secrets": f"INSERT INTO secrets VALUES ({KEY}, ?)",
    "told": f"INSERT INTO told VALUES ({KEY}, ?)",
    "guests": f"INSERT INTO guests VALUES (?, {KEY}, ?)",
    "match_blobs": f"INSERT INTO match_blobs VALUES ({KEY}, ?)",
    **{kind: f"INSERT INTO {kind} VALUES ({', '.join('?' * count)})" for kind, count in PLAIN.items()},
}
SHARED: Final = WRITE | {  # where several nodes share it
    "packs": "INSERT INTO packs VALUES (?, ?)",
    "matches": f"INSERT INTO matches ({COLUMNS}, rules) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
}
BATCH: Final = 1_000  # rows


class Hall(Protocol):
    def rows(self, kind: str) -> AsyncIterator[Row]:
        """All of a kind."""

    async def write(self, kind: str, rows: Sequence[Row]) -> None: ...


async def move(source: str, target: str) -> dict[str, int]:
    """How much was copied. Raises Invalid or StoreFailed; then the target is as empty as before."""
    async with _opened(source, writes=False) as old, _opened(target, writes=True) as new:
        async for _ in new.rows("tables"):
            raise Invalid("not_empty", place=_told(target))
        async for _ in new.rows("matches"):
            raise Invalid("not_empty", place=_told(target))
        before = {}
        for kind in (*READ, "packs"):
            batch: list[Row] = []
            sums = Sums()
            async for row in old.rows(kind):
                sums.add(row)
                batch.append(row)
                if len(batch) == BATCH:
                    await new.write(kind, batch)
                    batch = []
            await new.write(kind, batch)
            before[kind] = sums
        for kind, sums in before.items():
            again = Sums()
            async for row in new.rows(kind):
                again.add(row)
            if again != sums:
                raise Invalid("not_same", what=kind)
        return {"tables": before["tables"].count, "matches": before["matches"].count, "lines": before["log"].count}


class Sums(msgspec.Struct):
    """Of rows in any order."""

    count: int = 0
    sum: int = 0

    def add(self, row: Row) -> None:
        self.count += 1
        digest = hashlib.sha256(msgspec.msgpack.encode(row)).digest()
        self.sum = (self.sum + int.from_bytes(digest, "big")) % (1 << 256)


def _told(place: str) -> str:
    """Without the password."""
    return "PostgreSQL" if "://" in place else place


@asynccontextmanager
async def _opened(place: str, *, writes: bool) -> AsyncIterator[Hall]:
    if "://" not in place:
        folder = Path(place)
        if not writes and not (folder / "tablee.sqlite").is_file():
            raise Invalid("no_hall", place=place)
        await SqliteStore(folder).close()  # up to date, and it can be used
        db = sqlite3.connect(folder / "tablee.sqlite", isolation_level=None, timeout=2.0)
        try:
            db.execute("BEGIN EXCLUSIVE" if writes else "BEGIN IMMEDIATE")  # nobody writes meanwhile
            yield InSqlite(db, folder / "packs")
            db.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise Invalid("bad_store", file=place, problem=str(error)) from None
        finally:
            db.close()
        return
    if kept_missing := _lacking():
        raise Invalid("needs_cluster", missing=kept_missing)
    import asyncpg

    from ..postgres import SESSION, PostgresStore

    store = await PostgresStore.open(place)  # up to date, and it can be used
    await store.close()
    db = await asyncpg.connect(place, server_settings=SESSION)
    try:
        async with db.transaction():
            if await db.fetchval("SELECT count(*) FROM nodes WHERE until > clock_timestamp()"):
                raise Invalid("hall_open")
            yield InPostgres(db)
    finally:
        await db.close()


def _lacking() -> str:
    from importlib.util import find_spec

    return "" if find_spec("asyncpg") else "asyncpg"


class InSqlite:
    def __init__(self, db: sqlite3.Connection, packs: Path) -> None:
        self._db, self._packs = db, packs

    async def rows(self, kind: str) -> AsyncIterator[Row]:
        if kind == "packs":
            for path in sorted(self._packs.glob("[!.]*")):
                yield path.stem, kept.packed(self._packs, path.stem)
            return
        for row in self._db.execute(READ[kind]):
            yield (*row[:-1], bool(row[-1])) if kind == "guests" else row

    async def write(self, kind: str, rows: Sequence[Row]) -> None:
        if kind == "packs":
            for hash, files in rows:
                kept.unpacked(self._packs, hash, files)
            return
        self._db.executemany(WRITE[kind], rows)


class InPostgres:
    def __init__(self, db: Any) -> None:
        self._db = db

    async def rows(self, kind: str) -> AsyncIterator[Row]:
        query = "SELECT hash, files FROM packs" if kind == "packs" else READ[kind]
        async for row in self._db.cursor(query, prefetch=BATCH):
            yield tuple(row)

    async def write(self, kind: str, rows: Sequence[Row]) -> None:
        from ..postgres import rules_of

        if kind == "matches":
            rows = [(*row, rules_of(msgspec.json.decode(row[2], type=Header))) for row in rows]
        await self._db.executemany(numbered(SHARED[kind]), rows)
