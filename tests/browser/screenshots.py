"""Photographs of every screen, by day and by night, for reviews and for the README.

    python -m tests.browser.screenshots FOLDER [SCENE …]

The scenes are those of `scenes.py`: home, pages, lobby, curtain, end, and the four games. Beside each file it says what
the smallest text on it is.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from playwright.async_api import async_playwright

from .browser import launch
from .room import Room
from .scenes import SCENES
from .test_axe import THEMES

# As it appears, scaled or not: 16 px is the least on a phone, 24 px on a television.
SMALLEST = """() => {
  let least = null
  const shown = document.querySelector('dialog[open]') ?? document.body
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const owner = node.parentElement
    const text = node.textContent.trim()
    if (!text || !owner.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (owner.closest('.sr, script, style, option, [aria-hidden=true]')) continue
    const box = owner.getBoundingClientRect()
    const scale = owner.ownerSVGElement
      ? owner.getScreenCTM().a
      : Math.abs(box.width - owner.offsetWidth) < 1 ? 1 : box.width / owner.offsetWidth  // whole pixels are rounded
    const size = parseFloat(getComputedStyle(owner).fontSize) * scale
    if (!least || size < least.size) least = { size, text }
  }
  return least ? `${least.size.toFixed(1)} px, "${least.text.slice(0, 40)}"` : 'none'
}"""


async def photograph(folder: Path, scenes: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        for scene in scenes:
            with tempfile.TemporaryDirectory() as data:
                room = await Room(browser, Path(data)).open()
                async for name, device in SCENES[scene](room):
                    size = device.page.viewport_size or {"width": 0}
                    for theme in THEMES:
                        await device.page.emulate_media(color_scheme=theme)
                        file = folder / f"{name}-{size['width']}-{theme}.png"
                        await device.page.screenshot(path=file)
                        print(f"{file}  smallest text: {await device.page.evaluate(SMALLEST)}")
                await room.close()
        await browser.close()


def main() -> None:
    folder, *scenes = sys.argv[1:] or sys.exit(__doc__)
    if unknown := set(scenes) - set(SCENES):
        sys.exit(f"There is no scene {', '.join(sorted(unknown))}; there are {', '.join(SCENES)}.")
    asyncio.run(photograph(Path(folder), scenes or list(SCENES)))


if __name__ == "__main__":
    main()
