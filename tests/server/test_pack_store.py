"""Guests' packs in the store: versions, limits, blobs that are kept as long as a pack or a match names them."""

from __future__ import annotations

import msgspec
import pytest

from tablee.engine import PackRef
from tablee.server.shelf import About, Mark, PackRecord
from tablee.server.store import Conflict, Store, TableRecord
from tests.server.shelf import SECRET, Keeping, a_match, with_any

ABOUT = About("defizz", "Maud", "fr", 1, 10)


def a_pack(id: str = "p", version: int = 1, hash: str = "h1", owner: str = "maud", shown: bool = False) -> PackRecord:
    return PackRecord(id, owner, version, hash, msgspec.structs.replace(ABOUT, shown=shown), float(version))


async def begin(store: Store, id: str, hash: str) -> None:
    record = a_match(id)
    header = msgspec.structs.replace(record.header, packs=(PackRef("own:p", hash), PackRef("defizz-base", "shipped")))
    table = TableRecord("t", None, b"{}", id, 1.0)
    await store.new_match(table, msgspec.structs.replace(record, header=header), SECRET, [])


def test_a_version_follows_the_one_that_was_seen(keeping: Keeping) -> None:
    async def story(store: Store) -> None:
        await store.save_own(a_pack(), {"h1": b"one"}, ["h1"], most=1)
        await store.save_own(a_pack(version=2, hash="h2"), {"h2": b"two"}, ["h2"])
        with pytest.raises(Conflict):
            await store.save_own(a_pack(version=2, hash="h3"), {"h3": b"three"}, ["h3"])
        with pytest.raises(Conflict, match="too_many"):
            await store.save_own(a_pack("q"), {}, [], most=1)
        assert await store.own_pack("p") == a_pack(version=2, hash="h2")
        assert await store.own_packs("maud") == [a_pack(version=2, hash="h2")]
        assert (await store.blob("h1"), await store.blob("h2"), await store.blob("h3")) == (None, b"two", None)
        assert (await store.held("p"), await store.held("q"), await store.weight()) == ({"h2"}, set(), 3)
        assert await store.shown_packs() == []
        await store.save_own(a_pack("s", owner="lou", shown=True), {}, [], most=1)
        assert [pack.id for pack in await store.shown_packs()] == ["s"]
        assert await store.count_own() == 2

    with_any(keeping, story)


def test_a_match_holds_what_it_was_begun_with_until_it_is_forgotten(keeping: Keeping) -> None:
    async def story(store: Store) -> None:
        await store.save_own(a_pack(), {"h1": b"one", "picture": b"png"}, ["h1", "picture"], most=1)
        await begin(store, "m", "h1")
        await store.save_own(a_pack(version=2, hash="h2"), {"h2": b"two"}, ["h2"])
        with pytest.raises(Conflict):
            await begin(store, "late", "h1")
        assert (await store.match("late"), await store.blob("h1"), await store.blob("picture")) == (
            None,
            b"one",
            b"png",
        )
        await store.delete_own("p")
        assert (await store.blob("h1"), await store.blob("h2")) == (b"one", None)
        await store.close_table("t")
        assert await store.blob("h1") is None

    with_any(keeping, story)


def test_marks_are_kept_for_the_author_and_the_oldest_make_room(keeping: Keeping) -> None:
    async def story(store: Store) -> None:
        await store.save_own(a_pack(), {}, [], most=1)
        for number in range(4):
            await store.add_mark(Mark(f"m{number}", "p", "a", "Quel métier ?", float(number)), most=3)
        assert [mark.id for mark in await store.marks("p")] == ["m3", "m2", "m1"]
        assert [mark.id for mark in await store.marks(None)] == ["m1", "m2", "m3"]
        await store.drop_marks("p", ["m3"])
        await store.delete_own("p")
        assert await store.marks("p") == []

    with_any(keeping, story)
