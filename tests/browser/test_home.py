"""The first minute: from the shelf to a game, with settings, languages and the pages around it."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Route, expect

import examples.pig  # noqa: F401  # a game without a drawing of its own, on the shelf of every room

from .people import Person
from .room import Room

GAMES = {"defizz": "Défizz", "egomaster": "Egomaster", "blitz": "Blitz", "desfausse": "DESfausse"}


@pytest.mark.parametrize("game", GAMES)
async def test_two_taps_to_a_game_against_bots(game: str, room: Room) -> None:
    phone = await room.phone()
    await phone.open()
    await phone.tap(re.compile(GAMES[game]))
    await phone.tap("Jouer tout de suite")
    await expect(phone.heading(re.compile(GAMES[game])).first).to_be_attached()
    await phone.until(lambda: phone.state)
    assert phone.lobby["game"] == game
    assert len(room.server.sockets) == 1  # the line that was dialled while the table was laid
    assert sum(1 for seat in phone.lobby["seats"] if seat.get("bot")) == len(phone.lobby["seats"]) - 1 > 0
    if game in ("defizz", "egomaster"):
        assert phone.lobby["options"]["reader"] == "house"


async def test_the_plain_panel_plays_a_game_that_nobody_has_drawn(room: Room) -> None:
    live, token = await room.table("pig", name="Ana", bots=["anyone"], options={"goal": 10}, start=True)
    phone = await room.phone("Ana")
    await room.enter(phone, live, token)
    await Person(phone, "anyone").play()
    await expect(phone.heading("gagne").first).to_be_visible()


async def test_a_shelf_that_is_late_holds_nothing_else_up(room: Room) -> None:
    phone, come = await room.phone(), asyncio.Event()

    async def late(route: Route) -> None:
        await come.wait()
        await route.continue_()

    await phone.page.route("**/api/games", late)
    await phone.page.goto(room.address, wait_until="commit")
    await expect(phone.page.get_by_label("Rejoindre avec un code")).to_be_visible()
    await expect(phone.button("Jouer tout de suite")).to_be_disabled()
    come.set()
    await expect(phone.button("Jouer tout de suite")).to_be_enabled()
    await expect(phone.button(re.compile("Blitz"))).to_be_visible()


async def test_settings_survive_a_reload(room: Room) -> None:
    phone = await room.phone(reduced_motion="no-preference")
    await phone.open()
    root = phone.page.locator("html")
    menu = await phone.menu()
    await menu.get_by_role("button", name="tamisée").click()
    for switch in ("Texte plus grand", "Moins de mouvement", "Sons"):
        await menu.get_by_role("switch", name=switch).click()
    await phone.page.reload()
    await expect(root).to_have_attribute("data-theme", "dark")
    await expect(root).to_have_attribute("data-large", "yes")
    await expect(root).to_have_attribute("data-still", "yes")
    menu = await phone.menu()
    await expect(menu.get_by_role("switch", name="Sons")).to_be_checked()
    await menu.get_by_role("switch", name="Sons").click()
    await phone.page.reload()
    await expect((await phone.menu()).get_by_role("switch", name="Sons")).not_to_be_checked()


async def test_the_system_decides_what_nobody_has_chosen(room: Room) -> None:
    phone = await room.phone(color_scheme="dark", reduced_motion="reduce", locale="en-GB")
    await phone.open()
    root = phone.page.locator("html")
    await expect(root).to_have_attribute("data-theme", "dark")
    await expect(root).to_have_attribute("data-still", "yes")
    await expect(root).to_have_attribute("lang", "en")
    await expect(phone.button("Play now")).to_be_visible()


async def test_both_languages_to_the_end_of_a_game(room: Room) -> None:
    live, token = await room.table("pig", name="Ana", bots=["anyone"], options={"goal": 10}, start=True)
    phone = await room.phone("Ana")
    await room.enter(phone, live, token)
    await phone.until(lambda: phone.over or phone.asked, patience=None)
    menu = await phone.menu()
    await menu.get_by_role("button", name="English").click()
    await menu.get_by_role("button", name="Close").click()
    await expect(phone.page.locator("html")).to_have_attribute("lang", "en")
    await Person(phone, "anyone").play()
    await expect(phone.heading(re.compile("wins|You win")).first).to_be_visible()


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_every_page_has_its_title_in_both_languages(language: str, room: Room) -> None:
    titles = {
        "/rules": {"fr": "Les règles de quel jeu", "en": "The rules of which game"},
        "/rules/blitz": {"fr": "Les règles de Blitz", "en": "The rules of Blitz"},
        "/guide": {"fr": "Comment ça marche", "en": "How it works"},
        "/privacy": {"fr": "Vie privée", "en": "Privacy"},
        "/nothing/here": {"fr": "Il n’y a rien à cette adresse", "en": "There is nothing at this address"},
        "/ZZZZ": {"fr": "Aucune table ne s’appelle ZZZZ", "en": "No table is called ZZZZ"},
    }
    phone = await room.phone(locale=language)
    for path, title in titles.items():
        await phone.open(path)
        await expect(phone.heading(title[language]).first).to_be_visible()


async def test_a_code_that_no_table_has(room: Room) -> None:
    phone = await room.phone()
    await phone.open()
    await phone.page.get_by_label("Rejoindre avec un code").fill("zzzz")
    await phone.tap("Rejoindre", exact=True)
    await expect(phone.page.get_by_role("alert")).to_contain_text("ZZZZ")


async def test_rules_are_searched_and_linked(room: Room) -> None:
    phone = await room.phone()
    await phone.open("/rules/desfausse#DF-12")
    await expect(phone.page.get_by_text("DF-12").first).to_be_in_viewport()
    await phone.page.get_by_label("Chercher dans les règles").fill("démon")
    await expect(phone.page.get_by_text("DF-12")).to_be_hidden()
    await phone.page.get_by_label("Chercher dans les règles").fill("xyzzy")
    await phone.sees(re.compile("Rien ne correspond"))


async def test_a_phone_leads_the_evening_from_the_slate_beside_the_boxes(room: Room) -> None:
    """Nobody is at that table yet: whoever comes first is its host, and the television comes along."""
    screen, phone = await room.screen(), await room.phone("Ana")
    await screen.open()
    square = screen.page.get_by_role("img", name=re.compile("Code QR"))
    await expect(square).to_be_visible()
    await screen.page.get_by_role("link", name="Règles", exact=True).click()
    await screen.page.get_by_role("link", name="Accueil").first.click()
    await expect(square).to_be_visible()
    assert len(room.server.hall.tables) == 1, "the same table waits on"
    (table,) = room.server.hall.tables.values()
    await phone.open(f"/{table.state.code}")
    await expect(screen.page).to_have_url(re.compile(f"/{table.state.code}$"))
    await phone.take_seat()
    await phone.until(lambda: phone.lobby.get("host"))
    await screen.sees("1 à table")
