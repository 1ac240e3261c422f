"""The store in one SQLite file. One thread writes, another one reads; the loop waits for neither."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from asyncio import Future
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final, TypeVar

from tablee.engine import Invalid, Reply, Result

from . import sqlite_packs
from .reading import KEY, Reading, json
from .sqlite_packs import SqlitePacks
from .sqlite_writer import LINES, Writer
from .store import Conflict, Forgotten, Guest, MatchRecord, StoreFailed, TableRecord

T = TypeVar("T")

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        "CREATE TABLE tables (id TEXT PRIMARY KEY, code TEXT UNIQUE, state BLOB NOT NULL, match TEXT,"
        " updated REAL NOT NULL) STRICT",
        "CREATE TABLE matches (key INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, table_id TEXT NOT NULL,"
        " header TEXT NOT NULL, provenance TEXT NOT NULL, started REAL NOT NULL, finished REAL, result TEXT) STRICT",
        "CREATE INDEX of_table ON matches (table_id)",
        # Lines of all matches follow one another, whatever match they belong to: the fewest pages to write.
        "CREATE TABLE log (line INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
        " seq INTEGER NOT NULL, count INTEGER NOT NULL, replies BLOB NOT NULL) STRICT",
        "CREATE UNIQUE INDEX place ON log (match, seq)",
        "CREATE TABLE secrets (match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE, secret BLOB NOT NULL)"
        " STRICT",
        "CREATE TABLE told (match INTEGER PRIMARY KEY REFERENCES matches ON DELETE CASCADE, events BLOB NOT NULL)"
        " STRICT",
        "CREATE TABLE guests (token TEXT NOT NULL, match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,"
        " host INTEGER NOT NULL, PRIMARY KEY (token, match)) STRICT, WITHOUT ROWID",
        "CREATE INDEX of_match ON guests (match)",
    ),
    ("CREATE TABLE beats (one INTEGER PRIMARY KEY, count INTEGER NOT NULL) STRICT",),
    sqlite_packs.TABLES,
)
"""What takes a database from one version to the next; the number of those it has had is its version."""


class SqliteStore(SqlitePacks, Reading):
    """See `Store`. `patience`: how many seconds a lock of somebody else is waited for."""

    def __init__(self, folder: Path, patience: float = 2.0) -> None:
        """To be opened inside a running loop. Raises Invalid if the database is a newer program's, or StoreFailed."""
        self.path, self._patience = folder / "tablee.sqlite", patience
        self._loop = asyncio.get_running_loop()
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            db = self._connect("rwc")
            _migrate(db, self.path)
            self._writer = Writer(self.path, db, lambda: self._connect("rw"))
        except (sqlite3.Error, OSError) as error:
            raise StoreFailed(str(error)) from error
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._reader: sqlite3.Connection | None = None
        self._since = time.time() - time.monotonic()

    def time(self) -> float:
        """By a clock that nobody sets while the server runs."""
        return self._since + time.monotonic()

    # ------------------------------------------------------------ changes

    def save_table(self, table: TableRecord) -> Future[None]:
        return self._writer.change(lambda db: _save_table(db, table))

    def close_table(self, id: str) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM matches WHERE table_id = ? AND finished IS NULL", (id,))
            db.execute("DELETE FROM tables WHERE id = ?", (id,))
            sqlite_packs.sweep(db)

        return self._writer.change(work)

    def new_match(self, table: TableRecord, match: MatchRecord, secret: bytes, guests: Iterable[Guest]) -> Future[None]:
        sitting = tuple(guests)

        def work(db: sqlite3.Connection) -> None:
            _save_table(db, table)
            row = (match.id, match.table, json(match.header), json(match.provenance), match.started)
            new = "INSERT INTO matches (id, table_id, header, provenance, started) VALUES (?, ?, ?, ?, ?)"
            key = db.execute(new, row).lastrowid
            assert key is not None
            db.execute("INSERT INTO secrets VALUES (?, ?)", (key, secret))
            sqlite_packs.play_with(db, key, match.header.packs)
            for guest in sitting:
                db.execute("INSERT INTO guests VALUES (?, ?, ?)", (guest.token, key, guest.host))

        return self._writer.change(work)

    def append(self, match: str, seq: int, replies: Sequence[Reply]) -> Future[None]:
        return self._writer.append(match, seq, replies)

    def finish(self, table: TableRecord, finished: float, result: Result, events: bytes) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            _save_table(db, table)
            done = "UPDATE matches SET finished = coalesce(finished, ?), result = ? WHERE id = ?"
            if not db.execute(done, (finished, json(result), table.match)).rowcount:
                raise Conflict(f"there is no match {table.match} to finish")
            db.execute(f"INSERT OR REPLACE INTO told VALUES ({KEY}, ?)", (table.match, events))

        return self._writer.change(work)

    def admit(self, match: str, guest: Guest) -> Future[None]:
        upsert = f"INSERT INTO guests VALUES (?, {KEY}, ?) ON CONFLICT DO UPDATE SET host = excluded.host"

        def work(db: sqlite3.Connection) -> None:
            db.execute(upsert, (guest.token, match, guest.host))

        return self._writer.change(work)

    def forget(
        self,
        *,
        before: float | None = None,
        ids: Collection[str] = (),
        name: str | None = None,
        table: str | None = None,
    ) -> Future[Forgotten]:
        where = (
            "table_id = :table OR finished IS NOT NULL AND ("
            "finished < :before OR id IN (SELECT value FROM json_each(:ids))"
            " OR :name IN (SELECT value FROM json_each(header, '$.seats')))"
        )
        given = {"table": table, "before": before, "ids": json(list(ids)), "name": name}

        def work(db: sqlite3.Connection) -> Forgotten:
            matches = db.execute(f"DELETE FROM matches WHERE {where}", given).rowcount
            tables = db.execute("DELETE FROM tables WHERE id = :table", given).rowcount
            sqlite_packs.sweep(db)
            self._writer.scrub()
            return Forgotten(matches, tables)

        return self._writer.change(work)

    def beat(self) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO beats VALUES (1, 1) ON CONFLICT DO UPDATE SET count = count + 1")

        return self._writer.change(work)

    async def close(self) -> None:
        await self._loop.run_in_executor(self._reading, self._stop_reading)
        self._reading.shutdown()
        await self._writer.close()

    # ------------------------------------------------------------ reading

    async def log(self, match: str) -> list[Reply]:
        self._writer.read_anew(match)
        return await super().log(match)

    async def rows(self, query: str, *given: object) -> list[Any]:
        return await self._read(lambda db: db.execute(query, given).fetchall())

    async def _read(self, read: Callable[[sqlite3.Connection], T]) -> T:
        def work() -> T:
            try:
                if self._reader is None:
                    self._reader = self._connect("ro")
                return read(self._reader)
            except sqlite3.Error as error:
                self._stop_reading()
                raise StoreFailed(str(error)) from error

        return await self._loop.run_in_executor(self._reading, work)

    def _stop_reading(self) -> None:
        if self._reader:
            self._reader.close()
        self._reader = None

    def _connect(self, mode: str) -> sqlite3.Connection:
        db = sqlite3.connect(
            f"{self.path.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=self._patience,
            isolation_level=None,
            check_same_thread=False,
            cached_statements=2 * LINES,
        )
        if mode != "ro":
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA fullfsync = ON")  # where a plain fsync leaves it to the drive
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("PRAGMA secure_delete = ON")  # what is forgotten is overwritten
        return db


def _migrate(db: sqlite3.Connection, path: Path) -> None:
    """All that is missing in one transaction, or nothing."""
    try:
        db.execute("BEGIN IMMEDIATE")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise Invalid("newer_database", file=str(path), found=version, version=len(MIGRATIONS))
        for migration in MIGRATIONS[version:]:
            for statement in migration:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        db.execute("COMMIT")
    except BaseException:
        db.close()
        raise


def _save_table(db: sqlite3.Connection, table: TableRecord) -> None:
    db.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET"
        " code = excluded.code, state = excluded.state, match = excluded.match, updated = excluded.updated",
        (table.id, table.code, table.state, table.match, table.updated),
    )
