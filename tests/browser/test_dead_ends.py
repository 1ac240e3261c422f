"""Whatever one taps, there is a way back to the table."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.async_api import Error, expect

from .phone import Phone
from .room import Room

# What is meant to end something, and what opens a window of the system.
NOT = re.compile("Quitter|Effacer|Vraiment|Télécharger|Emporter|Inviter|Retirer|Arrêter et revenir|robot joue|English")
SOON = 2_000  # milliseconds
# Of an open dialog, else of the page; looked up anew each time, since either may go away by itself.
OFFERED = ":is(dialog[open], body:not(:has(dialog[open]))) :is(button:enabled, a[href])"


async def wander(phone: Phone, code: str, taps: int, random: Random) -> int:
    """Random buttons and links; now and then the way back is looked for. How many taps went somewhere."""
    went = 0
    for number in range(taps):
        offers = phone.page.locator(OFFERED).filter(visible=True)
        await offers.first.wait_for()  # else nothing can be tapped here
        names = await offers.all_inner_texts()
        fitting = [k for k, name in enumerate(names) if not NOT.search(name)]
        try:
            await offers.nth(random.choice(fitting or [0])).click(timeout=SOON)
            went += 1
        except Error:
            continue  # it went away, or something came over it
        if number % 8 == 7:
            await come_back(phone, code)
    await come_back(phone, code)
    return went


async def come_back(phone: Phone, code: str) -> None:
    """To the table, by what the page offers: a dialog is left, then home, then back."""
    page = phone.page
    for _ in range(3):
        if await page.locator("dialog[open]").count():
            await page.keyboard.press("Escape")
    if not re.search(rf"/{code}$", page.url):
        back = page.get_by_role("link", name=re.compile("Retour à la table|Revenir|Accueil|Tablée")).or_(
            page.get_by_role("button", name=re.compile("Revenir|Accueil"))
        )
        if await back.count():
            await back.first.click()
        else:
            await phone.open()
    if not re.search(rf"/{code}$", page.url):  # another table may have taken its place
        await phone.open()
        await page.get_by_label("Rejoindre avec un code").fill(code)
        await phone.tap("Rejoindre", exact=True)
    await expect(page).to_have_url(re.compile(rf"/{code}$"))
    await page.locator(OFFERED).filter(visible=True).first.wait_for()


@pytest.mark.parametrize("taps", [30, pytest.param(2_000, marks=pytest.mark.long)])
async def test_there_is_always_a_way_back_to_the_table(taps: int, room: Room) -> None:
    live, token = await room.table("desfausse", name="Ana", bots=["novice"])
    phone = await room.phone("Ana")
    await room.enter(phone, live, token)
    await expect(phone.button("On commence")).to_be_enabled()
    assert await wander(phone, live.state.code, taps, Random(taps)) > taps // 3
