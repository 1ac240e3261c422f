"""Before the game, and what the host can do at any time."""

from __future__ import annotations

import asyncio
import re

from playwright.async_api import Locator, expect

from .phone import Phone
from .room import Room


def person(phone: Phone, name: str) -> Locator:
    return phone.page.get_by_role("listitem").filter(has_text=name).first


async def in_menu(phone: Phone, name: str, *taps: str) -> None:
    """In the menu, at the line of this person, these buttons."""
    menu = await phone.menu()
    line = menu.get_by_role("listitem").filter(has_text=name)
    await line.get_by_text(name, exact=True).first.click()
    for tap in taps:
        await line.get_by_role("button", name=tap).click()
    await phone.page.keyboard.press("Escape")


async def test_from_an_empty_table_to_the_first_turn(room: Room) -> None:
    host, guest, screen = await room.phone("Ana"), await room.phone("Bo"), await room.screen()
    await host.open()
    await host.tap(re.compile("DESfausse"))
    await host.tap("Ouvrir une table")
    await host.take_seat()
    code = host.lobby["code"]
    await expect(host.button("On commence")).to_be_disabled()
    await screen.open(f"/{code}")
    await screen.sees(code)
    await expect(screen.page.get_by_role("img", name=re.compile(code))).to_be_visible()
    await screen.sees("1 à table")
    await guest.sit(code)
    await expect(person(host, "Bo")).to_be_visible()
    await expect(screen.page.get_by_text("Bo", exact=True).first).to_be_visible()
    await expect(screen.page.get_by_text("regarde")).to_be_hidden()  # the table’s own screen is nobody who watches
    await screen.sees("La partie se lance depuis un téléphone.")
    await host.tap("Ajouter un robot")
    await screen.sees("3 à table")
    await host.tap(re.compile("^Force d"))
    await host.tap(re.compile("^Retirer (?!Bo)"))
    await screen.sees("2 à table")
    await host.start()
    for device in (host, guest, screen):
        await device.until(lambda device=device: device.state)  # type: ignore[misc]


async def test_names_and_signs(room: Room) -> None:
    _, (host, guest) = await room.seated("desfausse", 2)
    await guest.tap("Changer de nom ou de signe")
    dialog = guest.page.get_by_role("dialog", name="Changer de nom ou de signe")
    await dialog.get_by_label("Ton prénom").fill("Ana")
    await dialog.get_by_role("button", name="C’est bon").click()
    await expect(dialog.get_by_role("alert")).to_be_visible()
    await dialog.get_by_label("Ton prénom").fill("Béatrice")
    await dialog.get_by_text("le trèfle").click()
    await dialog.get_by_role("button", name="C’est bon").click()
    await expect(person(host, "Béatrice")).to_be_visible()
    assert host.lobby["seats"][1]["sign"] == 4


async def test_options_come_from_the_game(room: Room) -> None:
    _, (host, guest) = await room.seated("blitz", 2)
    await guest.sees("Règles du livre")
    await host.tap("Préparer la partie")
    dialog = host.page.get_by_role("dialog", name="Préparer la partie")
    await dialog.get_by_role("button", name="vif").click()
    await guest.sees(re.compile("Rythme"))
    await expect(guest.page.get_by_text("vif")).to_be_visible()
    await dialog.get_by_role("heading", name=re.compile("Tou(te)?s les")).click()
    await dialog.get_by_label(re.compile("pack|paquet", re.I)).first.select_option(index=1)
    await guest.sees("Règles maison")
    await dialog.get_by_role("button", name="Revenir au livre").click()
    await guest.sees("Règles du livre")
    await dialog.get_by_role("button", name="Egomaster").click()
    await guest.sees(re.compile("Egomaster, chez Ana"))


async def test_presets_come_first(room: Room) -> None:
    _, (host, guest) = await room.seated("defizz", 2)
    await host.tap("Préparer la partie")
    dialog = host.page.get_by_role("dialog", name="Préparer la partie")
    hour, book = (dialog.get_by_role("button", name=name, exact=True) for name in ("Une heure", "Le livre"))
    await expect(book).to_have_attribute("aria-pressed", "true")
    await hour.click()
    await expect(hour).to_have_attribute("aria-pressed", "true")
    await guest.sees("Règles maison")
    assert guest.lobby["options"]["ending"] == "minutes"
    await book.click()
    await guest.sees("Règles du livre")


async def test_a_refused_option_says_so_beside_it(room: Room) -> None:
    _, (host,) = await room.seated("desfausse", 1)
    await host.tap("Préparer la partie")
    dialog = host.page.get_by_role("dialog", name="Préparer la partie")
    await dialog.get_by_role("heading", name=re.compile("Tou(te)?s les")).click()
    field = dialog.locator("input[type=number]").first
    held = await field.input_value()
    await field.fill("-1")
    await field.press("Enter")
    option = dialog.locator(".option").filter(has=host.page.locator("input[type=number]")).first
    await expect(option.get_by_role("alert")).to_be_visible()
    await expect(field).to_have_value(held)


async def test_a_television_opens_and_the_first_phone_receives(room: Room) -> None:
    screen, host, guest = await room.screen(), await room.phone("Ana"), await room.phone("Bo")
    live, token = await room.table("desfausse")
    await room.enter(screen, live, token)
    await expect(screen.button("On commence")).to_be_visible()
    await screen.sees("son coupé")
    await screen.tap("OK, avec le son")
    await expect(screen.button("OK, avec le son")).to_be_hidden()
    await screen.sees("avec le son")
    await host.sit(live.state.code)
    await expect(person(host, "Ana")).to_contain_text("à l’accueil")
    await expect(screen.button("On commence")).to_be_hidden()
    await guest.sit(live.state.code)
    await asyncio.gather(expect(screen.page.locator(".waves span")).to_be_visible(), guest.tap("bravo"))  # soon gone
    await guest.tap("Préparer la partie")
    await guest.page.get_by_role("dialog").get_by_role("button", name="vif").click()
    await host.sees("vif")
    await guest.page.keyboard.press("Escape")
    await guest.start()
    await screen.until(lambda: screen.state)


async def test_bots_alone_are_watched_and_a_reload_does_not_stop_them(room: Room) -> None:
    screen = await room.screen()
    live, token = await room.table("desfausse", bots=["novice", "novice"])
    await room.enter(screen, live, token)
    await screen.start()
    await screen.until(lambda: screen.state["seq"] > 3)
    screen.state = {}
    await screen.page.reload()
    await screen.until(lambda: screen.state)
    seq = screen.state["seq"]
    await screen.until(lambda: screen.state["seq"] > seq + 3)
    await expect(screen.page.get_by_text("Plus personne à table")).to_be_hidden()


async def test_lock_kick_and_hand_over(room: Room) -> None:
    live, (host, guest, third) = await room.seated("desfausse", 3)
    menu = await host.menu()
    await menu.get_by_role("button", name="Fermer la table").click()
    await host.page.keyboard.press("Escape")
    late = await room.phone("Zoé")
    await late.open(f"/{live.state.code}")
    await late.page.get_by_label("Ton prénom").fill("Zoé")
    await late.tap("Je m’assieds")
    await expect(late.page.get_by_role("alert")).to_be_visible()
    await host.tap("Plus pour Cy")
    await host.tap("Retirer Cy")
    await expect(third.heading("L’hôte vous a fait quitter cette table")).to_be_visible()
    await expect(person(guest, "Cy")).to_be_hidden()
    await in_menu(host, "Bo", "Nommer hôte", "Vraiment")
    await expect(person(guest, "Bo")).to_contain_text("à l’accueil")
    menu = await host.menu()
    await expect(menu.get_by_role("button", name="Rouvrir la table")).to_be_hidden()


async def test_talk_mute_and_report(room: Room) -> None:
    _, (host, guest, third) = await room.seated("desfausse", 3)
    await guest.tap("Discussion")
    await guest.page.get_by_label("Dire quelque chose").fill("bonsoir tout le monde")
    await guest.tap("Envoyer")
    await guest.page.keyboard.press("Escape")
    await third.tap(re.compile("Discussion, 1 nouveau"))
    log = third.page.get_by_role("log", name="Discussion")
    await expect(log).to_contain_text("bonsoir tout le monde")
    await third.tap("Signaler cette ligne")
    await host.sees(re.compile("Message signalé, Bo"))
    await host.tap(re.compile("Discussion"))
    await host.tap("Effacer cette ligne")
    await expect(log).not_to_contain_text("bonsoir")
    await host.page.keyboard.press("Escape")
    await in_menu(host, "Bo", "Faire taire")
    await guest.tap("Discussion")
    await expect(guest.page.get_by_label("Dire quelque chose")).to_be_disabled()


async def test_reactions_are_seen_by_everyone(room: Room) -> None:
    _, (host, guest) = await room.seated("desfausse", 2)
    await host.start()
    await guest.until(lambda: guest.state)
    await host.tap("bravo")
    await guest.until(lambda: any('"reacted"' in frame for frame in guest.received))


async def test_pause_and_a_bot_for_who_is_away(room: Room) -> None:
    _, (host, guest) = await room.seated("desfausse", 2)
    await host.start()
    await guest.until(lambda: guest.state)
    menu = await host.menu()
    await menu.get_by_role("button", name="Pause").click()
    pause = guest.page.get_by_role("status").filter(has_text="Pause")
    await expect(pause).to_be_visible()
    await expect(menu).to_be_hidden()
    await (await host.menu()).get_by_role("button", name="On reprend").click()
    await expect(pause).to_be_hidden()
    await in_menu(host, "Bo", "Un robot joue à sa place")
    await guest.until(lambda: guest.lobby["seats"][1].get("bot"))
    await (await host.menu()).get_by_role("button", name="Arrêter et revenir au salon").click()
    await host.page.get_by_role("dialog", name="Menu").get_by_role("button", name="Vraiment").click()
    await expect(host.button("On commence")).to_be_visible()


async def test_another_device_takes_over(room: Room) -> None:
    live, (host, guest) = await room.seated("desfausse", 2)
    menu = await guest.menu()
    await menu.get_by_role("button", name="Continuer sur un autre appareil").click()
    said = await menu.get_by_text("Sur l’autre appareil").inner_text()
    second = await room.phone("Bo")
    await second.open(f"/{live.state.code}")
    await second.page.get_by_text("J’ai un code pour reprendre ma place").click()
    await second.page.get_by_label("Code à huit lettres").fill(said.split()[-1])
    await second.tap("Reprendre ma place")
    await expect(guest.heading("Votre place est sur un autre appareil")).to_be_visible()
    await expect(person(second, "Bo")).to_contain_text("toi")
    assert len(host.lobby["seats"]) == 2
