"""The example game of CONTRIBUTING is a game like any other, small, and complete."""

from pathlib import Path
from random import Random

from examples.pig import FOLDER, META
from tablee import Match
from tablee.bots import Anyone
from tablee.house import House, RandomDice
from tablee.testkit import Playout, Scenario, play_out, run_scenario, silent_game

ROOT = Path(__file__).parents[1]


def test_it_is_under_eighty_lines() -> None:
    assert len((ROOT / "examples" / "pig.py").read_text().splitlines()) < 80
    assert FOLDER.is_dir()


def test_it_plays_to_the_end_and_replays() -> None:
    match = play_out(Match.new("pig", ["ana", "bo", "cy"], {"goal": 50}), Playout(Random(1)))
    assert match.result
    assert max(match.result.scores) >= 50
    assert Match.replay(match.header, match.log).result == match.result


def test_sleepers_finish_it() -> None:
    assert silent_game(Match.new("pig", ["ana", "bo"]), Random(1)).result


def test_bots_play_it() -> None:
    match = Match.new("pig", ["ana", "bo"])
    House(match, RandomDice(Random(2)), {0: Anyone(Random(3)), 1: Anyone(Random(4))}).play_on()
    assert match.result


def test_its_rules_can_be_shown_in_a_scenario() -> None:
    steps = ["dice roll = 5", "ana again = yes", "dice roll = 4", "ana again = no", "expect scores.ana = 9"]
    steps += ["dice roll = 1", "expect event busted { seat = 'bo' }", "expect active = 'ana'", "expect scores.bo = 0"]
    assert run_scenario(Scenario("pig", ["PG-01"], "A 1 loses the turn", ["ana", "bo"], steps)) is None
    assert META.name == "Pig"
