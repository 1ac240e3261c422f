"""A device with the page on it, and somebody who looks at it and taps."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import msgspec
from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

PATIENCE = 60  # seconds; only a failure takes that long
HARMLESS = ("Failed to load resource", "WebSocket connection to", "net::ERR_INTERNET_DISCONNECTED")


class Phone:
    """What the page shows, by role and name; and every frame of its line, to know what it was told and has said."""

    def __init__(self, context: BrowserContext, page: Page, address: str, name: str = "") -> None:
        self.context, self.page, self.address, self.name = context, page, address, name
        self.received: list[str] = []
        self.sent: list[dict[str, Any]] = []
        self.outcomes: dict[str, dict[str, Any]] = {}  # what became of each order
        self.lobby: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.problems: list[str] = []  # what the page complained about
        self._news = asyncio.Event()
        page.on("websocket", self._listen)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("console", self._console)

    # ------------------------------------------------------------ the line

    def _console(self, said: ConsoleMessage) -> None:
        if said.type == "error" and not said.text.startswith(HARMLESS):
            self.problems.append(said.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)
        socket.on("framesent", lambda frame: self.sent.append(msgspec.json.decode(frame)))

    def _hear(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.received.append(text)
        news = msgspec.json.decode(text)
        match news["type"]:
            case "lobby":
                self.lobby = news
            case "state":
                self.state = news
            case "done" | "refusal":
                self.outcomes[news["id"]] = news
        self._news.set()

    async def until(self, true: Callable[[], Any], patience: float | None = PATIENCE) -> None:
        """Until what the page was told makes this true."""
        async with asyncio.timeout(patience):
            while not true():
                self._news.clear()
                await self._news.wait()

    @property
    def over(self) -> bool:
        return self.state.get("result") is not None

    @property
    def asked(self) -> list[dict[str, Any]]:
        """What waits for an answer, apart from what may be said at any time."""
        asks: list[dict[str, Any]] = self.state.get("asks", [])
        return [opened for opened in asks if not opened["ask"].get("standing") and opened["ask"]["name"] != "presence"]

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [order for order in self.sent if order["type"] == "answer"]

    @property
    def refused(self) -> bool:
        """Whether the last answer was."""
        last = self.outcomes.get(self.answers[-1]["id"]) if self.answers else None
        return last is not None and last["type"] == "refusal"

    # ------------------------------------------------------------ looking and tapping

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def heading(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("heading", name=name)

    @property
    def main(self) -> Locator:
        return self.page.get_by_role("main")

    async def open(self, path: str = "/") -> None:
        await self.page.goto(self.address + path)

    async def tap(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        await self.button(name, exact=exact).first.click()

    async def sees(self, text: str | re.Pattern[str]) -> None:
        await expect(self.page.get_by_text(text).first).to_be_visible()

    async def menu(self) -> Locator:
        """The menu, opened."""
        await self.button("Menu").last.click()  # a pause has its own, above all
        menu = self.page.get_by_role("dialog", name="Menu")
        await expect(menu).to_be_visible()
        return menu

    async def sit(self, code: str, name: str | None = None) -> None:
        """Join by code from home, and sit down."""
        await self.open()
        await self.page.get_by_label("Rejoindre avec un code").fill(code)
        await self.tap("Rejoindre", exact=True)
        await self.take_seat(name)

    async def take_seat(self, name: str | None = None) -> None:
        self.name = name or self.name
        await self.page.get_by_label("Ton prénom").fill(self.name)
        await self.tap("Je m’assieds")
        await expect(self.page.get_by_role("listitem").filter(has_text=self.name).first).to_be_visible()

    async def start(self) -> None:
        """The host begins."""
        await self.tap("On commence")
        await self.until(lambda: self.state)


async def overflow(phone: Phone) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = await phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return wide
