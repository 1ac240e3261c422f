"""The suite that every game passes. Whoever writes one elsewhere runs it with pytest and two lines:

    from tablee.testkit.conformance import Conformance

    class TestMine(Conformance, games=["mine"]): ...

Random games over every pair of option values keep the invariants, replay from JSON and tell no secret; a table of
sleepers ends, a seat that leaves blocks nobody, what was not asked is refused and changes nothing, everything that
people meet has its words, and the same log gives the same match in any process.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

import msgspec
import pytest

from tablee.bots import any_value
from tablee.engine import CLOCK, Event, Header, Match, NotAsked, Refused, Reply, Words, find, words

from .options import every_pair, fitting_players
from .playout import Playout, new_match, play_out, silent_game

SOME = 5  # every so manieth row of options is enough for what they hardly touch
TRIES = 60  # games in which nonsense is answered
WORDS = ("answer", "roll", "presence", "", "é", "0", "yes", "-1", "nobody asked this")


class Conformance:
    """Derive a class from it whose name begins with Test."""

    games: ClassVar[Sequence[str]] = ()

    def __init_subclass__(cls, games: Sequence[str] = ()) -> None:
        cls.games = games

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "options" in metafunc.fixturenames:
            every = SOME if "sleepers" in metafunc.function.__name__ or "leaves" in metafunc.function.__name__ else 1
            rows = [(game, k, row) for game in self.games for k, row in enumerate(every_pair(find(game), Random(1)))]
            rows = rows[::every]
            ids = [f"{game}-{number}" for game, number, _ in rows]
            metafunc.parametrize(("game", "number", "options"), rows, ids=ids)
        elif "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games)

    def test_a_random_game_keeps_every_law(self, game: str, number: int, options: dict[str, object]) -> None:
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

    def test_a_table_of_sleepers_comes_to_an_end(self, game: str, number: int, options: dict[str, object]) -> None:
        for match, rng in matches(game, number, options):
            assert silent_game(match, rng).result is not None

    def test_a_seat_that_leaves_never_blocks_the_game(self, game: str, number: int, options: dict[str, object]) -> None:
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

    def test_what_was_not_asked_is_refused_and_changes_nothing(self, game: str) -> None:
        for seed in range(TRIES):
            rng = Random(f"{game} {seed}")
            match = new_match(game, rng.choice(fitting_players(find(game), {})))
            playout = Playout(rng)
            for _ in range(rng.randrange(60)):
                if match.asks:
                    playout.step(match)
            for _ in range(10):
                answer_nonsense(match, rng)

    def test_only_those_who_are_asked_can_answer(self, game: str) -> None:
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

    def test_everything_that_people_meet_has_its_words(self, game: str) -> None:
        meta, asks, ends = find(game), set[str](), set[str]()
        for number, options in enumerate(every_pair(meta, Random(1))[::SOME]):
            for match, rng in matches(game, number, options):
                play_out(match, Playout(rng), lambda match: asks.update(ask.name for ask in match.asks))
                assert match.result
                ends.add(match.result.why)
        events = {str(event.__struct_config__.tag) for event in meta.load().events}
        fields = {field.name for field in msgspec.structs.fields(meta.options)}
        for file in sorted(meta.folder.glob("words.*.toml")):
            tables = Words(file.name.split(".")[1], *meta.shared_words, meta.folder).tables
            for name, met in (("asks", asks - {"presence"}), ("events", events), ("ends", ends), ("options", fields)):
                missing = met - set(tables.get(name, {}))
                assert not missing, f"{file.name} [{name}] lacks {', '.join(sorted(missing))}"

    def test_the_same_log_gives_the_same_match_under_any_hash_seed(self, game: str) -> None:
        first, *others = (digest(game, seed) for seed in ("0", "1", "4242"))
        assert first.startswith(f"{game} ")
        assert others == [first, first]


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


# ---------------------------------------------------------------- bad answers change nothing


def nonsense(rng: Random) -> object:
    """Of any type, and sometimes nearly right."""
    kinds: list[object] = [
        None,
        rng.random() < 0.5,
        rng.randrange(-3, 13),
        rng.choice((float("nan"), float("inf"), 0.5, -1.0)),
        rng.choice(WORDS),
        [rng.choice((rng.randrange(-1, 4), rng.choice(WORDS))) for _ in range(rng.randrange(4))],
        {rng.choice(WORDS): rng.randrange(3)},
        bytes(rng.randrange(3)),
    ]
    return rng.choice(kinds)


def answer_nonsense(match: Match, rng: Random) -> None:
    before = everything_seen(match), len(match.log), match.asks
    open_names = [ask.name for ask in match.asks]
    actor = rng.choice((rng.randrange(-2, 9), rng.choice(("dice", "clock", "referee")), nonsense(rng)))
    name = rng.choice((rng.choice(open_names or ["answer"]), nonsense(rng)))
    value, at = nonsense(rng), rng.choice((rng.randrange(-5, 10**7), nonsense(rng)))
    began = rng.choice((None, rng.randrange(-5, 10**7), nonsense(rng)))
    refused: Refused | None = None
    try:
        match.answer(actor, name, value, at, began)  # type: ignore[arg-type]
    except Refused as problem:
        refused = problem
    if refused:
        assert (everything_seen(match), len(match.log), match.asks) == before
        assert refused.code in words("en").tables["refusals"]
        assert str(refused)
        return
    asked = [ask for ask in before[2] if ask.name == name and (actor in ask.actors or actor == CLOCK)]
    assert asked
    assert type(actor) in (int, str)
    if value is not None:
        asked[0].form.check(tuple(value) if isinstance(value, list) else value)  # type: ignore[arg-type]


# ---------------------------------------------------------------- the same on every machine

DIGEST = """
import hashlib, importlib, sys
import msgspec
from random import Random
module, game = sys.argv[1:]
importlib.import_module(module)
from tablee.engine import find
from tablee.testkit import Playout, fitting_players, new_match, play_out
digest = hashlib.sha256()
def look(match):
    for seat in (None, *range(len(match.header.seats))):
        digest.update(msgspec.json.encode([match.view(seat), match.asked(seat), match.news]))
match = new_match(game, fitting_players(find(game), {})[-1])
play_out(match, Playout(Random(7)), look)
print(game, len(match.log), digest.hexdigest())
"""


def digest(game: str, hash_seed: str) -> str:
    """Everything that is seen in one random game, in a process of its own."""
    module = find(game).rules.partition(":")[0]
    path = os.pathsep.join(filter(None, sys.path))
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path}
    command = [sys.executable, "-c", DIGEST, module, game]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
