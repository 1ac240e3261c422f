"""The task that writes. Lines of all tables that have queued meanwhile are one statement, and one commit serves all."""

from __future__ import annotations

import asyncio
from asyncio import Event, Future, Task
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, TypeAlias, TypeVar

import asyncpg
import msgspec
from msgspec import Struct

from tablee.engine import Reply

from .store import Conflict, StoreFailed

T = TypeVar("T")
Connection: TypeAlias = Any  # asyncpg.Connection, which has no types
Work: TypeAlias = Callable[[Connection], Awaitable[Any]]

PATIENCE: Final = 4.0  # seconds for one statement; longer, and the database counts as gone
ENDS: Final = 10_000  # how many logs' ends are remembered; finished matches are never asked for again
INSERT: Final = (
    "INSERT INTO log (match, seq, count, replies)"
    " SELECT * FROM unnest($1::bigint[], $2::int[], $3::int[], $4::bytea[]) ON CONFLICT DO NOTHING RETURNING match"
)
END: Final = (
    "SELECT key, coalesce((SELECT seq + count FROM log WHERE match = key ORDER BY seq DESC LIMIT 1), 0)"
    " FROM matches WHERE id = $1"
)


class Line(Struct):
    """What one match has to keep, from all who asked in the meantime."""

    match: str
    seq: int
    replies: list[bytes]  # JSON of each
    waiting: list[Future[None]]


class Writer:
    def __init__(self, connect: Callable[[], Awaitable[Connection]]) -> None:
        self._connect = connect
        self._db: Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._queue: list[tuple[Future[Any], Work] | Line] = []
        self._open: dict[str, Line] = {}  # the lines that can still grow
        self._ends: dict[str, tuple[int, int]] = {}  # key and end of the logs, as far as they are known here
        self._lost: set[str] = set()  # logs that have gone on elsewhere: what was thought of them is wrong
        self._asked = Event()
        self._closing = False
        self.lag = 0.0  # seconds that the latest commit took
        self._task: Task[None] = self._loop.create_task(self._write())

    def change(self, work: Callable[[Connection], Awaitable[T]]) -> Future[T]:
        future: Future[T] = self._loop.create_future()
        self._open.clear()  # changes are made in the order in which they were asked for
        self._queue.append((future, work))
        self._asked.set()
        return future

    def append(self, match: str, seq: int, replies: Sequence[Reply]) -> Future[None]:
        assert replies
        future: Future[None] = self._loop.create_future()
        lines = [msgspec.json.encode(reply) for reply in replies]
        line = self._open.get(match)
        if line is not None and line.seq + len(line.replies) == seq:
            line.replies += lines
            line.waiting.append(future)
            return future
        self._open[match] = line = Line(match, seq, lines, [future])
        self._queue.append(line)
        self._asked.set()
        return future

    def know(self, match: str, key: int, end: int) -> None:
        """What somebody has just read, and builds on from now."""
        if len(self._ends) > ENDS:
            self._ends.clear()
        self._ends[match] = key, end
        self._lost.discard(match)

    async def close(self) -> None:
        self._closing = True
        self._asked.set()
        await self._task
        if self._db is not None:
            with suppress(Exception):
                async with asyncio.timeout(PATIENCE):
                    await self._db.close()

    # ------------------------------------------------------------ writing

    async def _write(self) -> None:
        while self._queue or not self._closing:
            self._asked.clear()
            if not self._queue:
                await self._asked.wait()
                continue
            batch, self._queue = self._queue, []
            self._open.clear()
            began = self._loop.time()
            try:
                await self._commit(batch)
            except Exception as error:
                self._drop()
                failed = StoreFailed(str(error) or type(error).__name__)
                for one in batch:
                    if isinstance(one, Line):
                        self._lost.add(one.match)  # what was asked for since then rests on it
                        _refuse(one, failed)
                    else:
                        _fail(one[0], failed)
            self.lag = self._loop.time() - began

    async def _commit(self, batch: list[tuple[Future[Any], Work] | Line]) -> None:
        """Raises whatever concerns all; then what is not settled has not been kept, for all we know."""
        if self._db is None or self._db.is_closed():
            async with asyncio.timeout(PATIENCE):
                self._db = await self._connect()
        lines: list[Line] = []
        for one in batch:
            if isinstance(one, Line):
                lines.append(one)
                continue
            await self._insert(lines)
            lines = []
            future, work = one
            try:
                async with asyncio.timeout(PATIENCE), self._db.transaction():
                    kept = await work(self._db)
            except (Conflict, asyncpg.IntegrityConstraintViolationError) as error:
                _fail(future, Conflict(str(error)))
            else:
                if not future.done():
                    future.set_result(kept)
        await self._insert(lines)

    async def _insert(self, lines: list[Line]) -> None:
        """All with one statement, or each alone where one of them is wrong. A log that another has written to at our
        place keeps what it has: the index refuses ours, and with it everything that was built on it."""
        good: dict[int, Line] = {}
        for line in lines:
            if any(line.match == other.match for other in good.values()):  # it waits for what becomes of the first
                await self._insert_all(good)
                good = {}
            try:
                good[await self._place(line)] = line
            except Conflict as conflict:
                _refuse(line, conflict)
        if good:
            await self._insert_all(good)

    async def _place(self, line: Line) -> int:
        if line.match in self._lost:
            raise Conflict(f"the log of {line.match} has gone on")
        found = self._ends.get(line.match)
        if found is None:
            async with asyncio.timeout(PATIENCE):
                row = await self._db.fetchrow(END, line.match)  # type: ignore[union-attr]
            if row is None:
                raise Conflict(f"there is no match {line.match}")
            found = row[0], row[1]
        key, end = found
        if line.seq != end:
            if line.seq < end:
                self._lost.add(line.match)
            raise Conflict(f"the log of {line.match} ends at {end}, not at {line.seq}")
        self._ends[line.match] = key, end + len(line.replies)
        return key

    async def _insert_all(self, lines: dict[int, Line]) -> None:
        given = [*lines.values()]
        try:
            async with asyncio.timeout(PATIENCE):
                kept = await self._db.fetch(  # type: ignore[union-attr]
                    INSERT,
                    [*lines],
                    [line.seq for line in given],
                    [len(line.replies) for line in given],
                    [b"[" + b",".join(line.replies) + b"]" for line in given],
                )
        except asyncpg.IntegrityConstraintViolationError as error:  # a match has been deleted meanwhile
            if len(lines) == 1:
                self._lose(given[0], Conflict(str(error)))
                return
            for key, line in lines.items():
                await self._insert_all({key: line})
            return
        if len(kept) < len(lines):
            found = {row[0] for row in kept}
            for key in [key for key in lines if key not in found]:
                line = lines.pop(key)
                self._lose(line, Conflict(f"the log of {line.match} has gone on"))
        for line in lines.values():
            for future in line.waiting:
                if not future.done():
                    future.set_result(None)

    def _lose(self, line: Line, conflict: Conflict) -> None:
        self._ends.pop(line.match, None)
        self._lost.add(line.match)
        _refuse(line, conflict)

    def _drop(self) -> None:
        self._ends.clear()
        if self._db is not None:
            self._db.terminate()
        self._db = None


def _refuse(line: Line, problem: Exception) -> None:
    for future in line.waiting:
        _fail(future, problem)


def _fail(future: Future[Any], problem: Exception) -> None:
    if not future.done():
        future.set_exception(problem)
