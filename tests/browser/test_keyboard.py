"""A whole game with the keyboard alone."""

from __future__ import annotations

import asyncio
import re
from itertools import cycle

from playwright.async_api import expect

from .phone import PATIENCE, Phone
from .room import Room


async def focused(phone: Phone) -> str:
    """The name of what has the focus."""
    name: str = await phone.page.evaluate(
        "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()"
    )
    return name


async def tab_to(phone: Phone, name: str) -> None:
    for _ in range(60):
        await phone.page.keyboard.press("Tab")
        if re.search(name, await focused(phone)):
            return
    raise AssertionError(f"Tab does not lead to {name}")


async def test_desfausse_from_home_to_the_podium(room: Room) -> None:
    """Tab and Enter to the table, then digits, Enter and the space bar."""
    live, token = await room.table(
        "desfausse",
        name="Ana",
        bots=["novice"],
        options={"round_turn_cap": 6},
        position={"round": 3, "active": 0, "hands": [["r1a", "r2a", "g1a"], ["r1b", "g1b"]]},
    )
    desk = await room.screen()
    desk.name = "Ana"
    await room.enter(desk, live, token)
    await desk.open()
    await expect(desk.page.get_by_role("link", name=re.compile(live.state.code))).to_be_visible()
    await tab_to(desk, live.state.code)
    await desk.page.keyboard.press("Enter")
    await expect(desk.button("On commence")).to_be_enabled()
    await tab_to(desk, "On commence")
    await desk.page.keyboard.press("Space")
    while True:
        await desk.until(lambda: desk.over or desk.asked, patience=None)
        if desk.over:
            break
        await answer(desk)
    await expect(desk.heading("gagne").first).to_be_visible()
    await tab_to(desk, "Revanche")
    await desk.page.keyboard.press("Enter")
    await expect(desk.button("On commence")).to_be_visible()


async def answer(desk: Phone) -> None:
    """A choice takes a digit; dice take Enter as they are proposed, and where none are, digits first."""
    (opened,) = desk.asked[:1]
    form, seq, before = opened["ask"]["form"], desk.state["seq"], len(desk.answers)
    await expect(desk.main.get_by_role("button", disabled=False).first).to_be_visible()
    keys = ["1"] if form["type"] == "choice" else ["Enter", *map(str, range(1, form.get("least", 1) + 1)), "Enter", "0"]
    async with asyncio.timeout(PATIENCE):  # what is asked may not be shown at the first key
        for key in cycle(keys):
            await desk.page.keyboard.press(key)
            await desk.page.evaluate("0")  # what the key has sent is known after this
            if len(desk.answers) > before:
                break
    await desk.until(lambda: desk.over or desk.state["seq"] > seq, patience=None)
