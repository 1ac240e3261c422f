"""Several games in a row at one table: the ranking, the vote, the podium, and that all of it is kept."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tablee.engine import Result
from tablee.server.evening import GAMES, note
from tablee.server.hall import Hall
from tablee.server.protocol import (
    STOP,
    Again,
    Decide,
    EveningView,
    Gather,
    Leave,
    NewEvening,
    News,
    Refusal,
    Rematch,
    Remove,
    Rename,
    Seating,
    SetUp,
    Sit,
    Vote,
)
from tablee.server.state import Member, Place, TableState
from tests.server.memory import MemoryStore
from tests.server.people import Person, Phone, a_hall, a_table, start, until_over
from tests.server.virtual import run

QUICK = {"round_turn_cap": 6}


def code(told: News | None) -> str:
    assert isinstance(told, Refusal), told
    return told.code


def evening(phone: Phone) -> EveningView:
    assert phone.lobby
    assert phone.lobby.evening
    return phone.lobby.evening


async def settle() -> None:
    await asyncio.sleep(0.1)


async def a_played_table(hall: Hall, people: int = 3) -> list[Phone]:
    phones = await a_table(hall, "desfausse", people, QUICK)
    await play(phones)
    return phones


async def play(phones: list[Phone]) -> None:
    for seat, phone in enumerate(phones):
        Person(phone, seat, seed=seat)
        phone.seen = None
    await start(phones)
    await until_over(phones)
    await settle()


def test_a_rematch_waits_for_whoever_is_here(tmp_path: Path) -> None:
    async def play_again() -> None:
        phones = await a_played_table(await a_hall(tmp_path))
        looker = Phone(phones[0].live, "token-of-a-looker-on")
        await looker.connect()
        assert code(await looker.order(Again)) == "no_seat"
        await phones[1].must(Again)
        lobby = phones[0].lobby
        assert lobby
        assert lobby.phase == "over"
        assert [seat.again for seat in lobby.seats] == [False, True, False]
        phones[2].disconnect()  # at the film, or asleep; and then gone
        await phones[0].must(Again)
        assert phones[0].live.state.phase == "over"
        await asyncio.sleep(phones[0].live.settings.grace + 1)
        lobby = phones[0].lobby
        assert lobby
        assert lobby.phase == "lobby"
        assert len(lobby.seats) == 3
        assert not any(seat.again for seat in lobby.seats)
        assert code(await phones[0].order(Again)) == "only_in_game"

    run(play_again())


def test_the_result_is_told_with_the_game_and_the_seats_that_it_was_played_with(tmp_path: Path) -> None:
    async def look() -> None:
        ana, bo, cy = await a_played_table(await a_hall(tmp_path))
        assert code(await ana.order(SetUp, game="blitz")) == "only_in_lobby"
        assert code(await ana.order(Seating, order=[2, 1, 0])) == "only_in_lobby"
        await ana.must(Leave, seat=0)
        await bo.must(Remove, seat=2)
        lobby = bo.lobby
        assert lobby
        assert [seat.name for seat in lobby.seats] == ["player 0", "player 1", "player 2"]
        assert (lobby.phase, lobby.mine, lobby.host, cy.gone) == ("over", (1,), True, "kicked")
        await bo.must(Again)  # nobody else is waited for, and nobody else is kept
        assert [place.name for place in bo.live.state.places] == ["player 1"]

    run(look())


def test_medals_and_points_by_place(tmp_path: Path) -> None:
    async def play_twice() -> None:
        phones = await a_played_table(await a_hall(tmp_path))
        told = evening(phones[0])
        seen = phones[0].seen
        assert seen
        assert seen.result
        assert told.games == ("desfausse",)
        assert not told.voting
        first = {f"player {seat}" for seat in seen.result.ranking[0]}
        assert {row.name for row in told.rows if row.place == 1} == first
        medals = {1: 3, 2: 2, 3: 1}
        assert all(row.points == medals[row.places[0] or 9] for row in told.rows)
        await phones[0].must(Rematch)
        await play(phones)
        told = evening(phones[2])
        assert told.games == ("desfausse", "desfausse")
        assert all(row.points == sum(medals[place or 9] for place in row.places) for row in told.rows)
        assert [row.points for row in told.rows] == sorted((row.points for row in told.rows), reverse=True)

    run(play_twice())


def test_the_next_game_by_vote(tmp_path: Path) -> None:
    async def vote() -> None:
        phones = await a_played_table(await a_hall(tmp_path))
        assert code(await phones[0].order(Vote, seat=0, game="blitz")) == "no_vote"
        await phones[1].must(Gather)
        await settle()
        assert evening(phones[2]).voting
        assert code(await phones[0].order(Vote, seat=0, game="chess")) == "unknown_game"
        assert code(await phones[0].order(Vote, seat=1, game="blitz")) == "not_your_seat"
        await phones[0].must(Vote, seat=0, game="blitz")
        await phones[0].must(Vote, seat=0, game="egomaster")  # one may still change
        await settle()
        assert phones[1].lobby
        assert [seat.vote for seat in phones[1].lobby.seats] == ["egomaster", None, None]
        await phones[1].must(Vote, seat=1, game="egomaster")  # two of three: the third cannot turn it
        await settle()
        assert phones[2].lobby
        assert phones[2].lobby.game == "egomaster"
        assert (evening(phones[2]).voting, evening(phones[2]).chosen, evening(phones[2]).tied) == (
            False,
            "egomaster",
            False,
        )
        assert [seat.vote for seat in phones[2].lobby.seats] == [None, None, None]

    run(vote())


def test_the_die_breaks_a_tie_and_the_game_keeps_its_options(tmp_path: Path) -> None:
    async def vote() -> None:
        phones = await a_played_table(await a_hall(tmp_path), 2)
        await phones[0].must(Gather)
        await phones[0].must(Vote, seat=0, game="blitz")
        await phones[1].must(Vote, seat=1, game="defizz")
        await settle()
        assert evening(phones[0]).tied
        assert phones[0].live.state.game in ("blitz", "defizz")
        await phones[0].must(Gather)
        for seat, phone in enumerate(phones):
            await phone.must(Vote, seat=seat, game="desfausse")
        assert (phones[0].live.state.game, phones[0].live.state.options) == ("desfausse", QUICK)

    run(vote())


def test_whoever_is_gone_or_hesitates_holds_nobody_up(tmp_path: Path) -> None:
    async def vote() -> None:
        phones = await a_played_table(await a_hall(tmp_path, grace=30))
        await phones[0].must(Gather)
        await phones[0].must(Vote, seat=0, game="blitz")
        assert code(await phones[1].order(Decide)) == "only_host"
        phones[2].disconnect()
        await phones[1].must(Vote, seat=1, game="defizz")
        await settle()
        assert evening(phones[0]).voting  # somebody may be back in a moment
        await asyncio.sleep(31)
        assert not evening(phones[0]).voting
        await phones[2].connect()
        await phones[0].must(Gather)
        await phones[0].must(Vote, seat=0, game="blitz")
        await phones[0].must(Decide)
        assert phones[0].live.state.game == "blitz"
        await phones[2].must(Gather)
        await phones[2].must(Gather, on=False)
        assert not phones[0].live.state.evening.voting
        assert code(await phones[0].order(Decide)) == "no_vote"

    run(vote())


def test_the_podium_and_another_evening(tmp_path: Path) -> None:
    async def stop() -> None:
        phones = await a_played_table(await a_hall(tmp_path), 2)
        await phones[0].must(Gather)
        for seat, phone in enumerate(phones):
            await phone.must(Vote, seat=seat, game=STOP)
        await settle()
        assert evening(phones[0]).over
        await phones[1].must(NewEvening)
        await settle()
        assert phones[0].lobby
        assert phones[0].lobby.evening is None
        assert code(await phones[0].order(Gather)) == "no_evening"
        await play(phones)
        assert evening(phones[0]).games == ("desfausse",)

    run(stop())


def test_a_name_keeps_what_it_has_won(tmp_path: Path) -> None:
    async def change() -> None:
        phones = await a_played_table(await a_hall(tmp_path))
        won = {row.name: row.points for row in evening(phones[0]).rows}
        await phones[0].must(Rematch)
        await phones[0].must(Rename, seat=0, name="Zoé")
        await phones[2].must(Leave, seat=2)
        await settle()
        rows = {row.name: row for row in evening(phones[0]).rows}
        assert {name: row.points for name, row in rows.items()} == {
            "Zoé": won["player 0"],
            "player 1": won["player 1"],
            "player 2": won["player 2"],
        }
        assert rows["player 2"].seat is None
        await phones[2].must(Sit, name="player 2")
        await settle()
        assert next(row for row in evening(phones[0]).rows if row.name == "player 2").seat == 2

    run(change())


def test_it_is_kept_with_the_table_and_counted_once(tmp_path: Path) -> None:
    async def restart() -> None:
        store = MemoryStore()
        phones = await a_played_table(await a_hall(tmp_path, store))
        await phones[0].must(Gather)
        await phones[0].must(Vote, seat=0, game="blitz")
        before, id = evening(phones[0]), phones[0].live.state.id
        again = await a_hall(tmp_path, store)
        await again.load()
        phone = Phone(again.tables[id], phones[0].token)
        await phone.connect()
        assert evening(phone) == before
        assert phone.lobby
        assert phone.lobby.seats[0].vote == "blitz"

    run(restart())


def test_a_server_killed_between_the_last_answer_and_the_result_counts_the_game(tmp_path: Path) -> None:
    async def restart() -> None:
        store = MemoryStore()
        hall = await a_hall(tmp_path, store)
        phones = await a_table(hall, "desfausse", 2, QUICK)
        for seat, phone in enumerate(phones):
            Person(phone, seat, seed=seat)
        await start(phones)
        playing = store.kept[phones[0].live.state.id]
        await until_over(phones)
        await settle()
        store.kept[playing.id] = playing  # as if the result had never been written
        again = await a_hall(tmp_path, store)
        await again.load()
        phone = Phone(again.tables[playing.id], phones[0].token)
        await phone.connect()
        await settle()
        assert evening(phone).games == ("desfausse",)
        assert evening(phone).rows == evening(phones[0]).rows

    run(restart())


def test_teams_vote_for_a_game_without_teams(tmp_path: Path) -> None:
    """What the game was last played with does not fit who sits here now: it is as the book has it."""

    async def vote() -> None:
        hall = await a_hall(tmp_path, grace=30)
        phones = await a_played_table(hall, 2)
        await phones[0].must(Rematch)
        await phones[0].must(SetUp, game="defizz", options={"teams": True})
        mate = Phone(phones[0].live, "token-of-a-team-mate-00")
        await mate.connect()
        await mate.must(Sit, name="mate", seat=1)
        await phones[0].must(Gather)
        await phones[0].must(Vote, seat=0, game="desfausse")
        await phones[1].must(Vote, seat=1, game="desfausse")
        state = phones[0].live.state
        assert (state.game, state.options, state.evening.voting) == ("desfausse", {}, False)

    run(vote())


def test_nobody_takes_the_medals_of_whoever_went_home_by_a_name(tmp_path: Path) -> None:
    async def change() -> None:
        phones = await a_played_table(await a_hall(tmp_path))
        won = {row.name: row.places for row in evening(phones[0]).rows}
        await phones[0].must(Rematch)
        await phones[2].must(Leave, seat=2)
        await phones[0].must(Rename, seat=0, name="player 2")
        await phones[0].must(Rename, seat=0, name="player 0")
        await settle()
        assert {row.name: row.places for row in evening(phones[0]).rows} == won

    run(change())


def test_an_evening_forgets_whoever_played_only_games_that_it_has_forgotten() -> None:
    state = TableState("t", "BABA", "desfausse", places=[Place(0, [Member("Inès", "guest")])])
    for game in range(GAMES + 40):
        state.places[0].members[0].name = f"Inès {game}"
        note(state, f"match {game}", Result.by_score((1,), "cap"), 0.0)
    assert len(state.evening.signs) == GAMES
