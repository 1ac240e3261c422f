"""What people do while something else is being stored."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablee.server.cluster.far import Fars
from tablee.server.cluster.messages import Come, Give, Go, Way
from tablee.server.cluster.post import Post
from tablee.server.cluster.wire import LocalWire
from tablee.server.protocol import (
    AddBot,
    Chat,
    HandOver,
    HandToScreen,
    Leave,
    Lobby,
    Refusal,
    Rematch,
    Remove,
    Rename,
    Seating,
    State,
    encode,
)
from tests.server.memory import MemoryStore
from tests.server.people import Person, Phone, a_hall, a_table, decode, start
from tests.server.virtual import run


def test_what_somebody_may_do_is_asked_when_his_turn_has_come(tmp_path: Path) -> None:
    """A bot sits there when Bo sends it away, and Cy when that is done: only the host may do that."""

    async def story() -> None:
        store = MemoryStore()
        ana, bo, cy = await a_table(await a_hall(tmp_path, store), "desfausse", 3)
        await ana.must(AddBot, strength="regular")
        store.delay = 1
        moving = asyncio.create_task(ana.must(Seating, order=[0, 1, 3, 2]))
        await asyncio.sleep(0.5)
        refused = await bo.order(Remove, seat=3)
        await moving
        assert isinstance(refused, Refusal)
        assert refused.code == "only_host"
        assert cy.gone is None

    run(story())


def test_whoever_has_handed_over_hands_nothing_over_any_more(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        ana, bo = await a_table(await a_hall(tmp_path, store), "desfausse", 2)
        screen = Phone(ana.live, "screen")
        screen.screen = True
        await screen.connect()
        store.delay = 1
        handing = asyncio.create_task(ana.must(HandOver, seat=1))
        await asyncio.sleep(0.5)
        refused = await ana.order(HandToScreen)
        await handing
        assert isinstance(refused, Refusal)
        assert refused.code == "only_host"
        assert ana.live.state.host == bo.guest

    run(story())


def test_a_match_that_ends_while_the_host_leaves_it_is_not_told_in_the_lobby(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        phones = await a_table(await a_hall(tmp_path, store), "desfausse", 2, {"round_turn_cap": 2})
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        store.delay = 1
        running = phones[0].live.running
        assert running
        while not running.over:
            await asyncio.sleep(0.1)
        await asyncio.sleep(0.05)  # the last answer is still being stored, and is so before what follows
        await phones[0].must(Rematch)
        await asyncio.sleep(10)
        for phone in phones:
            news = [decode(data) for data in phone.bytes]
            left = next(place for place, one in enumerate(news) if isinstance(one, Lobby) and one.match == running.id)
            lobby = next(
                place
                for place, one in enumerate(news)
                if place > left and isinstance(one, Lobby) and one.phase == "lobby"
            )
            assert not [one for one in news[lobby:] if isinstance(one, State)]
        assert store.matches[running.id].result
        assert people[0].asked

    run(story())


def test_a_line_is_said_though_its_seat_is_gone_when_it_is_stored(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        ana, _, cy = await a_table(await a_hall(tmp_path, store), "blitz", 3)
        await start([ana])
        await asyncio.sleep(1)  # everyone has given a part in the next dice
        store.delay = 10
        cy.spawn(cy.order(Chat, seat=2, text="au revoir"))  # which the game hears, too
        await asyncio.sleep(1)
        store.delay = 0.01
        await cy.must(Leave, seat=2)
        await ana.must(Rematch)
        assert len(ana.live.state.places) == 2
        await asyncio.sleep(20)
        assert [(line.name, line.text) for line in ana.live.talk.lines] == [("player 2", "au revoir")]
        assert not ana.live.chats

    run(story())


def test_an_order_is_answered_though_its_device_went_away_from_another_node_and_came_back(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        hall = await a_hall(tmp_path, store)
        _, bo = await a_table(hall, "desfausse", 2)
        bo.disconnect()
        told: list[bytes] = []

        class Wire(LocalWire):
            def send(self, node: str, data: bytes) -> None:
                told.append(data)

        post = Post(Wire(), lambda node, said: None, lambda node: None)
        post.begin("owner")
        fars = Fars(post, hall.tables.get)
        way = Way(40.0, 5.0, None, None, False)
        rename = encode(Rename("rename-1", 1, "Bo"))
        store.delay = 1
        for number in (1, 2):
            fars.hear("relay", Come(number, bo.live.state.id, bo.guest, False, None, None, way))
            fars.hear("relay", Give(number, rename, way))
            await asyncio.sleep(0.5)
            fars.hear("relay", Go(1))
        await asyncio.sleep(5)
        assert bo.live.state.places[1].name == "Bo"
        assert any(b"rename-1" in data and b"done" in data for data in told)

    run(story())
