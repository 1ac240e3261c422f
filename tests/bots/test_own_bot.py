"""Somebody's own bot: found by name, module or file; and the example of the documents."""

from __future__ import annotations

import inspect
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from examples.bot import Collector
from tablee.bots import Anyone, Bot, find_bot, find_bots
from tablee.engine import Invalid, Match, find
from tablee.house import House, RandomDice
from tablee.testkit import every_pair, fitting_players, new_match

META = find("desfausse")
EXAMPLE = Path(__file__).parents[2] / "examples" / "bot.py"


def test_a_bot_of_the_game_is_found_by_its_name() -> None:
    assert find_bot(find("blitz"), "top") is find_bots(find("blitz"))["top"]
    header = Match.new("desfausse", ["ana", "bo"]).header
    assert isinstance(find_bot(META, "anyone")(Random(1), header), Anyone)


def test_ones_own_is_found_by_module_or_file() -> None:
    assert find_bot(META, "examples.bot:Collector") is Collector
    found = find_bot(META, f"{EXAMPLE}:Collector")
    assert inspect.getsource(found) == inspect.getsource(Collector)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("bot = 3", "bot cannot be called with (rng, header)"),
        ("boat = print", "AttributeError: "),
        ("import nowhere.at_all", "ModuleNotFoundError: "),
        ("bot = (", "SyntaxError: "),
        ("raise RuntimeError('out of order')", "RuntimeError: out of order"),
    ],
)
def test_a_file_without_a_bot_is_refused_with_the_problem(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text, "utf-8")
    with pytest.raises(Invalid) as refused:
        find_bot(META, f"{file}:bot")
    assert refused.value.code == "bad_bot"
    assert problem in str(refused.value.params["problem"])


@pytest.mark.parametrize("name", ["examples.nobody:Bot", "nowhere.py:Bot", ":Bot", "examples.bot:", ".bot:Collector"])
def test_a_place_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(Invalid) as refused:
        find_bot(META, name)
    assert refused.value.code == "bad_bot"


def test_an_unknown_name_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(Invalid) as refused:
        find_bot(find("blitz"), "deep")
    assert refused.value.code == "unknown_bot"
    assert refused.value.params["known"] == "anyone, novice, casual, regular, expert, top"


def test_the_example_is_twenty_lines() -> None:
    lines = inspect.getsource(Collector).splitlines()
    assert len([line for line in lines if line.strip()]) <= 20


def test_the_example_answers_legally_under_every_pair_of_options() -> None:
    for number, options in enumerate(every_pair(META, Random(1))):
        match = new_match("desfausse", fitting_players(META, options)[0], options)
        bots = {seat: Collector(Random(seat), match.header) for seat in range(len(match.header.seats))}
        House(match, RandomDice(Random(number)), bots).play_on()
        assert match.result


def test_the_example_beats_anyone() -> None:
    wins: Counter[bool] = Counter()
    for seed in range(20):
        match, own = Match.new("desfausse", ["ana", "bo"]), seed % 2
        bots: dict[int, Bot] = {own: Collector(Random(seed), match.header), 1 - own: Anyone(Random(seed))}
        House(match, RandomDice(Random(seed)), bots).play_on()
        assert match.result
        wins[own in match.result.ranking[0]] += 1
    assert wins[True] >= 15
