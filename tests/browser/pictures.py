"""Every picture of README and docs, photographed from the page itself and kept small.

    python -m tests.browser.pictures [NAME …]

A name is one of `PICTURES`, `lessons`, `atelier` or `front`; without one, all are made anew. `front`, on top of the
README, is put together from others.
"""

from __future__ import annotations

import asyncio
import base64
import sys
import tempfile
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, Page, async_playwright

from tablee.engine import games, languages

from .browser import launch
from .room import PHONE, Room
from .scenes import SCENES
from .test_atelier import DESK, begin, desk, write_question

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
# picture: the scene, and what it calls the moment
PICTURES: Final = {
    "home": ("home", "home-1920"),
    "lobby": ("lobby", "lobby-screen-1920"),
    "evening": ("evening", "evening-screen-1920"),
    "end": ("end", "end-390"),
    "replay": ("end", "replay-wide-1920"),
    "blitz-table": ("blitz", "blitz-answer-screen-1920"),
    "blitz-hand": ("blitz", "blitz-answer-asked-390"),
    "blitz-other": ("blitz", "blitz-answer-other-390"),
    "desfausse-table": ("desfausse", "desfausse-reroll-screen-1920"),
    "desfausse-hand": ("desfausse", "desfausse-reroll-asked-390"),
    "defizz-table": ("defizz", "defizz-answer-screen-1920"),
    "defizz-hand": ("defizz", "defizz-answer-asked-390"),
    "egomaster-table": ("egomaster", "egomaster-answer-screen-1920"),
    "egomaster-hand": ("egomaster", "egomaster-answer-asked-390"),
}
WIDE: Final = 1280  # as wide as a picture may be
QUALITY: Final = 0.8
SHRINK: Final = """async ([source, wide, quality]) => {
  const image = new Image()
  image.src = source
  await image.decode()
  const scale = Math.min(1, wide / image.width)
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/webp', quality })).arrayBuffer())
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(''))
}"""
FRONT: Final = """<style>
  body { margin: 0; width: 1280px; height: 540px; position: relative; overflow: hidden; border-radius: 28px;
         background: radial-gradient(80% 90% at 50% 30%, #7a5035, #4b2d1c 70%, #2c190f) }
  img { position: absolute; display: block; box-shadow: 0 18px 40px rgb(20 8 0 / .55); border: 9px solid #171210 }
  .table { left: 232px; top: 32px; width: 798px; border-radius: 18px }
  .hand { width: 196px; border-radius: 28px; top: 74px }
</style><img class="table" src="{table}"><img class="hand" style="left: 20px; rotate: -3deg" src="{left}"><img
  class="hand" style="right: 20px; rotate: 3deg" src="{right}">"""


class Album:
    """Pictures on their way into the folder."""

    def __init__(self, encoder: Page) -> None:
        self.encoder = encoder

    async def put(self, name: str, png: bytes) -> None:
        source = "data:image/png;base64," + base64.b64encode(png).decode()
        small = base64.b64decode(await self.encoder.evaluate(SHRINK, [source, WIDE, QUALITY]))
        (FOLDER / f"{name}.webp").write_bytes(small)
        print(f"{name}.webp: {len(small) / 1000:.0f} kB")

    @staticmethod
    def source(name: str) -> str:
        return "data:image/webp;base64," + base64.b64encode((FOLDER / f"{name}.webp").read_bytes()).decode()


async def of_scene(browser: Browser, album: Album, scene: str, wanted: dict[str, str]) -> None:
    """The moments of one scene: from what the scene calls them to the names of their pictures."""
    with tempfile.TemporaryDirectory() as data:
        room = await Room(browser, Path(data)).open()
        try:
            left = dict(wanted)
            async for name, device in SCENES[scene](room):
                size = device.page.viewport_size or {"width": 0}
                if await device.page.get_by_role("button", name="Sans son").is_visible():
                    await device.page.get_by_role("button", name="Sans son").click()
                if picture := left.pop(f"{name}-{size['width']}", None):
                    await album.put(picture, await device.page.screenshot())
                if not left:
                    break
        finally:
            await room.close()
    assert not left, f"{scene} does not show {', '.join(left)}"


async def lessons(browser: Browser, album: Album) -> None:
    """The three pictures with which each game is taught, in each language."""
    with tempfile.TemporaryDirectory() as data:
        room = await Room(browser, Path(data)).open()
        try:
            for language in languages():
                shape = {"viewport": {"width": 1280, "height": 900}}
                page = (await room.device(shape, locale=language, device_scale_factor=1.5)).page
                for game in games():
                    await page.goto(f"{room.address}/rules/{game}")
                    await page.locator(".panels .picture svg").nth(2).wait_for()
                    await page.evaluate("document.querySelectorAll('.panels i').forEach((number) => number.remove())")
                    for part, picture in zip(
                        ("win", "turn", "hurt"), await page.locator(".panels .picture").all(), strict=True
                    ):
                        await album.put(f"learn-{game}-{part}.{language}", await picture.screenshot())
        finally:
            await room.close()


async def atelier(browser: Browser, album: Album) -> None:
    with tempfile.TemporaryDirectory() as data:
        room = await Room(browser, Path(data)).open()
        try:
            await _atelier_on_a_desk(await desk(room, **DESK), album)
            await _atelier_on_a_phone(await desk(room, **PHONE), album)
        finally:
            await room.close()


async def _atelier_on_a_desk(page: Page, album: Album) -> None:
    await begin(page, "Défizz", "Les 40 ans de Maud")
    await write_question(page, "Premier salaire")
    judge = page.get_by_label("tapez comme à table")
    for text in ("maitre nageuze", "serveuse"):
        await judge.fill(text)
        await judge.press("Enter")
        await page.locator(".try").filter(has_text=text).wait_for()
    await page.evaluate("scrollTo(0, 0)")
    await album.put("atelier-question", await page.screenshot())
    await page.get_by_role("link", name="Retour").click()
    await page.get_by_role("button", name="Modifier", exact=True).wait_for()
    await album.put("atelier-library", await page.screenshot())


async def _atelier_on_a_phone(page: Page, album: Album) -> None:
    await page.get_by_role("button", name="dix questions").click()
    await page.get_by_role("button", name="Défizz").click()
    await page.get_by_label("Sur qui").fill("Maud")
    await page.get_by_role("button", name="Allumer la première").click()
    for answer in ("les endives", "maître-nageuse", "Yellow"):
        await page.get_by_label("Réponse").fill(answer)
        await page.get_by_role("button", name="Allumer la suivante").click()
    await page.get_by_text("Question 4").wait_for()
    await album.put("atelier-quick", await page.screenshot())


async def front(browser: Browser, album: Album) -> None:
    """A television with two phones before it, in one picture."""
    page = await browser.new_page(viewport={"width": 1280, "height": 540})
    html = FRONT.replace("{table}", album.source("blitz-table"))
    html = html.replace("{left}", album.source("blitz-hand")).replace("{right}", album.source("blitz-other"))
    await page.set_content(html)
    await album.put("front", await page.screenshot(omit_background=True))


async def photograph(names: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted: dict[str, dict[str, str]] = {}
    for picture, (scene, moment) in PICTURES.items():
        if picture in names:
            wanted.setdefault(scene, {})[moment] = picture
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        encoder = await browser.new_page()
        await encoder.goto("about:blank")
        album = Album(encoder)
        for scene, moments in wanted.items():
            await of_scene(browser, album, scene, moments)
        for name, make in (("lessons", lessons), ("atelier", atelier), ("front", front)):
            if name in names:
                await make(browser, album)
        await browser.close()


def main() -> None:
    every = [*PICTURES, "lessons", "atelier", "front"]
    names = sys.argv[1:] or every
    if unknown := set(names) - set(every):
        sys.exit(f"There is no picture {', '.join(sorted(unknown))}; there are {', '.join(every)}.")
    asyncio.run(photograph(names))


if __name__ == "__main__":
    main()
