"""What is read of a store, in words that SQLite and PostgreSQL both understand."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any, Final

import msgspec
import regex

from tablee.engine import Header, Reply, Result
from tablee.house.provable import Provenance

from .pack_sql import PackReads
from .store import Guest, MatchRecord, TableRecord, Whole

TABLE: Final = "SELECT id, code, state, match, updated FROM tables"
COLUMNS: Final = "id, table_id, header, provenance, started, finished, result"
MATCH: Final = f"SELECT {COLUMNS} FROM matches"
KEY: Final = "(SELECT key FROM matches WHERE id = ?)"
LINES: Final = f"SELECT replies FROM log WHERE match = {KEY} ORDER BY seq"
_REPLIES: Final = msgspec.json.Decoder(list[Reply])


class Reading(PackReads):
    """Part of both stores: tables and matches, besides the packs."""

    async def tables(self) -> list[TableRecord]:
        return [TableRecord(*row) for row in await self.rows(f"{TABLE} ORDER BY id")]

    async def table(self, name: str) -> TableRecord | None:
        rows = await self.rows(f"{TABLE} WHERE id = ? OR code = ?", name, name.upper())
        return TableRecord(*rows[0]) if rows else None

    async def match(self, id: str) -> MatchRecord | None:
        rows = await self.rows(f"{MATCH} WHERE id = ?", id)
        return record(*rows[0]) if rows else None

    async def log(self, match: str) -> list[Reply]:
        return replies(await self.rows(LINES, match))

    async def secret(self, match: str) -> bytes | None:
        rows = await self.rows(f"SELECT secret FROM secrets WHERE match = {KEY}", match)
        return rows[0][0] if rows else None

    async def whole(self, match: str) -> Whole | None:
        found, secret = await self.match(match), await self.secret(match)
        return Whole(found, await self.log(match), secret) if found and secret else None

    async def events(self, match: str) -> bytes | None:
        rows = await self.rows(f"SELECT events FROM told WHERE match = {KEY}", match)
        return rows[0][0] if rows else None

    async def guest(self, match: str, token: str) -> Guest | None:
        rows = await self.rows(f"SELECT token, host FROM guests WHERE match = {KEY} AND token = ?", match, token)
        return Guest(rows[0][0], bool(rows[0][1])) if rows else None

    async def finished(self, token: str) -> list[MatchRecord]:
        held = "key IN (SELECT match FROM guests WHERE token = ?)"
        rows = await self.rows(f"{MATCH} WHERE finished IS NOT NULL AND {held} ORDER BY finished DESC, key DESC", token)
        return [record(*row) for row in rows]


@cache
def numbered(statement: str) -> str:
    """With the parameters called as PostgreSQL calls them.

    >>> numbered("SELECT ? WHERE a = ?")
    'SELECT $1 WHERE a = $2'
    """
    number = count(1)
    return regex.sub(r"\?", lambda _: f"${next(number)}", statement)


def record(
    id: str, table: str, header: str, provenance: str, started: float, finished: float | None, result: str | None
) -> MatchRecord:
    return MatchRecord(
        id,
        table,
        msgspec.json.decode(header, type=Header),
        msgspec.json.decode(provenance, type=Provenance),
        started,
        finished,
        None if result is None else msgspec.json.decode(result, type=Result),
    )


def replies(rows: list[Any]) -> list[Reply]:
    return [reply for row in rows for reply in _REPLIES.decode(row[0])]


def json(value: object) -> str:
    return msgspec.json.encode(value).decode()
