"""Writes what a later version must be able to open: the data of a server as this version leaves it.

    .venv/bin/python -m tests.upgrade.make

makes `tests/upgrade/<version>/hall.tar.xz` and `postgres.tar.xz`, once for each release and never again after it: a
released version's data are what people have. Until then they may be made anew, when rules, content or the store have
changed on purpose.
"""

from __future__ import annotations

import asyncio
import tarfile
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
from msgspec import Struct

from tablee import __version__
from tablee.bots import find_bots
from tablee.client import Connection, play
from tablee.engine import find
from tablee.server.app import Server
from tablee.server.cluster.services import Postgres
from tablee.server.protocol import Start
from tests.server.live import PATIENCE, play_out, seated, serving, url
from tests.server.test_atelier import Desk, own_pack
from tests.server.test_whole_games import QUICK

HERE = Path(__file__).parent
HALL, POSTGRES = "hall.tar.xz", "postgres.tar.xz"
GUESTS, EXPORT, DATABASE = "guests.json", "export.json", "database"
MIDDLE = 25  # answers
HASTE = 0.002


class Left(Struct):
    """A table as it was left: what is needed to come back to it."""

    game: str
    code: str
    tokens: list[str]  # of those who sit there; the first is the host
    match: str
    over: bool
    own: bool  # whether it is played with a pack of one's own


def played(own: str) -> list[tuple[str, dict[str, Any], list[str]]]:
    """Each game, and one with somebody's own pack: options, and packs."""
    house = {"reader": "house"}
    return [
        ("desfausse", {}, []),
        ("blitz", QUICK, ["blitz-a"]),
        ("defizz", house, ["defizz-base"]),
        ("egomaster", {**house, "quick_game": True}, ["egomaster-base"]),
        ("defizz", house, [own, "defizz-base"]),
    ]


async def fill(folder: Path, database: str = "") -> None:
    """A hall with a match that is over and one in the middle, of each of these."""
    left: list[Left] = []
    async with serving(folder, hold=0, database=database) as server, aiohttp.ClientSession(url(server)) as session:
        maud = Desk(session)
        pack = await maud.put(await maud.new("defizz"), *own_pack("defizz"))
        for game, options, packs in played(f"own:{pack['id']}:{maud.token}"):
            for over in (True, False):
                async with seated(server, game, 3, options, packs=packs, pace="none") as tables:
                    if over:
                        await play_out(tables, haste=HASTE, seed=1)
                        await until_kept(server, tables[0])
                    else:
                        await play_a_while(tables)
                    left.append(leave(server, tables, over, own=len(packs) > 1))
        headers = {"Authorization": f"Bearer {left[0].tokens[0]}"}
        async with session.get(f"/api/matches/{left[0].match}", headers=headers) as response:
            (folder / EXPORT).write_bytes(await response.read())
    (folder / GUESTS).write_bytes(msgspec.json.format(msgspec.json.encode(left), indent=1))


async def until_kept(server: Server, table: Connection) -> None:
    """Everyone sees the result a moment before it is stored."""
    live = next(live for live in server.hall.tables.values() if table.table in (live.state.id, live.state.code))
    async with asyncio.timeout(PATIENCE):
        while live.state.phase != "over":
            await asyncio.sleep(0)


async def play_a_while(tables: list[Connection]) -> None:
    first = tables[0]
    assert first.lobby
    make = find_bots(find(first.lobby.game))["regular"]
    playing = [
        asyncio.create_task(play(table, make, seat, Random(seat), HASTE)) for seat, table in enumerate(tables[1:], 1)
    ]
    await first.order(Start)
    playing.append(asyncio.create_task(play(first, make, 0, Random(0), HASTE)))
    async with asyncio.timeout(PATIENCE):
        while first.seen is None or first.seen.seq < MIDDLE:
            await asyncio.sleep(0)
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)
    assert first.seen.result is None


def leave(server: Server, tables: list[Connection], over: bool, own: bool) -> Left:
    state = server.hall.tables[tables[0].table].state
    assert state.match
    return Left(state.game, state.code, [str(table.token) for table in tables], state.match, over, own)


def main() -> None:
    from tests.upgrade.databases import pour_out  # needs the extra `cluster`

    with tempfile.TemporaryDirectory(prefix="tablee-") as name:
        hall, posted = Path(name) / "hall", Path(name) / "posted"
        asyncio.run(fill(hall))
        pack(hall, HALL)
        postgres = Postgres(Path(name) / "data")
        try:
            asyncio.run(fill(posted, postgres.address))
            asyncio.run(pour_out(postgres.address, posted / DATABASE))
        finally:
            postgres.close()
        pack(posted, POSTGRES)


def pack(folder: Path, name: str) -> None:
    made = HERE / __version__ / name
    made.parent.mkdir(exist_ok=True)
    with tarfile.open(made, "w:xz", preset=9) as tar:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            tar.add(file, file.relative_to(folder).as_posix(), filter=nobodys)
    print(f"{made.relative_to(HERE.parents[1])}: {made.stat().st_size / 1000:.0f} kB")


def nobodys(file: tarfile.TarInfo) -> tarfile.TarInfo:
    file.uid = file.gid = file.mtime = 0
    file.uname = file.gname = ""
    return file


if __name__ == "__main__":
    main()
