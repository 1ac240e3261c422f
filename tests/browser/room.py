"""A room: a server of its own, and phones and screens in it, all in one event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.async_api import Browser, BrowserContext

from tablee.engine import games
from tablee.server.app import Server
from tablee.server.hall import Opening
from tablee.server.settings import Settings
from tablee.server.table import Live

from .phone import PATIENCE, Phone

PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 1,
}
SCREEN: Final[dict[str, Any]] = {"viewport": {"width": 1920, "height": 1080}}
NAMES: Final = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo")

KNOWN = msgspec.json.encode({"games": [*games()], "played": [*games()], "hints": [], "quiet": True}).decode()  # lessons


class Room:
    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.server = Server(
            Settings(port=0, data=str(folder), positions=True, hold=0, rate=1e6, burst=1e6, openings=1e6, guesses=1e6)
        )
        self.contexts: list[BrowserContext] = []
        self.phones: list[Phone] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    async def open(self) -> Room:
        await self.server.start()
        return self

    async def close(self) -> None:
        for context in self.contexts:
            await context.close()
        await self.server.stop()

    async def restart(self) -> None:
        """Another server with the same data at the same port."""
        await self.server.stop()
        await self.start_again()

    async def start_again(self) -> None:
        self.server = Server(msgspec.structs.replace(self.server.settings, port=self.server.port))
        await self.server.start()

    async def photograph(self) -> Path:
        """Every device as it looks now, into the room's folder."""
        for number, phone in enumerate(self.phones):
            if not phone.page.is_closed():
                await phone.page.screenshot(path=self.folder / f"{number}-{phone.name or 'screen'}.png")
        return self.folder

    # ------------------------------------------------------------ devices

    async def device(self, shape: Mapping[str, Any], *, newcomer: bool = False, **more: Any) -> Phone:
        """Its owner knows the games, unless he is a newcomer. Without a service worker, unless it is wanted: it would
        fetch the shell once more behind the back of every test."""
        plain = {"locale": "fr-FR", "reduced_motion": "reduce", "color_scheme": "light", "service_workers": "block"}
        wanted = {**plain, **shape, **more}
        context = await self.browser.new_context(**wanted)
        if not newcomer:
            await context.add_init_script(f"localStorage.setItem('tablee:learned', {KNOWN!r})")
        context.set_default_timeout(PATIENCE * 1000)
        self.contexts.append(context)
        return await self.tab(context)

    async def tab(self, context: BrowserContext) -> Phone:
        """One more page of the same browser: it knows what the first one knows."""
        phone = Phone(context, await context.new_page(), self.address)
        self.phones.append(phone)
        return phone

    async def phone(self, name: str = "", **more: Any) -> Phone:
        phone = await self.device(PHONE, **more)
        phone.name = name
        return phone

    async def screen(self, **more: Any) -> Phone:
        return await self.device(SCREEN, **more)

    # ------------------------------------------------------------ tables

    async def table(self, game: str, **wanted: Any) -> tuple[Live, str]:
        """A table, and the token of its host. Without a clock, unless one is wanted: a slow machine changes nothing."""
        return await self.server.hall.open(Opening(game=game, **{"pace": "none", **wanted}))

    async def enter(self, phone: Phone, live: Live, token: str) -> None:
        """On this device somebody was already at the table, and comes back to it."""
        state = live.state
        kept = [{"table": state.id, "code": state.code, "token": token, "game": state.game, "name": "", "when": 0}]
        await phone.open("/privacy")  # any page of ours: storage belongs to an origin
        await phone.page.evaluate("kept => localStorage.setItem('tablee:tables', JSON.stringify(kept))", kept)
        await phone.open(f"/{state.code}")

    async def seated(
        self, game: str, people: int, packs: tuple[str, ...] = (), **wanted: Any
    ) -> tuple[Live, list[Phone]]:
        """A table with so many people at it, each with a phone; the first is the host."""
        live, token = await self.table(game, name=NAMES[0], **wanted)
        live.state.packs = packs or live.state.packs
        phones = await asyncio.gather(*map(self.phone, NAMES[:people]))
        await asyncio.gather(
            self.enter(phones[0], live, token), *(phone.open(f"/{live.state.code}") for phone in phones[1:])
        )
        for phone in phones[1:]:
            await phone.take_seat()
        everyone = people + len(wanted.get("bots", ()))
        await phones[0].until(lambda: len(phones[0].lobby.get("seats", ())) == everyone)
        return live, phones
