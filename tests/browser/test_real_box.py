"""Real dice and cards on the table: phones say what they show, the television keeps score."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .phone import Phone
from .room import Room


async def choose_box(phone: Phone) -> None:
    await phone.tap("Préparer la partie")
    dialog = phone.page.get_by_role("dialog", name="Préparer la partie")
    await dialog.get_by_role("button", name="les vrais, sur la table").click()
    await expect(dialog.get_by_role("button", name="les vrais, sur la table")).to_have_attribute("aria-pressed", "true")
    await phone.page.keyboard.press("Escape")


async def test_whoever_rolls_taps_the_faces(room: Room) -> None:
    position = {"active": 0, "hands": [["r1a", "G1a"], ["r1b", "g1b"]]}
    live, (ana, bo) = await room.seated("desfausse", 2, position=position)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await choose_box(bo)  # whoever sits may
    for device in (ana, bo, screen):
        await device.sees(re.compile("rien ne peut prouver"))
    await ana.start()
    await ana.sees("petit rouge")
    await expect(bo.page.get_by_role("region", name="Que montre ce dé")).to_be_hidden()
    await screen.sees(re.compile("Ana"))
    await ana.tap("5", exact=True)
    await ana.sees("démon vert")
    await expect(ana.button("2", exact=True)).to_be_hidden()  # a demon has no 2
    await ana.tap("4", exact=True)
    await bo.until(lambda: bo.state["view"]["values"] == {"r1a": 5, "G1a": 4})
    await ana.until(lambda: [opened["ask"]["name"] for opened in ana.asked] == ["reroll"])


async def test_a_card_by_its_symbol_and_theme(room: Room) -> None:
    _, (ana, bo, _) = await room.seated("blitz", 3, position={"drawer": 0})
    await choose_box(ana)
    await ana.start()
    await ana.until(lambda: ana.asked)
    await ana.page.get_by_role("button", name=re.compile("gauche|pile", re.I)).first.click()
    await ana.sees("Quelle carte a été retournée ?")
    await ana.tap("lune")
    themes = ana.page.get_by_role("region", name="Quelle carte").locator(".faces button")
    await expect(themes.first).to_be_visible()
    said = await themes.first.inner_text()
    await themes.first.click()
    await bo.sees(said)
