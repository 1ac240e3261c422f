"""After an upgrade with other rules: a game in the middle says so, and one that is over is still told of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import expect

from tablee.engine import find, registry
from tests.server.live import play_out, seated

from .room import Room

GAME = "desfausse"


async def test_the_middle_says_why_and_the_end_is_retold(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(room.server, GAME, 2) as tables:
        await play_out(tables)
        (over,) = room.server.hall.tables.values()
    _, (host, guest) = await room.seated(GAME, 2)
    await host.start()
    monkeypatch.setitem(registry._registered, GAME, replace(find(GAME), version="999"))
    await room.restart()

    await guest.page.reload()
    await guest.sees("Les règles ont changé depuis")
    await expect(guest.button("revenir au salon")).to_have_count(0)
    await host.page.reload()
    await host.tap("revenir au salon")
    await expect(host.button("On commence")).to_be_visible()

    phone = await room.phone("Ana")
    await room.enter(phone, over, str(tables[0].token))
    await expect(phone.button("On commence")).to_be_visible()
    await phone.open(f"/replay/{over.state.match}")
    await phone.sees("elle ne se rejoue plus coup par coup")
    await expect(phone.heading("Revoir DESfausse")).to_be_visible()
    await expect(phone.page.get_by_role("list").last.get_by_role("listitem").nth(10)).to_be_visible()
    await phone.page.get_by_role("link", name="Retour à la table").click()
    await expect(phone.button("On commence")).to_be_visible()
