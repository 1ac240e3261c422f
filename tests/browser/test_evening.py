"""Several games in a row: from the end of one to the vote, the next game, and the podium of the evening."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import expect

from .people import play_out
from .phone import overflow
from .room import Room
from .scenes import played


async def test_from_the_end_of_a_game_to_the_podium_of_the_evening(room: Room) -> None:
    live, phones = await room.seated("desfausse", 3, options={"round_turn_cap": 2}, position={"round": 3, "active": 0})
    ana, bo, cy = phones
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await bo.start()
    await asyncio.gather(*(phone.until(lambda phone=phone: phone.state) for phone in phones))  # type: ignore[misc]
    await play_out(phones)
    await expect(cy.button("Autre jeu")).to_be_visible()
    await cy.tap("Autre jeu")  # not the host's privilege, and it gathers everyone
    for phone in phones:
        await expect(phone.heading("On joue à quoi")).to_be_visible()
    await expect(screen.heading("Et maintenant")).to_be_visible()
    await expect(screen.page.get_by_role("row")).to_have_count(4)
    await expect(screen.page.get_by_role("img", name="or").first).to_be_visible()
    await bo.tap("Voter pour Blitz")
    await bo.sees(re.compile("Ma voix.*Blitz"))
    await screen.sees(re.compile("1 vote sur 3, on attend Ana et Cy"))
    await bo.tap("Voter pour Egomaster")
    await expect(
        screen.page.get_by_role("listitem").filter(has_text="Egomaster").get_by_role("img", name="Bo")
    ).to_be_visible()
    await room.restart()  # what was voted is kept
    await screen.until(lambda: "evening" in screen.lobby and screen.lobby["seats"][1].get("vote") == "egomaster")
    await ana.tap("Voter pour Egomaster")
    for device in (*phones, screen):
        await device.sees("Le vote a choisi Egomaster.")
    await ana.tap("La soirée : classement et vote")
    for phone in phones[:2]:
        await phone.tap("On s’arrête là pour ce soir")
    for device in (*phones, screen):
        await expect(device.heading("la soirée")).to_be_visible()
    await cy.tap("Nouvelle soirée")
    await cy.tap("Vraiment")
    (live,) = room.server.hall.tables.values()
    await live.change(lambda state: state.position.clear())
    await ana.tap("On commence")  # what each device still knows of the first game is no part of the next
    for device in (*phones, screen):
        await device.until(lambda device=device: device.lobby["phase"] == "playing")  # type: ignore[misc]
        await expect(device.heading("Egomaster").first).to_be_attached()


async def test_an_evening_fits_phones_and_people_who_share_one(room: Room) -> None:
    live, (ana, *_) = await room.seated("blitz", 2)
    await played(live)
    small = await room.phone("Cy", viewport={"width": 360, "height": 640})
    await small.open(f"/{live.state.code}")
    await small.take_seat()
    await small.tap("Quelqu’un d’autre joue sur cet appareil")
    await small.take_seat("Dee")
    await small.tap("La soirée : classement et vote")
    await expect(small.heading("On joue à quoi")).to_be_visible()
    assert await overflow(small) <= 0
    await small.tap("Voter pour Blitz")
    await expect(small.button("Dee", exact=True)).to_have_attribute("aria-pressed", "true")  # the other one's turn
    await small.sees("Touche une boîte pour voter")
    await small.tap("Voter pour Défizz")
    await ana.until(lambda: [seat.get("vote") for seat in ana.lobby["seats"]] == [None, None, "blitz", "defizz"])
    await ana.tap("Clore le vote maintenant")
    await expect(small.page.get_by_text(re.compile("Égalité.*le dé a choisi"))).to_be_visible()
    await small.open()
    await expect(small.page.get_by_role("link", name="Retour à la table")).to_be_in_viewport(ratio=1)
