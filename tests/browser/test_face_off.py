"""A face-off of Blitz, from the answer to the card: what is shown of it survives a reload."""

from __future__ import annotations

import re

from playwright.async_api import expect

from .positions import NEAR_THE_END
from .room import Room


async def test_every_stage_of_a_face_off_survives_a_reload(room: Room) -> None:
    near = {**NEAR_THE_END["blitz"], "options": {"challenge_s": 15}}
    live, (ana, bo, cy, _) = await room.seated("blitz", 4, **near)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await ana.start()
    await ana.tap("À gauche")
    field = ana.page.get_by_role("textbox", name="Ta réponse")
    await field.fill("bolide")
    await field.press("Enter")

    await bo.until(lambda: bo.asked)
    await screen.sees("« bolide »")  # at once, while the table may still object
    await cy.tap(re.compile("C’est faux"))
    for device in (screen, cy, bo):
        await device.sees("Cy conteste : c’est faux")
    await bo.until(lambda: any(opened["ask"]["name"] == "valid" for opened in bo.asked))
    await bo.tap(re.compile("^Oui"))
    await screen.sees("1 bulletin sur 4")
    await screen.page.reload()
    await screen.sees("Cy conteste : c’est faux")
    await screen.sees("« bolide »")
    await screen.sees("1 bulletin sur 4")
    await bo.page.reload()
    await bo.sees("Cy conteste : c’est faux")
    await expect(bo.button(re.compile("^Oui"))).to_have_count(0)

    await ana.tap(re.compile("^Oui"))  # two of four: whatever the others say, it is decided
    await screen.sees("Ana gagne la carte de Bo")
    await screen.sees(re.compile("« bolide », Chose qui roule|« bolide », Héros"))
    await screen.page.reload()
    await screen.sees("Ana gagne la carte de Bo")
    assert not [problem for phone in room.phones for problem in phone.problems]
