"""Dice over real sockets: every match has a secret, an id and seeds of its own, known in the right order."""

from __future__ import annotations

import asyncio
from pathlib import Path

import aiohttp
import pytest

from tablee.client import Connection
from tablee.engine import NotAllowed
from tablee.house.export import check_secrets, read_export, verify
from tablee.server.app import Server
from tablee.server.protocol import Lobby, Rematch, Seed, Start
from tests.server.live import PATIENCE, play_out, seated, serving, url
from tests.server.test_sockets import code_of, connect, with_server


async def export(table: Connection, match: str, file: Path) -> None:
    async with aiohttp.ClientSession(headers={"Authorization": f"Bearer {table.token}"}) as session:
        async with asyncio.timeout(PATIENCE):
            while True:
                async with session.get(f"{table.url}/api/matches/{match}") as response:
                    if response.status == 200:
                        file.write_bytes(await response.read())
                        return


async def until_over(table: Connection) -> Lobby:
    async with asyncio.timeout(PATIENCE):
        while not table.lobby or table.lobby.phase != "over":
            await asyncio.sleep(0)
    return table.lobby


@pytest.mark.parametrize("again", ["start", "rematch"])
def test_a_secret_serves_one_match_and_every_match_takes_new_seeds(again: str, tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server, seated(server, "desfausse", 2) as tables:
            assert tables[0].lobby
            files, promised = [], [(tables[0].lobby.next, tables[0].lobby.commitment)]
            for number in range(2):
                await play_out(tables, seed=number)
                lobby = await until_over(tables[0])
                assert lobby.match == promised[-1][0]
                promised.append((lobby.next, lobby.commitment))
                files.append(tmp_path / f"{number}.json")
                await export(tables[1], str(lobby.match), files[-1])
                for table in tables:
                    table.seen = None  # what follows is another match
                if number == 0 and again == "rematch":
                    await tables[0].order(Rematch)
                elif number == 0:
                    await tables[0].order(Start)  # the secret of the first match is known to everyone by now
            exports = [read_export(file) for file in files]
            assert [(one.id, one.provenance.commitment) for one in exports] == promised[:2]
            for one in exports:
                for table in tables:
                    verify(one, table.remembered[one.id])
            check_secrets(exports)
            assert not {*exports[0].provenance.seeds} & {*exports[1].provenance.seeds}

    asyncio.run(whole())


async def _without(server: Server, session: aiohttp.ClientSession) -> None:
    """A device that gives no seed keeps the others from starting, and is named; a seed for another match is refused."""
    async with seated(server, "desfausse", 1) as (host,):
        assert host.lobby
        silent = await connect(session, server, host.lobby.code)
        await silent.say(type="sit", id="1", name="Bo")
        lobby = await silent.next("lobby")
        while not lobby["mine"]:
            lobby = await silent.next("lobby")
        with pytest.raises(NotAllowed) as refused:
            await host.order(Start)
        assert (refused.value.code, refused.value.params) == ("no_seed", {"name": "Bo"})
        with pytest.raises(NotAllowed, match="stale"):
            await host.order(Seed, match="another", seed="0123456789abcdef")
        await silent.say(type="seed", id="2", match=lobby["next"], seed="0123456789abcdef")
        await silent.next("done")
        await host.order(Start)


test_nobody_is_left_out = with_server(_without)


async def _at_once(server: Server, session: aiohttp.ClientSession) -> None:
    """A table that starts at once starts when its host's device has given its part."""
    wanted = {"name": "Ana", "bots": ["novice"], "start": True}
    async with await Connection.open(url(server), "desfausse", **wanted) as table, asyncio.timeout(PATIENCE):
        assert table.lobby
        first = table.lobby.next
        while not table.lobby or table.lobby.phase != "playing":
            await table.news.get()
        assert table.lobby.match == first in table.remembered
        record = await server.store.match(first)
        assert record
        assert record.provenance.seeds == (table.remembered[first].seed,)


test_a_game_that_starts_at_once = with_server(_at_once)


async def _spectator(server: Server, session: aiohttp.ClientSession) -> None:
    """Who only looks on has no part in the dice, or a crowd could fill the table's memory."""
    raw = await connect(session, server, await code_of(session, server))
    await raw.say(type="seed", id="1", match="x", seed="0123456789abcdef")
    assert (await raw.next("refusal"))["code"] in ("stale", "no_seat")


test_spectators_have_no_part = with_server(_spectator)
