"""One whole evening: four games in a row at one table, from the first card to the podium of them all."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .people import play_out
from .phone import Phone
from .room import Room

GAMES = {"desfausse": "DESfausse", "blitz": "Blitz", "defizz": "Défizz", "egomaster": "Egomaster"}


def plays(phone: Phone, game: str) -> bool:
    return phone.lobby["game"] == game and bool(phone.state) and not phone.over


@pytest.mark.long  # four whole games on five devices take minutes
async def test_four_phones_a_television_and_four_games(room: Room) -> None:
    """The first knows nothing and is out early; the last leaves in each game and comes back."""
    live, phones = await room.seated("desfausse", 4)
    host, *_, wanderer = phones
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    for game, following in zip(GAMES, [*list(GAMES)[1:], None], strict=True):
        await expect(host.button("On commence")).to_be_enabled()
        await host.tap("On commence")
        for phone in phones:
            await phone.until(lambda phone=phone, game=game: plays(phone, game))  # type: ignore[misc]
        await wanderer.page.goto("about:blank")
        await wanderer.open(f"/{live.state.code}")
        await play_out(phones)
        for device in (*phones, screen):
            await expect(device.heading("gagne").first).to_be_visible()
            assert not device.problems
        await wanderer.tap("Autre jeu")
        if following:
            for phone in phones:
                await phone.tap(f"Voter pour {GAMES[following]}")
    for phone in phones[:3]:
        await phone.tap("On s’arrête là pour ce soir")
    for device in (*phones, screen):
        await expect(device.heading("la soirée")).to_be_visible()
    assert len(live.state.evening.played) == len(GAMES)
