"""The store in PostgreSQL, for any number of nodes. See `Store`; nothing here waits for a thread."""

from __future__ import annotations

import asyncio
import time
from asyncio import Future
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from typing import Any, Final, TypeVar

import asyncpg

from tablee.engine import Header, Invalid, Reply, Result

from . import postgres_packs
from .postgres_packs import PostgresPacks
from .postgres_writer import PATIENCE, Connection, Writer
from .reading import COLUMNS, Reading, json, numbered, record, replies
from .store import Conflict, Forgotten, Guest, MatchRecord, StoreFailed, TableRecord, Whole

T = TypeVar("T")

SCHEMA: Final = "tablee"
SESSION: Final = {"search_path": SCHEMA, "application_name": "tablee"}
READERS: Final = 4
LOCK: Final = 0x7AB1EE  # for those who bring the schema up to date
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        # `until` and `touched` are by the clock of the database, which is the only one that is ever asked.
        "CREATE TABLE nodes (id text PRIMARY KEY, url text NOT NULL, until timestamptz NOT NULL,"
        " wired boolean NOT NULL, version text NOT NULL)",
        "CREATE TABLE tables (id text PRIMARY KEY, code text UNIQUE, state bytea NOT NULL, match text,"
        " updated float8 NOT NULL, owner text, touched timestamptz NOT NULL DEFAULT clock_timestamp())",
        "CREATE INDEX of_owner ON tables (owner)",
        "CREATE TABLE matches (key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,"
        " table_id text NOT NULL, header text NOT NULL, provenance text NOT NULL, started float8 NOT NULL,"
        " finished float8, result text, rules text NOT NULL)",
        "CREATE INDEX of_table ON matches (table_id)",
        "CREATE INDEX by_end ON matches (finished)",
        # The fence: whoever appends where the log has gone on is refused, whatever he believes.
        "CREATE TABLE log (match bigint NOT NULL REFERENCES matches ON DELETE CASCADE, seq int NOT NULL,"
        " count int NOT NULL, replies bytea NOT NULL, CONSTRAINT place UNIQUE (match, seq))",
        "CREATE TABLE secrets (match bigint PRIMARY KEY REFERENCES matches ON DELETE CASCADE, secret bytea NOT NULL)",
        "CREATE TABLE told (match bigint PRIMARY KEY REFERENCES matches ON DELETE CASCADE, events bytea NOT NULL)",
        "CREATE TABLE guests (token text NOT NULL, match bigint NOT NULL REFERENCES matches ON DELETE CASCADE,"
        " host boolean NOT NULL, PRIMARY KEY (token, match))",
        "CREATE INDEX of_match ON guests (match)",
        "CREATE TABLE packs (hash text PRIMARY KEY, files bytea NOT NULL)",
        "CREATE TABLE beats (one int PRIMARY KEY, count bigint NOT NULL)",
    ),
    postgres_packs.TABLES,
)
"""What takes a database from one version to the next; the number of those it has had is its version."""


class PostgresStore(PostgresPacks, Reading):
    """`owner`: the node that writes; only its own tables can be changed. None: nobody's."""

    def __init__(self, address: str, pool: Any) -> None:
        self._address, self._pool = address, pool
        self._writer = Writer(lambda: _connect(address))
        self.owner: str | None = None
        self.ahead = 0.0  # seconds by which the clock of the database is ahead of ours

    @classmethod
    async def open(cls, address: str) -> PostgresStore:
        """Raises Invalid if it is a newer program's database, or StoreFailed."""
        try:
            async with asyncio.timeout(2 * PATIENCE):
                db = await _connect(address)
                try:
                    await _migrate(db)
                finally:
                    await db.close()
            pool = await asyncpg.create_pool(
                address, min_size=0, max_size=READERS, reset=_leave, timeout=PATIENCE, server_settings=SESSION
            )
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError, ValueError) as error:
            raise StoreFailed(str(error) or type(error).__name__) from error
        return cls(address, pool)

    @property
    def lag(self) -> float:
        """Seconds that the latest commit took."""
        return self._writer.lag

    def time(self) -> float:
        return time.time() + self.ahead

    async def close(self) -> None:
        await self._writer.close()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._pool.close()
        except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            self._pool.terminate()

    # ------------------------------------------------------------ changes

    def change(self, work: Callable[[Connection], Awaitable[T]]) -> Future[T]:
        """In the order in which changes were asked for."""
        return self._writer.change(work)

    def save_table(self, table: TableRecord) -> Future[None]:
        owner = self.owner
        return self._writer.change(lambda db: _save_table(db, table, owner))

    def close_table(self, id: str) -> Future[None]:
        owner = self.owner

        async def work(db: Connection) -> None:
            gone = await db.execute("DELETE FROM tables WHERE id = $1 AND owner IS NOT DISTINCT FROM $2", id, owner)
            if gone == "DELETE 0" and await db.fetchval("SELECT 1 FROM tables WHERE id = $1", id):
                raise Conflict(f"the table {id} is another node's")
            await db.execute("DELETE FROM matches WHERE table_id = $1 AND finished IS NULL", id)
            await postgres_packs.sweep(db)

        return self._writer.change(work)

    def new_match(self, table: TableRecord, match: MatchRecord, secret: bytes, guests: Iterable[Guest]) -> Future[None]:
        owner, sitting = self.owner, [*guests]

        async def work(db: Connection) -> None:
            await _save_table(db, table, owner)
            row = (match.id, match.table, json(match.header), json(match.provenance), match.started)
            new = (
                "INSERT INTO matches (id, table_id, header, provenance, started, rules)"
                " VALUES ($1, $2, $3, $4, $5, $6) RETURNING key"
            )
            key = await db.fetchval(new, *row, rules_of(match.header))
            await db.execute("INSERT INTO secrets VALUES ($1, $2)", key, secret)
            await postgres_packs.play_with(db, key, match.header.packs)
            tokens, hosts = [guest.token for guest in sitting], [guest.host for guest in sitting]
            await db.execute(
                "INSERT INTO guests SELECT token, $1, host FROM unnest($2::text[], $3::bool[]) AS one (token, host)",
                key,
                tokens,
                hosts,
            )
            self._writer.know(match.id, key, 0)

        return self._writer.change(work)

    def append(self, match: str, seq: int, replies: Sequence[Reply]) -> Future[None]:
        return self._writer.append(match, seq, replies)

    def finish(self, table: TableRecord, finished: float, result: Result, events: bytes) -> Future[None]:
        owner = self.owner

        async def work(db: Connection) -> None:
            await _save_table(db, table, owner)
            done = "UPDATE matches SET finished = coalesce(finished, $2), result = $3 WHERE id = $1 RETURNING key"
            key = await db.fetchval(done, table.match, finished, json(result))
            if key is None:
                raise Conflict(f"there is no match {table.match} to finish")
            told = "INSERT INTO told VALUES ($1, $2) ON CONFLICT (match) DO UPDATE SET events = excluded.events"
            await db.execute(told, key, events)

        return self._writer.change(work)

    def admit(self, match: str, guest: Guest) -> Future[None]:
        upsert = (
            "INSERT INTO guests VALUES ($2, (SELECT key FROM matches WHERE id = $1), $3)"
            " ON CONFLICT (token, match) DO UPDATE SET host = $3"
        )

        async def work(db: Connection) -> None:
            await db.execute(upsert, match, guest.token, guest.host)

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
            "table_id = $1 OR finished IS NOT NULL AND ("
            "finished < $2 OR id = ANY($3::text[]) OR $4::text IS NOT NULL AND header::jsonb -> 'seats' ? $4)"
        )

        async def work(db: Connection) -> Forgotten:
            matches = await db.execute(f"DELETE FROM matches WHERE {where}", table, before, [*ids], name)
            tables = await db.execute("DELETE FROM tables WHERE id = $1", table)
            await postgres_packs.sweep(db)
            return Forgotten(_count(matches), _count(tables))

        return self._writer.change(work)

    def keep_pack(self, hash: str, files: bytes) -> Future[None]:
        async def work(db: Connection) -> None:
            await db.execute("INSERT INTO packs VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, files)

        return self._writer.change(work)

    def beat(self) -> Future[None]:
        async def work(db: Connection) -> None:
            await db.execute("INSERT INTO beats VALUES (1, 1) ON CONFLICT (one) DO UPDATE SET count = beats.count + 1")

        return self._writer.change(work)

    # ------------------------------------------------------------ reading

    async def log(self, match: str) -> list[Reply]:
        async def read(db: Connection) -> list[Reply]:
            return await self._read_log(db, match, await db.fetchval("SELECT key FROM matches WHERE id = $1", match))

        return await self.read(read)

    async def whole(self, match: str) -> Whole | None:
        query = f"SELECT key, secret, {COLUMNS} FROM matches JOIN secrets ON match = key WHERE id = $1"

        async def read(db: Connection) -> Whole | None:
            row = await db.fetchrow(query, match)
            return Whole(record(*row[2:]), await self._read_log(db, match, row[0]), row[1]) if row else None

        return await self.read(read)

    async def _read_log(self, db: Connection, match: str, key: int | None) -> list[Reply]:
        found = replies(await db.fetch("SELECT replies FROM log WHERE match = $1 ORDER BY seq", key))
        if key is not None:
            self._writer.know(match, key, len(found))
        return found

    async def pack(self, hash: str) -> bytes | None:
        rows = await self.rows("SELECT files FROM packs WHERE hash = $1", hash)
        return rows[0][0] if rows else None

    async def rows(self, query: str, *given: object) -> list[Any]:
        async def read(db: Connection) -> list[Any]:
            found: list[Any] = await db.fetch(numbered(query), *given)
            return found

        return await self.read(read)

    async def read(self, read: Callable[[Connection], Awaitable[T]]) -> T:
        try:
            async with asyncio.timeout(PATIENCE), self._pool.acquire() as db:
                return await read(db)
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError) as error:
            raise StoreFailed(str(error) or type(error).__name__) from error


def rules_of(header: Header) -> str:
    """Which rules a node must know to go on with a match."""
    return f"{header.game} {header.rules}"


async def _connect(address: str) -> Connection:
    """To write: what is acknowledged is on a disk, whatever else this database is used for."""
    db = await asyncpg.connect(address, timeout=PATIENCE, server_settings=SESSION)
    if await db.fetchval("SELECT current_setting('synchronous_commit')") in ("off", "local"):
        await db.execute("SET synchronous_commit = on")
    return db


async def _leave(db: Connection) -> None:
    """Nothing is set by those who read, so nothing has to be set back."""


async def _migrate(db: Connection) -> None:
    """All that is missing in one transaction, or nothing; one node at a time."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        if not await db.fetchval("SELECT 1 FROM pg_namespace WHERE nspname = $1", SCHEMA):
            await db.execute(f"CREATE SCHEMA {SCHEMA}")
        if not await db.fetchval("SELECT to_regclass($1)", f"{SCHEMA}.version"):
            await db.execute("CREATE TABLE version (number int NOT NULL)")
            await db.execute("INSERT INTO version VALUES (0)")
        version = await db.fetchval("SELECT number FROM version")
        if version > len(MIGRATIONS):
            raise Invalid("newer_database", file="PostgreSQL", found=version, version=len(MIGRATIONS))
        for migration in MIGRATIONS[version:]:
            for statement in migration:
                await db.execute(statement)
        if version < len(MIGRATIONS):
            await db.execute("UPDATE version SET number = $1", len(MIGRATIONS))


async def _save_table(db: Connection, table: TableRecord, owner: str | None) -> None:
    kept = await db.fetchval(
        "INSERT INTO tables VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET code = excluded.code,"
        " state = excluded.state, match = excluded.match, updated = excluded.updated, touched = clock_timestamp()"
        " WHERE tables.owner IS NOT DISTINCT FROM excluded.owner RETURNING 1",
        table.id,
        table.code,
        table.state,
        table.match,
        table.updated,
        owner,
    )
    if kept is None:
        raise Conflict(f"the table {table.id} is another node's")


def _count(status: str) -> int:
    """`DELETE 3`"""
    return int(status.rpartition(" ")[2])
