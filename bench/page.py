"""How heavy the page is, and how soon one can play on a slow phone with a slow network.

    python -m bench.page [--runs N] [--shift SECONDS] [--slower TIMES]

Weight: what `index.fr.html` loads before anything is shown, script and style, compressed; then what each game adds.
Time: a phone (390×844) with a processor four times slower and slow 4G (1.6 Mbit/s down, 750 kbit/s up, 150 ms), an
empty cache, no service worker and a server on this machine; median of the runs. The page itself tells when a thing was
shown, its frame painted: whoever asks from outside makes it slower, and asks now and then only. Home: from its address
until *Play now* can be pressed. Playable: from the tap on it until the first question of a game against bots. Atelier:
from its address until a pack can be begun.
Shift: how much of the page jumps by itself while a phone plays against bots, moments held as for people: the browser's
own layout shifts, added up, for each minute.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import statistics
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from playwright.async_api import Browser, Response, async_playwright

from tablee.server import app
from tests.browser.browser import launch
from tests.browser.people import Person
from tests.browser.phone import Phone
from tests.browser.room import Room

SLOW_4G: Final = {"offline": False, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8, "latency": 150}
SLOWER: Final = 4
GAMES: Final = {"defizz": "Défizz", "egomaster": "Egomaster", "blitz": "Blitz", "desfausse": "DESfausse"}
LIMIT_KB: Final = 60
ATELIER_S: Final = 2.5
LIMIT_SHIFT: Final = 0.02  # a minute
WATCH: Final = """
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifts.push(entry.value)
  }).observe({ type: 'layout-shift', buffered: true })
"""
# `shown` tells when, in ms, something was first on the screen; `tapped` when somebody last tapped.
CLOCK: Final = """
  window.shown = (selector, text) => new Promise((tell) => {
    const look = () => {
      const there = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text))
      if (!there) return
      watch.disconnect()
      requestAnimationFrame(() => setTimeout(() => tell(performance.now())))
    }
    const watch = new MutationObserver(look)
    watch.observe(document, { attributes: true, childList: true, subtree: true })
    look()
  })
  addEventListener('click', () => (window.tapped = performance.now()), true)
"""


def first_load(page: Path) -> list[Path]:
    """The scripts and styles that the browser fetches before it shows anything."""
    html = (page / "index.fr.html").read_text("utf-8")
    wanted = re.findall(r'<script[^>]* src="/([^"]+)"', html)
    wanted += re.findall(r'<link rel="(?:modulepreload|stylesheet)"[^>]* href="/([^"]+)"', html)
    return [page / name for name in wanted]


def gzip_kb(files: Iterable[Path]) -> float:
    return sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) / 1000


def code(files: Iterable[Path]) -> list[Path]:
    return sorted({file for file in files if file.suffix in (".js", ".css")})


async def slow_phone(room: Room, slower: int) -> Phone:
    phone = await room.phone()
    await phone.page.add_init_script(CLOCK)
    line = await phone.context.new_cdp_session(phone.page)
    await line.send("Network.enable")
    await line.send("Network.emulateNetworkConditions", SLOW_4G)
    await line.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return phone


async def shown(phone: Phone, selector: str, text: str = "") -> float:
    """When it was, in seconds since the page was asked for."""
    at: float = await phone.page.evaluate("([selector, text]) => window.shown(selector, text)", [selector, text])
    return at / 1000


async def measure(browser: Browser, game: str, slower: int = SLOWER) -> dict[str, float | list[Path]]:
    """One visit with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        room = await Room(browser, Path(folder)).open()
        try:
            phone = await slow_phone(room, slower)
            fetched: list[Path] = []

            def note(response: Response) -> None:
                path = response.url.removeprefix(room.address).lstrip("/").split("?")[0]
                if path.startswith("assets/"):
                    fetched.append(app.PAGE / path)

            phone.page.on("response", note)
            await phone.page.goto(room.address, wait_until="commit")
            home = await shown(phone, "button:enabled", "Jouer tout de suite")
            paint = await phone.page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
            )
            at_home = set(fetched)
            await phone.tap(re.compile(GAMES[game]))
            asked = asyncio.ensure_future(shown(phone, f"[data-game={game}] main:not([aria-busy])"))
            await phone.tap("Jouer tout de suite")
            playable = await asked - await phone.page.evaluate("window.tapped") / 1000
            return {
                "paint_s": (paint or 0) / 1000,
                "home_s": home,
                "playable_s": playable,
                "game": [file for file in fetched if file not in at_home],
            }
        finally:
            await room.close()


async def measure_atelier(browser: Browser, slower: int = SLOWER) -> float:
    """Seconds until a pack can be begun in the atelier, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        room = await Room(browser, Path(folder)).open()
        try:
            phone = await slow_phone(room, slower)
            await phone.page.goto(f"{room.address}/atelier", wait_until="commit")
            return await shown(phone, "button:enabled", "Nouveau paquet")
        finally:
            await room.close()


async def shift(browser: Browser, game: str, seconds: float) -> float:
    """Layout shift a minute, on the phone of somebody who plays this game for so long, or to its end."""
    with tempfile.TemporaryDirectory() as folder:
        room = await Room(browser, Path(folder)).open()
        try:
            room.server.settings = msgspec.structs.replace(room.server.settings, hold=1.0)
            live, token = await room.table(game, name="Ana", bots=["regular"] * 3)
            live.settings = msgspec.structs.replace(live.settings, hold=1.0)
            phone = await room.phone("Ana", reduced_motion="no-preference")
            await phone.page.add_init_script(WATCH)
            await room.enter(phone, live, token)
            await phone.start()
            clock = asyncio.get_running_loop().time
            started = clock()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await Person(phone).play()
            shifts: list[float] = await phone.page.evaluate("window.shifts")
            return sum(shifts) / (clock() - started) * 60
        finally:
            await room.close()


async def bench(runs: int, seconds: float, slower: int) -> dict[str, object]:
    first = first_load(app.PAGE)
    told: dict[str, object] = {"gzip_kb": round(gzip_kb(first), 1), "limit_kb": LIMIT_KB}
    for file in first:
        print(f"{file.name:40} {gzip_kb([file]):7.1f} kB")
    print(f"{'first load':40} {gzip_kb(first):7.1f} kB of {LIMIT_KB}")
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        visits = {game: [await measure(browser, game, slower) for _ in range(runs)] for game in GAMES}
        written = [await measure_atelier(browser, slower) for _ in range(runs)]
        shifts = {game: round(await shift(browser, game, seconds), 3) for game in GAMES} if seconds else {}
        await browser.close()
    told["atelier_s"] = round(statistics.median(written), 2)
    print(f"{'atelier_s':40} {told['atelier_s']:7} s of {ATELIER_S}  (from {min(written):.2f} to {max(written):.2f})")
    games: dict[str, float] = {}
    for game, seen in visits.items():
        files = seen[0]["game"]
        assert isinstance(files, list)
        games[game] = round(gzip_kb(code(files)), 1)
        print(f"{game:40} {games[game]:7.1f} kB more")
    told["games_kb"] = games
    for figure in ("paint_s", "home_s", "playable_s"):
        values = [value for seen in visits.values() for visit in seen if isinstance(value := visit[figure], float)]
        told[figure] = round(statistics.median(values), 2)
        print(f"{figure:40} {told[figure]:7} s  (from {min(values):.2f} to {max(values):.2f}, {len(values)} visits)")
    for game, value in shifts.items():
        print(f"{'shift, ' + game:40} {value:7} a minute, of {LIMIT_SHIFT}")
    told["shift_a_minute"] = shifts
    return told


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.page")
    parser.add_argument("--runs", type=int, default=3, help="visits for each game (default: 3)")
    parser.add_argument(
        "--shift", type=float, default=120, help="seconds of play for each game (default: 120; 0: none)"
    )
    parser.add_argument(
        "--slower",
        type=int,
        default=SLOWER,
        help="times that the processor is slowed (default: 4; 1: the network alone)",
    )
    given = parser.parse_args()
    print(json.dumps(asyncio.run(bench(given.runs, given.shift, given.slower))))


if __name__ == "__main__":
    main()
