"""The store in SQLite: one commit for many, and files in which nothing stays that was forgotten."""

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
from tablee.server.store import Guest, data_folder
from tests.server.shelf import RESULT, ROLL, SECRET, ended, lock, start, with_store


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
