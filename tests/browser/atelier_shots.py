"""Photographs of the atelier, for its guide.

python -m tests.browser.atelier_shots [FOLDER]
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import Page, async_playwright

from .browser import launch
from .room import PHONE, Room
from .test_atelier import DESK, begin, desk, write_question


async def photograph(folder: Path) -> None:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        with tempfile.TemporaryDirectory() as data:
            room = await Room(browser, Path(data)).open()
            try:
                await _desk(await desk(room, **DESK), folder)
                await _phone(await desk(room, **PHONE), folder)
            finally:
                await room.close()
        await browser.close()


async def _desk(page: Page, folder: Path) -> None:
    await begin(page, "Défizz", "Les 40 ans de Maud")
    await write_question(page, "Premier salaire")
    judge = page.get_by_label("tapez comme à table")
    for text in ("maitre nageuze", "serveuse"):
        await judge.fill(text)
        await judge.press("Enter")
        await page.locator(".try").filter(has_text=text).wait_for()
    await page.evaluate("scrollTo(0, 0)")
    await page.screenshot(path=folder / "atelier-question.png")
    await page.get_by_role("link", name="Retour").click()
    await page.get_by_role("button", name="Modifier", exact=True).wait_for()
    await page.screenshot(path=folder / "atelier-library.png")


async def _phone(page: Page, folder: Path) -> None:
    await page.get_by_role("button", name="dix questions").click()
    await page.get_by_role("button", name="Défizz").click()
    await page.get_by_label("Sur qui").fill("Maud")
    await page.get_by_role("button", name="Allumer la première").click()
    for answer in ("les endives", "maître-nageuse", "Yellow"):
        await page.get_by_label("Réponse").fill(answer)
        await page.get_by_role("button", name="Allumer la suivante").click()
    await page.get_by_text("Question 4").wait_for()
    await page.screenshot(path=folder / "atelier-quick.png")


if __name__ == "__main__":
    asyncio.run(photograph(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/shots")))
