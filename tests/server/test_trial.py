"""A trial game at a table of its own: followed by advice to its end, also across a restart; then a real game."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tablee.client.seen import Seen
from tablee.engine import NotAllowed
from tablee.server.hall import Hall, Opening
from tablee.server.protocol import Answer, Reading, Rematch
from tests.server.people import Phone, a_hall, a_table, until_over
from tests.server.virtual import run


def follow(phone: Phone) -> None:
    """Somebody who does as advised, and nothing else."""
    done: set[int] = set()

    def look(seen: Seen) -> None:
        for one in seen.asks:
            if one.advice and one.opened not in done:
                done.add(one.opened)
                fields = {"seat": one.seat, "ask": one.ask.name, "opened": one.opened}
                phone.spawn(phone.order(Answer, **fields, value=one.advice.value))

    phone.on_state = look


async def a_trial(hall: Hall, game: str) -> Phone:
    live, token = await hall.open(Opening(game=game, name="Ana", trial=True))
    phone = Phone(live, token)
    follow(phone)
    await phone.connect()
    return phone


@pytest.mark.parametrize("game", ["blitz", "defizz", "desfausse", "egomaster"])
def test_a_trial_is_won_by_following_it_and_a_real_game_comes_next(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        phone = await a_trial(await a_hall(tmp_path), game)
        result = await until_over([phone])
        assert result.ranking[0] == (0,)
        assert phone.lobby
        assert phone.lobby.trial
        assert phone.lobby.pace == "none"
        phone.on_state = lambda seen: None
        await phone.must(Rematch)
        assert not phone.lobby.trial
        assert phone.lobby.pace == "normal"
        assert not phone.live.state.position

    run(story())


def test_a_trial_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        hall = await a_hall(tmp_path)
        phone = await a_trial(hall, "defizz")
        while not (phone.live.running and len(phone.live.running.match.log) > 4):
            await asyncio.sleep(0.5)
        phone.disconnect()
        phone.live.sleep()
        await phone.connect()
        assert (await until_over([phone])).scores == (1300, 0)

    run(story())


def test_only_a_game_that_has_one_is_tried(tmp_path: Path) -> None:
    async def story() -> None:
        with pytest.raises(NotAllowed):
            await (await a_hall(tmp_path)).open(Opening(game="defizz", trial=True))  # nobody sits

    run(story())


def test_everyone_sees_who_still_reads(tmp_path: Path) -> None:
    async def story() -> None:
        ana, bo = await a_table(await a_hall(tmp_path), "desfausse", 2)
        await bo.must(Reading, on=True)
        assert ana.lobby
        assert [seat.reads for seat in ana.lobby.seats] == [False, True]
        bo.disconnect()
        await ana.must(Reading, on=False)
        assert not any(seat.reads for seat in ana.lobby.seats)

    run(story())
