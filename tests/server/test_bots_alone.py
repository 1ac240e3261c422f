"""Bots alone at a table: three times as fast, or at once to the result."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablee.server.hall import Opening
from tablee.server.protocol import AddBot, News, Refusal, Replace, Skip, Start
from tests.server.people import Person, Phone, a_hall, a_table, start
from tests.server.virtual import run


def code(told: News | None) -> str:
    assert isinstance(told, Refusal), told
    return told.code


async def watched(tmp: Path) -> Phone:
    hall = await a_hall(tmp)
    live, token = await hall.open(Opening(game="desfausse", bots=["novice", "novice"], options={"round_turn_cap": 4}))
    phone = Phone(live, token)
    await phone.connect()
    await phone.must(Start)
    return phone


async def ended(phone: Phone) -> float:
    began = asyncio.get_running_loop().time()
    while phone.seen is None or phone.seen.result is None:
        await asyncio.sleep(0.05)
    return asyncio.get_running_loop().time() - began


def test_three_times_as_fast(tmp_path: Path) -> None:
    async def play() -> None:
        phone = await watched(tmp_path)
        lasted = await ended(phone)
        running = phone.live.running
        assert running
        assert abs(running.match.log[-1].at / 1000 / lasted - 3) < 0.05

    run(play())


def test_skipped_to_the_result(tmp_path: Path) -> None:
    async def play() -> None:
        phone = await watched(tmp_path)
        await asyncio.sleep(5)
        assert phone.seen
        seq, told = phone.seen.seq, len(phone.bytes)
        await phone.must(Skip)
        assert await ended(phone) < 10  # what storing takes, here a little for every answer
        assert phone.seen.seq > seq + 20
        assert len(phone.bytes) - told < 6  # nothing in between is told
        assert phone.live.state.phase in ("playing", "over")

    run(play())


def test_people_are_not_skipped(tmp_path: Path) -> None:
    async def play() -> None:
        phones = await a_table(await a_hall(tmp_path), "desfausse", 2)
        for seat, phone in enumerate(phones):
            Person(phone, seat)
        assert code(await phones[0].order(Skip)) == "only_in_game"
        await start(phones)
        await asyncio.sleep(1)
        assert code(await phones[0].order(Skip)) == "people_play"
        assert code(await phones[1].order(Skip)) == "only_host"

    run(play())


def test_whoever_takes_the_seat_back_is_told_again(tmp_path: Path) -> None:
    async def play() -> None:
        phones = await a_table(await a_hall(tmp_path), "desfausse", 1, {"round_turn_cap": 40})
        await phones[0].must(AddBot, strength="novice")
        await start(phones)
        await phones[0].must(Replace, seat=0, strength="novice")
        await phones[0].must(Skip)
        await phones[0].must(Replace, seat=0, strength=None)
        running = phones[0].live.running
        assert running
        Person(phones[0], 0)
        before, seen = len(running.match.log), phones[0].seen
        while seen is None or seen.seq <= before:
            await asyncio.sleep(0.1)
            seen = phones[0].seen
        assert seen.result is None, "not the end alone"

    run(play())
