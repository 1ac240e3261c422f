"""The compiled game against the engine: the same dice and decisions, ask by ask, under every pair of options."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest

from bench.peers.desfausse import build
from tablee.bots import Sight, find_bots
from tablee.engine import Ask, Choice, Event, Match, Some, Value
from tablee.games.desfausse.kernel import WHY, column_names, gpu, knows, parts, play, play_on_gpu, trace
from tablee.games.desfausse.kernel.table import ASKS
from tablee.games.desfausse.measures import count
from tablee.games.desfausse.meta import META, Options
from tablee.games.desfausse.sums import POINTS
from tablee.games.desfausse.view import DesfausseView
from tablee.lab.needs import need_gpu
from tablee.lab.refusals import CannotRun
from tablee.testkit.options import every_pair


def has_card() -> bool:
    try:
        need_gpu()
    except CannotRun:
        return False
    return True


TROPHIES = tuple(POINTS)
Seen = dict[tuple[Any, ...], Counter[int]]
ROWS = [{**options, "gift_limit": True} for options in every_pair(META, Random(1))]  # hands of more are not known


def replay(options: Mapping[str, object], seats: Sequence[str], game: int, seen: Seen | None = None) -> Counter[str]:
    """One game of the kernel through the engine. How often the greedy bot was asked, and agreed."""
    columns, log = trace(options, seats, 7, game)
    match = Match.new("desfausse", [f"{name} {seat}" for seat, name in enumerate(seats)], options)
    greedy = find_bots(META)["greedy"]
    bots = {seat: greedy(Random(0), match.header) for seat, name in enumerate(seats) if name == "greedy"}
    events: list[Event] = []
    agreed: Counter[str] = Counter()
    for line in log:
        ask = match.asks[0]
        assert ask.name == ASKS[line & 15]
        (actor,) = ask.actors
        value = answer_of(ask, line >> 4, match)
        if isinstance(actor, int) and actor in bots:
            thought = bots[actor].answer(ask, Sight(match, actor, 0))
            assert thought
            assert plain(ask, thought.value) == plain(ask, value), (ask, thought.value, value)
            agreed[ask.name] += 1
        if seen is not None:
            count_chances(ask, value, seen)
        events += match.answer(actor, ask.name, value)
    result = match.result
    assert result
    counted = count(events, result)
    assert counted == {name: columns[name] for name in counted}
    assert result.why == WHY[columns["why"]]
    assert result.scores == tuple(columns[f"score_{seat}"] for seat in range(len(seats)))
    places: dict[int, int] = {}
    for tied in result.ranking:
        places |= dict.fromkeys(tied, 1 + len(places))
    assert places == {seat: columns[f"place_{seat}"] for seat in range(len(seats))}
    first = next(event for event in events if type(event).__name__ == "RoundStarted")
    assert first.seat == columns["first"]  # type: ignore[attr-defined]
    return agreed


def count_chances(ask: Ask, value: Value, seen: Seen) -> None:
    """Which option; of several how many, and which ones."""
    form = ask.form
    if isinstance(form, Choice):
        likely = form.weights or (1,) * len(form.options)
        seen[ask.name, likely][form.options.index(value)] += 1
    elif isinstance(form, Some) and isinstance(value, tuple):
        seen[ask.name, "count", (1,) * (form.most - form.least + 1)][len(value) - form.least] += 1
        seen[ask.name, "which", (1,) * len(form.options)].update(form.options.index(label) for label in value)


def answer_of(ask: Ask, value: int, match: Match) -> Value:
    """What the kernel noted, in the words of the engine."""
    view = match.view(None)
    assert isinstance(view, DesfausseView)
    match ask.name:
        case "reroll" | "leave_out" | "leave":
            hand = view.hands[view.active]
            return tuple(hand[value >> 4 * (i + 1) & 15] for i in range(value & 15))
        case "give_die" | "take_die":
            giver = (ask.about or {}).get("from", ask.actors[0])
            assert isinstance(giver, int)
            return view.hands[giver][value]
        case "reroll_all" | "skip" | "reverse":
            return "yes" if value else "no"
        case "set":
            return str(value) if value else "none"
        case "where":
            return "gift" if value else "bowl"
        case "token":
            return TROPHIES[value] if value >= 0 else "none"
        case "move":
            return f"{value // 8 + 1} {TROPHIES[value % 8]}"
    return value


def plain(ask: Ask, value: Value) -> object:
    """Only dice that leave have an order, since opponents get them in it."""
    return frozenset(value) if isinstance(value, tuple) and ask.name != "leave" else value


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_rules_are_the_engines(players: int) -> None:
    for number, options in enumerate(ROWS):
        for game in range(2):
            replay(options, ["anyone"] * players, 10 * number + game)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_greedy_player_is_the_engines(players: int) -> None:
    agreed: Counter[str] = Counter()
    for number, options in enumerate(ROWS):
        seats = ["greedy"] * players if number % 2 else ["greedy", "anyone"] * players
        agreed += replay(options, seats[:players], number)
    for game in range(6):
        agreed += replay({}, ["greedy"] * players, 1000 + game)
    seldom = {"give_to"} if players == 2 else {"move"}
    assert set(agreed) >= set(ASKS) - {"first", "roll"} - seldom


def test_games_depend_on_seed_and_number_alone() -> None:
    whole = play({}, ["greedy", "anyone", "greedy"], 3, 0, 60)
    parts = [play({}, ["greedy", "anyone", "greedy"], 3, first, 20) for first in (0, 20, 40)]
    for name, column in whole.items():
        assert column.tolist() == [value for part in parts for value in part[name].tolist()], name
    assert whole["game"].tolist() == list(range(60))
    other = play({}, ["greedy", "anyone", "greedy"], 4, 0, 60)
    assert whole["score_0"].tolist() != other["score_0"].tolist()


def test_what_it_knows() -> None:
    assert knows({}, ["greedy", "anyone"])
    assert knows({"keep": "all", "round_turn_cap": 0}, ["expert"] * 5)
    assert not knows({"gift_limit": False}, ["greedy"] * 5)
    assert not knows({}, ["greedy", "top"])
    assert not knows({}, ["greedy"])
    assert not knows({}, ["greedy"] * 6)
    assert not knows({"demon_faces": "2,2,2,2,2,2"}, ["greedy"] * 2)


def test_chance_is_fair() -> None:
    """Dice and `anyone` take every option as often as `any_value` does. The seed is fixed, and so is the result."""
    seen: Seen = defaultdict(Counter)
    for game in range(40):
        replay({}, ["anyone"] * 4, 5000 + game, seen)
    compared = set()
    for (name, *_, likely), found in seen.items():
        total, weight = found.total(), sum(likely)
        if total * min(likely) / weight >= 10:
            compared.add(name)
            off = sum(
                (found[i] - total * part / weight) ** 2 / (total * part / weight) for i, part in enumerate(likely)
            )
            freedom = len(likely) - 1
            assert off < freedom + 4 * sqrt(2 * freedom) + 4, (name, likely, found)
    assert compared >= {"first", "roll", "reroll", "set", "where", "give_to", "give_die", "token", "announce"}


@pytest.mark.parametrize("strategies", [[0] * 4, [0, 1, 1]])
def test_the_functions_for_a_card_can_be_written_without_one(strategies: list[int]) -> None:
    """Where the kernel has moved on and they have not, this tells before somebody with a card does."""
    for row in ROWS[:4]:
        options = META.read_options(row)
        assert isinstance(options, Options)
        written = gpu.fix_functions(options, strategies)
        ours = {one.py_func.__name__: one for one in parts.COMPILED if one.py_func.__name__ not in gpu.NOT_HERE}
        assert ours
        assert [name for name, one in ours.items() if written[name] is one] == []


@pytest.mark.skipif(not has_card(), reason="there is no graphics card that CUDA can use")
@pytest.mark.parametrize("seats", [["greedy"] * 4, ["greedy", "anyone", "anyone"], ["anyone"] * 5])
def test_a_graphics_card_plays_the_same_games(seats: list[str]) -> None:
    for number, options in enumerate(ROWS[:4]):
        ours, theirs = play(options, seats, number, 3, 500), play_on_gpu(options, seats, number, 3, 500)
        assert all((ours[name] == theirs[name]).all() for name in ours)


def test_c_plays_the_same_games() -> None:
    """The peer of `bench.lab`, by its rows: what the kernel is compared with is the same work."""
    program = build()
    if program is None:
        pytest.skip("there is no C compiler")
    ours, theirs = play({}, ["greedy"] * 4, 3, 50, 2000), program(3, 50, 2000)
    assert all((ours[name] == theirs[:, i]).all() for i, name in enumerate(column_names(4)))
