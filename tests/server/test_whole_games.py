"""Whole games over real sockets, to the end, with everyone agreeing on it; and what is left of them afterwards."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from tablee.house.export import read_export, verify
from tests.server.live import play_out, seated, serving, url

QUICK: dict[str, Any] = {"challenge_s": 0, "same_time_ms": 0, "exact_tie_ms": 0}
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "desfausse, five": ("desfausse", 5, {}),
    "blitz, three": ("blitz", 3, QUICK),
    "blitz, six": ("blitz", 6, QUICK),
    "defizz, a reader": ("defizz", 4, {}),
    "defizz, the house": ("defizz", 3, {"reader": "house"}),
    "defizz, spoken": ("defizz", 4, {"answers": "spoken"}),
    "egomaster, a reader": ("egomaster", 4, {"quick_game": True}),
    "egomaster, the house": ("egomaster", 6, {"quick_game": True, "reader": "house"}),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_over_sockets(name: str, tmp_path: Path) -> None:
    game, people, options = GAMES[name]

    async def whole() -> None:
        async with serving(tmp_path / "data") as server, seated(server, game, people, options) as tables:
            results = await play_out(tables, haste=0.002 if game == "blitz" else 0.0)
            assert len(set(results)) == 1
            assert all(table.seen and table.seen.result == results[0] for table in tables)
            file = tmp_path / "match.json"
            async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {tables[1].token}"}) as session:
                (told,) = await finished(session, url(server))
                async with session.get(f"{url(server)}/api/matches/{told['id']}") as response:
                    file.write_bytes(await response.read())
            export = read_export(file)
            assert verify(export).result == results[0]

    asyncio.run(whole())


async def finished(session: aiohttp.ClientSession, address: str) -> list[dict[str, Any]]:
    """The list of finished matches, as soon as the match is in it."""
    while True:
        async with session.get(f"{address}/api/matches") as response:
            told: list[dict[str, Any]] = await response.json()
        if told:
            return told
