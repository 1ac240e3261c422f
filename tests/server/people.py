"""Tables in process: a hall in virtual time, and people with phones who think like bots and err like people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from tablee.bots import Bot, Sight, find_bots
from tablee.client.player import Still, header_of
from tablee.client.seen import Seen, read_state
from tablee.engine import Result, find
from tablee.server.fairness import Trip
from tablee.server.hall import Hall, Opening
from tablee.server.names import guest_of
from tablee.server.protocol import Answer, Began, Lobby, News, Opened, Order, Refusal, Seed, Sit, Start, State
from tablee.server.settings import Settings
from tablee.server.table import Live

from .memory import MemoryStore

decode = msgspec.json.Decoder(News).decode


class Phone:
    """A device that is connected in process. It remembers every byte that it was sent."""

    def __init__(self, live: Live, token: str) -> None:
        self.live, self.guest, self.token = live, guest_of(token), token
        self.trip = Trip()
        self.look: int | None = None
        self.screen = False
        self.trip.add(40)
        self.bytes: list[bytes] = []
        self.lobby: Lobby | None = None
        self.seen: Seen | None = None
        self.answers: dict[str, News] = {}
        self.gone: str | None = None
        self.on_state: Callable[[Seen], None] = lambda seen: None
        self.connected = False
        self._orders = 0
        self.gives = True  # its part in the dice, as every device does
        self.seeds: dict[str, str] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def connect(self) -> None:
        if not self.connected:
            self.gone, self.connected = None, True
            seen = self.seen
            await self.live.join(self, seen.match if seen else None, seen.seq if seen else None)

    def disconnect(self) -> None:
        if self.connected:
            self.connected = False
            self.live.part(self)

    def send(self, data: bytes) -> None:
        if not self.connected:
            return
        try:
            self.read(data)
        except Exception as problem:  # a table goes on to the next device; a test must hear of it
            self.live.loop.call_exception_handler({"message": "a phone", "exception": problem})
            raise

    def read(self, data: bytes) -> None:
        self.bytes.append(data)
        news = decode(data)
        if isinstance(news, Lobby):
            self.lobby = news
            if self.gives and news.next not in self.seeds and (news.mine or news.host):
                self.seeds[news.next] = f"seed-of-{self.guest[:16]}"
                self.spawn(self.order(Seed, match=news.next, seed=self.seeds[news.next]))
        elif isinstance(news, State):
            assert self.lobby
            self.seen = read_state(self.lobby.game, news)
            self.on_state(self.seen)
        elif hasattr(news, "id"):
            self.answers[news.id] = news

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self.live.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def ping(self) -> None:
        now = int(self.live.loop.time() * 1000)
        self.trip.ping(now)
        self.live.loop.call_later(0.04, lambda: self.trip.pong(now + 40))

    def let_go(self, code: str) -> None:
        self.gone = code
        self.disconnect()

    async def order(self, kind: type[Order], **fields: Any) -> News | None:
        """Send it; the answer, if it came at once."""
        self._orders += 1
        return await self.give(kind(id=f"{self.guest[:6]}-{self._orders}", **fields))

    async def give(self, order: Order) -> News | None:
        await self.live.take(self, order)
        return self.answers.get(order.id)

    async def must(self, kind: type[Order], **fields: Any) -> News:
        told = await self.order(kind, **fields)
        assert told is not None, kind
        assert not isinstance(told, Refusal), told
        return told


class Person:
    """Somebody with a phone, who thinks like a bot. `err` may do something else with an ask than answer it."""

    def __init__(
        self, phone: Phone, seat: int, bot: str | None = None, seed: int = 0, err: Callable[..., bool] | None = None
    ) -> None:
        self.phone, self.seat, self.err = phone, seat, err
        self.name, self.rng = bot, Random(seed)
        self.bot: Bot | None = None
        self.done: dict[str, int] = {}
        self.asked = 0
        self.tasks: set[asyncio.Task[None]] = set()
        phone.on_state = self.look

    def look(self, seen: Seen) -> None:
        if self.bot is None:
            assert self.phone.lobby
            makers = find_bots(find(self.phone.lobby.game))
            self.bot = makers[self.name or "regular"](self.rng, header_of(self.phone.lobby))
        for opened in seen.asks:
            name = opened.ask.name
            if opened.seat != self.seat or self.done.get(name) == opened.opened:
                continue
            if not opened.ask.standing:
                self.done[name] = opened.opened
            thought = self.bot.answer(opened.ask, Sight(Still(seen), self.seat, seen.now))
            if thought is None or (thought.value is None and opened.ask.standing):
                continue
            self.done[name] = opened.opened
            self.asked += 1
            if self.err is None or not self.err(self, opened, thought):
                self.spawn(self.say(opened, thought.value, thought.after, thought.began))

    async def say(self, opened: Opened, value: Any, after: int, began: int | None = None) -> None:
        if began is not None:
            await asyncio.sleep(began / 1000)
            began = self.now()
            await self.phone.order(Began, seat=self.seat, ask=opened.ask.name, opened=opened.opened, at=began)
            after = max(0, after)
        await asyncio.sleep(after / 1000)
        await self.answer(opened, value, began)

    async def answer(self, opened: Opened, value: Any, began: int | None = None, id: str | None = None) -> News | None:
        value = list(value) if isinstance(value, tuple) else value
        fields = {"seat": self.seat, "ask": opened.ask.name, "opened": opened.opened, "value": value}
        return await self.phone.order(Answer, **fields, at=self.now(), began=began)

    def now(self) -> int:
        running = self.phone.live.running
        return running.clock.now() if running else 0

    def spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def a_hall(tmp: Path, store: MemoryStore | None = None, **settings: Any) -> Hall:
    return Hall(store or MemoryStore(), Settings(**settings), tmp)


async def a_table(
    hall: Hall, game: str, people: int, options: Mapping[str, object] | None = None, pace: Any = "normal"
) -> list[Phone]:
    """A table where so many people sit; the first is the host."""
    live, token = await hall.open(Opening(game=game, options=dict(options or {}), pace=pace))
    phones = [Phone(live, token), *(Phone(live, f"token-of-guest-number-{number}") for number in range(1, people))]
    for number, phone in enumerate(phones):
        await phone.connect()
        await phone.must(Sit, name=f"player {number}")
    return phones


async def start(phones: list[Phone]) -> None:
    await phones[0].must(Start)


async def until_over(phones: list[Phone], seconds: float = 500_000) -> Result:
    """The result, once every phone that is connected has seen it."""
    waited = 0.0
    while not all(phone.seen and phone.seen.result for phone in phones if phone.connected):
        await asyncio.sleep(1)
        waited += 1
        live = phones[0].live
        assert live.trouble is None, live.trouble
        assert waited < seconds, "the game does not end"
    results = {phone.seen.result for phone in phones if phone.connected and phone.seen}
    assert len(results) == 1
    result = results.pop()
    assert result
    return result
