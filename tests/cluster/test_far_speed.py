"""Fair speed over relays: what is believed of a device does not depend on the node that it is connected to.

The same device, 100 ms there and back, once at the node of its table, once 60 ms from another node that is 40 ms away.
All of it in virtual time, with the nodes' own letters between them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import msgspec

from tablee.client.seen import Seen, read_state
from tablee.server.cluster.far import Fars
from tablee.server.cluster.messages import AnySaid, Come, Echo, Felt, Give, Go
from tablee.server.cluster.post import Post
from tablee.server.cluster.relay import Relayed, Relays
from tablee.server.cluster.wire import LocalWire, Switchboard
from tablee.server.fairness import Allowance, Trip
from tablee.server.hall import Hall, Opening
from tablee.server.names import guest_of
from tablee.server.protocol import Answer, Lobby, News, Order, Seed, Start, State
from tablee.server.table import Live
from tests.server.memory import MemoryStore
from tests.server.people import a_hall
from tests.server.virtual import run

WHOLE, PART = 100.0, 60.0  # milliseconds there and back: to the node of the table; to the relay
SLACK = 6  # milliseconds: quotas come back while bots think
decode = msgspec.json.Decoder(News).decode


class Slow(LocalWire):
    """Half of what is between the nodes, each way."""

    def send(self, node: str, data: bytes) -> None:
        asyncio.get_running_loop().call_later((WHOLE - PART) / 2000, super().send, node, data)


class Claim(NamedTuple):
    """An answer: how much earlier than it was sent it claims to be; how long the line stalls under it."""

    back: int = 0
    stall: int = 0


class Device:
    """So many milliseconds from its node, as the system over there measures it; its pongs may be kept back."""

    def __init__(self, token: str, away: float, *, known: bool, kept_back: float = 0.0) -> None:
        self.guest, self.away, self.known, self.kept_back = guest_of(token), away, known, kept_back
        self.table: Live | Relayed
        self.trip = Trip()
        self.stalling = False
        if known:
            self.trip.stalls = lambda: self.stalling
        self.look: int | None = None
        self.screen = False
        self.lobby: Lobby | None = None
        self.seen: Seen | None = None
        self.done: set[str] = set()
        self.loop = asyncio.get_running_loop()

    def send(self, data: bytes) -> None:
        news = decode(data)
        if isinstance(news, Lobby):
            self.lobby = news
        elif isinstance(news, State):
            assert self.lobby
            self.seen = read_state(self.lobby.game, news)
        elif hasattr(news, "id"):
            self.done.add(news.id)

    def ping(self) -> None:
        self.ping_late(0)

    def ping_late(self, stall: int) -> None:
        self.trip.ping(self.now())
        if self.known:
            self.trip.bound(self.away)
        self.loop.call_later((self.away + self.kept_back + stall) / 1000, lambda: self.trip.pong(self.now()))

    def let_go(self, code: str) -> None:
        raise AssertionError(code)

    def now(self) -> int:
        return round(self.loop.time() * 1000)

    async def order(self, order: Order) -> None:
        await asyncio.sleep(self.away / 2000)
        if work := self.table.hear(self, order):
            await work
        while order.id not in self.done:
            await asyncio.sleep(0.001)


Connect = Callable[[Hall, Live, Device], Awaitable[None]]


async def near(hall: Hall, live: Live, device: Device) -> None:
    device.table = live
    await live.join(device)


async def far(hall: Hall, live: Live, device: Device) -> None:
    board = Switchboard()
    posts: dict[str, Post] = {}

    def hear(node: str, said: AnySaid) -> None:
        if isinstance(said, Come | Go | Give | Felt | Echo):
            fars.hear(node, said)
        else:
            relays.hear(node, said)

    def broken(node: str) -> None:
        raise AssertionError(node)

    for name in ("owner", "relay"):
        wire = Slow(board)
        post = posts[name] = Post(wire, hear, broken)
        await wire.listen(name, post.receive, lambda data: None)
        post.begin(name)
    fars, relays = Fars(posts["owner"], hall.tables.get), Relays(posts["relay"])
    device.table = Relayed(live.state, "owner", relays, posts["relay"])
    await device.table.join(device)


def believed(tmp: Path, connect: Connect, away: float, claims: list[Claim], **how: float | bool) -> list[int]:
    """For each answer: by how many milliseconds it counts as earlier than it arrived."""

    async def story() -> list[int]:
        store = MemoryStore(delay=0.0)
        hall = await a_hall(tmp, store)
        live, token = await hall.open(Opening(game="desfausse", name="Ana", bots=["regular"], pace="none"))
        device = Device(token, away, known=bool(how.get("known")), kept_back=how.get("kept_back", 0.0))
        await connect(hall, live, device)
        await asyncio.sleep(1)
        await device.order(Seed("seed", live.state.next, "a-seed-of-our-own"))
        await device.order(Start("start"))
        found = []
        for number, claim in enumerate(claims):
            while not (mine := [one for one in device.seen.asks if not one.ask.standing] if device.seen else []):
                await asyncio.sleep(0.1)
            for _ in range(40):  # as often as a race is measured, for long enough
                device.ping()
                await asyncio.sleep(0.15)
            [opened] = mine
            assert live.running
            device.stalling = bool(claim.stall)
            if claim.stall:
                device.loop.call_later((WHOLE - away) / 2000, device.ping_late, claim.stall)  # over there at once
                await asyncio.sleep(0.03)
            at = live.running.clock.now() - claim.back
            arrives = at + claim.back + claim.stall + round(WHOLE / 2)
            await asyncio.sleep(claim.stall / 1000)
            order = Answer(f"answer-{number}", opened.seat, opened.ask.name, opened.opened, at=at)
            await device.order(order)
            [id] = store.logs
            reply = next(reply for reply in reversed(store.logs[id]) if reply.actor == opened.seat)
            found.append(arrives - reply.at)
        return found

    return run(story())


def both(tmp: Path, claims: list[Claim], **how: float | bool) -> list[int]:
    """What is believed of it, wherever it is connected."""
    direct, relayed = believed(tmp, near, WHOLE, claims, **how), believed(tmp, far, PART, claims, **how)
    assert all(abs(one - other) <= SLACK for one, other in zip(direct, relayed, strict=True)), (direct, relayed)
    return relayed


def test_an_honest_moment_is_believed(tmp_path: Path) -> None:
    assert all(abs(lag - WHOLE / 2) <= SLACK for lag in both(tmp_path, [Claim()] * 4, known=True))


def test_whoever_back_dates_gains_no_more_than_jitter(tmp_path: Path) -> None:
    lags = both(tmp_path, [Claim(back) for back in (30, 100, 250, 400)], known=True)
    assert all(lag <= Allowance.SHARE * (WHOLE + Trip.SLACK) + SLACK for lag in lags), lags
    assert lags[-1] < lags[0] - 2, lags  # a habit gains nothing


def test_pongs_that_are_kept_back_buy_nothing_where_the_system_knows_better(tmp_path: Path) -> None:
    claims = [Claim(back) for back in (0, 150, 150, 150, 150)]
    bound = both(tmp_path, claims, known=True, kept_back=200.0)
    assert all(lag <= Allowance.SHARE * (WHOLE + Trip.SLACK) + SLACK for lag in bound), bound
    unknown = both(tmp_path, claims, known=False, kept_back=200.0)
    assert unknown[-1] >= (WHOLE + 200) / 2 - SLACK, unknown  # pongs are all there is


def test_a_stall_is_made_up_for(tmp_path: Path) -> None:
    lags = both(tmp_path, [Claim(), Claim(stall=250), Claim(stall=250)], known=True)
    assert all(lag >= WHOLE / 2 + 200 for lag in lags[1:]), lags
