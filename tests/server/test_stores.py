"""Every store: what is acknowledged is kept, by one owner at a time, and what is forgotten is gone."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest

from tablee.engine import Reply
from tablee.server.names import guest_of
from tablee.server.store import Conflict, Forgotten, Guest, Store, TableRecord
from tests.server.shelf import PASS, RESULT, ROLL, SECRET, Keeping, a_match, ended, outcome, start, with_any

# ------------------------------------------------------------ keeping


def test_everything_is_there_after_a_restart(keeping: Keeping) -> None:
    ana, bo = Guest(guest_of("ana's"), host=True), Guest(guest_of("bo's"))
    lobby = TableRecord("t", "BCDF", b'{"locked": true}', "m", 12.5)

    async def before(store: Store) -> None:
        await store.save_table(TableRecord("t", "BCDF", b"{}", None, 1.0))
        await store.new_match(lobby, a_match("m"), SECRET, [ana])
        await store.append("m", 0, [ROLL])
        await store.append("m", 1, [PASS, ROLL])
        await store.admit("m", bo)

    async def after(store: Store) -> None:
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

    with_any(keeping, before)
    with_any(keeping, after)


def test_the_latest_match_comes_first_in_the_list(keeping: Keeping) -> None:
    guest = Guest(guest_of("ana's"))

    async def use(store: Store) -> None:
        for id, moment in (("a", 3.0), ("b", 9.0), ("c", 6.0)):
            await start(store, id, "t", guest)
            await store.finish(ended(id), moment, RESULT, b"[]")
        assert [match.id for match in await store.finished(guest.token)] == ["b", "c", "a"]

    with_any(keeping, use)


def test_the_host_may_hand_over(keeping: Keeping) -> None:
    async def use(store: Store) -> None:
        await start(store, "m", "t", Guest("a", host=True))
        await store.admit("m", Guest("a"))
        assert await store.guest("m", "a") == Guest("a")
        assert isinstance(await outcome(store.admit("other", Guest("a"))), Conflict)

    with_any(keeping, use)


def test_a_closed_table_leaves_its_finished_matches(keeping: Keeping) -> None:
    async def use(store: Store) -> None:
        await start(store, "done")
        await store.finish(ended("done"), 2.0, RESULT, b"[]")
        await start(store, "open")
        await store.close_table("t")
        assert await store.tables() == []
        assert await store.match("open") is None
        assert await store.match("done") is not None
        assert isinstance(await outcome(store.append("open", 0, [ROLL])), Conflict)

    with_any(keeping, use)


# ------------------------------------------------------------ one owner


@pytest.mark.parametrize("seq", [0, 1, 2, 4, -1], ids=["first", "taken", "inside", "gap", "before"])
def test_lines_only_go_where_the_log_ends(keeping: Keeping, seq: int) -> None:
    async def use(store: Store) -> None:
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

    with_any(keeping, use)


def test_of_two_owners_the_second_is_fenced_out(keeping: Keeping) -> None:
    async def use(one: Store) -> None:
        other = await keeping.open()
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

    with_any(keeping, use)


def test_what_was_queued_together_fails_alone(keeping: Keeping) -> None:
    async def use(store: Store) -> None:
        await store.save_table(TableRecord("t", "BCDF", b"{}", None, 1.0))
        await start(store, "m", "u")
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

    with_any(keeping, use)


def test_a_match_that_is_refused_leaves_its_table_alone(keeping: Keeping) -> None:
    async def use(store: Store) -> None:
        await start(store, "m", "t")
        again = store.new_match(TableRecord("t", "BCDF", b'{"new": 1}', "m", 12.0), a_match("m"), SECRET, ())
        assert isinstance(await outcome(again), Conflict)
        assert await store.tables() == [TableRecord("t", None, b"{}", "m", 11.0)]

    with_any(keeping, use)


def test_what_rests_on_a_lost_line_is_lost_too(keeping: Keeping) -> None:
    async def use(one: Store) -> None:
        other = await keeping.open()
        await start(one, "m")
        await one.append("m", 0, [ROLL])
        await other.append("m", 1, [PASS])
        # The log is now as long as one believes after its own first line; but that is not the line it has.
        late = [one.append("m", 1, [ROLL]), one.append("m", 2, [ROLL])]
        assert [type(await outcome(future)) for future in late] == [Conflict, Conflict]
        assert await other.log("m") == [ROLL, PASS]
        await other.close()

    with_any(keeping, use)


def test_two_who_race_for_every_place_make_one_log(keeping: Keeping) -> None:
    async def write(store: Store, name: str, kept: list[str]) -> None:
        for number in range(30):
            while True:
                replies = await store.log("m")
                if await outcome(store.append("m", len(replies), [Reply(0, name, number)])) is None:
                    kept.append(f"{name}{number}")
                    break

    async def use(one: Store) -> None:
        other = await keeping.open()
        await start(one, "m")
        kept: list[str] = []
        await asyncio.gather(write(one, "a", kept), write(other, "b", kept))
        found = [f"{reply.name}{reply.value}" for reply in await one.log("m")]
        assert sorted(found) == sorted(kept)
        assert len({*found}) == len(found) == 60
        await other.close()

    with_any(keeping, use)


def test_a_hundred_thousand_lines(keeping: Keeping) -> None:
    """Of a hundred matches, all at once."""

    async def use(store: Store) -> None:
        ids = [f"m{number}" for number in range(100)]
        for id in ids:
            await start(store, id, f"t{id}")
        for first in range(0, 1_000, 20):
            await asyncio.gather(
                *(store.append(id, first + at, [ROLL, PASS, ROLL, PASS]) for id in ids for at in range(0, 20, 4))
            )
        for id in ids[::9]:
            assert await store.log(id) == [ROLL, PASS] * 500

    with_any(keeping, use)


def test_a_table_is_found_by_its_code(keeping: Keeping) -> None:
    async def use(store: Store) -> None:
        record = TableRecord("id-of-t", "BADO", b"{}", None, 1.0)
        await store.save_table(record)
        assert await store.table("bado") == await store.table("id-of-t") == record
        assert await store.table("ID-OF-T") is None
        assert await store.table("BADI") is None

    with_any(keeping, use)


# ------------------------------------------------------------ privacy


def test_forgetting(keeping: Keeping) -> None:
    async def use(store: Store) -> None:
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

    with_any(keeping, use)
