"""What a cluster costs, and how long its bad days last: CPU for a stored move, moves a second, failover, hand-over.

    python -m bench.cluster [--quick] [--no-peer]

A move is that of `bench.server`: one answer with all that follows, stored, told to six devices. CPU is that of
Tablée's own processes; PostgreSQL, NATS and the players run beside them on the same machine, so that moves a second
say what this machine has left for the nodes. `relayed`: every device is connected to another node than the one that
runs its table. Failover: from `kill -9` until somebody at a table of that node is told how it stands, for each table;
hand-over: from SIGTERM. `lost`: tables with acknowledged answers that are not in the database afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from statistics import median

from bench.peers import boardgame_io_server
from bench.server import cpu, load, serving
from tablee.server.postgres import PostgresStore
from tests.cluster.crowd import Party
from tests.cluster.processes import Cluster, NodeProcess

TABLES = 20  # many enough that appends share their commits
ENOUGH = 2_000  # moves for a figure
LONGEST = 60.0  # seconds, on a machine that is busy with something else


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, and three bad days of each kind instead of ten")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    asked = parser.parse_args()
    seconds = 4.0 if asked.quick else 12.0
    figures: dict[str, float] = {}
    with serving() as (url, pid):
        figures["move_cpu_us_sqlite"] = cost(url, [pid], seconds)["cpu_us"]
    with clustered(1) as (node,):
        figures["move_cpu_us_postgres"] = cost(node.url, pids(node), seconds)["cpu_us"]
    with clustered(2) as (one, other):
        figures["move_cpu_us_relayed"] = cost(f"{one.url},{other.url}", pids(one, other), seconds)["cpu_us"]
    base = figures["move_cpu_us_sqlite"]
    for name, goal in (("sqlite", 1.0), ("postgres", 1.5), ("relayed", 2.0)):
        cost_us = figures[f"move_cpu_us_{name}"]
        print(f"one move, {name}: {cost_us:.0f} µs CPU, {cost_us / base:.2f} × SQLite (goal {goal:g})", flush=True)
    for count in (1, 2, 3):
        with clustered(count) as nodes:
            figures[f"moves_per_s_{count}"] = together(nodes, seconds)
            print(f"{count} nodes: {figures[f'moves_per_s_{count}']:,.0f} moves/s", flush=True)
    figures |= asyncio.run(bad_days(3 if asked.quick else 10))
    print(f"failover: p50 {figures['failover_s_p50']:.1f} s, max {figures['failover_s_max']:.1f} s (goal 8)")
    print(f"hand-over: max {figures['handover_s_max']:.2f} s (goal 1); lost: {figures['lost']:.0f} (goal 0)")
    peer = None if asked.no_peer else boardgame_io_server.measure(seconds)
    if peer:
        figures["boardgame_io_cpu_us"] = peer["cpu_us"]
        print(f"boardgame.io, one process, its own socket adapter, nothing stored: {peer['cpu_us']:.0f} µs CPU")
    print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))


@contextmanager
def clustered(count: int) -> Iterator[list[NodeProcess]]:
    with asyncio.Runner() as runner:
        cluster = Cluster(count, gates=False)
        try:
            runner.run(cluster.start())
            yield cluster.nodes
        finally:
            runner.run(cluster.close())


def pids(*nodes: NodeProcess) -> list[int]:
    return [node.process.pid for node in nodes if node.process]


def cost(urls: str, processes: list[int], seconds: float) -> dict[str, float]:
    with load(urls, TABLES, 5, 1) as people:
        warm(people)
        before, moves, began = sum(map(cpu, processes)), 0.0, time.monotonic()
        while time.monotonic() < began + seconds or (moves < ENOUGH and time.monotonic() < began + LONGEST):
            moves += people(2.0)["moves"]
        spent = sum(map(cpu, processes)) - before
    return {"cpu_us": spent / moves * 1e6, "moves": moves}


def warm(people: Callable[[float], dict[str, float]]) -> None:
    """On a busy machine a second is not enough for everyone to have begun."""
    moves, began = 0.0, time.monotonic()
    while moves < ENOUGH / 4 and time.monotonic() < began + LONGEST / 2:
        moves += people(1.0)["moves"]


def together(nodes: list[NodeProcess], seconds: float) -> float:
    """Each node has people of its own."""
    with ExitStack() as stack:
        crowds = [stack.enter_context(load(node.url, TABLES, 5, 1)) for node in nodes]
        with ThreadPoolExecutor(len(crowds)) as threads:
            [*threads.map(warm, crowds)]
            moves: list[float] = [told["moves"] for told in threads.map(lambda people: people(seconds), crowds)]
            return sum(moves) / seconds


async def bad_days(times: int) -> dict[str, float]:
    """Thirty tables on three nodes, whose people come in anywhere."""
    cluster = Cluster(3)
    try:
        await cluster.start()
        parties = [Party(cluster, number, "egomaster", 2) for number in range(30)]
        for first in range(0, len(parties), 6):
            await asyncio.gather(*(party.begin(1.0) for party in parties[first : first + 6]))
        failovers: list[float] = []
        handovers: list[float] = []
        for _ in range(times):
            for kind, found in ((signal.SIGKILL, failovers), (signal.SIGTERM, handovers)):
                owned = [{*await cluster.tables_of(node)} for node in cluster.nodes]
                theirs = max(owned, key=len)
                node = cluster.nodes[owned.index(theirs)]
                hit = [party for party in parties if party.id in theirs and not party.over]
                since = time.monotonic()
                node.send(kind)
                found += [await going_on(party, since) for party in hit]
                await node.end(kind)
                await node.start()
        await asyncio.gather(*(party.end() for party in parties))
        store = await PostgresStore.open(cluster.postgres.address)
        lost = 0
        for party in parties:
            try:
                await party.check(store)
            except AssertionError as problem:
                print(problem)
                lost += 1
        await store.close()
        return {
            "failover_s_p50": median(failovers),
            "failover_s_max": max(failovers),
            "handover_s_max": max(handovers),
            "lost": lost,
        }
    finally:
        await cluster.close()


async def going_on(party: Party, since: float) -> float:
    """Seconds until somebody there was told how the table stands."""
    async with asyncio.timeout(60):
        while (told := party.told_since(since)) is None and not party.over:
            await asyncio.sleep(0.01)
    return (told or since) - since


if __name__ == "__main__":
    main()
