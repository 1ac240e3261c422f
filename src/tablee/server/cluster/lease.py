"""Who runs a table, as the database knows it. Only its clock is asked."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from tablee import __version__
from tablee.engine import games

from ..postgres import PostgresStore
from ..postgres_writer import Connection
from ..store import TableRecord

LASTS: Final = 6.0  # seconds for which a node is believed to live after it has said so
RENEWED: Final = 2.0  # seconds between two renewals
NOW: Final = "clock_timestamp()"
LIVES: Final = f"EXISTS (SELECT 1 FROM nodes WHERE nodes.id = {{}} AND until > {NOW})"


class Neighbour(NamedTuple):
    """Another node that lives."""

    left: float  # seconds for which it is believed to
    wired: bool


class Found(NamedTuple):
    record: TableRecord
    owner: str | None  # that lives


class Lease:
    """One node's row. A row that has run out is never renewed: whoever was thought dead comes back as another."""

    def __init__(self, store: PostgresStore) -> None:
        self._store = store
        self.id = ""
        self.until = 0.0  # by our own clock, which only runs: before that, nobody can take what is ours
        self._rules = [f"{meta.id} {meta.version}" for meta in games().values()]

    async def register(self, id: str, url: str) -> int:
        """How many others there are."""
        began = time.monotonic()

        async def write(db: Connection) -> int:
            await db.execute(f"DELETE FROM nodes WHERE until < {NOW} - interval '1 hour'")
            new = f"INSERT INTO nodes VALUES ($1, $2, {NOW} + make_interval(secs => $3), true, $4)"
            await db.execute(new, id, url, LASTS, __version__)
            count: int = await db.fetchval(f"SELECT count(*) - 1 FROM nodes WHERE until > {NOW}")
            return count

        others = await self._store.read(write)
        self.id, self.until = id, began + LASTS
        return others

    async def renew(self, wired: bool) -> dict[str, Neighbour] | None:
        """The others that live. None: it was too late."""
        began = time.monotonic()
        rows = await self._store.rows(
            f"WITH mine AS (UPDATE nodes SET until = {NOW} + make_interval(secs => $2), wired = $3"
            f" WHERE id = $1 AND until > {NOW} RETURNING id)"
            f" SELECT id, extract(epoch FROM until - {NOW})::float8, wired, extract(epoch FROM {NOW})::float8,"
            f" EXISTS (SELECT 1 FROM mine) FROM nodes WHERE until > {NOW}",
            self.id,
            LASTS,
            wired,
        )
        if not rows or not rows[0][4]:
            return None
        self.until = began + LASTS
        self._store.ahead = rows[0][3] - time.time()
        return {row[0]: Neighbour(row[1], row[2]) for row in rows if row[0] != self.id}

    async def find(self, name: str) -> Found | None:
        """A table by its code or id; taken for us, if nobody runs it and this node knows its rules. Of several who try,
        one gets it."""
        columns = "id, code, state, match, updated"
        rows = await self._store.rows(
            "WITH found AS (SELECT id FROM tables WHERE id = $1 OR code = $2),"
            f" taken AS (UPDATE tables SET owner = $3, touched = {NOW} WHERE id = (SELECT id FROM found)"
            f" AND (owner IS NULL OR owner = $3 OR NOT {LIVES.format('owner')}) AND {LIVES.format('$3')}"
            " AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.id = tables.match AND finished IS NULL"
            f" AND rules <> ALL ($4)) RETURNING {columns}, owner)"
            f" SELECT * FROM taken UNION ALL SELECT {columns}, CASE WHEN {LIVES.format('owner')} THEN owner END"
            " FROM tables WHERE id = (SELECT id FROM found) AND NOT EXISTS (SELECT 1 FROM taken)",
            name,
            name.upper(),
            self.id,
            self._rules,
        )
        return Found(TableRecord(*rows[0][:5]), rows[0][5]) if rows else None

    async def let_go(self, *ids: str, resign: bool = False) -> None:
        """Tables, or all that are ours: after everything that was to be written has been."""
        owner = self.id

        async def work(db: Connection) -> None:
            free = "UPDATE tables SET owner = NULL WHERE owner = $1"
            await db.execute(free + (" AND id = ANY ($2)" if ids else ""), owner, *([[*ids]] if ids else []))
            if resign:
                await db.execute("DELETE FROM nodes WHERE id = $1", owner)

        await self._store.change(work)

    async def forsaken(self, unentered: float, idle: float) -> int:
        """Tables go that nobody runs, and nobody has come back to for so many seconds. How many."""
        rows: list[Any] = await self._store.rows(
            f"WITH gone AS (DELETE FROM tables WHERE (owner IS NULL OR NOT {LIVES.format('owner')})"
            f" AND touched < {NOW} - make_interval(secs => CASE WHEN match IS NULL THEN $1::float8 ELSE $2::float8 END)"
            " RETURNING id), unfinished AS (DELETE FROM matches WHERE table_id IN (SELECT id FROM gone)"
            " AND finished IS NULL) SELECT count(*) FROM gone",
            unentered,
            idle,
        )
        count: int = rows[0][0]
        return count
