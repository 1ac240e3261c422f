"""What happened is held for everyone: the same on every device, also after a reload, until all have gone on."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import expect

from .room import Room
from .scenes import FULL, ended, long_held, until_held


@pytest.mark.parametrize("game", ["defizz", "egomaster"])
async def test_a_result_stays_until_everyone_has_gone_on(game: str, room: Room) -> None:
    live, phones = await room.seated(game, 4, **FULL[game])
    long_held(live)
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    view = (await until_held(live, phones, ended))["view"]
    last, ending = view["last"], view["last"]["ending"]
    for device in (*phones, screen):
        await device.sees(last["question"]["text"])
    await phones[1].page.reload()
    await phones[1].sees(last["question"]["text"])
    for seat, phone in enumerate(phones):
        story = phone.page.get_by_role("region", name="Juste avant")
        digits = re.sub(r"\D", "", await story.inner_text())
        assert str(ending["after"][seat]) in digits, "what one has now"
        assert str(ending["before"][seat]) in digits, "what one had"
    first, *others = phones
    await first.tap("Continuer")
    await expect(first.button("Continuer")).to_be_disabled()
    for phone in others:
        await expect(phone.button(re.compile("1 sur 4 a continué"))).to_be_visible()
        assert not phone.asked
    await asyncio.gather(*(phone.tap("Continuer") for phone in others))
    for phone in phones:
        await expect(phone.button("Continuer")).to_have_count(0)
        await phone.until(lambda phone=phone: not phone.state.get("beat"))  # type: ignore[misc]
    assert first.state["view"]["challenge"] or first.state["view"].get("rolled")
