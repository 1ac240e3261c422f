"""One suite for every game in the registry: a new game is tested the day it is registered."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tablee.bots import any_value
from tablee.engine import CLOCK, Event, Header, Match, NotAsked, Refused, Reply, find, games, words
from tablee.testkit import Playout, every_pair, fitting_players, new_match, play_out, silent_game

ROOT = Path(__file__).parents[2]
GAMES = sorted(games())
ROWS = [(game, number, row) for game in GAMES for number, row in enumerate(every_pair(find(game), Random(1)))]
IDS = [f"{game}-{number}" for game, number, _ in ROWS]


def seats(match: Match) -> list[int | None]:
    return [None, *range(len(match.header.seats))]


def everything_seen(match: Match) -> list[bytes]:
    """What each seat and a spectator receive."""
    return [msgspec.json.encode([match.view(seat), match.asked(seat)]) for seat in seats(match)]


def matches(game: str, number: int, options: dict[str, object]) -> Iterator[tuple[Match, Random]]:
    """A match with these options, for some number of players that allows them."""
    rng = Random(number)
    players = fitting_players(find(game), options)
    if players:
        yield new_match(game, rng.choice(players), options), rng


@pytest.mark.parametrize(("game", "number", "options"), ROWS, ids=IDS)
def test_a_random_game_keeps_every_law(game: str, number: int, options: dict[str, object]) -> None:
    for match, rng in matches(game, number, options):
        seen = [everything_seen(match)]

        def look(match: Match, seen: list[list[bytes]] = seen) -> None:
            match.check()
            check_prompt(match)
            check_secrets(match)
            seen.append(everything_seen(match))

        play_out(match, Playout(rng), look)
        assert match.result is not None
        check_replay(match, seen)


def check_prompt(match: Match) -> None:
    asks = match.asks
    pairs = [(ask.name, actor) for ask in asks for actor in ask.actors]
    assert len(pairs) == len(set(pairs)), "nobody is asked the same thing twice at once"
    assert not asks or any(not ask.standing for ask in asks), "somebody is waited for"
    assert all(ask.actors for ask in asks)
    assert all(ask.rule for ask in asks if ask.name != "presence"), "every question names its rule"
    for ask in asks:
        if ask.silence is not None:
            ask.form.check(ask.silence)


def check_secrets(match: Match) -> None:
    for seat in seats(match):
        told = [event.seen_by(seat) for event in match.news]
        received = msgspec.json.encode([match.view(seat), match.asked(seat), told]).decode()
        for secret in match.secrets(seat):
            assert secret not in received


def check_replay(match: Match, seen: list[list[bytes]]) -> None:
    """From what is stored, every prefix of the log shows what was shown; and all of it survives JSON."""
    header = msgspec.json.decode(msgspec.json.encode(match.header), type=Header)
    log = msgspec.json.decode(msgspec.json.encode(match.log), type=list[Reply])
    assert (header, log) == (match.header, match.log)
    again = Match(header)
    assert everything_seen(again) == seen[0]
    for reply, expected in zip(log, seen[1:], strict=True):
        check_events(again.reply(reply))
        assert everything_seen(again) == expected
    assert again.result == match.result
    view = again.view(0)
    assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


def check_events(events: list[Event]) -> None:
    for event in events:
        told = event.seen_by(None)
        if told is not None:
            assert msgspec.json.decode(msgspec.json.encode(told), type=type(told)) == told


@pytest.mark.parametrize(("game", "number", "options"), ROWS[::5], ids=IDS[::5])
def test_a_table_of_sleepers_comes_to_an_end(game: str, number: int, options: dict[str, object]) -> None:
    for match, rng in matches(game, number, options):
        assert silent_game(match, rng).result is not None


@pytest.mark.parametrize(("game", "number", "options"), ROWS[::5], ids=IDS[::5])
def test_a_seat_that_leaves_never_blocks_the_game(game: str, number: int, options: dict[str, object]) -> None:
    for match, rng in matches(game, number, options):
        gone = rng.randrange(len(match.header.seats))
        playout = Playout(rng)
        leave_at = rng.randrange(200)
        while match.asks and len(match.log) < leave_at:
            playout.step(match)
        if match.asks:
            match.answer(gone, "presence", "away", playout.now)
        while match.asks:
            mine = [ask for ask in match.asks if gone in ask.actors and not ask.standing and not ask.of_house]
            if mine:
                match.answer(gone, mine[0].name, None, playout.now)
            else:
                playout.step(match)
            assert len(match.log) < 200_000
        assert match.result is not None


# ---------------------------------------------------------------- bad answers change nothing

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.floats(),
    st.text(max_size=6),
    st.lists(st.one_of(st.integers(-1, 3), st.text(max_size=3)), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.binary(max_size=3),
)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(data=st.data(), seed=st.integers(0, 10_000))
def test_what_was_not_asked_is_refused_and_changes_nothing(game: str, data: st.DataObject, seed: int) -> None:
    rng = Random(seed)
    match = new_match(game, rng.choice(fitting_players(find(game), {})))
    playout = Playout(rng)
    for _ in range(rng.randrange(60)):
        if match.asks:
            playout.step(match)
    for _ in range(10):
        before = everything_seen(match), len(match.log), match.asks
        open_names = [ask.name for ask in match.asks]
        actor = data.draw(st.one_of(st.integers(-2, 8), st.sampled_from(["dice", "clock", "referee"]), JUNK))
        name = data.draw(st.one_of(st.sampled_from(open_names or ["answer"]), JUNK))
        value = data.draw(JUNK)
        at = data.draw(st.one_of(st.integers(-5, 10**7), JUNK))
        began = data.draw(st.one_of(st.none(), st.integers(-5, 10**7), JUNK))
        refused: Refused | None
        try:
            match.answer(actor, name, value, at, began)  # type: ignore[arg-type]
        except Refused as problem:
            refused = problem
        else:
            refused = None
        if refused:
            assert (everything_seen(match), len(match.log), match.asks) == before
            assert refused.code in str(words("en").tables["refusals"])
            assert str(refused)
        else:
            asked = [ask for ask in before[2] if ask.name == name and (actor in ask.actors or actor == CLOCK)]
            assert asked
            assert type(actor) in (int, str)
            if value is not None:
                asked[0].form.check(tuple(value) if isinstance(value, list) else value)


@pytest.mark.parametrize("game", GAMES)
def test_only_those_who_are_asked_can_answer(game: str) -> None:
    rng = Random(3)
    match = new_match(game, fitting_players(find(game), {})[0])
    playout = Playout(rng)
    for _ in range(300):
        if not match.asks:
            break
        for ask in match.asks:
            for outsider in (*range(-1, 7), "dice", "referee"):
                if outsider not in ask.actors:
                    with pytest.raises(NotAsked):
                        match.answer(outsider, ask.name, any_value(ask.form, rng))
        playout.step(match)


# ---------------------------------------------------------------- the same on every machine

DIGEST = """
import hashlib
import examples.pig
import msgspec
from random import Random
from tablee.engine import Match, games
from tablee.testkit import Playout, new_match, play_out, fitting_players
from tablee.engine import find
for game in sorted(games()):
    digest = hashlib.sha256()
    def look(match):
        for seat in (None, *range(len(match.header.seats))):
            digest.update(msgspec.json.encode([match.view(seat), match.asked(seat), match.news]))
    match = new_match(game, fitting_players(find(game), {})[-1])
    play_out(match, Playout(Random(7)), look)
    print(game, len(match.log), digest.hexdigest())
"""


def test_the_same_log_gives_the_same_match_under_any_hash_seed() -> None:
    def run(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", DIGEST], cwd=ROOT, env=env, capture_output=True, text=True, check=True
        )
        return done.stdout

    first = run("0")
    assert len(first.splitlines()) == len(GAMES)
    assert run("1") == first
    assert run("4242") == first


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_thousand_random_games(game: str, part: int) -> None:
    rng = Random(f"{game} {part}")
    rows = every_pair(find(game), rng)
    for number in range(5_000):
        options = rows[number % len(rows)] if number % 2 else {}
        players = fitting_players(find(game), options)
        if players:
            play_out(new_match(game, rng.choice(players), options), Playout(rng), Match.check)
