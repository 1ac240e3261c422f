"""What the room can do with its table: bots alone, their strengths, the host's hand, the lengths that are announced."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tablee.engine import find
from tablee.house.lengths import read_lengths

from .room import Room


async def test_bots_alone_are_skipped_to_the_result(room: Room) -> None:
    screen = await room.screen()
    live, token = await room.table("desfausse", bots=["novice", "novice"], options={"round_turn_cap": 6})
    await room.enter(screen, live, token)
    await expect(screen.button("OK, avec le son")).to_be_focused()  # a remote has nothing but OK
    await screen.tap("Sans son")
    await screen.start()
    await screen.tap("Aller au résultat")
    await expect(screen.heading("gagne").first).to_be_visible()
    await expect(screen.button("Aller au résultat")).to_be_hidden()
    assert live.running
    assert live.running.match.result


async def test_whoever_is_out_goes_to_the_result_when_only_bots_are_left(room: Room) -> None:
    stacks = {"active": 2, "stacks": [0, 0, 7500, 100], "out": [[1], [0]]}
    live, (host, guest) = await room.seated("defizz", 2, bots=["novice", "novice"], position=stacks)
    await live.change(lambda state: state.places.sort(key=lambda place: place.bot is not None))
    await host.start()
    await expect(host.button("Aller au résultat")).to_be_visible()  # although Ana, who reads, is awaited
    await guest.tap("Aller au résultat")
    await expect(host.heading("gagne").first).to_be_visible()
    await expect(guest.heading("gagne").first).to_be_visible()


async def test_a_bot_gets_stronger_on_its_row_and_the_hand_is_passed_on(room: Room) -> None:
    _, (host, guest) = await room.seated("desfausse", 2, bots=["novice"])
    seat = next(k for k, one in enumerate(host.lobby["seats"]) if one.get("bot"))
    await guest.tap(re.compile("^Force d"))  # whoever sits may
    await guest.page.get_by_role("listitem").get_by_role("radio").last.check(force=True)
    await host.until(lambda: host.lobby["seats"][seat]["bot"] != "novice")
    await host.tap("Plus pour Bo")
    await host.tap("Lui passer la main, à Bo")
    await expect(guest.heading("Tu reçois")).to_be_visible()


async def test_a_television_shows_the_table_and_may_receive_instead(room: Room) -> None:
    live, (host, _) = await room.seated("desfausse", 2)
    screen = await room.screen()
    await expect(host.page.get_by_text("la télé affiche")).to_be_hidden()
    await screen.open(f"/{live.state.code}")
    await host.sees("la télé affiche")
    await expect(screen.button("On commence")).to_be_hidden()
    await host.tap("La télé reçoit à ma place")
    await expect(screen.button("On commence")).to_be_visible()
    await expect(host.heading(f"Table {live.state.code}")).to_be_visible()


async def test_the_length_is_the_one_measured_for_this_table(room: Room) -> None:
    _, (host,) = await room.seated("defizz", 1, bots=["novice", "novice"], options={"first_player": "host"})
    await host.sees(re.compile(r"^Qui commence\s:\s+l’hôte$"))  # not a sentence and another one
    told = read_lengths(find("defizz"))

    def said(minutes: int) -> re.Pattern[str]:
        return re.compile(rf"Environ {minutes if minutes < 12 else round(minutes / 5) * 5} min")

    await host.sees(said(told["book"]["3"]))
    await host.button("Soirée", exact=True).first.click()
    await host.sees(said(told["evening"]["3"]))
