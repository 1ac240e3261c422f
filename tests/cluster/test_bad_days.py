"""Three real nodes, real PostgreSQL and NATS, many tables of four games; and then bad days, one after the other.

Every day hits about ten tables at once, or all. Afterwards the database is asked: every acknowledged answer is there
once and in order, everyone at a table saw the same table, every game was finished.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, TypeAlias

import pytest

from tablee.server.postgres import PostgresStore
from tests.cluster.crowd import Party
from tests.cluster.processes import Cluster, Gate, NodeProcess
from tests.services import need

GAMES = ("desfausse", "egomaster", "desfausse", "defizz", "desfausse", "egomaster", "desfausse", "defizz", "blitz")
LONGEST = 60.0  # seconds until every table has gone on; `bench.cluster` says how long it really takes
Day: TypeAlias = Callable[["Trouble"], Coroutine[Any, Any, None]]


class Trouble:
    def __init__(self, cluster: Cluster, parties: list[Party], rng: Random, brief: bool) -> None:
        self.cluster, self.parties, self.rng, self.brief = cluster, parties, rng, brief

    async def _pick(self) -> tuple[NodeProcess, list[Party]]:
        """The node that runs most tables, and those: a day that hits nobody proves nothing."""
        found = []
        for node in self.cluster.nodes:
            ids = set(await self.cluster.tables_of(node))
            found.append((node, [party for party in self.parties if party.id in ids and not party.over]))
        node, hit = max(found, key=lambda one: (len(one[1]), self.rng.random()))
        assert hit, "all games are over"
        return node, hit

    async def _go_on(self, parties: list[Party], since: float, *, anew: bool = False) -> None:
        """Until somebody at each of these tables was told how it stands."""
        async with asyncio.timeout(LONGEST):
            for party in parties:
                while party.told_since(since, anew=anew) is None and not party.over:
                    await asyncio.sleep(0.02)

    async def kill(self) -> None:
        node, parties = await self._pick()
        since = time.monotonic()
        await node.end(signal.SIGKILL)
        await self._go_on(parties, since, anew=True)
        await node.start()

    async def stop(self) -> None:
        """A rolling upgrade."""
        node, parties = await self._pick()
        since = time.monotonic()
        node.send(signal.SIGTERM)
        await self._go_on(parties, since, anew=True)
        await node.end(signal.SIGTERM)
        await node.start()

    async def freeze(self) -> None:
        node, parties = await self._pick()
        since = time.monotonic()
        node.send(signal.SIGSTOP)
        try:
            await asyncio.sleep(8.0 if self.brief else 15.0)
            await self._go_on(parties, since, anew=True)
        finally:
            node.send(signal.SIGCONT)
        await self._go_on(parties, time.monotonic())

    async def no_broker(self) -> None:
        await asyncio.to_thread(self.cluster.nats.stop)
        await asyncio.sleep(3.0 if self.brief else 10.0)
        await asyncio.to_thread(self.cluster.nats.start)
        await self._go_on(self.parties, time.monotonic())

    async def no_database(self) -> None:
        await asyncio.to_thread(self.cluster.postgres.stop)
        await asyncio.sleep(7.0 if self.brief else 10.0)
        await asyncio.to_thread(self.cluster.postgres.start)
        await self._go_on(self.parties, time.monotonic())

    async def cut_off_from_database(self) -> None:
        node, parties = await self._pick()
        await self._cut_off(node, node.database, parties)

    async def cut_off_from_broker(self) -> None:
        node, parties = await self._pick()
        await self._cut_off(node, node.broker, parties)

    async def _cut_off(self, node: NodeProcess, gate: Gate, parties: list[Party]) -> None:
        since = time.monotonic()
        gate.shut()
        await self._moved(node, parties)
        await self._go_on(parties, since, anew=True)
        gate.open = True

    async def _moved(self, node: NodeProcess, parties: list[Party]) -> None:
        async with asyncio.timeout(LONGEST):
            while {*await self.cluster.tables_of(node)} & {party.id for party in parties}:
                await asyncio.sleep(0.2)


DAYS: tuple[Day, ...] = (
    Trouble.kill,
    Trouble.stop,
    Trouble.freeze,
    Trouble.no_broker,
    Trouble.no_database,
    Trouble.cut_off_from_database,
    Trouble.cut_off_from_broker,
)


async def live_through(days: list[Day], tables: int, haste: float, *, brief: bool) -> None:
    cluster = Cluster()
    keep = True
    try:
        await cluster.start()
        games = [GAMES[number % len(GAMES)] for number in range(tables)]
        parties = [Party(cluster, n, game, 3 if game == "blitz" else 2) for n, game in enumerate(games)]
        for first in range(0, tables, 6):
            await asyncio.gather(*(party.begin(haste) for party in parties[first : first + 6]))
        trouble = Trouble(cluster, parties, Random(len(days)), brief)
        for day in days:
            began = time.monotonic()
            await day(trouble)
            print(f"{day.__name__}: {time.monotonic() - began:.1f} s", flush=True)
        async with asyncio.timeout(240):
            await asyncio.gather(*(party.end() for party in parties))
        store = await PostgresStore.open(cluster.postgres.address)
        answers = sum([await party.check(store) for party in parties])
        await store.close()
        print(f"{answers} acknowledged answers are there")
        assert answers > 10 * tables
        keep = False
    finally:
        await cluster.close(keep=keep)


@pytest.mark.long  # two minutes for each kind of day, and most of both cores
@pytest.mark.parametrize("day", DAYS, ids=lambda day: day.__name__)
def test_a_bad_day_ten_times(day: Day) -> None:
    need()
    for _ in range(2):  # games end, so that there are always new ones
        asyncio.run(live_through([day] * 5, tables=30, haste=1.0, brief=True))


@pytest.mark.long
def test_bad_days_fifty_times_each() -> None:
    need()
    days = [day for _ in range(50) for day in DAYS]
    Random(7).shuffle(days)
    for first in range(0, len(days), 10):
        asyncio.run(live_through(days[first : first + 10], tables=40, haste=1.0, brief=False))
