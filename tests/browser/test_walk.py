"""What people met in whole games, line by line, and must not meet again."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tablee.server.names import LONGEST_NAME

from .people import play_out
from .phone import overflow
from .room import Room
from .scenes import FULL, until_asked

SHIFTS = """
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
"""
RECEIPTS = "[...document.querySelectorAll('ol.tick')].map((one) => one.getBoundingClientRect().toJSON())"
SHAPES = ((844, 390), (360, 640), (390, 480))


async def test_what_happens_moves_nothing_on_a_hand_and_no_receipt_lies_on_the_cloth(room: Room) -> None:
    live, phones = await room.seated("desfausse", 2, options={"round_turn_cap": 4}, position={"round": 3, "active": 0})
    guest, screen = phones[1], await room.screen()
    await guest.page.add_init_script(SHIFTS)
    await guest.page.reload()
    await screen.open(f"/{live.state.code}")
    await phones[0].start()
    await until_asked(phones, {"reroll"})
    cloth = await screen.page.locator(".cloth").bounding_box()
    assert cloth
    for told in await screen.page.evaluate(RECEIPTS):  # none where the table says it all
        assert told["top"] >= cloth["y"] + cloth["height"] or told["right"] <= cloth["x"]
    await play_out(phones)
    moved: float = await guest.page.evaluate("window.shifts.reduce((sum, one) => sum + one, 0)")
    assert moved < 0.1, "a single table of the others that jumps is more"


@pytest.mark.parametrize("game", FULL)
async def test_a_hand_fits_small_phones_and_phones_on_their_side(game: str, room: Room) -> None:
    wanted = {**FULL[game], "bots": ["novice"] * 3}
    live, token = await room.table(game, name="Ana", start=True, **wanted)
    phone = await room.phone("Ana")
    await room.enter(phone, live, token)
    await phone.until(lambda: phone.asked)
    first = phone.main.get_by_role("button", disabled=False).first
    for width, height in SHAPES:
        await phone.page.set_viewport_size({"width": width, "height": height})
        await expect(phone.main.get_by_role("heading", level=2).first).to_be_in_viewport(ratio=1)
        await first.scroll_into_view_if_needed()
        await expect(first).to_be_in_viewport(ratio=0.95)
        assert await overflow(phone) <= 0, (width, height)
        await phone.page.evaluate("scrollTo(0, 0)")


async def test_rules_open_over_the_table(room: Room) -> None:
    _, (host, _) = await room.seated("desfausse", 2)
    await host.start()
    menu = await host.menu()
    await menu.get_by_role("button", name="Règles").click()
    await menu.get_by_label("Chercher dans les règles").fill("démon")
    await expect(menu.get_by_text(re.compile(r"^DF-\d+$")).first).to_be_visible()
    assert len(host.context.pages) == 1
    await host.page.keyboard.press("Escape")
    await expect(host.main.get_by_role("heading", level=2).first).to_be_visible()


async def test_the_longest_name_is_one_number_and_french_questions_are_announced(room: Room) -> None:
    live, (host,) = await room.seated("egomaster", 1)
    small = {"width": 360, "height": 640}
    guest = await room.phone("Maximilienne-Bérénice"[:LONGEST_NAME], locale="en-GB", viewport=small)
    await guest.open(f"/{live.state.code}")
    field = guest.page.get_by_label("Your name")
    await expect(field).to_have_attribute("maxlength", str(LONGEST_NAME))
    await field.fill(guest.name)
    await guest.tap("I sit down")
    await host.until(lambda: [seat["name"] for seat in host.lobby["seats"]] == ["Ana", guest.name])
    await guest.sees("The questions are in French.")
    assert await overflow(guest) <= 0


async def test_a_reader_waits_for_the_stakes(room: Room) -> None:
    _, phones = await room.seated("defizz", 3, options={"first_player": "host"})
    await phones[0].start()
    await until_asked(phones, {"stake"})
    view = phones[0].state["view"]
    reader = phones[view["reader"]]
    await reader.sees("Ne lis rien à voix haute avant que les mises soient faites.")
    await expect(reader.button("Lire à voix haute")).to_have_count(0)


async def test_a_hand_of_egomaster_says_what_is_played_for(room: Room) -> None:
    _, phones = await room.seated("egomaster", 4, **FULL["egomaster"])
    await phones[0].start()
    await until_asked(phones, {"answer", "guess"})
    asked = next(phone for phone in phones if phone.asked)
    challenge = asked.state["view"]["challenge"]
    amount = challenge["prize"] if challenge["prize"] is not None else challenge["pot"] or challenge["minimum"]
    card = asked.main.get_by_role("region", name="question")
    await expect(card).to_contain_text(challenge["question"]["text"])
    assert str(amount) in re.sub(r"\D", "", await card.inner_text())
