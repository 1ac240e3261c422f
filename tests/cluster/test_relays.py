"""Two nodes in one process, with a real database and a real broker: a table is one table, wherever one comes in."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tablee.client import Connection
from tablee.engine import NotAllowed, Reply
from tablee.server.app import Server
from tablee.server.cluster.relay import Relayed
from tablee.server.cluster.services import Nats
from tablee.server.postgres import PostgresStore
from tablee.server.protocol import Sit, Start
from tablee.server.store import Conflict
from tests.server.live import play_out, serving, url

DASHBOARD = Path(__file__).parents[2] / "docs" / "grafana.json"


@asynccontextmanager
async def nodes(
    folder: Path, database: str, nats: Nats, count: int = 2, **settings: Any
) -> AsyncIterator[list[Server]]:
    async with AsyncExitStack() as stack:
        given = {"database": database, "broker": nats.address, **settings}
        yield [await stack.enter_async_context(serving(folder / str(n), **given)) for n in range(count)]


async def spread(
    stack: AsyncExitStack, servers: list[Server], game: str, people: int, **wanted: Any
) -> list[Connection]:
    """A table of the first node, with its people on all of them."""
    host = await Connection.open(url(servers[0]), game, **wanted)
    tables = [host, *(Connection(url(servers[n % len(servers)]), host.table) for n in range(1, people))]
    for number, table in enumerate(tables):
        await stack.enter_async_context(table)
        await table.order(Sit, name=f"player {number}")
    return tables


@pytest.mark.parametrize("game", ["desfausse", "defizz"])
def test_a_whole_game_over_two_nodes(tmp_path: Path, database: str, nats: Nats, game: str) -> None:
    async def whole() -> None:
        async with nodes(tmp_path, database, nats, hold=0) as servers, AsyncExitStack() as stack:
            options = {"reader": "house"} if game in ("defizz", "egomaster") else {}
            tables = await spread(stack, servers, game, 4, options=options, pace="quick")
            assert [len(server.hall.tables) for server in servers] == [1, 0]
            results = await play_out(tables)
            assert len({*results}) == 1
            assert servers[1].node
            assert len(servers[1].node.relays) == 2

    asyncio.run(whole())


def test_a_table_is_found_from_everywhere_and_only_if_there_is_one(tmp_path: Path, database: str, nats: Nats) -> None:
    async def whole() -> None:
        async with nodes(tmp_path, database, nats) as (here, there):
            table = await Connection.open(url(here), "desfausse", name="Ana")
            async with aiohttp.ClientSession() as session:
                async with session.get(f"{url(there)}/api/tables/{table.table}") as response:
                    assert (await response.json())["seats"] == 1
                async with session.get(f"{url(there)}/api/tables/BADABO") as response:
                    assert response.status == 404
                async with session.get(f"{url(there)}/metrics") as response:
                    told = {line.split()[0] for line in (await response.text()).splitlines() if line[:1] != "#"}
                assert {*re.findall(r"tablee_\w+", DASHBOARD.read_text())} <= told
            with pytest.raises(NotAllowed) as refused:
                async with Connection(url(there), "BADABO"):
                    pass
            assert refused.value.code == "unknown_table"

    asyncio.run(whole())


def test_a_node_that_stops_hands_its_tables_over(tmp_path: Path, database: str, nats: Nats) -> None:
    async def whole() -> None:
        async with nodes(tmp_path, database, nats, 1) as (there,), AsyncExitStack() as stack:
            leaving = serving(tmp_path / "leaving", database=database, broker=nats.address)
            here = await leaving.__aenter__()
            tables = await spread(stack, [here, there], "egomaster", 3, options={"reader": "house"}, pace="none")
            for table in tables:
                table.url = url(there)  # where a balancer sends them from now on
            playing = asyncio.create_task(play_out(tables, haste=0.001))
            async with asyncio.timeout(60):
                while not tables[0].seen or tables[0].seen.seq < 20:
                    await asyncio.sleep(0.01)
                stopping = asyncio.create_task(leaving.__aexit__(None, None, None))
                while not there.hall.tables:
                    await asyncio.sleep(0.01)
                assert len({*await playing}) == 1
                await stopping
            assert here.node
            assert here.node.handed_over == 1

    asyncio.run(whole())


def test_a_log_that_has_gone_on_elsewhere_is_followed_from_wherever_its_people_come_in(
    tmp_path: Path, database: str, nats: Nats
) -> None:
    """A sleeper's late line: the node of the table gives it up, also for people who only ever reach another node."""

    async def whole() -> None:
        async with nodes(tmp_path, database, nats, hold=0) as (here, there), AsyncExitStack() as stack:
            tables = await spread(stack, [here, there], "egomaster", 3, options={"reader": "house"}, pace="none")
            for table in tables:
                table.url = url(there)
            playing = asyncio.create_task(play_out(tables, haste=0.001))
            async with asyncio.timeout(60):
                while not tables[0].seen or tables[0].seen.seq < 20:
                    await asyncio.sleep(0.01)
                [live] = here.hall.tables.values()
                assert live.running
                match, log = live.running.id, live.running.match.log
                sleeper = await PostgresStore.open(database)
                while here.hall.tables:
                    with suppress(Conflict):  # a line of the game came just before it
                        seq = len(await sleeper.log(match))
                        await sleeper.append(match, seq, [Reply(0, "presence", "away", log[-1].at)])
                        break
                await sleeper.close()
                assert len({*await playing}) == 1
            record = await there.store.match(match)
            assert record
            assert record.finished

    asyncio.run(whole())


def test_a_match_is_only_taken_by_a_node_that_knows_its_rules(tmp_path: Path, database: str, nats: Nats) -> None:
    async def whole() -> None:
        async with nodes(tmp_path, database, nats, 1) as (first,), AsyncExitStack() as stack:
            tables = await spread(stack, [first], "desfausse", 2)
            await tables[0].order(Start)
            id = tables[0].table
        async with nodes(tmp_path / "later", database, nats) as (older, newer):
            assert older.node
            older.node.lease._rules = ["desfausse 0"]
            with pytest.raises(NotAllowed) as refused:
                await older.hall.find(id)
            assert refused.value.code == "closing"  # a device comes again, and a balancer leads it elsewhere
            assert await newer.hall.find(id) is newer.hall.tables[id]
            assert isinstance(await older.hall.find(id), Relayed)

    asyncio.run(whole())
