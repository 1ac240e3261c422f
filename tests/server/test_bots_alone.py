"""Bots alone at a table: three times as fast, or at once to the result."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablee.server.hall import Opening
from tablee.server.protocol import AddBot, News, Refusal, Replace, Seating, Sit, Skip, Start, State
from tests.server.people import Person, Phone, a_hall, a_table, decode, start, until_over
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
        assert code(await phones[1].order(Skip)) == "people_play"

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


async def some_out(tmp: Path, stacks: list[int], out: list[list[int]]) -> list[Phone]:
    """Two people, then two bots; the clock passes for nobody, and whoever reads is silent."""
    hall = await a_hall(tmp, positions=True)
    position = {"active": 2, "stacks": stacks, "out": out}
    opening = Opening(game="defizz", name="Ana", bots=["novice", "novice"], pace="none", position=position)
    live, token = await hall.open(opening)
    phones = [Phone(live, token), Phone(live, "token-of-somebody-else")]
    for phone in phones:
        await phone.connect()
    await phones[1].must(Sit, name="Bo")
    await phones[0].must(Seating, order=[0, 3, 1, 2])
    await phones[0].must(Start)
    await asyncio.sleep(1)
    return phones


def says_bots_play(phone: Phone) -> bool:
    return [news for data in phone.bytes if isinstance(news := decode(data), State)][-1].bots_play


def test_whoever_is_out_need_not_wait_for_bots(tmp_path: Path) -> None:
    async def play() -> None:
        host, guest = phones = await some_out(tmp_path, [0, 0, 3800, 3800], [[1], [0]])
        looker = Phone(host.live, "token-of-a-looker-on")
        await looker.connect()
        assert all(map(says_bots_play, phones))
        assert code(await looker.order(Skip)) == "only_host"
        began = asyncio.get_running_loop().time()
        await guest.must(Skip)
        result = await until_over(phones)
        assert result.ranking[2:] == ((0,), (1,))
        assert asyncio.get_running_loop().time() - began < 30  # what storing takes

    run(play())


def test_nobody_skips_while_somebody_can_win(tmp_path: Path) -> None:
    async def play() -> None:
        phones = await some_out(tmp_path, [0, 2000, 2800, 2800], [[0]])
        assert not any(map(says_bots_play, phones))
        assert [code(await phone.order(Skip)) for phone in phones] == ["people_play"] * 2

    run(play())
