"""What happened in Blitz and DESfausse is told to everyone at once, with its reason; between rounds comes a board."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from .room import Room
from .scenes import HELD, long_held, told, until_held


@pytest.mark.long  # a whole round, with all that is held in it
async def test_between_two_rounds_everyone_sees_who_has_what_and_who_moves_up(room: Room) -> None:
    live, phones = await room.seated("desfausse", 4, **HELD["desfausse"])
    long_held(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    state = await until_held(live, phones, told("round_ended"))
    ended = state["view"]["ended"]
    for device in (*phones, screen):
        await expect(device.heading(re.compile("devant|mène")).first).to_be_visible()
        rows = device.page.get_by_role("table").first.get_by_role("row")
        for number, line in enumerate(ended["lines"], 1):
            said = await rows.nth(number).inner_text()
            assert re.sub(r"\s", "", said).endswith(str(line["points"]))
            assert state["beat"]["seq"] == device.state["beat"]["seq"]
    await phones[2].page.reload()
    await expect(phones[2].heading(re.compile("devant|mène")).first).to_be_visible()


async def test_a_face_off_that_is_won_is_told_with_its_reason(room: Room) -> None:
    live, phones = await room.seated("blitz", 4, **HELD["blitz"])
    long_held(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    state = await until_held(live, phones, told("won"))
    settled = state["view"]["settled"]
    for device in (*phones, screen):
        await expect(device.heading(re.compile("gagne la carte|Pile ou face")).first).to_be_visible()
        await expect(device.page.get_by_text(settled["text"]).first).to_be_visible()
        assert not device.asked
