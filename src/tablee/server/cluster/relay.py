"""A table that another node runs, as its devices here see it."""

from __future__ import annotations

import asyncio
from itertools import count

from ..fairness import Trip
from ..people import Device
from ..protocol import AnyOrder, Order, Ping, encode
from ..state import TableState
from .messages import AnySaid, Come, Echo, Feel, Felt, Give, Go, LetGo, Tell, Way
from .post import Post


class Relays:
    """All devices here whose tables are run elsewhere."""

    def __init__(self, post: Post) -> None:
        self._post = post
        self._loop = asyncio.get_running_loop()
        self._numbers = count(1)
        self._devices: dict[int, tuple[Device, str]] = {}  # and the node that it is with

    def __len__(self) -> int:
        return len(self._devices)

    @property
    def owners(self) -> set[str]:
        return {owner for _, owner in self._devices.values()}

    def enter(self, device: Device, owner: str) -> int:
        number = next(self._numbers)
        self._devices[number] = device, owner
        device.trip.heard = lambda: self._felt(number)
        return number

    def leave(self, number: int) -> None:
        if found := self._devices.pop(number, None):
            self._post.say(found[1], Go(number))

    def hear(self, owner: str, said: AnySaid) -> None:
        match said:
            case Tell():
                for number in said.devices:
                    if found := self._devices.get(number):
                        found[0].send(said.data)
            case LetGo():
                if found := self._devices.pop(said.device, None):
                    found[0].let_go(said.code)
            case Feel():
                self._post.say(owner, Echo(said.at))
                for number in said.devices:
                    if found := self._devices.get(number):
                        found[0].ping()
                        self._felt(number)  # at once, too: the owner must know whether a pong is late

    def _felt(self, number: int) -> None:
        if found := self._devices.get(number):
            device, owner = found
            self._post.say(owner, Felt(number, way_of(device.trip, int(self._loop.time() * 1000))))

    def let_go(self, owner: str | None = None) -> None:
        """They come back at once, and find whoever runs their tables now."""
        for number, (device, node) in [*self._devices.items()]:
            if owner in (None, node):
                del self._devices[number]
                device.let_go("closing")


class Relayed:
    """See `Live`: what a socket needs of a table."""

    def __init__(self, state: TableState, owner: str, relays: Relays, post: Post) -> None:
        self.state, self.owner = state, owner
        self._relays, self._post = relays, post
        self._numbers: dict[Device, int] = {}
        self._loop = asyncio.get_running_loop()

    async def join(self, device: Device, match: str | None = None, seq: int | None = None) -> None:
        """Whether it may come in, the owner says by letting it go."""
        number = self._numbers[device] = self._relays.enter(device, self.owner)
        come = Come(number, self.state.id, device.guest, device.screen, match, seq, self._way(device))
        self._post.say(self.owner, come)

    def part(self, device: Device) -> None:
        if (number := self._numbers.pop(device, None)) is not None:
            self._relays.leave(number)

    def hear(self, device: Device, order: Order) -> None:
        self._give(device, order)

    def tell_time(self, device: Device, ping: Ping) -> None:
        self._give(device, ping)

    def _give(self, device: Device, order: AnyOrder | Order) -> None:
        if (number := self._numbers.get(device)) is not None:
            self._post.say(self.owner, Give(number, encode(order), self._way(device)))

    def _way(self, device: Device) -> Way:
        return way_of(device.trip, int(self._loop.time() * 1000))


def way_of(trip: Trip, now: int) -> Way:
    return Way(trip.round_trip, trip.uncertainty, trip.least, trip.silence(now), trip.stalls())
