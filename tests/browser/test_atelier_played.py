"""A pack of one's own, written on a phone and played to the end on two phones and a television."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

import pytest
from playwright.async_api import Page, expect

from tablee.packs.document import decode
from tablee.server.table import Live

from .people import play_out
from .phone import Phone
from .room import Room
from .test_atelier import begin, saved

TITLE: Final = "Les 40 ans de Maud"
# Shortly before the end, so that it is soon over: whoever knows nothing has a single token.
NEARLY: Final[dict[str, dict[str, Any]]] = {
    "defizz": {"options": {"reader": "house"}, "position": {"active": 0, "stacks": [100, 7500]}},
    "egomaster": {
        "options": {"reader": "house", "quick_game": True},
        "position": {"active": 0, "stacks": [100, 11500], "pawns": [0, 3]},
    },
}
NAMES: Final = {"defizz": "Défizz", "egomaster": "Egomaster", "blitz": "Blitz"}


async def write_quiz(page: Page, hint: str, parts: tuple[str, ...]) -> list[str]:
    """A question in each part of the box. The answers."""
    for number, part in enumerate(parts):
        if number:
            await page.get_by_role("navigation", name="Les entrées").get_by_role("button", name="Ajouter").click()
        await page.locator(".form").get_by_role("button", name=part, exact=True).click()
        await page.get_by_label(hint).fill(f"Indice {number}")
        await page.get_by_label("Question", exact=False).first.fill(f"À nous, en {part} : qui a soufflé les bougies ?")
        await page.get_by_label("Réponse").fill(f"canari {part.lower()}")
        rivals = page.get_by_role("textbox", name="Fausses")
        await rivals.fill("un serin, un moineau, un pinson")
        await rivals.press("Enter")
    return [f"canari {part.lower()}" for part in parts]


async def write_themes(page: Page) -> list[str]:
    for number in range(3):
        if number:
            await page.get_by_role("navigation", name="Les entrées").get_by_role("button", name="Ajouter").click()
        await page.get_by_label("Thème", exact=True).fill(f"Chose à nous {number}")
        await page.get_by_label(re.compile("^Mot-clé")).fill(f"nous{number}")
        await page.locator(".form").get_by_role("button", name="carré").click()
        examples = page.get_by_role("textbox", name="Exemples")
        await examples.fill(f"bougie {number}, gâteau {number}")
        await examples.press("Enter")
    return []


WRITE: Final[dict[str, Callable[[Page], Awaitable[list[str]]]]] = {
    "defizz": lambda page: write_quiz(page, "Indice", ("Duel", "Multi")),
    "egomaster": lambda page: write_quiz(page, "Mot-clé", ("Solo", "Duo", "Multi")),
    "blitz": write_themes,
}


async def nearly_over(room: Room, host: Phone, game: str) -> dict[str, Any]:
    if game != "blitz":
        return NEARLY[game]
    # A theme lies before the second player, and only such ones are left to be drawn: a face-off comes at once.
    record = await room.server.store.own_pack(host.lobby["own"][0]["name"].removeprefix("own:"))
    assert record
    document = decode(await room.server.store.blob(record.hash) or b"")
    first, *others = [f"own1-{held.id}" for held in document.tables]
    piles = {"left": 1, "right": 1}
    position = {"drawer": 0, "tops": [["a03"], [first], ["a04"]], "unseen": others, "piles": piles}
    return {"options": {"challenge_s": 0, "remove_symbols": False}, "position": position}


async def lobby_with_it(room: Room, host: Phone) -> Live:
    """The table that *play with it* has opened: the pack lies on it, and people are told so."""
    await host.until(lambda: host.lobby)
    assert [one["title"] for one in host.lobby["own"]] == [TITLE]
    assert host.lobby["packs"][0] == host.lobby["own"][0]["name"]
    return room.server.hall.tables[host.lobby["table"]]


@pytest.mark.parametrize(
    "game", ["defizz", pytest.param("egomaster", marks=pytest.mark.long), pytest.param("blitz", marks=pytest.mark.long)]
)
async def test_a_pack_is_written_on_a_phone_and_played_to_the_end(game: str, room: Room) -> None:
    host = await room.phone("Ana")
    await host.open("/atelier")
    await begin(host.page, NAMES[game], TITLE)
    answers = await WRITE[game](host.page)
    await saved(host.page)
    await host.tap("Jouer avec")
    live = await lobby_with_it(room, host)
    nearly = await nearly_over(room, host, game)
    async with live.lock:  # an order on its way would keep what was before
        live.state.options, live.state.position, live.state.pace = nearly["options"], nearly["position"], "none"
    await host.take_seat()
    bo, screen = await room.phone("Bo"), await room.screen()
    for device in (bo, screen):
        await device.open(f"/{live.state.code}")
    await bo.take_seat()
    await screen.sees("Bo")
    if game == "blitz":  # which wants three
        await host.tap("Ajouter un robot")
        await host.until(lambda: len(host.lobby["seats"]) == 3)
    await host.start()
    for answer in answers:
        assert not any(answer in frame for device in (host, bo, screen) for frame in device.received)
    await play_out([host, bo])
    for device in (host, bo, screen):
        await expect(device.heading("gagne").first).to_be_visible()
    told = "\n".join(screen.received)
    assert TITLE in told, "a card says where it is from"
    assert "À nous" in told or "Chose à nous" in told, "one's own come first"
