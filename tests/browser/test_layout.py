"""Home on every kind of device: nothing wider than the window, what one came for in sight, read from where one sits."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Route, expect

from .phone import Phone, overflow
from .room import Room
from .screenshots import SMALLEST

BOXES: Final = ("blitz", "defizz", "desfausse", "egomaster")


async def our_shelf(device: Phone) -> None:
    """Home with the four boxes of the house, whatever else is installed here."""

    async def ours(route: Route) -> None:
        reply = await route.fetch()
        await route.fulfill(response=reply, json=[game for game in await reply.json() if game["id"] in BOXES])

    await device.page.route("**/api/games", ours)
    await device.open()
    await expect(device.button("Jouer tout de suite")).to_be_enabled()


@pytest.mark.parametrize(
    ("width", "height", "least"),
    [(820, 1180, 16), (844, 390, 16), (390, 844, 16), (360, 640, 16), (390, 480, 16), (1920, 1080, 28)],
)
async def test_home_fits(width: int, height: int, least: float, room: Room) -> None:
    device = await room.device({"viewport": {"width": width, "height": height}})
    await our_shelf(device)
    if width == 1920:  # its slate comes last, and takes the place of a button
        await expect(device.page.get_by_role("img", name=re.compile("Code QR"))).to_be_visible()
    assert await overflow(device) <= 0
    if height != 480:  # below the shelf on the smallest
        box = await device.button("Ouvrir une table" if width > 400 else "Jouer tout de suite").bounding_box()
        assert box
        assert box["y"] + box["height"] <= height, "no scrolling for it"
    if height == 844:
        await expect(device.button("Rejoindre", exact=True)).to_be_in_viewport(ratio=0.9)
    smallest = await device.page.evaluate(SMALLEST)
    assert float(smallest.split(" px")[0]) >= least, smallest


async def test_a_remote_goes_from_box_to_box(room: Room) -> None:
    screen = await room.screen()
    await our_shelf(screen)
    boxes = screen.page.locator("button[aria-pressed]")
    await expect(boxes).to_have_count(4)
    await boxes.first.focus()
    await screen.page.keyboard.press("ArrowRight")
    await expect(boxes.nth(1)).to_be_focused()
    await screen.page.keyboard.press("ArrowDown")
    await expect(boxes.nth(3)).to_be_focused()
    await expect(boxes.nth(3)).to_have_attribute("aria-pressed", "true")
    await screen.sees("ouvrir une table d’Egomaster")
    await screen.page.keyboard.press("Enter")
    await screen.until(lambda: screen.lobby and screen.lobby["game"] == "egomaster")
    await expect(screen.page.get_by_role("heading", name="Egomaster, Table")).to_be_attached()
