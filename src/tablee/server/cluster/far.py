"""Devices of other nodes at the tables of this one: to a table they look like near ones, only further away."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Queue, Task
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from tablee.engine import Refused

from ..fairness import Trip
from ..protocol import AnyOrder, Ping, decode_order
from .messages import AnySaid, Come, Echo, Feel, Felt, Give, Go, LetGo, Way
from .post import Post

if TYPE_CHECKING:
    from ..table import Live

log = logging.getLogger("tablee.wire")


class FarTrip(Trip):
    """The way to a device and back, over the node it is connected to: what that one measures, and the way to that."""

    __slots__ = ()

    def learn(self, way: Way, between: Trip, now: int) -> None:
        self.round_trip = way.round_trip + between.round_trip
        self.uncertainty = min(way.uncertainty + between.uncertainty, self.UNCERTAIN_MOST)
        self.least = None if way.least is None else way.least + between.round_trip
        self._pings.clear()
        if way.silent is not None:
            self._pings.append(int(now - between.round_trip - way.silent))
        stalls = way.stalls
        self.stalls = lambda: stalls


class Far:
    """One device."""

    __slots__ = ("_fars", "_gone", "_queue", "_task", "guest", "look", "node", "number", "screen", "table", "trip")

    def __init__(self, fars: Fars, node: str, number: int, guest: str, screen: bool, table: Live) -> None:
        self._fars, self.node, self.number, self.guest, self.screen, self.table = (
            fars,
            node,
            number,
            guest,
            screen,
            table,
        )
        self.trip: Trip = FarTrip()
        self.look: int | None = None
        self._queue: Queue[AnyOrder | None] = Queue()  # None: it is gone
        self._task: Task[None] | None = None
        self._gone = False

    def send(self, data: bytes) -> None:
        self._fars.post.tell(self.node, self.number, data)

    def ping(self) -> None:
        self._fars.feel(self.node, self.number)

    def let_go(self, code: str) -> None:
        self._fars.post.say(self.node, LetGo(self.number, code))
        self._fars.drop(self)

    def learn(self, way: Way, between: Trip, now: int) -> None:
        assert isinstance(self.trip, FarTrip)
        self.trip.learn(way, between, now)

    def begin(self, match: str | None, seq: int | None) -> None:
        self._task = asyncio.get_running_loop().create_task(self._serve(match, seq))

    def give(self, order: AnyOrder) -> None:
        self._queue.put_nowait(order)

    async def _serve(self, match: str | None, seq: int | None) -> None:
        """One order after another, as a socket does. What is being carried out when it goes is carried out: it will
        ask for it again, and must be answered."""
        if self._gone:
            return
        try:
            await self.table.join(self, match, seq)
            self.ping()
        except Refused as refused:
            self.let_go(refused.code)
            return
        while not self._gone and (order := await self._queue.get()):
            if isinstance(order, Ping):
                self.table.tell_time(self, order)
            else:
                await self.table.take(self, order)

    def end(self) -> None:
        self._gone = True
        self._queue.put_nowait(None)
        self.table.part(self)


class Fars:
    """All of them."""

    def __init__(self, post: Post, find: Callable[[str], Live | None]) -> None:
        self.post, self._find = post, find
        self._loop = asyncio.get_running_loop()
        self._devices: dict[tuple[str, int], Far] = {}
        self._between: dict[str, Trip] = {}
        self._feeling: dict[str, list[int]] = {}

    def __len__(self) -> int:
        return len(self._devices)

    @property
    def nodes(self) -> set[str]:
        return {node for node, _ in self._devices}

    def hear(self, node: str, said: AnySaid) -> None:
        match said:
            case Come():
                self._come(node, said)
            case Go():
                if far := self._devices.pop((node, said.device), None):
                    far.end()
            case Give():
                if far := self._learn(node, said.device, said.way):
                    try:
                        far.give(decode_order(said.order))
                    except msgspec.DecodeError as problem:  # that node knows orders that this one does not
                        log.warning("an order of %s makes no sense: %s", node, problem)
            case Felt():
                self._learn(node, said.device, said.way)
            case Echo():
                self._way_to(node).add(self._now() - said.at)

    def _come(self, node: str, said: Come) -> None:
        table = self._find(said.table)
        if table is None:
            self.post.say(node, LetGo(said.device, "closing"))  # it is somebody else's by now
            return
        far = self._devices[node, said.device] = Far(self, node, said.device, said.guest, said.screen, table)
        far.learn(said.way, self._way_to(node), self._now())
        far.begin(said.match, said.seq)

    def _learn(self, node: str, device: int, way: Way) -> Far | None:
        far = self._devices.get((node, device))
        if far:
            far.learn(way, self._way_to(node), self._now())
        return far

    def _way_to(self, node: str) -> Trip:
        trip = self._between.get(node)
        if trip is None:
            trip = self._between[node] = Trip()
            trip.round_trip, trip.uncertainty = 2.0, trip.UNCERTAIN_LEAST  # neighbours, until it is measured
            self._feel_soon(node)
        return trip

    def feel(self, node: str, device: int) -> None:
        self._feel_soon(node).append(device)

    def _feel_soon(self, node: str) -> list[int]:
        if not self._feeling:
            self._loop.call_soon(self._feel)
        return self._feeling.setdefault(node, [])

    def _feel(self) -> None:
        feeling, self._feeling = self._feeling, {}
        for node, devices in feeling.items():
            self.post.say(node, Feel(devices, self._now()))

    def drop(self, far: Far) -> None:
        """It was let go."""
        if self._devices.pop((far.node, far.number), None):
            far.end()

    def part(self, node: str | None = None) -> None:
        """Nothing more comes from there."""
        for key in [key for key in self._devices if node in (None, key[0])]:
            self._devices.pop(key).end()
        for other in [node] if node else [*self._between]:
            self._between.pop(other, None)

    def _now(self) -> int:
        return int(self._loop.time() * 1000)
