"""The store: what is acknowledged is kept, by one owner at a time, and what is forgotten is gone."""

from __future__ import annotations

import asyncio
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.engine import Reply
from tablee.house.provable import commit
from tablee.server.names import a_token, guest_of
from tablee.server.sqlite import SqliteStore
from tablee.server.sqlite_writer import LINES
from tablee.server.store import Conflict, Forgotten, Guest, TableRecord, data_folder
from tests.server.shelf import PASS, RESULT, ROLL, SECRET, a_match, ended, lock, outcome, start, with_store

# ------------------------------------------------------------ keeping


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    ana, bo = Guest(guest_of("ana's"), host=True), Guest(guest_of("bo's"))
    lobby = TableRecord("t", "BCDF", b'{"locked": true}', "m", 12.5)

    async def before(store: SqliteStore) -> None:
        await store.save_table(TableRecord("t", "BCDF", b"{}", None, 1.0))
        await store.new_match(lobby, a_match("m"), SECRET, [ana])
        await store.append("m", 0, [ROLL])
        await store.append("m", 1, [PASS, ROLL])
        await store.admit("m", bo)

    async def after(store: SqliteStore) -> None:
        assert await store.tables() == [lobby]
        assert await store.match("m") == a_match("m")
        assert await store.log("m") == [ROLL, PASS, ROLL]
        assert await store.secret("m") == SECRET
        assert await store.guest("m", ana.token) == ana
        assert await store.guest("m", bo.token) == bo
        assert await store.guest("m", guest_of("cy's")) is None
        assert await store.events("m") is None
        assert await store.finished(ana.token) == []
        await store.append("m", 3, [ROLL])
        await store.finish(ended("m"), 20.0, RESULT, b'["told"]')
        done = msgspec.structs.replace(a_match("m"), finished=20.0, result=RESULT)
        assert await store.finished(ana.token) == await store.finished(bo.token) == [done] == [await store.match("m")]
        assert await store.events("m") == b'["told"]'
        assert await store.match("other") is None
        assert await store.log("other") == []
        assert await store.secret("other") is None

    with_store(tmp_path, before)
    with_store(tmp_path, after)


def test_the_latest_match_comes_first_in_the_list(tmp_path: Path) -> None:
    guest = Guest(guest_of("ana's"))

    async def use(store: SqliteStore) -> None:
        for id, moment in (("a", 3.0), ("b", 9.0), ("c", 6.0)):
            await start(store, id, "t", guest)
            await store.finish(ended(id), moment, RESULT, b"[]")
        assert [match.id for match in await store.finished(guest.token)] == ["b", "c", "a"]

    with_store(tmp_path, use)


def test_the_host_may_hand_over(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "m", "t", Guest("a", host=True))
        await store.admit("m", Guest("a"))
        assert await store.guest("m", "a") == Guest("a")
        assert isinstance(await outcome(store.admit("other", Guest("a"))), Conflict)

    with_store(tmp_path, use)


def test_a_closed_table_leaves_its_finished_matches(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "done")
        await store.finish(ended("done"), 2.0, RESULT, b"[]")
        await start(store, "open")
        await store.close_table("t")
        assert await store.tables() == []
        assert await store.match("open") is None
        assert await store.match("done") is not None
        assert isinstance(await outcome(store.append("open", 0, [ROLL])), Conflict)

    with_store(tmp_path, use)


# ------------------------------------------------------------ one owner


@pytest.mark.parametrize("seq", [0, 1, 2, 4, -1], ids=["first", "taken", "inside", "gap", "before"])
def test_lines_only_go_where_the_log_ends(tmp_path: Path, seq: int) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "m")
        await start(store, "n", "u")
        await store.append("m", 0, [ROLL])
        await store.append("m", 1, [PASS, ROLL])
        wrong, right = store.append("m", seq, [PASS, PASS]), store.append("n", 0, [ROLL])
        assert isinstance(await outcome(wrong), Conflict)
        assert await outcome(right) is None
        assert await store.log("m") == [ROLL, PASS, ROLL]
        await store.append("m", 3, [PASS])
        assert await store.log("n") == [ROLL]

    with_store(tmp_path, use)


def test_of_two_owners_the_second_is_fenced_out(tmp_path: Path) -> None:
    async def use(one: SqliteStore) -> None:
        other = SqliteStore(tmp_path)
        await start(one, "m")
        await one.append("m", 0, [ROLL])
        await other.append("m", 1, [PASS, ROLL, ROLL])
        # One has not heard of that, and goes on from what it knows.
        late = [one.append("m", 1, [ROLL]), one.append("m", 2, [ROLL])]
        assert [type(await outcome(future)) for future in late] == [Conflict, Conflict]
        assert await one.log("m") == [ROLL, PASS, ROLL, ROLL]
        await one.append("m", 4, [PASS])
        assert isinstance(await outcome(other.append("m", 4, [ROLL])), Conflict)
        await other.close()

    with_store(tmp_path, use)


def test_what_was_queued_together_fails_alone(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await store.save_table(TableRecord("t", "BCDF", b"{}", None, 1.0))
        await start(store, "m", "u")
        with closing(lock(tmp_path)):
            changes: list[asyncio.Future[Any]] = [
                store.append("m", 0, [ROLL]),
                store.save_table(TableRecord("v", "BCDF", b"{}", None, 1.0)),
                store.append("m", 7, [ROLL]),
                store.append("nobody", 0, [ROLL]),
                store.append("m", 1, [PASS]),
                store.finish(ended("nobody"), 1.0, RESULT, b"[]"),
                store.save_table(TableRecord("v", "GHJK", b"{}", None, 1.0)),
            ]
        kinds = [type(found) for found in await asyncio.gather(*changes, return_exceptions=True)]
        nothing = type(None)
        assert kinds == [nothing, Conflict, Conflict, Conflict, nothing, Conflict, nothing]
        assert await store.log("m") == [ROLL, PASS]
        assert [table.code for table in await store.tables()] == ["BCDF", None, "GHJK"]

    with_store(tmp_path, use)


def test_a_match_that_is_refused_leaves_its_table_alone(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "m", "t")
        again = store.new_match(TableRecord("t", "BCDF", b'{"new": 1}', "m", 12.0), a_match("m"), SECRET, ())
        assert isinstance(await outcome(again), Conflict)
        assert await store.tables() == [TableRecord("t", None, b"{}", "m", 11.0)]

    with_store(tmp_path, use)


def test_many_answers_are_one_commit_and_one_call_to_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(store: SqliteStore) -> None:
        await start(store, "m")
        loop, calls = asyncio.get_running_loop(), 0
        call = loop.call_soon_threadsafe

        def counted(*given: Any, **also: Any) -> asyncio.Handle:
            nonlocal calls
            calls += 1
            return call(*given, **also)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        count = 3 * LINES + 7
        with closing(lock(tmp_path)):  # the writer waits with what it got first, and the rest queues behind
            stored = [store.append("m", seq, [ROLL]) for seq in range(count)]
            stored[5].cancel()  # whoever gave up does not disturb the others
        await asyncio.gather(*stored[:5], *stored[6:])
        assert calls <= 2
        assert len(await store.log("m")) == count

    with_store(tmp_path, use)


# ------------------------------------------------------------ privacy


def test_forgetting(tmp_path: Path) -> None:
    async def use(store: SqliteStore) -> None:
        async def left() -> str:
            return "".join([id for id in "abcdef" if await store.match(id)])

        for id, moment in (("a", 10.0), ("b", 20.0), ("c", 30.0), ("d", 40.0)):
            await start(store, id, f"t{id}", seats=("Ana", "Zoé" if id == "c" else "Bo"))
            await store.finish(ended(id), moment, RESULT, b"[]")
        await start(store, "e", "td", seats=("Zoé", "Bo"))
        await start(store, "f", "tf")
        assert await store.forget() == Forgotten(0, 0)
        assert await store.forget(before=20.0) == Forgotten(1, 0)
        assert await left() == "bcdef"
        assert await store.forget(ids=["b", "f", "nobody"]) == Forgotten(1, 0)  # what is being played stays
        assert await left() == "cdef"
        assert await store.forget(name="Zo") == Forgotten(0, 0)
        assert await store.forget(name="Zoé") == Forgotten(1, 0)
        assert await left() == "def"
        assert await store.forget(table="td") == Forgotten(2, 1)
        assert await left() == "f"

    with_store(tmp_path, use)


def test_what_is_forgotten_is_in_no_file(tmp_path: Path) -> None:
    def found(text: bytes) -> bool:
        return any(text in file.read_bytes() for file in tmp_path.iterdir())

    async def use(store: SqliteStore) -> None:
        await start(store, "m", "t", Guest("hash-of-zoe"), seats=("Zoéline", "Bo"))
        await start(store, "n", "u", Guest("hash-of-cy"), seats=("Cyprien", "Bo"))
        await store.append("m", 0, [Reply(0, "say", "psst")])
        await store.finish(ended("m"), 1.0, RESULT, b'["told-of-zoe"]')
        words = ["Zoéline".encode(), b"hash-of-zoe", b"psst", b"told-of-zoe"]
        assert all(map(found, words))
        await store.forget(ids=["m"])
        assert not any(map(found, words))
        assert found(b"Cyprien")

    with_store(tmp_path, use)


def test_no_token_is_stored_and_no_secret_listed(tmp_path: Path) -> None:
    token = a_token()
    guest = Guest(guest_of(token), host=True)

    async def use(store: SqliteStore) -> None:
        await start(store, "m", "t", guest)
        await store.finish(ended("m"), 1.0, RESULT, b"[]")
        listed = msgspec.json.encode([await store.finished(guest.token), await store.match("m"), await store.tables()])
        assert SECRET.hex().encode() not in listed
        assert SECRET not in listed
        assert commit(SECRET, "m").encode() in listed
        assert guest.token.encode() not in listed
        files = [file.read_bytes() for file in tmp_path.iterdir()]
        assert any(guest.token.encode() in data for data in files)
        assert not any(token.encode() in data for data in files)

    with_store(tmp_path, use)


def test_the_folder_is_the_servers_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = data_folder()
    assert folder == tmp_path / "tablee"

    async def use(store: SqliteStore) -> None:
        assert store.path.parent == folder

    with_store(folder, use)
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o077 == 0
