"""People at their phones: they read what the page says with a bot's mind, and answer with their fingers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec
from playwright.async_api import Locator
from playwright.async_api import TimeoutError as PlaywrightTimeout

from tablee.bots import Bot, Sight, find_bots
from tablee.client.player import Still, header_of
from tablee.client.seen import Seen, read_state
from tablee.engine import Choice, Number, Text, Value, find
from tablee.server.protocol import Lobby, Opened, State

from .phone import PATIENCE, Phone

SOON: Final = 1_000  # milliseconds; then one looks again at what is asked


class Person:
    """Whoever is dull knows no answer, and so loses soon."""

    def __init__(self, phone: Phone, strength: str = "regular", *, dull: bool = False, seed: int = 0) -> None:
        self.phone, self.strength, self.dull, self.random = phone, strength, dull, Random(f"{seed} {phone.name}")
        self.mind: Bot | None = None

    async def play(self) -> None:
        """Answer whatever is asked, until the game is over. The test as a whole has a limit, waiting has none."""
        phone = self.phone
        while True:
            await phone.until(lambda: phone.over or phone.asked, patience=None)
            if phone.over:
                return
            await self.answer()

    async def answer(self) -> None:
        """Answer what is asked now, and wait until that has come to something."""
        phone = self.phone
        seen = read_state(phone.lobby["game"], msgspec.json.decode(msgspec.json.encode(phone.state), type=State))
        opened = next(opened for opened in seen.asks if not opened.ask.standing)
        value = self.think(opened, seen)
        before, seq = len(phone.answers), seen.seq

        def answered() -> bool:
            return len(phone.answers) > before or phone.state["seq"] > seq

        async with asyncio.timeout(PATIENCE):
            while not answered():  # some answers take several taps, and some come too late
                with suppress(PlaywrightTimeout):
                    await self.do(opened, value)
                await phone.page.evaluate("0")  # what the tap has sent is known after this
        await phone.until(lambda: phone.over or phone.state["seq"] > seq or phone.refused, patience=None)

    def think(self, opened: Opened, seen: Seen) -> Value:
        if self.mind is None:
            lobby = msgspec.convert(self.phone.lobby, Lobby)
            self.mind = find_bots(find(lobby.game))[self.strength](self.random, header_of(lobby))
        form = opened.ask.form
        if isinstance(form, Text) and self.dull:
            return "je ne sais pas"
        thought = self.mind.answer(opened.ask, Sight(Still(seen), opened.seat, seen.now))
        if thought is not None and thought.value is not None:
            return thought.value
        return "je ne sais pas" if isinstance(form, Text) else 12 if isinstance(form, Number) else None

    async def do(self, opened: Opened, value: Value) -> None:
        """One tap or one line of text, towards this answer. What is not a choice is taken as the page proposes it."""
        main = self.phone.main
        field = main.get_by_role("textbox", disabled=False)
        buttons = main.get_by_role("button", disabled=False)
        form = opened.ask.form
        await field.or_(buttons).first.wait_for(timeout=SOON)
        if isinstance(form, Text | Number) and await field.count():
            await field.first.fill(str(value), timeout=SOON)
            return await field.first.press("Enter", timeout=SOON)
        offers = [one for one in await buttons.all() if await one.get_attribute("aria-haspopup", timeout=SOON) is None]
        pressed = {one: await one.get_attribute("aria-pressed", timeout=SOON) for one in offers}
        plain = [one for one in offers if pressed[one] is None]
        strong = [one for one in plain if "go" in (await one.get_attribute("class", timeout=SOON) or "").split()]
        loose = [one for one in offers if pressed[one] == "false"]
        direct = await chosen(plain, form, value) if isinstance(form, Choice) else None
        if tap := direct or next(iter(strong or loose or plain), None):
            await tap.click(timeout=SOON)


async def chosen(offers: Sequence[Locator], form: Choice, value: Value) -> Locator | None:
    """The option's own button: the one with its digit, else the one in its place where each has one."""
    if value not in form.options:
        return None
    number = form.options.index(value)
    for one in offers:
        if await one.get_attribute("aria-keyshortcuts", timeout=SOON) == str(number + 1):
            return one
    return offers[number] if len(offers) >= len(form.options) else None


async def play_out(phones: Sequence[Phone], **manner: Any) -> None:
    """Everyone plays to the end. The first of them is dull."""
    people = [Person(phone, dull=number == 0, **manner) for number, phone in enumerate(phones)]
    await asyncio.gather(*(person.play() for person in people))
