"""A bot of one's own at somebody's table."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from tablee.bots import Bot, BotMaker, Sight, Thought
from tablee.engine import DICE, Ask, Consequence, Header, Label, Refused, Result, View, find
from tablee.engine.match import PackRef
from tablee.server.protocol import Lobby, Opened

from .connection import Connection, Gone
from .seen import Seen


class Still:
    """The table as it was last seen, where a bot expects a match."""

    def __init__(self, seen: Seen) -> None:
        self._seen = seen

    def view(self, seat: int | None) -> View:
        return self._seen.view

    def brings(self, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
        return self._seen.brings(ask, seat)


async def play(table: Connection, make: BotMaker, seat: int, rng: Random | None = None, haste: float = 1.0) -> Result:
    """Play one match at this seat to its end. `haste` shortens the thinking times. Raises Gone."""
    player = _Player(table, make, seat, rng or Random(), haste)
    try:
        return await player.run()
    finally:
        player.stop()


class _Player:
    def __init__(self, table: Connection, make: BotMaker, seat: int, rng: Random, haste: float) -> None:
        self.table, self.make, self.seat, self.rng, self.haste = table, make, seat, rng, haste
        self.bot: Bot | None = None
        self.thinking: dict[str, tuple[int, Task[None]]] = {}  # by ask: when it was put, and what comes of it

    async def run(self) -> Result:
        if self.table.seen:
            self.look(self.table.seen)
        while self.table.seen is None or self.table.seen.result is None:
            news = await self.table.news.get()
            if news is None:
                raise Gone(self.table.ended or "left")
            if isinstance(news, Seen):
                self.look(news)
        return self.table.seen.result

    def look(self, seen: Seen) -> None:
        """Think about what is newly asked; stop thinking about what is not."""
        if self.bot is None:
            assert self.table.lobby
            self.bot = self.make(self.rng, header_of(self.table.lobby))
        asked = {
            opened.ask.name: opened
            for opened in seen.asks
            if opened.seat == self.seat and opened.ask.actors != (DICE,)  # no program sees real dice
        }
        for name, (since, task) in list(self.thinking.items()):
            if name not in asked or asked[name].opened != since or task.done():
                task.cancel()
                del self.thinking[name]
        for name, opened in asked.items():
            if name not in self.thinking:
                sight = Sight(Still(seen), self.seat, seen.now)
                thought = self.bot.answer(opened.ask, sight)
                if thought is not None and not (thought.value is None and opened.ask.standing):
                    task = asyncio.create_task(self.say(opened, thought))
                    self.thinking[name] = (opened.opened, task)

    async def say(self, opened: Opened, thought: Thought) -> None:
        began = None
        if thought.began is not None:
            await asyncio.sleep(thought.began / 1000 * self.haste)
            began = self.table.now()
            with suppress(Refused):
                await self.table.begin(opened)
        rest = thought.after - (thought.began or 0)
        await asyncio.sleep(rest / 1000 * self.haste)
        value: Any = list(thought.value) if isinstance(thought.value, tuple) else thought.value
        with suppress(Refused, Gone):  # too late, or out of turn: the next question will come
            await self.table.answer(opened, value, began)

    def stop(self) -> None:
        for _, task in self.thinking.values():
            task.cancel()


def header_of(lobby: Lobby) -> Header:
    """What may be known of the match: a bot's memory is of the packs that this machine has, too, and not
    of those that guests have written."""
    meta = find(lobby.game)
    options = {
        name: getattr(read, name) for read in [meta.read_options(lobby.options)] for name in read.__struct_fields__
    }
    choose = meta.load().packs
    own = {pack.name for pack in lobby.own}
    here = [name for name in lobby.packs if name not in own]
    packs: tuple[PackRef, ...] = tuple(choose(here, options)) if choose else ()
    return Header(lobby.game, meta.version, tuple(seat.name for seat in lobby.seats), options, packs=packs)
