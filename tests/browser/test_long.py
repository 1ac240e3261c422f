"""Whole games from the first card to the last, on four phones and a television."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import expect

from .people import play_out
from .room import Room

GAMES: dict[str, dict[str, Any]] = {
    "desfausse": {},
    "blitz": {"options": {"challenge_s": 0}},
    "defizz": {},
    "egomaster": {"options": {"quick_game": True}},
}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game(game: str, room: Room) -> None:
    live, phones = await room.seated(game, 4, **GAMES[game])
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    await play_out(phones)
    for phone in (*phones, screen):
        await expect(phone.heading("gagne").first).to_be_visible()
        assert phone.state["result"] == phones[0].state["result"]
