"""Two phones and a television on three nodes of a cluster; the one that runs their table is killed in a face-off."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Browser

from tablee.client import Connection
from tablee.server.cluster.balancer import Balancer
from tablee.server.protocol import AddBot
from tests.cluster.processes import Cluster
from tests.services import need

from .people import play_out
from .phone import PATIENCE, Phone
from .positions import NEAR_THE_END
from .room import KNOWN, PHONE, SCREEN


class Preferring(Balancer):
    """Leads to the first node, as long as that one is well."""

    def _order(self) -> list[int]:
        return sorted(self.ports, key=lambda port: not self.well[port])


@pytest.mark.long  # three nodes and three devices: most of a minute
async def test_a_node_is_killed_in_the_middle_of_a_face_off(browser: Browser) -> None:
    need()
    cluster = Cluster(3)
    await cluster.start()
    ports = [node.port for node in cluster.nodes]
    doors = [Preferring([*ports[number:], *ports[:number]]) for number in range(3)]
    for door in doors:
        await door.start("127.0.0.1", 0)

    async def device(door: Balancer, shape: dict[str, Any], name: str = "") -> Phone:
        still: Any = {"locale": "fr-FR", "reduced_motion": "reduce", "service_workers": "block"}
        context = await browser.new_context(**still, **shape)
        await context.add_init_script(f"localStorage.setItem('tablee:learned', {KNOWN!r})")
        context.set_default_timeout(PATIENCE * 1000)
        return Phone(context, await context.new_page(), f"http://127.0.0.1:{door.port}", name)

    devices: list[Phone] = []
    try:
        wanted = {"game": "blitz", "name": "Ana", "pace": "none", **NEAR_THE_END["blitz"]}
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{cluster.nodes[0].url}/api/tables", json=wanted) as response,
        ):
            table = await response.json()
        ana, bo = await device(doors[0], PHONE, "Ana"), await device(doors[1], PHONE, "Bo")
        screen = await device(doors[2], SCREEN)
        devices += [ana, bo, screen]
        kept = [{**table, "game": "blitz", "name": "", "when": 0}]
        await ana.open("/privacy")  # any page of ours: storage belongs to an origin
        await ana.page.evaluate("kept => localStorage.setItem('tablee:tables', JSON.stringify(kept))", kept)
        await asyncio.gather(*(one.open(f"/{table['code']}") for one in devices))
        await bo.take_seat()
        await ana.until(lambda: len(ana.lobby.get("seats", ())) == 2)
        await add_bots(cluster, table, 2)
        await ana.until(lambda: len(ana.lobby["seats"]) == 4)
        await ana.start()
        await ana.tap("À gauche")
        await bo.until(lambda: any(opened["ask"]["name"] == "answer" for opened in bo.asked))
        assert await cluster.tables_of(cluster.nodes[0]) == [table["table"]]

        await cluster.nodes[0].end(signal.SIGKILL)
        await play_out([ana, bo])
        await screen.until(lambda: screen.over)
        assert ana.state["result"] == bo.state["result"] == screen.state["result"]
        [moved] = [node for node in cluster.nodes[1:] if await cluster.tables_of(node)]
        assert moved is not cluster.nodes[0]
        assert not [problem for one in devices for problem in one.problems]
    finally:
        for one in devices:
            await one.context.close()
        for door in doors:
            await door.close()
        await cluster.close()


async def add_bots(cluster: Cluster, table: dict[str, Any], count: int) -> None:
    """As the host: from a third device of hers."""
    async with Connection(cluster.nodes[0].url, table["code"], table["token"]) as host:
        for _ in range(count):
            await host.order(AddBot, strength="regular")
