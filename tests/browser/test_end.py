"""After the game: podium, rematch, replay, the file to keep, and forgetting it all."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from playwright.async_api import Route, WebSocketRoute, expect

from tablee.house.export import read_export, verify

from .people import Person, play_out
from .phone import Phone, overflow
from .room import Room


async def finished(room: Room) -> Phone:
    """A short game against a bot, played to the end on one phone."""
    live, token = await room.table(
        "desfausse",
        name="Ana",
        bots=["novice"],
        options={"round_turn_cap": 2},
        position={"round": 3, "active": 0},
        start=True,
    )
    phone = await room.phone("Ana")
    await room.enter(phone, live, token)
    await Person(phone).play()
    await expect(phone.heading("gagne").first).to_be_visible()
    return phone


async def test_podium_curve_dice_and_rematch(room: Room) -> None:
    phone = await finished(room)
    await expect(phone.page.get_by_role("img", name=re.compile("coup après coup"))).to_be_visible()
    await phone.tap("Vérifier les dés")
    await phone.sees(re.compile("Les dés ont été vérifiés"))
    await phone.tap("Voir la table")
    await phone.tap("Voir le résultat")
    await phone.tap("Revanche")
    await expect(phone.button("On commence")).to_be_enabled()
    assert len(phone.lobby["seats"]) == 2


async def retold(room: Room) -> Phone:
    """The replay of a game that has something to highlight: dice are dice, and so short a one may have nothing."""
    while True:
        phone = await finished(room)
        await phone.page.get_by_role("link", name="Revoir la partie").click()
        await phone.button("Manche 3").wait_for()
        if await phone.button("Les temps forts").count():
            return phone


async def test_a_replay_has_chapters_highlights_speeds_and_every_seat(room: Room) -> None:
    phone = await retold(room)
    bot = phone.lobby["seats"][1]["name"]
    total = phone.state["seq"]
    slider = phone.page.get_by_role("slider")
    await expect(slider).to_have_value("0")
    await phone.tap("Coup suivant")
    await expect(slider).to_have_value("1")
    await slider.fill("2")
    await phone.sees(f"Coup 2 sur {total}")
    await phone.tap(bot, exact=True)
    await expect(phone.page).to_have_url(re.compile(r"step=2&seat=1$"))
    await phone.page.reload()
    await expect(slider).to_have_value("2")
    await expect(phone.button(bot, exact=True)).to_have_attribute("aria-pressed", "true")
    await phone.tap("16×")
    await phone.tap("Lecture")
    await expect(slider).to_have_value(str(total))
    await expect(phone.button("Lecture")).to_be_visible()  # it has stopped: else it plays on from wherever one jumps
    await phone.tap("Manche 3")
    await expect(slider).to_have_value("0")
    await phone.tap("Les temps forts")
    await expect(phone.button("Lecture")).to_be_visible()
    assert int(await slider.input_value()) > 1, "it stops at the last of them"
    assert await overflow(phone) == 0
    await phone.page.get_by_role("link", name="Retour à la table").click()
    await expect(phone.button("Revanche")).to_be_visible()


async def test_a_replay_is_only_for_who_took_part(room: Room) -> None:
    phone, stranger = await finished(room), await room.phone()
    await phone.page.get_by_role("link", name="Revoir la partie").click()
    await expect(phone.page.get_by_role("slider")).to_be_visible()
    await stranger.page.goto(phone.page.url)
    await expect(stranger.heading("Cette partie n’est pas à revoir ici")).to_be_visible()


async def test_download_and_erase(room: Room, tmp_path: Path) -> None:
    phone = await finished(room)
    await phone.open()
    async with phone.page.expect_download() as caught:
        await phone.tap("Télécharger")
    file = tmp_path / "match.json"
    await (await caught.value).save_as(file)
    assert verify(read_export(file)).result
    await phone.tap("Effacer", exact=True)
    await phone.tap("Vraiment")
    await phone.sees("La partie est effacée.")
    await phone.page.reload()
    await expect(phone.button("Jouer tout de suite")).to_be_enabled()
    await expect(phone.heading("Parties jouées")).to_be_hidden()


async def two_and_a_screen(room: Room) -> tuple[Phone, Phone, Phone]:
    """Two people and a television, after a short game."""
    live, (host, guest) = await room.seated(
        "desfausse", 2, options={"round_turn_cap": 2}, position={"round": 3, "active": 0}
    )
    screen = await room.screen()
    await screen.open(f"/{live.state.code}")
    await host.start()
    await play_out([host, guest])
    for device in (host, guest, screen):
        await expect(device.heading("gagne").first).to_be_visible()
    return host, guest, screen


async def test_a_rematch_calls_back_whoever_looks_again_the_television_too(room: Room) -> None:
    host, guest, screen = await two_and_a_screen(room)
    begun = asyncio.Event()

    async def late(line: WebSocketRoute) -> None:
        await begun.wait()
        line.connect_to_server()

    await screen.page.route_web_socket(re.compile("/ws$"), late)
    for device in (guest, screen):
        await device.page.get_by_role("link", name="Revoir la partie").click()
        await expect(device.page.get_by_role("slider")).to_be_visible()
        await expect(device.page.get_by_role("link", name="Retour à la table")).to_be_visible()
    assert await overflow(guest) == 0
    stage = await guest.page.locator(".replay .stage .stage").bounding_box()
    assert stage is not None
    assert stage["width"] <= 391  # all of the table in sight
    await asyncio.gather(guest.sees("Ana veut sa revanche"), host.tap("Revanche"))  # that is said for a moment
    await host.sees("on attend Bo")
    assert {device.lobby["phase"] for device in (host, guest)} == {"over"}
    await host.tap("Sans attendre")
    for device in (host, guest):
        await expect(device.button("On commence")).to_be_enabled()
    begun.set()
    await screen.sees("2 à table")


async def test_a_rematch_says_who_is_in_and_begins_with_the_last(room: Room) -> None:
    host, guest, screen = await two_and_a_screen(room)
    await guest.tap("Revanche")
    await host.sees("Bo en est déjà")
    await screen.sees("Revanche, 1 sur 2")
    await host.tap("Revanche")
    for device in (host, guest):
        await expect(device.button("On commence")).to_be_enabled()


async def test_another_game_is_chosen_by_whoever_wants_one(room: Room) -> None:
    host, guest, screen = await two_and_a_screen(room)
    await expect(screen.button("Autre jeu")).to_be_hidden()
    await guest.tap("Autre jeu")
    for phone in (host, guest):
        await phone.tap("Voter pour Blitz")
    await screen.sees("Blitz")
    await host.until(lambda: host.lobby["game"] == "blitz" and host.lobby["phase"] == "lobby")


async def test_each_phone_ends_with_its_own_result_and_nothing_moves(room: Room) -> None:
    live, (host, guest) = await room.seated(
        "desfausse", 2, options={"round_turn_cap": 2}, position={"round": 3, "active": 0}
    )
    let_go = asyncio.Event()

    async def hold(route: Route) -> None:
        await let_go.wait()
        await route.continue_()

    await host.page.route(re.compile("/matches/.+/story"), hold)
    await host.start()
    await play_out([host, guest])
    again = host.button("Revanche")
    await expect(again).to_be_visible()
    before = await again.bounding_box()
    let_go.set()
    await expect(host.page.get_by_text("coup 0", exact=True)).to_be_visible()
    assert await again.bounding_box() == before
    ranking = host.state["result"]["ranking"]
    for seat, phone in enumerate((host, guest)):
        if ranking[0] == [seat]:
            await expect(phone.heading("Tu gagnes")).to_be_visible()
        elif seat not in ranking[0]:
            await phone.sees("place 2 sur 2")
    assert live.state.phase == "over"
