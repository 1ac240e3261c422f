"""For every ask of whole games, in virtual time: somebody vanishes, comes back, answers twice, late, or sends rubbish.
The game always finishes, and everyone agrees how."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee.bots import Thought
from tablee.engine import Match
from tablee.server.protocol import Answer, Opened, Refusal
from tests.server.memory import MemoryStore
from tests.server.people import Person, a_hall, a_table, start, until_over
from tests.server.virtual import run

GAMES: dict[str, tuple[str, int, dict[str, object]]] = {
    "desfausse": ("desfausse", 3, {}),
    "blitz": ("blitz", 4, {}),
    "defizz": ("defizz", 4, {}),
    "defizz, the house reads": ("defizz", 3, {"reader": "house"}),
    "egomaster": ("egomaster", 3, {"quick_game": True}),
    "egomaster, the house reads": ("egomaster", 3, {"reader": "house", "quick_game": True}),
}
Fault = Callable[[Person, Opened, Thought], bool]


def vanish(person: Person, opened: Opened, thought: Thought) -> bool:
    """Gone while asked; back a while after the silence was played."""
    person.spawn(away(person, 15))
    return True


def come_back(person: Person, opened: Opened, thought: Thought) -> bool:
    """Gone and back at once; the answer was thought out before."""

    async def blink() -> None:
        await away(person, 0.5)
        await person.say(opened, thought.value, thought.after, thought.began)

    person.spawn(blink())
    return True


def twice(person: Person, opened: Opened, thought: Thought) -> bool:
    """A double tap: the same order again, and the same answer as another order."""

    async def tap() -> None:
        await person.say(opened, thought.value, thought.after, thought.began)
        first = next(reversed(person.phone.answers), None)
        again = await person.answer(opened, thought.value)
        if again is not None and opened.ask.name not in ("answer",):  # Blitz: one may say several things
            assert isinstance(again, Refusal), (first, again)
            assert again.code in ("stale", "one_attempt", "game_over", "not_asked"), again

    person.spawn(tap())
    return True


def late(person: Person, opened: Opened, thought: Thought) -> bool:
    """Long after the time was up."""
    person.spawn(person.say(opened, thought.value, 200_000))
    return True


def rubbish(person: Person, opened: Opened, thought: Thought) -> bool:
    """Things that are no answers, before the answer."""

    async def babble() -> None:
        live, name = person.phone.live, opened.ask.name
        assert live.running
        good = {"seat": person.seat, "ask": name, "opened": opened.opened}
        nonsense: list[dict[str, Any]] = [
            {**good, "value": ["nothing", "like", "it"]},
            {**good, "value": "x" * 5_000},
            {**good, "value": -1},
            {**good, "value": [1, 2, 3, "four"]},
            {**good, "ask": "no such ask", "value": "yes"},
            {**good, "opened": opened.opened + 1_000, "value": thought.value},
            {**good, "seat": (person.seat + 1) % len(live.state.places), "value": "yes"},
            {**good, "seat": 7, "value": "yes"},
            {**good, "ask": "presence", "value": "away"},
        ]
        for fields in nonsense:
            running = live.running
            if running is None or running.dead:
                return
            before = len(running.match.log)
            told = await person.phone.order(Answer, **fields)
            assert isinstance(told, Refusal) or (told is None and name == "answer") or legal(opened, fields), told
            if isinstance(told, Refusal):
                assert len(running.match.log) == before
        await person.say(opened, thought.value, thought.after, thought.began)

    person.spawn(babble())
    return True


def legal(opened: Opened, fields: dict[str, Any]) -> bool:
    """-1 is a number, and five thousand letters are none of a text."""
    from tablee.engine import NotAllowed

    if fields["ask"] != opened.ask.name or fields["opened"] != opened.opened or fields["seat"] != opened.seat:
        return False
    value = fields["value"]
    try:
        opened.ask.form.check(tuple(value) if isinstance(value, list) else value)
    except NotAllowed:
        return False
    return True


async def away(person: Person, seconds: float) -> None:
    person.phone.disconnect()
    await asyncio.sleep(seconds)
    await person.phone.connect()


FAULTS: dict[str, Fault] = {
    "vanishes": vanish,
    "comes back": come_back,
    "answers twice": twice,
    "is late": late,
    "sends rubbish": rubbish,
}


async def whole_game(tmp: Path, game: str, people: int, options: dict[str, object], fault: Fault, seed: int) -> None:
    store = MemoryStore()
    hall = await a_hall(tmp, store)
    phones = await a_table(hall, game, people, options)
    errs = [fault if seat == seed % people else None for seat in range(people)]
    persons = [Person(phone, seat, seed=seed * 10 + seat, err=errs[seat]) for seat, phone in enumerate(phones)]
    await start(phones)
    result = await until_over(phones)
    await asyncio.sleep(30)  # those who are away come back, and see the end
    for phone in phones:
        assert phone.seen
        assert phone.seen.result == result
    (id,) = store.matches
    assert store.matches[id].result == result
    assert Match.replay(store.matches[id].header, store.logs[id]).result == result
    assert sum(person.asked for person in persons) > 10
    refused = [told for phone in phones for told in phone.answers.values() if isinstance(told, Refusal)]
    assert refused or fault in (vanish, come_back), "nothing went wrong"


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", GAMES)
def test_the_game_finishes_and_all_agree(name: str, fault: str, tmp_path: Path) -> None:
    game, people, options = GAMES[name]
    run(whole_game(tmp_path, game, people, options, FAULTS[fault], seed=1))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", GAMES)
def test_more_games(name: str, fault: str, seed: int, tmp_path: Path) -> None:
    game, people, options = GAMES[name]
    run(whole_game(tmp_path, game, people, options, FAULTS[fault], seed=seed))
