"""Moments that are held: everyone sees the same one for the same time, and nothing new is asked meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablee.games.desfausse.events import Rolled
from tablee.server.protocol import GoOn, Readied, State
from tests.server.people import Phone, a_hall, a_table, decode, start
from tests.server.virtual import run


def states(phone: Phone) -> list[State]:
    return [news for data in phone.bytes if isinstance(news := decode(data), State)]


@pytest.fixture
def weighty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rolled, "weight", "result")


async def two_at_a_table(path: Path, **settings: Any) -> list[Phone]:
    phones = await a_table(await a_hall(path, **settings), "desfausse", 2)
    await start(phones)
    await asyncio.sleep(0.2)  # what has happened is stored and told
    return phones


def test_what_was_rolled_is_seen_before_anything_is_asked(tmp_path: Path, weighty: None) -> None:
    async def story() -> None:
        phones = await two_at_a_table(tmp_path)
        await asyncio.sleep(1.0)
        for phone in phones:
            last = states(phone)[-1]
            assert last.beat
            assert last.beat.until - last.beat.since == 2500
            assert b"rolled" in bytes(last.beat.events)
            assert not last.asks
            assert not [one for one in last.waiting if not one.standing]
        await asyncio.sleep(2.0)
        assert sorted(len(states(phone)[-1].asks) for phone in phones) == [0, 1]
        assert not states(phones[0])[-1].beat

    run(story())


def test_it_ends_when_everyone_has_seen_it(tmp_path: Path, weighty: None) -> None:
    async def story() -> None:
        phones = await two_at_a_table(tmp_path)
        beat = states(phones[0])[-1].beat
        assert beat
        seats = [phone.lobby.mine[0] for phone in phones if phone.lobby]
        await phones[0].must(GoOn, seat=seats[0], beat=beat.seq)
        told = [news for data in phones[1].bytes if isinstance(news := decode(data), Readied)]
        assert told == [Readied(beat.seq, (seats[0],))]
        assert states(phones[1])[-1].beat
        await phones[1].must(GoOn, seat=seats[1], beat=beat.seq)
        await asyncio.sleep(0.01)
        assert not states(phones[1])[-1].beat
        assert any(states(phone)[-1].asks for phone in phones)

    run(story())


def test_who_comes_back_meanwhile_sees_it_too(tmp_path: Path, weighty: None) -> None:
    async def story() -> None:
        phones = await two_at_a_table(tmp_path)
        before = states(phones[0])[-1].beat
        phones[0].disconnect()
        await asyncio.sleep(1.0)
        await phones[0].connect()
        again = states(phones[0])[-1].beat
        assert before
        assert again
        assert (again.until, bytes(again.events)) == (before.until, bytes(before.events))

    run(story())


def test_a_host_can_do_without(tmp_path: Path, weighty: None) -> None:
    async def story() -> None:
        phones = await two_at_a_table(tmp_path, hold=0.0)
        assert not states(phones[0])[-1].beat
        assert any(states(phone)[-1].asks for phone in phones)

    run(story())
