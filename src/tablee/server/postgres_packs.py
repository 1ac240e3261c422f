"""The packs of guests in PostgreSQL. See `PackShelf`."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from tablee.engine import PackRef

from . import pack_sql as sql
from .postgres_writer import Connection, Writer
from .reading import numbered
from .shelf import OWN, Mark, PackRecord
from .store import Conflict

TABLES: Final = tuple(one.format(bytes="bytea", float="float8", key="bigint", end="") for one in sql.TABLES)


class PostgresPacks:
    """Part of the store."""

    _writer: Writer

    def save_own(self, pack: PackRecord, blobs: dict[str, bytes], held: Collection[str], most: int = 0) -> Future[None]:
        named = sorted(held)

        async def work(db: Connection) -> None:
            if pack.version > 1:
                changed = await db.execute(numbered(sql.UPDATE), *sql.row_of(pack), pack.id, pack.version - 1)
                if changed == "UPDATE 0":
                    raise Conflict(f"pack {pack.id} has another version")
            else:
                if await db.fetchval(numbered(sql.COUNT_OF), pack.owner) >= most:
                    raise Conflict("too_many_packs")
                await db.execute(numbered(sql.INSERT), *sql.row_of(pack), pack.id, pack.owner)
            await db.executemany(numbered(sql.ADD_BLOB), [*blobs.items()])
            old = [row[0] for row in await db.fetch(numbered(sql.HELD), pack.id)]
            await db.execute(numbered(sql.DROP_HELD), pack.id)
            await db.executemany(numbered(sql.HOLD), [(pack.id, hash) for hash in named])
            await db.executemany(numbered(sql.UNUSED_ONE), [(hash,) for hash in set(old) - set(named)])

        return self._writer.change(work)

    def delete_own(self, id: str) -> Future[None]:
        async def work(db: Connection) -> None:
            old = [tuple(row) for row in await db.fetch(numbered(sql.HELD), id)]
            await db.execute(numbered(sql.DELETE), id)
            await db.execute(numbered(sql.DROP_MARKS), id)
            await db.executemany(numbered(sql.UNUSED_ONE), old)

        return self._writer.change(work)

    def add_mark(self, mark: Mark, most: int) -> Future[None]:
        async def work(db: Connection) -> None:
            await db.execute(numbered(sql.MARK), mark.id, mark.pack, mark.made, msgspec.json.encode(mark).decode())
            await db.execute(numbered(sql.OLD_MARKS), mark.pack, mark.pack, most)

        return self._writer.change(work)

    def drop_marks(self, pack: str, ids: Collection[str]) -> Future[None]:
        async def work(db: Connection) -> None:
            await db.executemany(numbered(sql.DROP_MARK), [(pack, id) for id in ids])

        return self._writer.change(work)


async def play_with(db: Connection, match: int, refs: Sequence[PackRef]) -> None:
    """A new match holds what it was begun with."""
    for ref in refs:
        if ref.id.startswith(OWN) and await db.execute(numbered(sql.PLAY), match, ref.hash) == "INSERT 0 0":
            raise Conflict(f"pack {ref.id} has another version")


async def sweep(db: Connection) -> None:
    """After matches are gone."""
    await db.execute(sql.UNUSED)
