"""The store on bad days: killed, full, locked, gone, too old, too new."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tablee.engine import Invalid
from tablee.server import sqlite
from tablee.server.sqlite import SqliteStore
from tablee.server.store import StoreFailed
from tests.server.shelf import PASS, ROLL, lock, outcome, start, with_store

WRITER = """
import asyncio, sys
from pathlib import Path
from tablee.engine import Reply
from tablee.server.sqlite import SqliteStore

async def play(store, match):
    seq = len(await store.log(match))
    while True:
        await store.append(match, seq, [Reply(0, match, seq), Reply("dice", match, seq + 1)])
        seq += 2
        print(match, seq, flush=True)

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, f"m{number}") for number in range(20)))

asyncio.run(main())
"""


def test_what_was_acknowledged_outlives_kill_9(tmp_path: Path) -> None:
    async def prepare(store: SqliteStore) -> None:
        for number in range(20):
            await start(store, f"m{number}", f"t{number}")

    with_store(tmp_path, prepare)
    acknowledged: dict[str, int] = {}

    async def check(store: SqliteStore) -> None:
        for match, count in acknowledged.items():
            log = await store.log(match)
            assert len(log) >= count
            assert [reply.value for reply in log] == list(range(len(log)))

    for lines in (1, 60, 200, 333, 500):
        command = [sys.executable, "-c", WRITER, str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            told = [child.stdout.readline() for _ in range(lines)]
            child.kill()
            told += child.stdout.readlines()
        for line in told:
            if line.endswith("\n"):
                match, count = line.split()
                acknowledged[match] = int(count)
        with_store(tmp_path, check)
    assert sum(acknowledged.values()) >= 1000


FULL = """
import asyncio, resource, sys
from pathlib import Path
from tablee.engine import Reply
from tablee.server.sqlite import SqliteStore
from tablee.server.store import Conflict, StoreFailed

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    journal = Path(sys.argv[1]) / "tablee.sqlite-wal"
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    long = [Reply(0, "say", "x" * 2000)]
    await store.append("m", 0, long)
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size + 50_000, most))
    stored, failed = 1, []
    while not failed:
        batch = [store.append("m", stored + more, long) for more in range(4)]
        found = await asyncio.gather(*batch, return_exceptions=True)
        failed = [error for error in found if error]
        stored += 4 - len(failed)
    assert all(isinstance(error, StoreFailed) for error in failed), failed
    print(failed[0].reason)
    assert len(await store.log("m")) == stored, "half of it was written"
    again = await asyncio.gather(store.append("m", stored, long), return_exceptions=True)
    assert isinstance(again[0], StoreFailed), again
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    after = await asyncio.gather(store.append("m", stored + 1, long), return_exceptions=True)
    assert isinstance(after[0], Conflict), "what was lost is counted"
    await store.append("m", stored, long)
    assert len(await store.log("m")) == stored + 1
    await store.close()

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the size of files cannot be limited there")
def test_a_full_disk_keeps_nothing_by_halves_and_is_got_over(tmp_path: Path) -> None:
    async def prepare(store: SqliteStore) -> None:
        await start(store, "m")

    with_store(tmp_path, prepare)
    done = subprocess.run([sys.executable, "-c", FULL, str(tmp_path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in ("disk I/O error", "database or disk is full")


def test_a_locked_database_refuses_and_is_got_over(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "m")
        await store.append("m", 0, [ROLL])
        with closing(lock(tmp_path)):
            found = await asyncio.gather(
                store.append("m", 1, [PASS]), store.append("m", 2, [ROLL]), return_exceptions=True
            )
            assert [str(error) for error in found] == ["database is locked"] * 2
            assert all(isinstance(error, StoreFailed) for error in found)
            assert await store.log("m") == [ROLL]  # reading goes on
        await store.append("m", 1, [PASS])
        assert await store.log("m") == [ROLL, PASS]

    with_store(tmp_path, use, patience=0.01)


def test_a_database_that_is_gone_acknowledges_nothing(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "m")
        store.path.rename(tmp_path / "elsewhere")
        assert isinstance(await outcome(store.append("m", 0, [ROLL])), StoreFailed)
        store.path.write_bytes(b"")
        assert isinstance(await outcome(store.append("m", 0, [ROLL])), StoreFailed)
        (tmp_path / "elsewhere").replace(store.path)
        await store.append("m", 0, [ROLL])

    with_store(tmp_path, use)


def test_what_is_no_database_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "tablee.sqlite").write_bytes(b"something else, and long enough not to be an empty database" * 20)

    async def use() -> None:
        with pytest.raises(StoreFailed, match="not a database"):
            SqliteStore(tmp_path)

    asyncio.run(use())


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        with closing(store._connect("rw")) as db:
            assert db.execute("PRAGMA synchronous").fetchone() == (2,)
            assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)

    with_store(tmp_path, use)


# ------------------------------------------------------------ versions


def version(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "tablee.sqlite")) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


async def one_line(store: SqliteStore) -> None:
    await start(store, "m")
    await store.append("m", 0, [ROLL])


async def still_one_line(store: SqliteStore) -> None:
    assert await store.log("m") == [ROLL]


def test_an_old_database_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_store(tmp_path, one_line)
    assert version(tmp_path) == len(sqlite.MIGRATIONS)
    column = "ALTER TABLE matches ADD COLUMN note TEXT NOT NULL DEFAULT 'none'"
    more = (*sqlite.MIGRATIONS, (column, "UPDATE matches SET note = 'old'"), ("CREATE TABLE notes (note TEXT)",))
    monkeypatch.setattr(sqlite, "MIGRATIONS", more)
    for _ in range(2):
        with_store(tmp_path, still_one_line)
        assert version(tmp_path) == len(more)
        with closing(sqlite3.connect(tmp_path / "tablee.sqlite")) as db:
            assert db.execute("SELECT note FROM matches").fetchall() == [("old",)]


def test_a_migration_that_fails_leaves_all_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_store(tmp_path, one_line)
    known = sqlite.MIGRATIONS
    monkeypatch.setattr(sqlite, "MIGRATIONS", (*known, ("DROP TABLE log", "this is not a statement")))
    with pytest.raises(StoreFailed):
        with_store(tmp_path, still_one_line)
    monkeypatch.setattr(sqlite, "MIGRATIONS", known)
    with_store(tmp_path, still_one_line)
    assert version(tmp_path) == len(known)


def test_a_newer_database_is_refused_in_words(tmp_path: Path) -> None:
    with_store(tmp_path, one_line)
    with closing(sqlite3.connect(tmp_path / "tablee.sqlite")) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(Invalid) as caught:
        with_store(tmp_path, still_one_line)
    assert caught.value.code == "newer_database"
    assert "version 99" in str(caught.value)
    assert version(tmp_path) == 99
