"""The thread that writes. It commits whatever has queued in one transaction, and one sync of the disk serves all."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from asyncio import Future
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

from tablee.engine import Reply

from .store import Conflict, StoreFailed

T = TypeVar("T")
Line: TypeAlias = tuple[str, int, int, bytes]  # match, place of the first reply, how many, the replies
Work: TypeAlias = Callable[[sqlite3.Connection], Any]
Change: TypeAlias = tuple["Future[Any]", "Work | Line"]

LINES: Final = 100  # at most so many in one statement
ENDS: Final = 10_000  # how many logs' ends are remembered; finished matches are never asked for again


class Writer:
    def __init__(self, path: Path, db: sqlite3.Connection, connect: Callable[[], sqlite3.Connection]) -> None:
        """Writes with `db`; after a failure, with a new connection."""
        self._path, self._inode, self._connect = path, path.stat().st_ino, connect
        self._db: sqlite3.Connection | None = db
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[list[Change] | None] = SimpleQueue()
        self._gathered: list[Change] = []  # in this turn of the loop: to wake the thread for each would cost more
        self._ends: dict[str, tuple[int, int]] = {}  # key and end of the logs, as far as they are known here
        self._lost: set[str] = set()  # logs that have gone on elsewhere: what was thought of them is wrong
        self._scrubs = False
        self._thread = threading.Thread(target=self._write, name="store-writer", daemon=True)
        self._thread.start()

    def change(self, work: Callable[[sqlite3.Connection], T]) -> Future[T]:
        future: Future[T] = self._loop.create_future()
        self._gather((future, work))
        return future

    def append(self, match: str, seq: int, replies: Sequence[Reply]) -> Future[None]:
        assert replies
        future: Future[None] = self._loop.create_future()
        self._gather((future, (match, seq, len(replies), msgspec.json.encode(replies))))
        return future

    def _gather(self, change: Change) -> None:
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(change)

    def _hand_over(self) -> None:
        if self._gathered:
            self._queue.put(self._gathered)
            self._gathered = []

    def read_anew(self, match: str) -> None:
        """Somebody is about to read this log, and builds on that from now."""
        if match in self._lost:
            self.change(lambda db: self._lost.discard(match))

    def scrub(self) -> None:
        """For a change that deletes: nothing of it stays in the journal either."""
        self._scrubs = True

    async def close(self) -> None:
        self._hand_over()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    # ------------------------------------------------------------ in the thread

    def _write(self) -> None:
        closing = False
        while not closing:
            queued = [self._queue.get()]
            while not self._queue.empty():
                queued.append(self._queue.get())
            closing = None in queued
            if batch := [change for gathered in queued if gathered is not None for change in gathered]:
                outcomes = self._commit([work for _, work in batch])
                told = [(future, outcome) for (future, _), outcome in zip(batch, outcomes, strict=True)]
                with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                    self._loop.call_soon_threadsafe(_tell, told)
        if self._db:
            self._db.close()

    def _commit(self, works: list[Work | Line]) -> list[Any]:
        """What comes of each: what it returns, or why nothing of it was kept."""
        try:
            db = self._open()
            try:
                outcomes = self._together(db, works)
            except Exception as error:
                if _concerns_all(error):
                    raise
                self._roll_back(db)
                outcomes = self._one_by_one(db, works)
            if self._scrubs:
                with suppress(sqlite3.Error):  # it is committed all the same, and the journal is overwritten in time
                    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return outcomes
        except Exception as error:
            self._drop()
            return [StoreFailed(str(error)) for _ in works]
        finally:
            self._scrubs = False

    def _together(self, db: sqlite3.Connection, works: list[Work | Line]) -> list[Any]:
        lines = [work for work in works if isinstance(work, tuple)]
        if len(lines) == len(works) <= LINES:
            self._insert(db, lines)  # one statement is a transaction by itself
            return [None] * len(lines)
        db.execute("BEGIN IMMEDIATE")
        outcomes: list[Any] = []
        lines.clear()
        for work in works:
            if isinstance(work, tuple):
                lines.append(work)
                outcomes.append(None)
            else:
                self._insert(db, lines)
                lines.clear()
                outcomes.append(work(db))
        self._insert(db, lines)
        db.execute("COMMIT")
        return outcomes

    def _one_by_one(self, db: sqlite3.Connection, works: list[Work | Line]) -> list[Any]:
        db.execute("BEGIN IMMEDIATE")
        outcomes: list[Any] = []
        for work in works:
            db.execute("SAVEPOINT one")
            try:
                outcomes.append(self._alone(db, work))
            except Exception as error:
                if _concerns_all(error):
                    raise
                db.execute("ROLLBACK TO one")
                self._ends.clear()
                outcomes.append(Conflict(str(error)) if isinstance(error, sqlite3.IntegrityError) else error)
            db.execute("RELEASE one")
        db.execute("COMMIT")
        return outcomes

    def _alone(self, db: sqlite3.Connection, work: Work | Line) -> Any:
        if not isinstance(work, tuple):
            return work(db)
        self._insert(db, [work])
        return None

    def _insert(self, db: sqlite3.Connection, lines: list[Line]) -> None:
        """Many lines with one statement: after each, this thread has to wait for its turn with the interpreter.

        A log may have grown in another process, unknown to us; then it has a line at the very end that we know, and
        the index refuses ours.
        """
        if len(self._ends) > ENDS:
            self._ends.clear()
        for first in range(0, len(lines), LINES):
            given: list[Any] = []
            for match, seq, count, replies in lines[first : first + LINES]:
                key, end = self._ends.get(match) or _find_end(db, match)
                if match in self._lost:
                    raise Conflict(f"the log of {match} has gone on")
                if seq != end:
                    if seq < end:
                        self._lost.add(match)
                    raise Conflict(f"the log of {match} ends at {end}, not at {seq}")
                self._ends[match] = key, end + count
                given += (key, seq, count, replies)
            db.execute(_insertion(len(given) // 4), given)

    def _open(self) -> sqlite3.Connection:
        if self._path.stat().st_ino != self._inode:
            raise OSError(f"{self._path} is another file than before")
        if self._db is None:
            self._db = self._connect()
        return self._db

    def _roll_back(self, db: sqlite3.Connection) -> None:
        self._ends.clear()
        if db.in_transaction:
            db.execute("ROLLBACK")

    def _drop(self) -> None:
        """After a failure we begin anew: what SQLite leaves of a broken connection is not ours to know."""
        self._ends.clear()
        if self._db:
            with suppress(sqlite3.Error):
                self._db.close()  # and with it an open transaction
        self._db = None


def _concerns_all(error: Exception) -> bool:
    """Full, locked, damaged, gone: nothing can be kept now. Anything else is the fault of one change alone."""
    return isinstance(error, sqlite3.OperationalError | OSError) or type(error) is sqlite3.DatabaseError


def _tell(told: list[tuple[Future[Any], Any]]) -> None:
    for future, outcome in told:
        if future.done():  # nobody waits for this one any more
            continue
        if isinstance(outcome, Exception):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)


def _find_end(db: sqlite3.Connection, match: str) -> tuple[int, int]:
    end = "SELECT seq + count FROM log WHERE match = key ORDER BY seq DESC LIMIT 1"
    found: tuple[int, int] | None = db.execute(
        f"SELECT key, coalesce(({end}), 0) FROM matches WHERE id = ?", (match,)
    ).fetchone()
    if found is None:
        raise Conflict(f"there is no match {match}")
    return found


@cache
def _insertion(lines: int) -> str:
    return f"INSERT INTO log (match, seq, count, replies) VALUES {', '.join(['(?, ?, ?, ?)'] * lines)}"
