"""Guests' packs: all of the SQL, in words that SQLite and PostgreSQL both understand, and what is read with it."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from .shelf import About, Mark, PackRecord

TABLES: Final = (
    "CREATE TABLE blobs (hash TEXT PRIMARY KEY, data {bytes} NOT NULL){end}",
    "CREATE TABLE own_packs (id TEXT PRIMARY KEY, owner TEXT NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL,"
    " about TEXT NOT NULL, shown INTEGER NOT NULL, updated {float} NOT NULL){end}",
    "CREATE INDEX own_packs_of ON own_packs (owner)",
    "CREATE TABLE own_pack_blobs (pack TEXT NOT NULL REFERENCES own_packs ON DELETE CASCADE, hash TEXT NOT NULL,"
    " PRIMARY KEY (pack, hash)){end}",
    "CREATE INDEX blobs_of_packs ON own_pack_blobs (hash)",
    "CREATE TABLE match_blobs (match {key} NOT NULL REFERENCES matches ON DELETE CASCADE, hash TEXT NOT NULL,"
    " PRIMARY KEY (match, hash)){end}",
    "CREATE INDEX blobs_of_matches ON match_blobs (hash)",
    "CREATE TABLE marks (id TEXT PRIMARY KEY, pack TEXT NOT NULL, made {float} NOT NULL, about TEXT NOT NULL){end}",
    "CREATE INDEX marks_of ON marks (pack)",
)
PACK: Final = "SELECT id, owner, version, hash, about, updated FROM own_packs"
ONE: Final = f"{PACK} WHERE id = ?"
OF_OWNER: Final = f"{PACK} WHERE owner = ? ORDER BY updated DESC, id"
SHOWN: Final = f"{PACK} WHERE shown = 1 ORDER BY updated DESC LIMIT 100"
COUNT: Final = "SELECT count(*) FROM own_packs"
COUNT_OF: Final = "SELECT count(*) FROM own_packs WHERE owner = ?"
INSERT: Final = "INSERT INTO own_packs (version, hash, about, shown, updated, id, owner) VALUES (?, ?, ?, ?, ?, ?, ?)"
UPDATE: Final = (
    "UPDATE own_packs SET version = ?, hash = ?, about = ?, shown = ?, updated = ? WHERE id = ? AND version = ?"
)
DELETE: Final = "DELETE FROM own_packs WHERE id = ?"
BLOB: Final = "SELECT data FROM blobs WHERE hash = ?"
ADD_BLOB: Final = "INSERT INTO blobs VALUES (?, ?) ON CONFLICT DO NOTHING"
HELD: Final = "SELECT hash FROM own_pack_blobs WHERE pack = ?"
WEIGHT: Final = "SELECT coalesce(sum(length(data)), 0) FROM blobs"
DROP_HELD: Final = "DELETE FROM own_pack_blobs WHERE pack = ?"
HOLD: Final = "INSERT INTO own_pack_blobs VALUES (?, ?)"
PLAY: Final = (  # all that the pack holds whose version this is, pictures and sounds included
    "INSERT INTO match_blobs SELECT CAST(? AS BIGINT), hash FROM own_pack_blobs WHERE pack ="
    " (SELECT pack FROM own_pack_blobs WHERE hash = ? LIMIT 1) ON CONFLICT DO NOTHING"
)
UNUSED: Final = (
    "DELETE FROM blobs WHERE hash NOT IN (SELECT hash FROM own_pack_blobs)"
    " AND hash NOT IN (SELECT hash FROM match_blobs)"
)
UNUSED_ONE: Final = f"{UNUSED} AND hash = ?"
MARK: Final = "INSERT INTO marks VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET about = excluded.about"
OLD_MARKS: Final = (
    "DELETE FROM marks WHERE pack = ? AND id NOT IN (SELECT id FROM marks WHERE pack = ? ORDER BY made DESC LIMIT ?)"
)
MARKS: Final = "SELECT about FROM marks WHERE pack = ? ORDER BY made DESC"
EVERY_MARK: Final = "SELECT about FROM marks ORDER BY pack, made"
DROP_MARK: Final = "DELETE FROM marks WHERE pack = ? AND id = ?"
DROP_MARKS: Final = "DELETE FROM marks WHERE pack = ?"


def row_of(pack: PackRecord) -> tuple[int, str, str, int, float]:
    about = msgspec.json.encode(pack.about).decode()
    return pack.version, pack.hash, about, int(pack.about.shown), pack.updated


def record(id: str, owner: str, version: int, hash: str, about: str, updated: float) -> PackRecord:
    return PackRecord(id, owner, version, hash, msgspec.json.decode(about, type=About), updated)


class PackReads:
    """Part of both stores."""

    async def rows(self, query: str, *given: object) -> list[Any]:
        """With `?` for what is given. Raises StoreFailed."""
        raise NotImplementedError

    async def own_pack(self, id: str) -> PackRecord | None:
        rows = await self.rows(ONE, id)
        return record(*rows[0]) if rows else None

    async def own_packs(self, owner: str) -> list[PackRecord]:
        return [record(*row) for row in await self.rows(OF_OWNER, owner)]

    async def shown_packs(self) -> list[PackRecord]:
        return [record(*row) for row in await self.rows(SHOWN)]

    async def count_own(self) -> int:
        return int((await self.rows(COUNT))[0][0])

    async def weight(self) -> int:
        return int((await self.rows(WEIGHT))[0][0])

    async def blob(self, hash: str) -> bytes | None:
        rows = await self.rows(BLOB, hash)
        return rows[0][0] if rows else None

    async def held(self, pack: str) -> set[str]:
        return {row[0] for row in await self.rows(HELD, pack)}

    async def marks(self, pack: str | None) -> list[Mark]:
        rows = await (self.rows(MARKS, pack) if pack is not None else self.rows(EVERY_MARK))
        return [msgspec.json.decode(row[0], type=Mark) for row in rows]
