"""Somebody who has never played: pictures before the first game, a trial that is followed by what is marked, hints."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, expect

from tablee.engine import find
from tablee.house.trial import find_trial

from .phone import Phone, overflow
from .room import Room
from .test_axe import complaints

GAMES = {"defizz": "Défizz", "egomaster": "Egomaster", "blitz": "Blitz", "desfausse": "DESfausse"}


async def marked(phone: Phone) -> Locator:
    """What the page points at, once it points at something."""
    found = phone.main.locator("[data-coached]")
    await expect(found.first).to_be_visible()
    return found.first


async def follow(phone: Phone) -> int:
    """Tap or fill in what is marked, and nothing else, to the end. How many answers that took."""
    while not phone.over:
        await phone.until(lambda: phone.over or phone.asked)
        if phone.over:
            break
        seq, advice = phone.state["seq"], phone.asked[0]["advice"]
        done = len(phone.answers)
        while len(phone.answers) == done:
            control = await marked(phone)
            if await control.evaluate("one => one.tagName") == "INPUT":
                await control.fill(str(advice["value"]))
            else:
                await control.click()
            await phone.page.evaluate("0")  # what the tap has sent is known after this
        await phone.until(lambda seq=seq: phone.over or phone.state["seq"] > seq)  # type: ignore[misc]
    return len(phone.answers)


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.long if game in ("egomaster", "defizz") else ()) for game in GAMES]
)
async def test_a_newcomer_plays_the_trial_by_what_is_marked(game: str, room: Room) -> None:
    phone = await room.phone(newcomer=True)
    await phone.open()
    await phone.tap(re.compile(GAMES[game]))
    await phone.tap("Jouer tout de suite")
    lesson = phone.page.get_by_role("dialog", name=f"{GAMES[game]} en 30 secondes")
    await expect(lesson.get_by_text("Ce qui coûte").last).to_be_visible()
    assert not await complaints(phone)
    await lesson.get_by_role("button", name="Une partie d’essai").click()
    await phone.until(lambda: phone.asked)
    await expect(phone.page.get_by_role("complementary", name="Conseil")).to_be_visible()
    await phone.sees(re.compile("rien ne tourne"))
    assert not await complaints(phone)
    assert await overflow(phone) <= 0
    trial = find_trial(find(game))
    assert trial
    assert await follow(phone) == len(trial.you)
    await expect(phone.heading("Tu sais jouer")).to_be_visible()
    assert not await complaints(phone)
    await phone.tap("Jouer pour de vrai")
    await expect(phone.button("On commence")).to_be_enabled()


async def test_a_first_game_alone_has_no_clock_and_is_shown_once(room: Room) -> None:
    phone = await room.phone(newcomer=True)
    for pace in ("none", "normal"):
        await phone.open()
        phone.lobby = {}
        await phone.tap(re.compile("DESfausse"))
        await phone.tap("Jouer tout de suite")
        if pace == "none":
            await phone.tap("J’ai compris")
        await phone.until(lambda: phone.lobby)
        assert phone.lobby["pace"] == pace


async def test_the_television_shows_the_pictures_while_somebody_reads(room: Room) -> None:
    live, token = await room.table("egomaster", name="Ana")
    phone, screen = await room.phone("Ana", newcomer=True), await room.screen()
    await screen.open(f"/{live.state.code}")
    await room.enter(phone, live, token)
    await expect(screen.heading("Egomaster en 30 secondes")).to_be_visible()
    await screen.sees("0 a compris, 1 lit")
    await screen.sees(live.state.code)
    assert not await complaints(screen)
    await phone.tap("J’ai compris")
    await expect(screen.heading("Egomaster en 30 secondes")).to_be_hidden()
    await expect(phone.page.get_by_role("dialog")).to_be_hidden()
    await phone.page.reload()
    await expect(phone.button("En 30 secondes")).to_be_visible()  # still to be had, but no more by itself
    await expect(phone.page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.usefixtures("kind_dice")
async def test_hints_lie_beside_the_control_and_go_for_good(room: Room) -> None:
    live, token = await room.table("desfausse", name="Ana", bots=["novice"], position={"active": 0}, start=True)
    phone = await room.phone("Ana", newcomer=True)
    await room.enter(phone, live, token)
    await phone.until(lambda: phone.asked)
    note = phone.page.get_by_role("complementary", name="Conseil")
    for number in (1, 2):
        await expect(note).to_contain_text(f"{number} sur 2")
        assert not await complaints(phone)
        await note.get_by_role("button", name="Compris").press("Enter")
    await expect(note).to_be_hidden()
    await expect(phone.main.locator("[data-coached]")).to_have_count(0)
    await phone.page.reload()
    await expect(phone.button(re.compile("^Relancer"))).to_be_visible()
    await expect(note).to_be_hidden()


@pytest.mark.usefixtures("kind_dice")
async def test_a_guest_with_the_link_decides_after_three_taps_at_most(room: Room) -> None:
    live, (host,) = await room.seated("desfausse", 1, position={"active": 1})
    guest = await room.phone(newcomer=True)
    await guest.open(f"/{live.state.code}")
    await guest.tap("Je m’assieds")
    await host.tap("On commence")
    await guest.until(lambda: guest.asked)
    await expect(guest.button("J’ai compris")).to_be_hidden()  # what was read before goes with the lobby
    await expect(guest.button(re.compile("^Relancer"))).to_be_enabled()
