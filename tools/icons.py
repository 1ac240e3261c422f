"""Draws the page's icons from web/public/icon.svg: python -m tools.icons (with the browser of the tests).

`icon-<size>.png` stands free. `maskable-512.png` fills its square, with the drawing inside the circle that every system
leaves of it; `apple-touch-icon.png` is the same, smaller.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from tests.browser.browser import launch

PUBLIC: Final = Path(__file__).parents[1] / "web" / "public"
PAPER: Final = "#F6EBD7"
SAFE: Final = 0.6  # of the side: all that is drawn lies within the circle of 0.8
ICONS: Final = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "maskable-512.png": (512, SAFE, PAPER),
    "apple-touch-icon.png": (180, SAFE, PAPER),
}


async def draw() -> None:
    drawing = (PUBLIC / "icon.svg").read_text("utf-8")
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for name, (size, part, ground) in ICONS.items():
            page = await browser.new_page(viewport={"width": size, "height": size})
            style = f"margin:0;height:100vh;display:grid;place-items:center;background:{ground}"
            sized = drawing.replace("<svg ", f'<svg width="{size * part}" height="{size * part}" ', 1)
            await page.set_content(f'<body style="{style}">{sized}</body>')
            await page.screenshot(path=PUBLIC / name, omit_background=True)
            await page.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw())
