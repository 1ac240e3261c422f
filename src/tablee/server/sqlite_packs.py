"""The packs of guests in SQLite. See `PackShelf`."""

from __future__ import annotations

import sqlite3
from asyncio import Future
from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from tablee.engine import PackRef

from . import pack_sql as sql
from .shelf import OWN, Mark, PackRecord
from .sqlite_writer import Writer
from .store import Conflict

TABLES: Final = tuple(one.format(bytes="BLOB", float="REAL", key="INTEGER", end=" STRICT") for one in sql.TABLES)


class SqlitePacks:
    """Part of the store."""

    _writer: Writer

    def save_own(self, pack: PackRecord, blobs: dict[str, bytes], held: Collection[str], most: int = 0) -> Future[None]:
        named = sorted(held)

        def work(db: sqlite3.Connection) -> None:
            if pack.version > 1:
                if not db.execute(sql.UPDATE, (*sql.row_of(pack), pack.id, pack.version - 1)).rowcount:
                    raise Conflict(f"pack {pack.id} has another version")
            else:
                if db.execute(sql.COUNT_OF, (pack.owner,)).fetchone()[0] >= most:
                    raise Conflict("too_many_packs")
                db.execute(sql.INSERT, (*sql.row_of(pack), pack.id, pack.owner))
            db.executemany(sql.ADD_BLOB, blobs.items())
            old = [hash for (hash,) in db.execute(sql.HELD, (pack.id,))]
            db.execute(sql.DROP_HELD, (pack.id,))
            db.executemany(sql.HOLD, [(pack.id, hash) for hash in named])
            db.executemany(sql.UNUSED_ONE, [(hash,) for hash in set(old) - set(named)])

        return self._writer.change(work)

    def delete_own(self, id: str) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            old = db.execute(sql.HELD, (id,)).fetchall()
            db.execute(sql.DELETE, (id,))
            db.execute(sql.DROP_MARKS, (id,))
            db.executemany(sql.UNUSED_ONE, old)

        return self._writer.change(work)

    def add_mark(self, mark: Mark, most: int) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            db.execute(sql.MARK, (mark.id, mark.pack, mark.made, msgspec.json.encode(mark).decode()))
            db.execute(sql.OLD_MARKS, (mark.pack, mark.pack, most))

        return self._writer.change(work)

    def drop_marks(self, pack: str, ids: Collection[str]) -> Future[None]:
        def work(db: sqlite3.Connection) -> None:
            db.executemany(sql.DROP_MARK, [(pack, id) for id in ids])

        return self._writer.change(work)


def play_with(db: sqlite3.Connection, match: int, refs: Sequence[PackRef]) -> None:
    """A new match holds what it was begun with."""
    for ref in refs:
        if ref.id.startswith(OWN) and not db.execute(sql.PLAY, (match, ref.hash)).rowcount:
            raise Conflict(f"pack {ref.id} has another version")


def sweep(db: sqlite3.Connection) -> None:
    """After matches are gone."""
    db.execute(sql.UNUSED)
