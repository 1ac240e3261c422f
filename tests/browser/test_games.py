"""Every game on four phones and a television at once, from shortly before its end to the podium."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .people import play_out
from .positions import NEAR_THE_END
from .room import Room


@pytest.mark.parametrize("game", NEAR_THE_END)
async def test_four_phones_and_a_screen_to_the_podium(game: str, room: Room) -> None:
    live, phones = await room.seated(game, 4, **NEAR_THE_END[game])
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    for phone in phones:
        await expect(screen.page.get_by_text(phone.name, exact=True).first).to_be_visible()
    await phones[0].start()
    await play_out(phones)
    for phone in (*phones, screen):
        await expect(phone.heading("gagne").first).to_be_visible()
        assert phone.state["result"] == phones[0].state["result"]
    for phone in phones:
        await expect(phone.button("Revanche")).to_be_visible()
