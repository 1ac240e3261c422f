"""The small parts of the server, each by itself."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from tablee.engine import Ask, Choice, Invalid, Text
from tablee.server.address import caller, is_ours, urls
from tablee.server.fairness import Trip
from tablee.server.limits import Bucket, Buckets
from tablee.server.names import FEW, RUDE, a_code, a_token, clean_line, clean_name, guest_of, is_code
from tablee.server.pace import limits
from tablee.server.people import People
from tablee.server.settings import Settings, read_settings
from tests.server.virtual import run


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("  Ana ", "Ana"),
        ("Zoé\u00a0 B", "Zoé B"),
        ("👩‍👩‍👧‍👦" * 5, "👩‍👩‍👧‍👦" * 5),
        ("e\u0301", "é"),
        ("夏目", "夏目"),
        ("x" * 20, "x" * 20),
    ],
)
def test_names_as_they_are_shown(said: str, name: str) -> None:
    assert clean_name(said, []) == name


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("", "empty_name"),
        (" \t ", "empty_name"),
        ("...", "empty_name"),
        ("x" * 21, "long_name"),
        ("👍" * 21, "long_name"),
        ("a\u202eb", "bad_name"),
        ("a\x07b", "bad_name"),
        ("a\u2066b", "bad_name"),
        ("ANA", "same_name"),
    ],
)
def test_names_that_are_refused(said: str, code: str) -> None:
    with pytest.raises(Invalid) as refused:
        clean_name(said, ["Ana"])
    assert refused.value.code == code


def test_lines_of_chat() -> None:
    assert clean_line("  hello\n there ") == "hello there"
    with pytest.raises(Invalid):
        clean_line("x" * 301)


def test_codes_can_be_said_and_shock_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = {a_code([]) for _ in range(300)}
    assert len(codes) > 250
    assert all(re.fullmatch("([B-DF-HJ-NP-TV-Z][AEIOU]){2}", code) and is_code(code) for code in codes)
    drawn = iter("BITEMOKA")
    monkeypatch.setattr("tablee.server.names.secrets.choice", lambda letters: next(drawn))
    assert a_code([]) == "MOKA"
    assert RUDE.search("BITE")


def test_codes_grow_with_the_hall_so_that_guessing_stays_hopeless() -> None:
    few = [str(number) for number in range(FEW - 1)]
    assert len(a_code(few)) == 4
    assert len(a_code([*few, "one more"])) == 6


def test_a_token_is_no_code() -> None:
    assert not any(is_code(text) for text in ("MOK", "MOKAS", "moka", "MOK4", "MÔKA", ""))
    assert len(a_token()) == 22
    assert guest_of("x") != guest_of("y")
    assert "x" not in guest_of("x")


def test_a_bucket_gives_what_has_dripped_in() -> None:
    bucket = Bucket(rate=2, size=3)
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]
    assert bucket.take(100.5)
    assert not bucket.take(100.5)
    assert [bucket.take(200.0) for _ in range(4)] == [True, True, True, False]


def test_addresses_have_a_bucket_each() -> None:
    buckets = Buckets(rate=1, size=1)
    assert buckets.take("a", 0)
    assert not buckets.take("a", 0)
    assert buckets.take("b", 0)


def test_settings_by_flag_before_environment_before_default() -> None:
    assert read_settings({}, {}) == Settings()
    assert read_settings({}, {"TABLEE_PORT": "99"}).port == 99
    assert read_settings({"port": "98"}, {"TABLEE_PORT": "99"}).port == 98
    assert read_settings({}, {"TABLEE_POSITIONS": "true"}).positions
    assert read_settings({}, {}, host="0.0.0.0").host == "0.0.0.0"


@pytest.mark.parametrize(
    "given",
    [
        {"port": "many"},
        {"port": "70000"},
        {"cert": "x"},
        {"cert": "/nowhere/x", "key": "/nowhere/y"},
        {"log": "loud"},
        {"grace": "-1"},
        {"tables": "0"},
    ],
)
def test_settings_that_will_not_do(given: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as refused:
        read_settings(given, {})
    assert refused.value.code == "bad_setting"


@pytest.mark.parametrize(
    ("host", "origin", "ours"),
    [
        ("localhost:8420", "", True),
        ("192.168.1.7:8420", "", True),
        ("[fd00::2]:8420", "", True),
        ("salon.local:8420", "", True),
        ("evil.example", "", False),
        ("jeux.example.org", "https://jeux.example.org", True),
        ("192.168.1.7", "https://jeux.example.org", False),
    ],
)
def test_names_of_this_server(host: str, origin: str, ours: bool) -> None:
    assert is_ours(host, origin) is ours


def test_the_caller_behind_a_proxy_that_is_trusted() -> None:
    assert caller("10.0.0.1", ["1.2.3.4"], frozenset()) == "10.0.0.1"
    assert caller("10.0.0.1", ["6.6.6.6, 1.2.3.4"], frozenset({"10.0.0.1"})) == "1.2.3.4"
    assert caller("10.0.0.1", ["6.6.6.6", "1.2.3.4"], frozenset({"10.0.0.1"})) == "1.2.3.4"
    assert caller("10.0.0.1", ["1.2.3.4, 10.0.0.2"], frozenset({"10.0.0.1", "10.0.0.2"})) == "1.2.3.4"
    assert caller("1.2.3.4", ["9.9.9.9"], frozenset({"10.0.0.1"})) == "1.2.3.4"


def test_a_network_of_ipv6_is_one_caller() -> None:
    assert caller("2001:db8:1:2::1", [], frozenset()) == caller("2001:db8:1:2:ffff::9", [], frozenset())
    assert caller("2001:db8:1:2::1", [], frozenset()) != caller("2001:db8:1:3::1", [], frozenset())
    assert caller("::ffff:1.2.3.4", [], frozenset()) == "1.2.3.4"


def test_the_address_that_people_type() -> None:
    assert urls("127.0.0.1", 8420, False, "") == ["http://localhost:8420"]
    assert urls("0.0.0.0", 8420, True, "")[-1] == "https://localhost:8420"
    assert urls("0.0.0.0", 8420, False, "https://jeux.example.org/") == ["https://jeux.example.org"]


def test_the_pace_of_a_table() -> None:
    choose, write = Ask("stake", (0,), Choice(("a", "b"))), Ask("answer", (0,), Text())
    assert limits("normal")(choose) == 30_000
    assert limits("quick")(choose) == 15_000
    assert limits("relaxed")(write) == 120_000
    assert limits("none")(choose) is None
    assert limits("normal")(Ask("roll", ("dice",), Choice((1, 2)))) is None
    assert limits("normal")(Ask("chat", (0,), Text(), standing=True)) is None


class Listener:
    """A device that only listens."""

    def __init__(self, guest: str) -> None:
        self.guest, self.trip, self.heard = guest, Trip(), list[bytes]()
        self.screen = False
        self.look: int | None = None

    def send(self, data: bytes) -> None:
        self.heard.append(data)

    def ping(self) -> None:
        raise AssertionError

    def let_go(self, code: str) -> None:
        raise AssertionError


def test_what_waits_for_its_moment_is_not_overtaken() -> None:
    async def story() -> None:
        people = People(10, lambda: None)
        near, far = Listener("near"), Listener("far")
        for device in (near, far):
            people.come(device)
        people.send(near, b"question", 0.2)
        people.send(far, b"question")
        people.tell(lambda device: b"lobby")
        assert (near.heard, far.heard) == ([], [b"question", b"lobby"])
        await asyncio.sleep(0.2)
        assert near.heard == [b"question", b"lobby"]

    run(story())
