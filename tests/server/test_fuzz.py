"""Mutated messages by the hundred thousand: nothing breaks, nothing changes, and other tables do not notice."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from tablee.server.app import Server
from tablee.server.limits import Bucket
from tablee.server.names import guest_of
from tablee.server.protocol import AnyOrder, Lock
from tablee.server.settings import Settings
from tablee.server.socket import Socket
from tests.server.people import Person, Phone, a_hall, a_table, start, until_over
from tests.server.virtual import run

SEEDS: list[dict[str, Any]] = [
    {"type": "answer", "id": "1", "seat": 0, "ask": "reroll", "opened": 3, "value": ["r1a"], "at": 5, "began": 1},
    {"type": "answer", "id": "2", "seat": 1, "ask": "set", "opened": 3, "value": "5"},
    {"type": "began", "id": "3", "seat": 0, "ask": "answer", "opened": 3, "at": 10},
    {"type": "look", "id": "4", "seat": 1},
    {"type": "chat", "id": "5", "seat": 0, "text": "bonsoir"},
    {"type": "go_on", "id": "27", "seat": 0, "beat": 3},
    {"type": "react", "id": "6", "seat": 0, "what": "bravo"},
    {"type": "report", "id": "7", "seat": 0, "line": 1},
    {"type": "ping", "id": "8", "at": 1.5},
    {"type": "sit", "id": "9", "name": "Ana", "seat": 1, "sign": 2, "days": 3},
    {"type": "rename", "id": "10", "seat": 0, "name": "Bo"},
    {"type": "leave", "id": "11", "seat": 0},
    {"type": "lend", "id": "12"},
    {"type": "take", "id": "13", "code": "BCDFGHJK"},
    {"type": "set_up", "id": "14", "game": "blitz", "options": {"keep": "all"}, "packs": ["blitz-a"], "pace": "quick"},
    {"type": "add_bot", "id": "15", "strength": "top"},
    {"type": "remove", "id": "16", "seat": 1},
    {"type": "seating", "id": "17", "order": [1, 0]},
    {"type": "youngest", "id": "18", "order": [1, 0]},
    {"type": "lock", "id": "19", "on": False},
    {"type": "mute", "id": "20", "seat": 1, "on": True},
    {"type": "erase", "id": "21", "line": 1},
    {"type": "hand_over", "id": "22", "seat": 1},
    {"type": "hand_to_screen", "id": "36"},
    {"type": "start", "id": "23"},
    {"type": "seed", "id": "27", "match": "next", "seed": "0123456789abcdef"},
    {"type": "pause", "id": "24", "on": True},
    {"type": "replace", "id": "25", "seat": 1, "strength": "top"},
    {"type": "rematch", "id": "26"},
    {"type": "mark", "id": "28", "seat": 0},
    {"type": "reading", "id": "29", "on": True},
    {"type": "vote", "id": "30", "seat": 0, "game": "blitz"},
    {"type": "skip", "id": "31"},
    {"type": "gather", "id": "32", "on": True},
    {"type": "decide", "id": "33"},
    {"type": "new_evening", "id": "34"},
    {"type": "again", "id": "35"},
]
ODD: list[Any] = [
    None, True, -1, 0, 7, 8, 2**63, 1e308, "", "x" * 50, "\u202e", "\ud800", "0", [], {}, [[]], {"a": {}}, "presence",
    ["r1a", "r1a"], 10**400, "1" * 300, ["\x00"], "NaN",
]  # fmt: skip


def mutate(rng: Random) -> str:
    """A message with something wrong in it, or something else right."""
    message: Any = dict(rng.choice(SEEDS))
    message["id"] = f"{rng.random()}"
    for _ in range(rng.randrange(3)):
        key = rng.choice([*message, "more", "type"])
        message[key] = rng.choice(ODD) if rng.random() < 0.8 else rng.choice(SEEDS).get(key)
    if rng.random() < 0.1:
        message.pop(rng.choice(list(message)), None)
    text = json.dumps(message)
    for _ in range(rng.randrange(4) if rng.random() < 0.3 else 0):
        place = rng.randrange(len(text) + 1)
        cut = rng.randrange(3)
        text = (
            text[:place]
            + rng.choice(["", "{", "}", '"', "\\", "\x00", "é", "[" * 200, ",", "\ud800"])
            + text[place + cut :]
        )
    return text


class Wire:
    """In place of a transport."""

    sent = 0

    def is_closing(self) -> bool:
        return False

    def get_write_buffer_size(self) -> int:
        return 0

    def write(self, data: bytes) -> None:
        self.sent += 1


def test_every_kind_of_order_is_a_seed() -> None:
    tags = {kind.__struct_config__.tag for kind in AnyOrder.__args__}
    assert tags == {seed["type"] for seed in SEEDS}


async def fuzz(tmp: Path, count: int, *, seated: bool) -> None:
    hall = await a_hall(tmp)
    victims, others = await a_table(hall, "desfausse", 2), await a_table(hall, "desfausse", 2)
    for phones in (victims, others):
        await start(phones)
    await victims[0].must(Lock, on=True)
    people = [Person(phone, seat, seed=seat) for seat, phone in enumerate(others)]
    live = victims[0].live
    server: Any = Server(Settings(strikes=10**9, rate=1e12, burst=1e12))
    server.hall = hall
    wire: Any = Wire()
    fuzzer = Socket(server, wire, "", "", Bucket(1.0, 1.0))
    fuzzer.guest = victims[1].guest if seated else guest_of("nobody")
    fuzzer.table = live
    await live.join(fuzzer)
    assert live.running
    before = msgspec.json.encode(live.state), list(live.running.match.log)
    rng = Random(7)
    for number in range(count):
        if work := fuzzer.read(mutate(rng)):
            await work
        if number % 1_000 == 0:
            await asyncio.sleep(0)
    assert wire.sent >= count
    if not seated:
        assert (msgspec.json.encode(live.state), live.running.match.log) == before
    assert live.trouble is None
    await until_over(others)
    assert people[0].asked
    people += [Person(phone, seat, seed=seat) for seat, phone in enumerate(victims)]
    if not seated:
        for phone in victims:
            assert phone.seen
            phone.on_state(phone.seen)
        await until_over(victims)


@pytest.mark.parametrize("seated", [False, True])
def test_a_hundred_thousand_messages(tmp_path: Path, seated: bool, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        run(fuzz(tmp_path, 100_000 if not seated else 30_000, seated=seated))
    assert not caplog.records


@pytest.mark.long
def test_a_million_messages(tmp_path: Path) -> None:
    run(fuzz(tmp_path, 1_000_000, seated=False))


def test_the_fuzzer_reaches_orders_that_are_understood() -> None:
    rng, understood = Random(7), set()
    decode = msgspec.json.Decoder(AnyOrder).decode
    for _ in range(5_000):
        try:
            understood.add(type(decode(mutate(rng))))
        except (msgspec.DecodeError, UnicodeEncodeError):
            continue
    assert understood == set(AnyOrder.__args__)


def test_a_phone_is_not_confused_by_another_table(tmp_path: Path) -> None:
    """An answer for a seat at one table says nothing at another."""

    async def story() -> None:
        hall = await a_hall(tmp_path)
        one, other = await a_table(hall, "desfausse", 2), await a_table(hall, "desfausse", 2)
        stranger = Phone(other[0].live, one[0].token)
        await stranger.connect()
        assert stranger.lobby
        assert stranger.lobby.mine == ()
        assert not stranger.lobby.host

    run(story())
