"""Reloads, lost networks, second tabs and second thoughts, at the moments when they hurt most."""

from __future__ import annotations

import asyncio
import re

import msgspec
import pytest
from playwright.async_api import Locator, WebSocketRoute, expect

from tablee.server.table import Live

from .people import Person, play_out
from .phone import Phone
from .positions import NEAR_THE_END
from .room import Room

OFFLINE = re.compile("Hors ligne")


pytestmark = pytest.mark.usefixtures("kind_dice")


def stop(phone: Phone) -> Locator:
    return phone.main.get_by_role("button", name=re.compile("M’arrêter"))


async def asked(room: Room) -> tuple[Live, Phone, Phone]:
    """Two at a table of DESfausse; the first is asked something."""
    live, (host, guest) = await room.seated("desfausse", 2, position={"active": 0})
    await host.start()
    await host.until(lambda: host.asked)
    await expect(host.main.get_by_role("button", disabled=False).first).to_be_visible()
    return live, host, guest


def replies(live: Live, seat: int) -> int:
    assert live.running
    return sum(1 for reply in live.running.match.log if reply.actor == seat)


async def test_a_reload_while_being_asked(room: Room) -> None:
    live, host, _ = await asked(room)
    before = host.asked
    host.state = {}
    await host.page.reload()
    await host.until(lambda: host.state)
    assert host.asked == before
    await Person(host).answer()
    assert replies(live, 0) == 1


async def test_the_network_goes_and_comes_back(room: Room) -> None:
    """The browser's own switch leaves sockets alone, so that they are cut beside it."""
    live, (host, guest) = await room.seated("desfausse", 2, position={"active": 0})
    lines: list[WebSocketRoute] = []
    gone = False

    async def connect(line: WebSocketRoute) -> None:
        if gone:
            return await line.close()
        lines.extend((line, line.connect_to_server()))

    await host.page.route_web_socket(re.compile("/ws$"), connect)
    await host.page.reload()
    await host.tap("On commence")
    await expect(stop(host)).to_be_visible()
    gone = True
    for line in lines:
        await line.close()
    await host.context.set_offline(True)
    await host.sees(OFFLINE)
    await guest.until(lambda: guest.lobby["seats"][0].get("here") is False)
    await stop(host).click()
    await host.sees("C’est en route")
    assert replies(live, 0) == 0
    gone = False
    await host.context.set_offline(False)
    await expect(host.page.get_by_text(OFFLINE)).to_be_hidden()
    await guest.until(lambda: guest.lobby["seats"][0].get("here", True) and replies(live, 0))
    assert replies(live, 0) == 1


@pytest.mark.parametrize("lost", ["the answer", "its outcome"])
async def test_the_line_breaks_with_an_answer_on_its_way(lost: str, room: Room) -> None:
    """It is told again, and counts once."""
    live, (host, guest) = await room.seated("desfausse", 2, position={"active": 0})
    broken = asyncio.Event()

    def cut(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        answers: set[str] = set()
        over = False

        async def end() -> None:
            nonlocal over
            over = True
            broken.set()
            await asyncio.gather(route.close(), server.close())

        async def up(frame: str | bytes) -> None:
            if over:
                return  # a ping, say, that was on its way
            order = msgspec.json.decode(frame)
            if order["type"] == "answer" and not broken.is_set():
                answers.add(order["id"])
                if lost == "the answer":
                    return await end()
            server.send(frame)

        async def down(frame: str | bytes) -> None:
            news = msgspec.json.decode(frame)
            if news.get("id") in answers and not broken.is_set():
                return await end()
            route.send(frame)

        route.on_message(up)
        server.on_message(down)

    await host.page.route_web_socket(re.compile("/ws$"), cut)
    await host.page.reload()
    await expect(host.button("On commence")).to_be_enabled()
    await host.tap("On commence")
    await stop(host).click()
    await broken.wait()
    await guest.until(lambda: guest.state.get("seq", 0) > 0 and replies(live, 0) > 0)
    await expect(host.page.get_by_text(OFFLINE)).to_be_hidden()
    assert replies(live, 0) == 1


async def test_a_second_tab_shows_the_same_seat(room: Room) -> None:
    live, host, _ = await asked(room)
    second = await room.tab(host.context)
    second.name = host.name
    await second.open(f"/{live.state.code}")
    await second.until(lambda: second.asked == host.asked)
    seq = host.state["seq"]
    await asyncio.gather(Person(host).answer(), Person(second).answer())
    await host.until(lambda: host.state["seq"] > seq and second.state["seq"] == host.state["seq"])
    assert {reply.actor for reply in live.running.match.log if isinstance(reply.actor, int)} == {0}  # type: ignore[union-attr]
    assert not any(
        reply["type"] == "refusal" and reply["code"] not in ("stale", "not_asked") for reply in second.outcomes.values()
    )


async def test_a_table_in_the_list_at_home(room: Room) -> None:
    live, host, _ = await asked(room)
    await host.open()
    await host.page.get_by_role("link", name=re.compile(f"^{live.state.code}")).click()
    await expect(host.main.get_by_role("button", disabled=False).first).to_be_visible()
    assert host.asked


async def test_a_refusal_says_why_by_the_rule_in_its_place(room: Room) -> None:
    """The page offers nothing that is not allowed, so that an answer must be changed on its way."""
    _, (host, _) = await room.seated("desfausse", 2, position={"active": 0})

    def change(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def up(frame: str | bytes) -> None:
            order = msgspec.json.decode(frame)
            if order["type"] == "answer":
                frame = msgspec.json.encode({**order, "value": ["r1b"]}).decode()
            server.send(frame)

        route.on_message(up)

    await host.page.route_web_socket(re.compile("/ws$"), change)
    await host.page.reload()
    await host.tap("On commence")
    await stop(host).click()
    await host.main.get_by_role("button", name="Pourquoi").click()
    await expect(host.main.locator(".why-not .slip")).to_contain_text(re.compile(r"DF-\d+$"))


async def test_several_people_on_one_phone_without_secrets(room: Room) -> None:
    """Nothing to hide, so no curtain: the hand changes by itself, and the name above it."""
    _, (host,) = await room.seated(
        "desfausse", 1, **{**NEAR_THE_END["desfausse"], "position": {"round": 3, "active": 0}}
    )
    await host.tap("Quelqu’un d’autre joue sur cet appareil")
    await host.take_seat("Bo")
    assert host.lobby["mine"] == [0, 1]
    await host.tap("On commence")
    for seat, name in enumerate(("Ana", "Bo")):
        await host.until(lambda seat=seat: host.asked and host.asked[0]["seat"] == seat)  # type: ignore[misc]
        await expect(host.page.get_by_role("banner").get_by_text(name, exact=True)).to_be_visible()
        await expect(host.page.get_by_role("dialog")).to_be_hidden()
        while host.asked and host.asked[0]["seat"] == seat:
            await Person(host, seed=seat).answer()


async def test_several_people_on_one_phone_with_secrets(room: Room) -> None:
    """Nothing of the next person is shown, nor sent, before the curtain is lifted; and they speak."""
    _, (host,) = await room.seated("defizz", 1, options={"first_player": "host"})
    for name in ("Bo", "Cy"):
        await host.tap("Quelqu’un d’autre joue sur cet appareil")
        await host.take_seat(name)
    await host.until(lambda: host.lobby["options"].get("answers") == "spoken")
    await host.tap("On commence")
    curtain = host.page.get_by_role("dialog", name=re.compile("À .* de jouer"))
    await expect(curtain).to_be_visible()
    assert not host.asked
    await curtain.get_by_role("button", name=re.compile("C’est moi")).click()
    await host.until(lambda: host.asked)
    await expect(curtain).to_be_hidden()


async def test_a_restarted_server(room: Room) -> None:
    """The page dials until somebody answers, and the game goes on where it was."""
    _, phones = await room.seated("desfausse", 2, options={"round_turn_cap": 2}, position={"round": 3, "active": 0})
    await phones[0].start()
    for phone in phones:
        await expect(phone.main.get_by_role("table")).to_be_visible()
    seq = phones[0].state["seq"]
    await room.restart()
    for phone in phones:
        await expect(phone.page.get_by_text(OFFLINE)).to_be_hidden()
    assert phones[0].state["seq"] >= seq
    await play_out(phones)
    await expect(phones[1].heading("gagne").first).to_be_visible()
