"""The plain HTTP part: shelf, words, rules, tables, and finished matches for those who played them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import aiohttp

from tablee.client import Connection
from tablee.engine import DICE, Ask, Choice, games, languages
from tablee.house.provable import ProvableDice
from tablee.server.app import Server
from tablee.server.names import guest_of
from tablee.server.sqlite import SqliteStore
from tests.server.live import play_out, seated, serving, url
from tests.server.test_whole_games import finished


def with_server(story: Callable[[Server, aiohttp.ClientSession], Coroutine[Any, Any, None]], **settings: Any) -> Any:
    def run(tmp_path: Path) -> None:
        async def tell() -> None:
            async with (
                serving(tmp_path, **settings) as server,
                aiohttp.ClientSession(url(server)) as session,
            ):
                await story(server, session)

        asyncio.run(tell())

    return run


async def get(session: aiohttp.ClientSession, path: str, status: int = 200, token: str | None = None) -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with session.get(path, headers=headers) as response:
        assert response.status == status, await response.text()
        return await response.json()


async def _shelf(server: Server, session: aiohttp.ClientSession) -> None:
    shelf = await get(session, "/api/games")
    assert {game["id"] for game in shelf} == set(games())
    blitz = next(game for game in shelf if game["id"] == "blitz")
    assert blitz["players"] == [3, 6]
    assert [pack["id"] for pack in blitz["packs"]] == ["blitz-a", "blitz-b", "blitz-c", "blitz-d"]
    assert "top" in blitz["bots"]
    options = {option["name"]: option for option in blitz["options"]}
    assert options["stall_s"] | {"values": []} == {
        "name": "stall_s", "kind": "number", "default": 60, "values": [], "least": 0, "most": 3600,
    }  # fmt: skip
    assert options["finish_pending"] == {"name": "finish_pending", "kind": "toggle", "default": True}
    assert options["cut"]["values"] == ["even", "random"]
    desfausse = next(game for game in shelf if game["id"] == "desfausse")
    floor = next(option for option in desfausse["options"] if option["name"] == "ones_floor")
    assert floor == {
        "name": "ones_floor",
        "kind": "choice",
        "default": 0,
        "values": [0, 1],
    }  # two numbers, no yes and no
    for game in shelf:
        for language in languages():
            words = await get(session, f"/api/words/{language}/{game['id']}")
            assert words["refusals"]["stale"]
            assert set(words["seat_fields"]) <= {*words["events"], "away", "back"}
        if game["id"] != "pig":
            assert await get(session, f"/api/rules/fr/{game['id']}")
    assert (await get(session, "/api/words/fr"))["labels"]
    assert (await get(session, "/api/words/de", 404))["code"] == "not_found"
    assert (await get(session, "/api/rules/en/chess", 404))["code"] == "unknown_game"
    assert (await get(session, "/api/nothing", 404))["code"] == "not_found"


test_the_shelf_the_words_and_the_rules = with_server(_shelf)


async def _tables(server: Server, session: aiohttp.ClientSession) -> None:
    async with session.post("/api/tables", json={"game": "chess"}) as response:
        assert (response.status, (await response.json())["code"]) == (404, "unknown_game")
    async with session.post("/api/tables", data=b"nonsense") as response:
        assert (response.status, (await response.json())["code"]) == (400, "malformed")
    wanted = {"game": "desfausse", "name": "Ana", "bots": ["novice", "top"], "start": True, "options": {"keep": "all"}}
    async with session.post("/api/tables", json=wanted) as response:
        opened = await response.json()
    told = await get(session, f"/api/tables/{opened['code'].lower()}")
    assert (told["game"], told["phase"], told["seats"]) == ("desfausse", "lobby", 3)
    async with Connection(url(server), opened["code"], opened["token"]) as table:
        while not table.seen:
            await table.news.get()
    assert (await get(session, f"/api/tables/{opened['code']}"))["phase"] == "playing"
    async with session.get(f"/api/qr/{opened['code']}.svg") as response:
        assert response.content_type == "image/svg+xml"
        assert "<path" in await response.text()
    assert (await get(session, "/healthz"))["tables"] == 1
    async with session.get("/metrics") as response:
        assert "tablee_tables_playing 1" in await response.text()
    assert (await get(session, "/api/address"))["urls"]


test_tables = with_server(_tables)


async def _positions(server: Server, session: aiohttp.ClientSession) -> None:
    async with session.post("/api/tables", json={"game": "desfausse", "position": {"active": 0}}) as response:
        assert (await response.json())["code"] == "no_positions"


test_positions_only_where_allowed = with_server(_positions, positions=False)


async def _matches(server: Server, session: aiohttp.ClientSession) -> None:
    async with seated(server, "desfausse", 3) as tables:
        await play_out(tables)
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {tables[1].token}"}) as own:
            (told,) = await finished(own, url(server))
        host, guest = tables[0].token, tables[1].token
    assert not told["host"]
    assert told["seats"] == ["player 0", "player 1", "player 2"]
    path = f"/api/matches/{told['id']}"
    assert await get(session, "/api/matches") == []
    stranger = "AAAAAAAAAAAAAAAAAAAAAA"
    for suffix in ("", "/steps", "/dice"):
        assert (await get(session, path + suffix, 404, stranger))["code"] == "unknown_match"
        assert (await get(session, path + suffix, 404))["code"] == "unknown_match"
    dice, remembered = await get(session, f"{path}/dice", token=guest), tables[1].remembered[told["id"]]
    assert (dice["commitment"], len(dice["seeds"])) == (remembered.commitment, 3)
    assert remembered.seed in dice["seeds"]
    drawn = ProvableDice(bytes.fromhex(dice["secret"]), dice["seeds"], dice["id"])
    for position, roll in enumerate(dice["rolls"]):
        asked = Ask("roll", (DICE,), Choice(tuple(roll["options"]), roll.get("weights")))
        assert drawn.roll(asked, position) == roll["value"]
    first = await get(session, f"{path}/steps?seat=1&first=0&count=5", token=guest)
    assert [step["seq"] for step in first["steps"]] == [0, 1, 2, 3, 4]
    few = await get(session, f"{path}/steps?count=-1", token=guest)
    assert len(few["steps"]) == 1, "and not all but the last"
    last = await get(session, f"{path}/steps?first={first['total'] - 1}", token=guest)
    assert [step["seq"] for step in last["steps"]] == [first["total"] - 1]
    assert last["steps"][0]["result"] == told["result"]
    assert (await get(session, f"{path}/steps?seat=9", 400, guest))["code"] == "no_seat"
    assert (await get(session, f"{path}/steps?seat=x", 400, guest))["code"] == "malformed"
    for token, status in ((guest, 403), (host, 200)):
        async with session.delete(path, headers={"Authorization": f"Bearer {token}"}) as response:
            assert response.status == status
    assert await get(session, "/api/matches", token=host) == []


test_finished_matches_belong_to_those_who_played = with_server(_matches)


async def _television(server: Server, session: aiohttp.ClientSession) -> None:
    """A television that watched may see the match again, also when it has left the table; it cannot erase it."""
    async with seated(server, "desfausse", 2) as tables:
        async with Connection(url(server), tables[0].table) as television:
            await play_out(tables)
            async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {tables[1].token}"}) as own:
                (told,) = await finished(own, url(server))
            path = f"/api/matches/{told['id']}"
            token = television.token
        while any(guest_of(token or "") in table.people for table in server.hall.tables.values()):
            await asyncio.sleep(0)
        told = await get(session, f"{path}/steps", token=token)
        assert told["steps"]
        assert tables[0].lobby
        assert told["table"] == tables[0].lobby.code  # whoever has seen enough finds back
        async with session.delete(path, headers={"Authorization": f"Bearer {token}"}) as response:
            assert response.status == 403


test_a_television_sees_the_end = with_server(_television)


async def _retention(server: Server, session: aiohttp.ClientSession) -> None:
    async with seated(server, "desfausse", 2) as tables:
        await play_out(tables)
        token = tables[0].token
        async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {token}"}) as own:
            await finished(own, url(server))
    await server.hall.tidy()
    assert await get(session, "/api/matches", token=token)
    assert isinstance(server.store, SqliteStore)
    server.store._since += 91 * 86_400
    for table in server.hall.tables.values():
        table.used -= 91 * 86_400
    await server.hall.tidy()
    assert await get(session, "/api/matches", token=token) == []
    assert server.hall.tables == {}


test_old_matches_and_tables_are_forgotten = with_server(_retention)
