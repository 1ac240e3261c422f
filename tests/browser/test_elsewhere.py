"""A game from elsewhere in the browser: it draws itself, under the same strict rules as the rest of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.examples.elsewhere import forget, install

from .room import Room


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", monkeypatch)
    yield
    forget()


async def test_it_draws_itself_and_is_played(room: Room) -> None:
    phone = await room.device({"viewport": {"width": 1280, "height": 800}})
    page = phone.page
    await page.goto(room.address)
    await page.get_by_role("button", name="Vendanges").click()
    await page.get_by_role("button", name="Jouer tout de suite").click()
    table = page.locator("vendanges-table")
    await expect(table.get_by_text("/ 30").first).to_be_visible()
    stop = page.get_by_role("button", name="On rentre")
    await expect(stop).to_be_visible()
    await expect(table.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile("^panier: (raisin|feuille|soleil)")
    )
    await stop.click()
    await expect(page.get_by_text(re.compile("rentre avec")).first).to_be_visible()
