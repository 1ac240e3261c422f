"""The page as an app: installed, opened without a network, renewed, and woken at the table where it was closed."""

from __future__ import annotations

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import expect

from tablee.server import app

from .phone import PATIENCE, Phone
from .room import Room

KEPT = """async () => {
  const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  return all.flat().map((one) => new URL(one.url).pathname)
}"""
TAKEN_OVER = """async () => {
  const found = await navigator.serviceWorker.getRegistration()
  return found?.active?.state === 'activated' && navigator.serviceWorker.controller !== null
}"""
UPDATED = """async () => {
  const told = new Promise((done) => navigator.serviceWorker.addEventListener('message', done))
  await (await navigator.serviceWorker.ready).update()
  await told
}"""


async def settled(phone: Phone) -> None:
    """The worker has everything that it keeps, and answers for this page."""
    async with asyncio.timeout(PATIENCE):  # `wait_for_function` would ask again by `eval`, which the page forbids
        while not await phone.page.evaluate(TAKEN_OVER):
            pass


async def kept(phone: Phone) -> list[str]:
    found: list[str] = await phone.page.evaluate(KEPT)
    return found


@pytest.mark.parametrize("language", ["fr", "en"])
async def test_it_can_be_installed_in_either_language(language: str, room: Room) -> None:
    phone = await room.phone(service_workers="allow", locale=language)
    await phone.open()
    await expect(phone.button("Jouer tout de suite" if language == "fr" else "Play now")).to_be_enabled()
    await settled(phone)
    line = await phone.context.new_cdp_session(phone.page)
    told = await line.send("Page.getAppManifest")
    manifest: dict[str, Any] = msgspec.json.decode(told["data"])
    assert not told["errors"]
    assert not (await line.send("Page.getInstallabilityErrors"))["installabilityErrors"]
    assert manifest["lang"] == language
    assert manifest["name"] == {"fr": "Tablée, des jeux de table", "en": "Tablée, table games"}[language]
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        size = await phone.page.evaluate(
            "async (src) => { const one = new Image(); one.src = src; await one.decode(); return one.naturalWidth }",
            icon["src"],
        )
        assert icon["sizes"] in ("any", f"{size}x{size}")


async def test_it_opens_without_a_network_and_wakes_at_its_table(room: Room) -> None:
    live, token = await room.table("desfausse", name="Ana", bots=["regular"], start=True)
    phone = await room.phone("Ana", service_workers="allow")
    await room.enter(phone, live, token)
    await settled(phone)
    await phone.until(lambda: phone.state)
    assert {path.split("/")[1] for path in await kept(phone)} == {"", "assets"}  # the shell, and nothing of the game

    await room.server.stop()
    await phone.context.set_offline(True)
    await phone.open("/")
    await expect(phone.heading("Pas de réseau")).to_be_visible()
    await phone.context.set_offline(False)
    await expect(phone.heading("Le serveur ne répond pas")).to_be_visible()
    await room.start_again()
    await expect(phone.button("Jouer tout de suite")).to_be_enabled()  # by itself

    await phone.page.get_by_role("link", name="Retour à la table").click()
    await expect(phone.page.locator("[data-game=desfausse] main:not([aria-busy])")).to_be_visible()
    await room.server.stop()
    await phone.open("/app")  # as from the home screen
    await expect(phone.heading("Le serveur ne répond pas")).to_be_visible()
    await room.start_again()
    await expect(phone.page).to_have_url(f"{room.address}/{live.state.code}")
    await expect(phone.page.locator("[data-game=desfausse] main:not([aria-busy])")).to_be_visible()
    assert {path.split("/")[1] for path in await kept(phone)} == {"", "assets"}

    room.server.hall.tables.clear()  # everyone has gone long since
    await phone.open("/app")
    await expect(phone.page).to_have_url(f"{room.address}/")
    await phone.open("/app")  # home is where it was now
    await expect(phone.page).to_have_url(f"{room.address}/")


async def test_a_new_version_takes_over_whole(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = await room.phone(service_workers="allow")
    await phone.open()
    await expect(phone.button("Jouer tout de suite")).to_be_enabled()
    await settled(phone)
    entry = await phone.page.locator("script[type=module]").get_attribute("src")
    assert entry
    monkeypatch.setattr(app, "PAGE", another_version(tmp_path / "page"))

    await phone.page.evaluate(UPDATED)
    await phone.page.evaluate("window.old = true")
    await phone.page.get_by_role("link", name="Règles", exact=True).click()
    await expect(phone.heading("Les règles de quel jeu")).to_be_visible()
    assert await phone.page.evaluate("window.old") is None  # it was loaded anew, and not half of it
    await expect(phone.page.locator("script[type=module]")).to_have_attribute("src", entry.replace(".js", ".new.js"))

    await room.server.stop()
    await phone.open("/")
    await expect(phone.heading(re.compile("Le serveur ne répond pas"))).to_be_visible()
    await expect(phone.page.locator("script[type=module]")).to_have_attribute("src", entry.replace(".js", ".new.js"))
    assert all(".new." in path for path in await kept(phone) if path != "/")
    await room.start_again()


def another_version(page: Path) -> Path:
    """The same page with all its parts under other names, as in a new version; the old ones are there no more."""
    shutil.copytree(app.PAGE, page, ignore=shutil.ignore_patterns("*.gz", "*.br"))
    for file in (*page.glob("assets/*"), *page.glob("index.*.html"), page / "worker.js"):
        if file.suffix != ".woff2":
            text = re.sub(r"(-[\w-]{8})\.(js|css|woff2)\b", r"\1.new.\2", file.read_text("utf-8"))
            file.write_text(text.replace('"version":"', '"version":"new-'), "utf-8")
        if file.parent.name == "assets":
            file.rename(file.with_suffix(f".new{file.suffix}"))
    return page
