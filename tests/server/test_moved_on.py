"""After an upgrade that brings other rules: what was over is told of, what was in the middle waits and says why."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest

from tablee.client import Connection
from tablee.engine import NotAllowed, find, registry
from tablee.engine.events import Away, Back, Whispered
from tablee.server.app import Server
from tablee.server.history import _retold
from tablee.server.matches import told_events
from tablee.server.protocol import Answer, Rematch, Start
from tests.server.live import PATIENCE, play_out, seated, serving, url
from tests.server.test_api import get
from tests.server.test_whole_games import finished

GAME = "desfausse"


def test_over_or_in_the_middle_when_the_rules_moved_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    later = replace(find(GAME), version="999")

    async def whole() -> None:
        async with serving(tmp_path) as server:
            async with seated(server, GAME, 2) as over:
                await play_out(over)
                async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {over[0].token}"}) as own:
                    (record,) = await finished(own, url(server))
                (live,) = server.hall.tables.values()
                assert live.running
                told = [event for _, events in told_events(live.running.match) for event in events]
            async with seated(server, GAME, 2) as middle:
                await middle[0].order(Start)
                await until(middle[0], lambda: middle[0].seen)

        monkeypatch.setitem(registry._registered, GAME, later)
        async with serving(tmp_path) as server:
            await look_back(server, record, str(over[0].token), msgspec.json.decode(msgspec.json.encode(told)))
            async with Connection(url(server), over[0].table, over[0].token) as table:
                assert table.lobby
                assert (table.lobby.phase, table.lobby.paused) == ("lobby", None)
                await table.order(Start)  # with those who are still there
                await until(table, lambda: table.seen)
            async with Connection(url(server), middle[0].table, middle[0].token) as table:
                assert table.lobby
                assert (table.lobby.phase, table.lobby.paused, table.seen) == ("playing", "rules", None)
                with pytest.raises(NotAllowed, match="rules"):
                    await table.order(Answer, seat=0, ask="reroll", opened=0, value=None)

        monkeypatch.delitem(registry._registered, GAME)
        async with serving(tmp_path) as server:  # it was kept, and goes on where its rules are
            tables = [Connection(url(server), one.table, one.token) for one in middle]
            async with tables[0], tables[1]:
                await play_out(tables)

    asyncio.run(whole())


async def look_back(server: Server, record: dict[str, Any], token: str, told: list[Any]) -> None:
    """What is left of a match that cannot be played again."""
    path = f"/api/matches/{record['id']}"
    async with aiohttp.ClientSession(url(server)) as session:
        seen = await get(session, f"{path}/steps", token=token)
        assert (seen["steps"], seen["events"], seen["result"]) == ([], told, record["result"])
        assert (await get(session, f"{path}/story", token=token))["highlights"] == []
        assert (await get(session, f"{path}/dice", 400, token))["code"] == "other_rules"
        assert (await get(session, path, token=token))["header"]["rules"] != find(GAME).version
        assert [one["id"] for one in await get(session, "/api/matches", token=token)] == [record["id"]]


async def until(table: Connection, true: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await table.news.get()


def test_the_host_leaves_a_match_that_cannot_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, seated(server, GAME, 2) as middle:
            await middle[0].order(Start)
        monkeypatch.setitem(registry._registered, GAME, replace(find(GAME), version="999"))
        async with serving(tmp_path) as server, Connection(url(server), middle[0].table, middle[0].token) as table:
            await table.order(Rematch)
            await until(table, lambda: table.lobby and table.lobby.phase == "lobby" and table.lobby.paused is None)

    asyncio.run(whole())


def test_options_that_are_no_longer_offered_do_not_hold_a_table_back(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path) as server, seated(server, GAME, 2) as tables:
            (live,) = server.hall.tables.values()
            async with live.lock:  # a seed on its way would keep what was before
                live.state.options = {"of_an_older_version": 3}
                await server.store.save_table(live.state.record())
        async with serving(tmp_path) as server, Connection(url(server), tables[0].table, tables[0].token) as table:
            assert table.lobby
            assert table.lobby.options == {}

    asyncio.run(whole())


def test_what_was_whispered_is_told_to_those_who_heard_it() -> None:
    told = msgspec.json.encode([[Away(0), Whispered((1,), Away(1), Back(1))], [Whispered((0,), Back(0))]])
    heard = {seat: [(one["event"], one["seat"]) for one in _retold(told, seat)] for seat in (None, 0, 1)}
    assert heard == {
        None: [("away", 0), ("back", 1)],
        0: [("away", 0), ("back", 1), ("back", 0)],
        1: [("away", 0), ("away", 1)],
    }
