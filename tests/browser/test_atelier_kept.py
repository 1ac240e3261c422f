"""What is typed in the atelier is kept: whoever leaves at once, is offline, or writes while the server is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from playwright.async_api import BrowserContext, Page, expect

from tests.server.test_killed import free_port, start_server

from .room import Room
from .test_atelier import begin, desk, saved

HINT = """async (hint) => {
    const [place] = location.hash.slice(1).split('/').slice(-1)
    const { token } = JSON.parse(localStorage.getItem('tablee:atelier'))
    const reply = await fetch(`/api/packs/${place}`, { headers: { Authorization: `Bearer ${token}` } })
    return (await reply.json()).content[0][1].clue === hint
}"""


async def stored(context: BrowserContext, room: Room, pack: str, hint: str) -> None:
    """Until the server has it. This page opens no pack, so that it sends nothing itself."""
    page = await context.new_page()
    await page.goto(f"{room.address}/privacy#{pack}")
    while not await page.evaluate(HINT, hint):
        pass
    await page.close()


async def type_on(page: Page, text: str) -> None:
    await page.get_by_label("Indice").press("End")
    await page.get_by_label("Indice").press_sequentially(text)


async def test_whoever_leaves_at_once_or_without_a_line_loses_nothing(room: Room) -> None:
    page = await desk(room)
    await begin(page, "Défizz", "Les 40 ans de Maud")
    await page.get_by_label("Indice").fill("Premier salaire")
    await saved(page)
    pack, context = page.url.rsplit("/", 1)[1], page.context
    await type_on(page, " et prem")
    await page.goto("about:blank")  # before fingers have rested
    await stored(context, room, pack, "Premier salaire et prem")
    await page.goto(f"{room.address}/atelier/{pack}")
    await expect(page.get_by_label("Indice")).to_have_value("Premier salaire et prem")
    await context.set_offline(True)
    await type_on(page, "iers pas")
    await expect(page.get_by_text("hors ligne")).to_be_visible()
    await page.close()
    await context.set_offline(False)
    shelf = await desk(room, context=context)  # the shelf alone: what waited on this device goes out
    await expect(shelf.get_by_role("button", name="Modifier", exact=True)).to_be_visible()
    await stored(context, room, pack, "Premier salaire et premiers pas")


async def test_what_waited_on_a_device_does_not_overwrite_what_another_wrote_meanwhile(room: Room) -> None:
    page = await desk(room)
    await begin(page, "Défizz", "Les 40 ans de Maud")
    await page.get_by_label("Indice").fill("Premier salaire")
    await saved(page)
    place, context = page.url, page.context
    other = await desk(room, place.removeprefix(room.address), storage_state=await context.storage_state())
    await expect(other.get_by_label("Indice")).to_have_value("Premier salaire")
    await context.set_offline(True)
    await type_on(page, " à moi")
    await expect(page.get_by_text("hors ligne")).to_be_visible()
    await page.close()
    await type_on(other, " à l’autre")
    await saved(other)
    await context.set_offline(False)
    again = await desk(room, place.removeprefix(room.address), context=context)
    await expect(again.get_by_role("alert")).to_contain_text("a changé ailleurs")
    await again.get_by_role("button", name="Prendre l’autre").click()
    await expect(again.get_by_label("Indice")).to_have_value("Premier salaire à l’autre")


@pytest.mark.long  # a server of its own is started twice
async def test_kill_9_in_the_middle_of_a_word(room: Room, tmp_path: Path) -> None:
    port = free_port()
    server = await start_server(port, tmp_path)
    page = await desk(room, "/privacy")
    await page.goto(f"http://127.0.0.1:{port}/atelier")
    await begin(page, "Egomaster", "La classe de CM2")
    await page.get_by_label("Mot-clé").fill("Premier")
    await saved(page)
    await page.get_by_label("Mot-clé").press_sequentially(" sal")
    os.kill(server.pid, signal.SIGKILL)
    await server.wait()
    await page.get_by_label("Mot-clé").press_sequentially("aire")
    await expect(page.get_by_text("hors ligne")).to_be_visible()
    server = await start_server(port, tmp_path)
    await saved(page)
    await page.reload()
    await expect(page.get_by_label("Mot-clé")).to_have_value("Premier salaire")
    server.terminate()
    await server.wait()
