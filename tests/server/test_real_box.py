"""Real dice and cards on the table: whoever rolls or draws says what they show, and nothing pretends to prove it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.bots import any_value
from tablee.client import Seen
from tablee.engine import DICE, Invalid, find
from tablee.house.export import Export, verify
from tablee.server.protocol import AddBot, Answer, News, Opened, Refusal, SetUp
from tests.server.memory import MemoryStore
from tests.server.people import Person, Phone, a_hall, a_table, start, until_over
from tests.server.virtual import run

GAMES = ("desfausse", "defizz", "egomaster", "blitz")
SHORT: dict[str, dict[str, Any]] = {
    "desfausse": {"round_turn_cap": 3},
    "defizz": {"ending": "turns", "ending_after": 5, "reader": "house"},
    "egomaster": {"ending": "turns", "ending_after": 5, "reader": "house"},
    "blitz": {},
}


class Roller(Person):
    """Somebody who also rolls real dice, and taps in what they show."""

    def look(self, seen: Seen) -> None:
        others = tuple(opened for opened in seen.asks if opened.ask.actors != (DICE,))
        super().look(replace(seen, asks=others))
        for opened in seen.asks:
            if opened.ask.actors == (DICE,) and self.done.get(opened.ask.name) != opened.opened:
                self.done[opened.ask.name] = opened.opened
                self.rolled.append(opened)
                self.spawn(self.say(opened, any_value(opened.ask.form, self.rng), 500))

    def __init__(self, phone: Phone, seat: int, seed: int = 0) -> None:
        self.rolled: list[Opened] = []
        super().__init__(phone, seat, seed=seed)


def code(told: News | None) -> str:
    assert isinstance(told, Refusal), told
    return told.code


async def with_box(tmp: Path, game: str, people: int, store: MemoryStore | None = None) -> list[Phone]:
    phones = await a_table(await a_hall(tmp, store), game, people, SHORT[game])
    await phones[0].must(SetUp, real=True)
    return phones


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_with_the_real_box(game: str, tmp_path: Path) -> None:
    async def whole() -> None:
        store = MemoryStore()
        phones = await with_box(tmp_path, game, 3, store)
        people = [Roller(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        await until_over(phones)
        await asyncio.sleep(1)
        live = phones[0].live
        assert live.state.match
        record = store.matches[live.state.match]
        assert record.provenance.real
        told = [opened for person in people for opened in person.rolled]
        rolls = [reply for reply in store.logs[record.id] if reply.actor == DICE]
        assert told
        if game == "desfausse":
            assert len(told) == len(rolls)  # here everything random is a die
        export = Export(
            id=record.id,
            header=record.header,
            provenance=record.provenance,
            log=tuple(store.logs[record.id]),
            secret=store.secrets[record.id].hex(),
            result=record.result,
        )
        with pytest.raises(Invalid) as refused:
            verify(export)
        assert refused.value.code == "real_dice"

    run(whole())


def test_only_the_hand_that_rolls_is_asked_and_only_faces_of_its_die_count(tmp_path: Path) -> None:
    async def roll() -> None:
        phones = await with_box(tmp_path, "desfausse", 2)
        await start(phones)
        await asyncio.sleep(0.1)
        first, second = (phone.seen for phone in phones)
        assert first
        assert second
        asked = [opened for opened in first.asks if opened.ask.actors == (DICE,)]
        assert asked[0].ask.name == "first"  # DF-07: everyone rolls for it, one after the other
        assert not [opened for opened in second.asks if opened.ask.actors == (DICE,)]
        assert [ask.actors for ask in first.waiting if not ask.standing] == [(0,)]
        same = {"ask": "first", "opened": asked[0].opened}
        assert code(await phones[1].order(Answer, seat=1, value=6, **same)) == "stale"
        assert code(await phones[0].order(Answer, seat=0, value=7, **same)) == "not_an_option"
        assert code(await phones[0].order(Answer, seat=0, value=None, **same)) == "must_answer"
        await phones[0].order(Answer, seat=0, value=6, **same)
        await asyncio.sleep(0.1)
        running = phones[0].live.running
        assert running
        assert (running.match.log[-1].actor, running.match.log[-1].value) == (DICE, 6)

    run(roll())


def test_for_a_bot_and_for_who_is_away_anyone_rolls(tmp_path: Path) -> None:
    async def roll() -> None:
        phones = await with_box(tmp_path, "desfausse", 2)
        await phones[0].must(AddBot, strength="novice")
        await start(phones)
        running = phones[0].live.running
        assert running
        for _ in range(40):
            await asyncio.sleep(0.1)
            ask = next((ask for ask in running.match.asks if ask.actors == (DICE,)), None)
            if ask is None:
                break
            assert running.house.by_hand(ask) == (
                (0, 1) if running.match.hand(ask) == 2 else (running.match.hand(ask),)
            )
            seat = running.house.by_hand(ask)[-1]
            seen = phones[seat].seen
            assert seen
            opened = next(one for one in seen.asks if one.ask.actors == (DICE,))
            value = any_value(ask.form, Random(len(running.match.log)))
            await phones[seat].order(Answer, seat=seat, ask=ask.name, opened=opened.opened, value=value)

    run(roll())


def test_a_restart_keeps_the_box_on_the_table(tmp_path: Path) -> None:
    async def restart() -> None:
        store = MemoryStore()
        phones = await with_box(tmp_path, "egomaster", 3, store)
        await start(phones)
        await asyncio.sleep(0.1)
        again = await a_hall(tmp_path, store)
        await again.load()
        live = again.tables[phones[0].live.state.id]
        for phone in [Phone(live, phone.token) for phone in phones]:
            await phone.connect()
        assert live.running
        assert live.running.house.hands
        assert not [reply for reply in live.running.match.log if reply.actor == DICE]

    run(restart())


def test_another_game_needs_another_box(tmp_path: Path) -> None:
    async def change() -> None:
        phones = await with_box(tmp_path, "desfausse", 2)
        assert phones[0].live.state.real
        await phones[0].must(SetUp, game="blitz")
        assert not phones[0].live.state.real
        assert all(find(game).load().hand for game in GAMES)

    run(change())
