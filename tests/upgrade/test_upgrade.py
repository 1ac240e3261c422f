"""What every released version has left behind is opened by this one: shown, told, verified, and played on.

Where the rules of a game have a new version on purpose, its old matches are told of instead, and say why they wait. If
this fails and they have not, an upgrade would break people's games: see `make.py` for what may be made anew, and when.
"""

from __future__ import annotations

import asyncio
import tarfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
import pytest

from tablee.bots import find_bots
from tablee.client import Connection, play
from tablee.engine import Invalid, find, registry
from tablee.house.export import Export, read_export, verify
from tablee.server.app import Server
from tests.server.live import PATIENCE, serving, url
from tests.server.test_api import get
from tests.upgrade.make import DATABASE, EXPORT, GUESTS, HALL, HASTE, POSTGRES, Left

GAMES = ("blitz", "defizz", "desfausse", "egomaster")
MORE = 10  # answers
VERSIONS = sorted(path.parent.name for path in Path(__file__).parent.glob(f"*/{HALL}"))


def test_there_is_something_to_upgrade_from() -> None:
    assert "0.1.0" in VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("moved", [False, True], ids=["", "by-other-rules"])
def test_a_hall_of_that_version_goes_on(
    moved: bool, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for game in GAMES if moved else ():
        monkeypatch.setitem(registry._registered, game, replace(find(game), version="999"))
    open_hall(tmp_path, version, HALL)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_that_version_goes_on(version: str, tmp_path: Path, database: str) -> None:
    from tests.upgrade.databases import pour_in

    with tarfile.open(Path(__file__).parent / version / POSTGRES) as tar:
        tar.extractall(tmp_path / "of", filter="data")
    asyncio.run(pour_in(database, tmp_path / "of" / DATABASE))
    open_hall(tmp_path, version, POSTGRES, database)


def open_hall(tmp_path: Path, version: str, hall: str, database: str = "") -> None:
    """Everyone who sat there looks back, or plays on."""
    with tarfile.open(Path(__file__).parent / version / hall) as tar:
        tar.extractall(tmp_path, filter="data")
    left = msgspec.json.decode((tmp_path / GUESTS).read_bytes(), type=list[Left])
    assert {(one.game, one.over, one.own) for one in left} >= {
        (game, over, own)
        for game, own in (
            ("desfausse", False),
            ("blitz", False),
            ("defizz", False),
            ("egomaster", False),
            ("defizz", True),
        )
        for over in (True, False)
    }
    check(read_export(tmp_path / EXPORT))

    async def whole() -> None:
        # Kept for ever: what is released stays, however long ago it was.
        hosting = serving(tmp_path, retention=0, hold=0, database=database)
        async with hosting as server, aiohttp.ClientSession(url(server)) as session:
            assert not server.hall.set_aside
            await asyncio.gather(*(look_back(session, one) if one.over else go_on(server, one) for one in left))

    asyncio.run(whole())


async def look_back(session: aiohttp.ClientSession, left: Left) -> None:
    """The last who sat there looks at everything that is kept of a match."""
    path, token = f"/api/matches/{left.match}", left.tokens[-1]
    (record,) = [one for one in await get(session, "/api/matches", token=token) if one["id"] == left.match]
    export: dict[str, Any] = await get(session, path, token=token)
    check(msgspec.convert(export, Export))
    first = await get(session, f"{path}/steps?seat=1&count=3", token=token)
    story = await get(session, f"{path}/story", token=token)
    if export["header"]["rules"] != find(left.game).version:
        assert first["events"]
        return
    assert [step["seq"] for step in first["steps"]] == [0, 1, 2]
    last = await get(session, f"{path}/steps?first={first['total'] - 1}", token=token)
    assert [step["result"] for step in last["steps"]] == [record["result"]]
    assert story["length"]
    assert story["highlights"]
    assert len(story["own"]) == len(left.tokens)


def check(export: Export) -> None:
    if export.header.rules == find(export.header.game).version:
        assert verify(export).result == export.result
    else:
        with pytest.raises(Invalid) as refused:
            verify(export)
        assert refused.value.code == "other_rules"


async def go_on(server: Server, left: Left) -> None:
    """Everyone comes back and plays on, or is told why not."""
    record = await server.store.match(left.match)
    assert record
    before = len(await server.store.log(left.match))
    assert before
    tables = [Connection(url(server), left.code, token) for token in left.tokens]
    make = find_bots(find(left.game))["regular"]
    async with tables[0] as first, tables[1], tables[2]:
        if record.header.rules != find(left.game).version:
            assert first.lobby
            assert first.lobby.paused == "rules"
            return
        playing = [
            asyncio.create_task(play(table, make, seat, Random(seat), HASTE)) for seat, table in enumerate(tables)
        ]
        async with asyncio.timeout(PATIENCE):
            while not first.seen or (first.seen.seq < before + MORE and first.seen.result is None):
                await asyncio.sleep(0.01)  # until the server has said so
        for task in playing:
            task.cancel()
    assert len(await server.store.log(left.match)) > before
