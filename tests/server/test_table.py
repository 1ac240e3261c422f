"""What people can do at a table: come, sit, set up, talk, start, pause, leave, come back."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.server.hall import Hall, Opening
from tablee.server.protocol import (
    AddBot,
    Answer,
    Chat,
    Done,
    Erase,
    HandOver,
    HandToScreen,
    Leave,
    Lend,
    Lobby,
    Lock,
    Look,
    Mute,
    News,
    Notice,
    Order,
    Pause,
    React,
    Reacted,
    Refusal,
    Rematch,
    Remove,
    Rename,
    Replace,
    Report,
    Said,
    Seating,
    SetUp,
    Sit,
    Start,
    Take,
    Youngest,
)
from tests.server.memory import MemoryStore
from tests.server.people import Person, Phone, a_hall, a_table, decode, start, until_over
from tests.server.virtual import run


def code(told: News | None) -> str:
    assert isinstance(told, Refusal), told
    return told.code


def heard(phone: Phone, kind: type[Any]) -> list[Any]:
    return [news for data in phone.bytes if isinstance(news := decode(data), kind)]


def lobby_of(phone: Phone) -> Lobby:
    assert phone.lobby
    return phone.lobby


@pytest.fixture
def at(tmp_path: Path) -> Any:
    """Runs a story in virtual time with a hall."""

    def play(story: Any, **settings: Any) -> None:
        async def tell() -> None:
            work: Coroutine[Any, Any, None] = story(await a_hall(tmp_path, **settings))
            await work

        run(tell())

    return play


# ---------------------------------------------------------------- before the start


def test_people_sit_down_and_everyone_sees_it(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2)
        await bo.must(Rename, seat=1, name="  Bo\u00a0 le  Grand ", sign=4)
        assert ana.lobby
        assert [seat.name for seat in ana.lobby.seats] == ["player 0", "Bo le Grand"]
        assert ana.lobby.seats[1].sign == 4
        assert ana.lobby.mine == (0,)
        assert ana.lobby.host
        assert bo.lobby
        assert bo.lobby.mine == (1,)
        assert not bo.lobby.host
        assert code(await bo.order(Rename, seat=1, name="PLAYER 0")) == "same_name"
        assert code(await bo.order(Rename, seat=1, sign=ana.lobby.seats[0].sign)) == "sign_taken"
        assert code(await bo.order(Rename, seat=0, name="thief")) == "not_your_seat"
        assert code(await bo.order(Sit, name="x" * 30)) == "long_name"
        assert code(await bo.order(Sit, name="\u202egnihton")) == "bad_name"
        assert code(await bo.order(Sit, name="  ")) == "empty_name"

    at(story)


def test_options_are_those_of_the_game(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2)
        assert code(await ana.order(SetUp, options={"keep": "some"})) == "bad_option"
        assert code(await ana.order(SetUp, options={"colour": "red"})) == "unknown_option"
        assert code(await ana.order(SetUp, game="chess")) == "unknown_game"
        assert code(await ana.order(SetUp, packs=["blitz-a"])) == "no_packs"
        await ana.must(SetUp, options={"keep": "all", "gift_min": 1}, pace="quick")
        assert bo.lobby
        assert (bo.lobby.options, bo.lobby.pace) == ({"keep": "all"}, "quick")
        await ana.must(SetUp, game="blitz")
        assert bo.lobby.options == {}
        assert code(await ana.order(SetUp, packs=["/etc/passwd"])) == "unknown_pack"
        assert code(await ana.order(Start)) == "wrong_players"

    at(story)


def test_bots_sit_down_and_get_up(at: Any) -> None:
    async def story(hall: Hall) -> None:
        (ana,) = await a_table(hall, "desfausse", 1)
        for strength in ("novice", "top", "casual", "expert"):
            await ana.must(AddBot, strength=strength)
        assert code(await ana.order(AddBot, strength="novice")) == "table_full"
        assert ana.lobby
        assert [seat.bot for seat in ana.lobby.seats] == [None, "novice", "top", "casual", "expert"]
        assert len({seat.name for seat in ana.lobby.seats}) == 5
        assert len({seat.sign for seat in ana.lobby.seats}) == 5
        await ana.must(Remove, seat=2)
        assert code(await ana.order(AddBot, strength="genius")) == "unknown_bot"
        assert code(await ana.order(Remove, seat=0)) == "not_oneself"
        assert code(await ana.order(Remove, seat=6)) == "no_seat"
        await ana.must(Seating, order=[3, 0, 1, 2])
        assert [seat.bot for seat in ana.lobby.seats] == ["expert", None, "novice", "casual"]
        assert ana.lobby.mine == (1,)
        assert code(await ana.order(Seating, order=[0, 0, 1, 2])) == "not_everyone"
        await ana.must(Youngest, order=[2, 1, 0, 3])
        assert ana.lobby.youngest == (2, 1, 0, 3)

    at(story)


def test_the_host_locks_kicks_and_hands_over(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo, cy = await a_table(hall, "desfausse", 3)
        await ana.must(Lock, on=True)
        late = Phone(ana.live, "somebody-who-comes-late")
        await late.connect()
        assert code(await late.order(Sit, name="Late")) == "table_locked"
        await ana.must(Remove, seat=1)
        assert bo.gone == "kicked"
        assert ana.lobby
        assert [seat.name for seat in ana.lobby.seats] == ["player 0", "player 2"]
        with pytest.raises(Exception, match=r"sent you away|kicked"):
            await bo.connect()
        await ana.must(HandOver, seat=1)
        assert cy.lobby
        assert cy.lobby.host
        assert code(await ana.order(Lock, on=False)) == "only_host"
        await ana.must(Leave, seat=0)
        assert [seat.name for seat in cy.lobby.seats] == ["player 2"]

    at(story)


def test_when_the_host_leaves_the_next_person_is_host(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2)
        await ana.must(Leave, seat=0)
        assert bo.lobby
        assert bo.lobby.host

    at(story)


def test_whoever_sits_prepares_and_begins_but_does_nothing_to_others(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2)
        watcher = Phone(ana.live, "somebody-who-watches")
        await watcher.connect()
        prepare: list[tuple[type[Order], dict[str, Any]]]
        prepare = [(SetUp, {"pace": "quick"}), (AddBot, {"strength": "novice"}), (Start, {}), (Rematch, {})]
        others: list[tuple[type[Order], dict[str, Any]]]
        others = [(Lock, {"on": True}), (Remove, {"seat": 0}), (HandOver, {"seat": 1}), (Rematch, {})]
        for order, fields in prepare:
            assert code(await watcher.order(order, **fields)) == "only_host"
        for order, fields in others:
            assert code(await bo.order(order, **fields)) == "only_host"
        await bo.must(SetUp, pace="quick")
        await bo.must(AddBot, strength="novice")
        await bo.must(Remove, seat=2)
        await bo.must(Start)
        await bo.must(Pause, on=True)
        assert lobby_of(ana).paused == "host"
        await bo.must(Pause, on=False)
        assert code(await bo.order(SetUp, pace="normal")) == "only_host"
        assert code(await bo.order(Rematch)) == "only_host"

    at(story)


def test_bots_alone_play_for_whoever_watches(at: Any) -> None:
    """The screen may be loaded anew: they wait for it, and go on."""

    async def story(hall: Hall) -> None:
        live, token = await hall.open(Opening(game="desfausse", bots=["novice", "novice"]))
        screen = Phone(live, token)
        screen.screen = True
        await screen.connect()
        await screen.must(Start)
        await asyncio.sleep(5)
        assert lobby_of(screen).paused is None
        screen.disconnect()
        await asyncio.sleep(60)
        assert live.paused == "empty"
        await screen.connect()
        await until_over([screen])

    at(story)


def test_the_screen_of_the_table_is_no_spectator(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, _ = await a_table(hall, "desfausse", 2)
        for number in range(2):
            screen = Phone(ana.live, f"screen-{number}")
            screen.screen = True
            await screen.connect()
            await asyncio.sleep(0)
            assert lobby_of(ana).watching == number

    at(story)


def test_the_screen_of_the_table_may_be_the_host(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2)
        assert code(await ana.order(HandToScreen)) == "no_screen"
        screen = Phone(ana.live, "screen")
        screen.screen = True
        await screen.connect()
        assert lobby_of(ana).screen
        assert code(await bo.order(HandToScreen)) == "only_host"
        await ana.must(HandToScreen)
        assert lobby_of(screen).host
        assert not lobby_of(ana).host
        late = Phone(ana.live, "somebody-who-comes-late")
        await late.connect()
        await late.must(Sit, name="Late")
        assert lobby_of(screen).host  # whoever sits down now takes nothing from it
        await screen.must(HandOver, seat=1)
        assert lobby_of(bo).host
        await bo.must(HandToScreen)
        screen.disconnect()
        await asyncio.sleep(1)
        assert not lobby_of(ana).screen
        assert not lobby_of(ana).host  # it may be back in a moment
        await asyncio.sleep(ana.live.settings.grace)
        assert lobby_of(ana).host

    at(story)


def test_spectators_see_and_do_not_chat_and_are_limited(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, _ = await a_table(hall, "desfausse", 2)
        watchers = [Phone(ana.live, f"watcher-{number}") for number in range(3)]
        for watcher in watchers[:2]:
            await watcher.connect()
        assert ana.lobby
        assert ana.lobby.watching == 2
        assert code(await watchers[0].order(Chat, seat=0, text="hello")) == "not_your_seat"
        with pytest.raises(Exception, match=r"too_many_watch|too many"):
            await watchers[2].connect()
        await start([ana])
        await asyncio.sleep(1)
        watchers[1].disconnect()
        await watchers[2].connect()  # they may see it again, whenever they came
        assert isinstance(hall.store, MemoryStore)
        assert {token for _, token in hall.store.guests} >= {watcher.guest for watcher in watchers[:2]}
        assert watchers[0].seen
        assert watchers[0].seen.asks == ()

    at(story, spectators=2)


def test_whoever_comes_while_a_match_is_being_stored_may_see_it_again(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, _ = await a_table(hall, "desfausse", 2)
        assert isinstance(hall.store, MemoryStore)
        hall.store.delay = 1
        starting = asyncio.create_task(start([ana]))
        screens = [Phone(ana.live, f"screen-{number}") for number in range(20)]
        for screen in screens:
            await asyncio.sleep(0.25)
            await screen.connect()
        await starting
        await asyncio.sleep(5)
        match = ana.live.state.match
        assert [screen.guest for screen in screens if (match, screen.guest) not in hall.store.guests] == []

    at(story)


# ---------------------------------------------------------------- talk


def test_chat_reactions_mute_and_reports(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo, cy = await a_table(hall, "desfausse", 3)
        await bo.must(Chat, seat=1, text=" good   evening ")
        assert [said.line.text for said in heard(ana, Said)] == ["good evening"]
        await bo.must(React, seat=1, what="bravo")
        assert heard(cy, Reacted)[0].seat == 1
        assert code(await bo.order(Chat, seat=1, text="x" * 301)) == "too_long"
        assert code(await bo.order(Chat, seat=1, text="  ")) == "empty_line_of_chat"
        assert code(await bo.order(Chat, seat=0, text="as ana")) == "not_your_seat"
        await bo.must(Chat, seat=1, text="something rude")
        line = heard(ana, Said)[-1].line.line
        await cy.must(Report, seat=2, line=line)
        assert [notice.code for notice in heard(ana, Notice)] == ["reported"]
        assert not heard(bo, Notice)
        assert [(one.text, one.reports) for one in lobby_of(ana).reports] == [("something rude", 1)]
        assert lobby_of(bo).reports == ()
        await ana.must(Report, seat=0, line=line)  # a second seat: it is removed
        assert code(await ana.order(Erase, line=line)) == "no_line"
        await ana.must(Mute, seat=1, on=True)
        assert code(await bo.order(Chat, seat=1, text="but")) == "muted"
        late = Phone(ana.live, "late")
        await late.connect()
        assert [said.line.text for said in heard(late, Said)] == ["good evening"]

    at(story)


def test_chat_burns_words_in_blitz(at: Any) -> None:
    """BL-36: what is said at the table is said in the game."""

    async def story(hall: Hall) -> None:
        ana, bo, _ = await a_table(hall, "blitz", 3)
        await start([ana])
        told = await bo.order(Chat, seat=1, text="I love pineapple juice")
        await asyncio.sleep(1)
        assert isinstance(told or bo.answers[next(reversed(bo.answers))], Done)
        running = ana.live.running
        assert running
        assert any(reply.name == "chat" and reply.actor == 1 for reply in running.match.log)
        assert ana.seen
        assert any("pineapple" in words for words in ana.seen.view.burned)  # type: ignore[attr-defined]

    at(story)


# ---------------------------------------------------------------- playing


def test_the_same_order_again_is_harmless(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, _ = await a_table(hall, "desfausse", 2)
        order = Sit("the-same-id", "Twin")
        first = await ana.give(order)
        ana.answers.clear()
        assert await ana.give(order) == first
        assert ana.lobby
        assert len(ana.lobby.seats) == 3

    at(story)


def test_a_pause_stops_the_clock(at: Any) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2, pace="quick")
        await start([ana])
        while not any(phone.seen and phone.seen.asks for phone in (ana, bo)):  # a first roll of 1s is held
            await asyncio.sleep(1)
        await ana.must(Pause, on=True)
        assert bo.lobby
        assert bo.lobby.paused == "host"
        running = ana.live.running
        assert running
        length, now = len(running.match.log), running.clock.now()
        await asyncio.sleep(3_600)
        assert (len(running.match.log), running.clock.now()) == (length, now)
        opened = next(one for phone in (ana, bo) if phone.seen for one in phone.seen.asks)
        asked = (ana, bo)[opened.seat]
        fields = {"seat": opened.seat, "ask": opened.ask.name, "opened": opened.opened}
        assert code(await asked.order(Answer, **fields)) == "paused"
        await ana.must(Pause, on=False)
        await asyncio.sleep(60)
        assert len(running.match.log) > length

    at(story)


def test_the_absent_never_block_and_can_return(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 3)
        ana, bo, _ = phones
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        bo.disconnect()
        await asyncio.sleep(1)
        assert ana.lobby
        assert not ana.lobby.seats[1].here
        assert ana.live.running
        assert ana.live.running.house.absent == set()  # within the grace
        await asyncio.sleep(20)
        assert ana.live.running.house.absent == {1}
        await bo.connect()
        assert ana.live.running.house.absent == set()
        assert ana.lobby.seats[1].here
        await until_over(phones)
        assert people[1].asked
        log = ana.live.running.match.log
        assert [reply.value for reply in log if reply.name == "presence"] == ["away", "back"]

    at(story)


def test_a_bot_sits_in_and_gives_the_seat_back(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 3)
        ana, bo, _ = phones
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        bo.disconnect()
        await asyncio.sleep(15)
        assert code(await ana.order(Replace, seat=1, strength="genius")) == "unknown_bot"
        await ana.must(Replace, seat=1, strength="top")
        assert ana.lobby
        assert ana.lobby.seats[1].bot == "top"
        assert ana.lobby.seats[1].person
        await asyncio.sleep(30)
        await bo.connect()
        assert ana.lobby.seats[1].bot is None
        asked = people[1].asked
        await until_over(phones)
        assert people[1].asked > asked

    at(story)


def test_nobody_here_and_the_table_waits(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 2)
        await start(phones)
        live = phones[0].live
        for phone in phones:
            phone.disconnect()
        await asyncio.sleep(60)
        assert live.paused == "empty"
        length = len(live.running.match.log) if live.running else 0
        await asyncio.sleep(3_600)
        live.sleep()
        assert live.running is None
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        for phone in phones:
            await phone.connect()
        assert live.running
        assert len(live.running.match.log) >= length
        await until_over(phones)
        assert people[0].asked

    at(story)


def test_a_kicked_player_is_followed_by_a_bot(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 3)
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        await phones[0].must(Remove, seat=2)
        assert phones[2].gone == "kicked"
        assert phones[0].lobby
        assert phones[0].lobby.seats[2].bot == "regular"
        await until_over(phones[:2])
        assert people[0].asked

    at(story)


def test_somebody_leaves_during_the_game(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 3)
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        await phones[2].must(Leave, seat=2)
        await until_over(phones)
        assert people[0].asked
        await phones[0].must(Rematch)
        assert phones[1].lobby
        assert [seat.name for seat in phones[1].lobby.seats] == ["player 0", "player 1"]

    at(story)


def test_a_rematch_has_other_dice_and_the_same_people(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 2)
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        first = lobby_of(phones[0]).commitment
        await start(phones)
        await until_over(phones)
        await asyncio.sleep(1)
        assert lobby_of(phones[1]).phase == "over"
        await phones[1].must(Rematch)  # anyone who sits: no evening hangs on one phone
        assert lobby_of(phones[1]).phase == "lobby"
        assert lobby_of(phones[1]).commitment not in ("", first)
        for person in people:
            person.done.clear()
        await start(phones)
        await until_over(phones)
        assert isinstance(hall.store, MemoryStore)
        assert len(hall.store.matches) == 2

    at(story)


# ---------------------------------------------------------------- several devices, several seats


def test_another_device_takes_over(at: Any) -> None:
    async def story(hall: Hall) -> None:
        phones = await a_table(hall, "desfausse", 2)
        ana, bo = phones
        await start(phones)
        tablet = Phone(ana.live, "the-tablet-of-bo")
        await tablet.connect()
        assert code(await tablet.order(Take, code="000000")) in ("bad_code",)
        told = await bo.must(Lend)
        assert isinstance(told, Done)
        await tablet.must(Take, code=told.told["code"])
        assert tablet.lobby
        assert tablet.lobby.mine == (1,)
        assert [notice.code for notice in heard(bo, Notice)] == ["moved"]
        assert code(await tablet.order(Take, code=told.told["code"])) == "bad_code"
        people = [Person(ana, 0), Person(tablet, 1)]
        for phone in (ana, tablet):
            assert phone.seen
            phone.on_state(phone.seen)
        await until_over([ana, tablet])
        assert people[1].asked

    at(story)


def test_several_seats_on_one_device_see_one_at_a_time(at: Any) -> None:
    async def story(hall: Hall) -> None:
        (ana,) = await a_table(hall, "defizz", 1)
        for name in ("Bo", "Cy", "Di"):
            await ana.must(Sit, name=name)
        assert ana.lobby
        assert ana.lobby.mine == (0, 1, 2, 3)
        await start([ana])
        await asyncio.sleep(1)
        assert ana.seen
        assert not ana.seen.asks
        assert ana.seen.look is None
        (waiting,) = [ask for ask in ana.seen.waiting if not ask.standing]
        seat = waiting.actors[0]
        await ana.must(Look, seat=seat)
        assert {one.seat for one in ana.seen.asks} == {seat}
        await ana.must(Look, seat=None)
        assert not ana.seen.asks

    at(story)


def test_two_devices_of_a_team(at: Any) -> None:
    """DZ-115 to DZ-120: two people on a seat; the first answer binds, or only the captain answers."""

    async def story(hall: Hall) -> None:
        live, token = await hall.open(Opening(game="defizz", options={"teams": True, "team_answer": "captain"}))
        phones = [Phone(live, token), *(Phone(live, f"team-phone-{number}") for number in range(1, 4))]
        for phone in phones:
            await phone.connect()
        await phones[0].must(Sit, name="Ana")
        await phones[1].must(Sit, name="Bo", seat=0)
        assert code(await phones[2].order(Sit, name="Cy", seat=0)) == "seat_taken"
        await phones[2].must(Sit, name="Cy", days=12)
        assert code(await phones[0].order(Start)) == "team_not_full"
        await phones[2].must(Rename, seat=1, mate="Di")
        for name in ("Ed", "Flo"):
            await phones[3].must(Sit, name=name, **({} if name == "Ed" else {"seat": 2}))
        assert phones[0].lobby
        assert [seat.name for seat in phones[0].lobby.seats] == ["Ana & Bo", "Cy & Di", "Ed & Flo"]
        await phones[0].must(Start)
        await asyncio.sleep(1)
        assert live.running
        assert live.running.match.header.facts.april == (None, 12, None)
        for _ in range(40):
            asked = [(phone, one) for phone in phones if phone.seen for one in phone.seen.asks if one.seat == 0]
            if asked:
                break
            await asyncio.sleep(30)
        one = asked[0][1]
        fields = {"seat": 0, "ask": one.ask.name, "opened": one.opened}
        assert code(await phones[1].order(Answer, **fields)) == "only_captain"

    at(story)


def test_the_first_answer_of_a_team_binds_it(at: Any) -> None:
    async def story(hall: Hall) -> None:
        live, token = await hall.open(Opening(game="defizz", options={"teams": True, "reader": "house"}))
        phones = [Phone(live, token), *(Phone(live, f"team-phone-{number}") for number in range(1, 4))]
        for number, phone in enumerate(phones):
            await phone.connect()
            await phone.must(Sit, name=f"p{number}", **({"seat": number // 2} if number % 2 else {}))
        await phones[0].must(Start)
        await asyncio.sleep(1)
        (first,) = [phone for phone in phones if phone.seen and phone.seen.asks][:1]
        one = first.seen.asks[0]  # type: ignore[union-attr]
        pair = phones[2 * one.seat : 2 * one.seat + 2]
        fields = {"seat": one.seat, "ask": one.ask.name, "opened": one.opened}
        await pair[0].order(Answer, **fields)
        assert code(await pair[1].order(Answer, **fields)) == "stale"

    at(story)


# ---------------------------------------------------------------- bad days


def test_a_disk_that_fails_pauses_the_table_and_it_resumes_by_itself(tmp_path: Path) -> None:
    async def story() -> None:
        store = MemoryStore()
        hall = await a_hall(tmp_path, store)
        phones = await a_table(hall, "desfausse", 3)
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        await asyncio.sleep(5)
        store.failing = True
        await asyncio.sleep(60)
        ana = phones[0]
        assert ana.lobby
        assert ana.lobby.paused == "storage"
        (id,) = store.matches
        kept = len(store.logs[id])
        assert all(phone.seen and phone.seen.seq <= kept for phone in phones), "shown, but not stored"
        assert code(await ana.order(Pause, on=True)) == "not_stored"
        store.failing = False
        for person in people:
            person.done.clear()
        await asyncio.sleep(5)
        assert ana.lobby.paused is None
        await until_over(phones)
        assert ana.live.running
        assert store.logs[id] == ana.live.running.match.log

    run(story())


def test_nobody_is_told_the_end_before_it_is_kept(tmp_path: Path) -> None:
    """A server that dies between the last line of the log and the end of the match: people have not seen the end, come
    back, and whoever runs the table then finishes it. Had they seen it, nobody would come, and it would be lost."""

    async def story() -> None:
        store = MemoryStore()
        phones = await a_table(await a_hall(tmp_path, store), "desfausse", 2)
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(phones)]
        late = Phone(phones[0].live, "token-of-who-looks-in-late")
        finish = store.finish
        store.finish = lambda *given: asyncio.get_running_loop().create_future()  # type: ignore[method-assign]
        await start(phones)
        running = phones[0].live.running
        assert running
        while not running.over:
            await asyncio.sleep(1)
        await late.connect()
        await asyncio.sleep(60)
        (id,) = store.matches
        assert store.logs[id] == running.match.log  # every answer is kept, and acknowledged
        assert not [phone for phone in (*phones, late) if phone.seen and phone.seen.result]
        store.finish = finish  # type: ignore[method-assign]
        again = await a_hall(tmp_path, store)
        await again.load()
        for phone in (*phones, late):
            phone.disconnect()
            phone.live = again.tables[phone.live.state.id]
            await phone.connect()
        assert await until_over([*phones, late]) == store.matches[id].result
        assert store.matches[id].finished
        assert isinstance(msgspec.json.decode(store.told[id]), list)  # for whoever looks when the rules have moved on
        assert people[0].asked

    run(story())


def test_a_fault_in_an_order_is_answered(at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(hall: Hall) -> None:
        ana, bo = await a_table(hall, "desfausse", 2)
        monkeypatch.setattr("tablee.server.doing.carry_out", lambda *given: 1 / 0)
        assert code(await ana.order(Lock, on=True)) == "failed"
        monkeypatch.undo()
        await ana.must(Lock, on=True)
        assert lobby_of(bo).locked

    at(story)


def test_a_fault_in_a_bot_stops_this_table_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        hall = await a_hall(tmp_path)
        good = await a_table(hall, "desfausse", 2)
        live, token = await hall.open(Opening(game="desfausse", name="Ana", bots=["anyone", "anyone"]))
        ana = Phone(live, token)
        await ana.connect()
        people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(good)]
        await start(good)
        monkeypatch.setattr("tablee.bots.bot.Anyone.answer", lambda *given: 1 / 0)
        await ana.must(Start)
        Person(ana, 0)
        await asyncio.sleep(120)
        assert ana.lobby
        assert ana.lobby.paused == "broken"
        await until_over(good)
        assert people[0].asked

    run(story())


def test_who_comes_back_while_something_is_being_stored_is_told_what_he_is_asked(tmp_path: Path) -> None:
    """News that were made while nobody looked at his seat do not hold his questions."""

    async def story() -> None:
        store = MemoryStore(delay=2.0)  # a slow disk
        hall = await a_hall(tmp_path, store, grace=10_000.0, hold=0.0)
        phones = await a_table(hall, "desfausse", 2, pace="none")
        await start(phones)
        while not any(phone.seen and phone.seen.asks for phone in phones):  # they may roll for the first turn again
            await asyncio.sleep(1)
        (asked,) = [phone for phone in phones if phone.seen and phone.seen.asks]
        (other,) = [phone for phone in phones if phone is not asked]
        other.disconnect()
        while True:  # the one who is asked plays on, until the other is asked
            assert asked.seen
            opened = next((one for one in asked.seen.asks if not one.ask.standing), None)
            if opened is None:
                break
            fields = {"seat": opened.seat, "ask": opened.ask.name, "opened": opened.opened}
            await asked.order(Answer, **fields)
            running = asked.live.running
            assert running
            if any((1 - opened.seat) in ask.actors for ask in running.match.asks if not ask.standing):
                break
            await asyncio.sleep(5)
        await other.connect()  # within the two seconds
        await asyncio.sleep(5)
        assert other.seen
        assert [one for one in other.seen.asks if not one.ask.standing]

    run(story())
