"""The packs of guests in SQLite: all of its SQL, as plain as it can be."""

from __future__ import annotations

import sqlite3
from asyncio import Future
from collections.abc import Collection, Sequence
from typing import Any, Final

import msgspec

from tablee.engine import PackRef

from .shelf import OWN, About, Mark, PackRecord
from .sqlite_writer import Writer
from .store import Conflict

TABLES: Final = (
    "CREATE TABLE blobs (hash TEXT PRIMARY KEY, data BLOB NOT NULL) STRICT",
    "CREATE TABLE packs (id TEXT PRIMARY KEY, owner TEXT NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL,"
    " about TEXT NOT NULL, shown INTEGER NOT NULL, updated REAL NOT NULL) STRICT",
    "CREATE INDEX packs_of ON packs (owner)",
    "CREATE TABLE pack_blobs (pack TEXT NOT NULL REFERENCES packs ON DELETE CASCADE, hash TEXT NOT NULL,"
    " PRIMARY KEY (pack, hash)) STRICT, WITHOUT ROWID",
    "CREATE INDEX blobs_of_packs ON pack_blobs (hash)",
    "CREATE TABLE match_blobs (match INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE, hash TEXT NOT NULL,"
    " PRIMARY KEY (match, hash)) STRICT, WITHOUT ROWID",
    "CREATE INDEX blobs_of_matches ON match_blobs (hash)",
    "CREATE TABLE marks (id TEXT PRIMARY KEY, pack TEXT NOT NULL, made REAL NOT NULL, about TEXT NOT NULL) STRICT",
    "CREATE INDEX marks_of ON marks (pack)",
)
PACK: Final = "SELECT id, owner, version, hash, about, updated FROM packs"
UNUSED: Final = (
    "DELETE FROM blobs WHERE hash NOT IN (SELECT hash FROM pack_blobs) AND hash NOT IN (SELECT hash FROM match_blobs)"
)


class SqlitePacks:
    """See `PackShelf`; part of the store."""

    _writer: Writer

    async def _rows(self, query: str, *given: str) -> list[Any]:
        raise NotImplementedError

    def save_pack(
        self, pack: PackRecord, blobs: dict[str, bytes], held: Collection[str], most: int = 0
    ) -> Future[None]:
        named, about = sorted(held), msgspec.json.encode(pack.about).decode()

        def work(db: sqlite3.Connection) -> None:
            row = (pack.version, pack.hash, about, int(pack.about.shown), pack.updated)
            if pack.version > 1:
                change = "UPDATE packs SET version = ?, hash = ?, about = ?, shown = ?, updated = ?"
                if not db.execute(f"{change} WHERE id = ? AND version = ?", (*row, pack.id, pack.version - 1)).rowcount:
                    raise Conflict(f"pack {pack.id} has another version")
            else:
                (count,) = db.execute("SELECT count(*) FROM packs WHERE owner = ?", (pack.owner,)).fetchone()
                if count >= most:
                    raise Conflict("too_many_packs")
                new = "INSERT INTO packs (version, hash, about, shown, updated, id, owner) VALUES (?, ?, ?, ?, ?, ?, ?)"
                db.execute(new, (*row, pack.id, pack.owner))
            for hash, data in blobs.items():
                db.execute("INSERT INTO blobs VALUES (?, ?) ON CONFLICT DO NOTHING", (hash, data))
            old = [hash for (hash,) in db.execute("SELECT hash FROM pack_blobs WHERE pack = ?", (pack.id,))]
            db.execute("DELETE FROM pack_blobs WHERE pack = ?", (pack.id,))
            db.executemany("INSERT INTO pack_blobs VALUES (?, ?)", [(pack.id, hash) for hash in named])
            _drop_unused(db, set(old) - set(named))

        return self._writer.change(work)

    def delete_pack(self, id: str) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            old = [hash for (hash,) in db.execute("SELECT hash FROM pack_blobs WHERE pack = ?", (id,))]
            db.execute("DELETE FROM packs WHERE id = ?", (id,))
            db.execute("DELETE FROM marks WHERE pack = ?", (id,))
            _drop_unused(db, old)

        return self._writer.change(work)

    async def pack(self, id: str) -> PackRecord | None:
        rows = await self._rows(f"{PACK} WHERE id = ?", id)
        return _record(*rows[0]) if rows else None

    async def packs(self, owner: str) -> list[PackRecord]:
        return [_record(*row) for row in await self._rows(f"{PACK} WHERE owner = ? ORDER BY updated DESC, id", owner)]

    async def shown_packs(self) -> list[PackRecord]:
        return [_record(*row) for row in await self._rows(f"{PACK} WHERE shown = 1 ORDER BY updated DESC LIMIT 100")]

    async def count_packs(self) -> int:
        return int((await self._rows("SELECT count(*) FROM packs"))[0][0])

    async def blob(self, hash: str, pack: str | None = None) -> bytes | None:
        rows = await self._rows("SELECT data FROM blobs WHERE hash = ?", hash)
        if rows and pack is not None:
            named = await self._rows("SELECT 1 FROM pack_blobs WHERE pack = ? AND hash = ?", pack, hash)
            return rows[0][0] if named else None
        return rows[0][0] if rows else None

    def add_mark(self, mark: Mark, most: int) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            about = msgspec.json.encode(mark).decode()
            db.execute(
                "INSERT INTO marks VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET about = excluded.about",
                (mark.id, mark.pack, mark.made, about),
            )
            kept = "SELECT id FROM marks WHERE pack = ? ORDER BY made DESC LIMIT ?"
            db.execute(f"DELETE FROM marks WHERE pack = ? AND id NOT IN ({kept})", (mark.pack, mark.pack, most))

        return self._writer.change(work)

    async def marks(self, pack: str) -> list[Mark]:
        rows = await self._rows("SELECT about FROM marks WHERE pack = ? ORDER BY made DESC", pack)
        return [msgspec.json.decode(about, type=Mark) for (about,) in rows]

    def drop_marks(self, pack: str, ids: Collection[str]) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            db.executemany("DELETE FROM marks WHERE pack = ? AND id = ?", [(pack, id) for id in ids])

        return self._writer.change(work)


def hold(db: sqlite3.Connection, match: int, refs: Sequence[PackRef]) -> None:
    """The blobs that a new match was begun with, pictures and sounds included."""
    for ref in refs:
        if not ref.id.startswith(OWN):
            continue
        theirs = "SELECT pack FROM pack_blobs WHERE hash = ? LIMIT 1"
        found = db.execute(
            f"INSERT INTO match_blobs SELECT ?, hash FROM pack_blobs WHERE pack = ({theirs}) ON CONFLICT DO NOTHING",
            (match, ref.hash),
        )
        if not found.rowcount:
            raise Conflict(f"pack {ref.id} has another version")


def sweep(db: sqlite3.Connection) -> None:
    """After matches are gone."""
    db.execute(UNUSED)


def _drop_unused(db: sqlite3.Connection, hashes: Collection[str]) -> None:
    for hash in hashes:
        db.execute(f"{UNUSED} AND hash = ?", (hash,))


def _record(id: str, owner: str, version: int, hash: str, about: str, updated: float) -> PackRecord:
    return PackRecord(id, owner, version, hash, msgspec.json.decode(about, type=About), updated)
