"""People at tables of a cluster, who come in anywhere, and note what they were told."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import msgspec

from tablee.bots import find_bots
from tablee.client import Connection
from tablee.client.player import _Player
from tablee.engine import Match, Reply, Result, find
from tablee.server.postgres import PostgresStore
from tablee.server.protocol import Opened, Sent, Sit, Start
from tests.cluster.processes import Cluster


class _Peek(msgspec.Struct):
    type: str
    match: str = ""
    seq: int = 0
    view: msgspec.Raw = msgspec.Raw(b"")


class Roamer(Connection):
    """Comes in at any node, each time anew; notes every answer that was acknowledged, and every state."""

    def __init__(self, urls: list[str], rng: Random, table: str, token: str | None = None) -> None:
        super().__init__(rng.choice(urls), table, token)
        self.urls, self.rng, self.slowest, self.keeps = urls, rng, 0.4, True
        self.sent: list[tuple[str, int, str]] = []
        self.acknowledged: list[tuple[str, int, str, Any, int]] = []
        self.views: dict[tuple[str, int], bytes] = {}
        self.told: list[tuple[float, float]] = []  # when it came in, and when it was told how the table stands
        self._came = 0.0

    async def _listen(self) -> None:
        self.url, self._came = self.rng.choice(self.urls), time.monotonic()
        await super()._listen()

    def _hear(self, data: str) -> None:
        if data.startswith('{"type":"state"'):
            seen = msgspec.json.decode(data, type=_Peek)
            view = bytes(seen.view)
            assert self.views.setdefault((seen.match, seen.seq), view) == view, "shown before it was stored"
            self.told.append((self._came, time.monotonic()))
        super()._hear(data)

    async def answer(self, opened: Opened, value: Sent, began: int | None = None) -> dict[str, Any]:
        assert self.seen
        match = self.seen.match
        self.sent.append((match, opened.seat, opened.ask.name))
        told = await super().answer(opened, value, began)
        self.acknowledged.append((match, opened.seat, opened.ask.name, value, opened.opened))
        return told


class Party:
    """One table, played to the end by people who think like bots."""

    def __init__(self, cluster: Cluster, number: int, game: str, people: int) -> None:
        self.cluster, self.game, self.people, self.rng = cluster, game, people, Random(number)
        self.roamers: list[Roamer] = []
        self.players: list[_Player] = []
        self.tasks: list[asyncio.Task[Result]] = []
        self.id = ""

    async def begin(self, haste: float) -> None:
        urls = [node.url for node in self.cluster.nodes]
        options = {"reader": "house"} if self.game in ("defizz", "egomaster") else {}
        host = await Connection.open(self.rng.choice(urls), self.game, options=options, pace="none")
        for seat in range(self.people):
            table, token = (host.table, host.token) if seat == 0 else (self.id, None)
            roamer = Roamer(urls, Random(self.rng.random()), table, token)
            await roamer.__aenter__()
            self.id = roamer.table
            self.roamers.append(roamer)
            await roamer.order(Sit, name=f"player {seat}")
        make = find_bots(find(self.game))["regular"]
        self.players = [
            _Player(roamer, make, seat, Random(self.rng.random()), haste) for seat, roamer in enumerate(self.roamers)
        ]
        self.tasks = [asyncio.create_task(player.run()) for player in self.players]
        await asyncio.wait([giving for roamer in self.roamers if (giving := roamer._giving)])  # their parts in the dice
        await self.roamers[0].order(Start)

    async def end(self) -> None:
        """Nobody thinks any more: to the end."""
        for player in self.players:
            player.haste = 0.0
        results = await asyncio.gather(*self.tasks)
        assert len({*results}) == 1, results
        for roamer in self.roamers:
            await roamer.close()

    @property
    def over(self) -> bool:
        return all(task.done() for task in self.tasks)

    def told_since(self, moment: float, *, anew: bool = True) -> float | None:
        """When somebody here was first told after that moment how the table stands; `anew`: having come in again."""
        told = (one for roamer in self.roamers for one in roamer.told)
        return min((at for came, at in told if at > moment and (came > moment or not anew)), default=None)

    async def check(self, store: PostgresStore) -> int:
        """Against the database: how many acknowledged answers are all there, each once, in order."""
        acknowledged = [one for roamer in self.roamers for one in roamer.acknowledged]
        views: dict[tuple[str, int], bytes] = {}
        for roamer in self.roamers:
            for place, view in roamer.views.items():
                assert views.setdefault(place, view) == view, f"two clients saw different tables: {place}"
        for id in {match for match, *_ in acknowledged}:
            record, log = await store.match(id), await store.log(id)
            assert record
            assert record.finished
            assert Match.replay(record.header, log).result == record.result
            said = [[*one[1:]] for one in acknowledged if one[0] == id]
            for seat, name in {(seat, name) for seat, name, *_ in said}:
                mine = [(opened, value) for other, ask, value, opened in said if (other, ask) == (seat, name)]
                mine.sort(key=lambda one: one[0])
                _in_order(log, seat, name, mine)
                sent = sum(roamer.sent.count((id, seat, name)) for roamer in self.roamers)
                kept = sum(reply.actor == seat and reply.name == name and reply.value is not None for reply in log)
                assert kept <= sent, f"counted twice: {id} {seat} {name}"
        return len(acknowledged)


def _in_order(log: list[Reply], seat: int, name: str, said: list[tuple[int, Any]]) -> None:
    at = -1
    for opened, value in said:
        wanted = tuple(value) if isinstance(value, list) else value
        at = next(
            (
                place
                for place in range(max(at + 1, opened), len(log))
                if (log[place].actor, log[place].name, log[place].value) == (seat, name, wanted)
            ),
            len(log),
        )
        assert at < len(log), f"lost: {seat} {name} {value!r} after {opened}"
