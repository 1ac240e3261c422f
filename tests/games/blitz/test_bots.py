"""The simple player of Blitz."""

from __future__ import annotations

from random import Random

import pytest

from tablee.bots import Sight, find_bots
from tablee.engine import Ask, Choice, Match, Text, find
from tablee.games.blitz.bots import Simple
from tablee.house import House, RandomDice
from tablee.judge import normal
from tablee.testkit import new_match


def bot(match: Match, seed: int = 1) -> Simple:
    return Simple(Random(seed), match.header)


def table(**options: object) -> Match:
    return new_match("blitz", 4, options)


def test_it_is_the_strongest_of_the_game() -> None:
    assert list(find_bots(find("blitz"))) == ["anyone", "simple"]


@pytest.mark.parametrize("detection", ["auto", "players"])
def test_four_of_them_play_a_game_to_the_end(detection: str) -> None:
    match = table(detection=detection)
    House(match, RandomDice(Random(1)), {seat: bot(match, seat) for seat in range(4)}).play_on()
    assert match.result
    assert sum(match.result.scores) > 5


def test_they_never_say_a_burned_word() -> None:
    match = table()
    House(match, RandomDice(Random(2)), {seat: bot(match, seat) for seat in range(4)}).play_on()
    said = [normal(str(reply.value)) for reply in match.log if reply.name == "answer" and reply.value]
    assert said
    assert len(said) - len(set(said)) <= 1  # two may think of the same word at the same moment


def test_an_answer_takes_as_long_as_a_person_takes() -> None:
    match = Match.new("blitz", list("abcd"), packs=packs(), start={"tops": [["star0"], [], [], []], "drawer": 1})
    match.answer(1, "draw", "left")
    match.answer("dice", "card", "star1")
    for seed in range(50):
        thought = bot(match, seed).answer(Ask("answer", (0, 1), Text()), Sight(match, 0, 0))
        assert thought
        assert str(thought.value).startswith("star1 ")
        assert 3_000 <= thought.after <= 9_000


def test_it_draws_from_the_bigger_pile() -> None:
    match = Match.new("blitz", list("abcd"), packs=packs(), start={"drawer": 0, "piles": {"left": 8, "right": 50}})
    thought = bot(match).answer(Ask("draw", (0,), Choice(("left", "right"))), Sight(match, 0, 0))
    assert thought
    assert thought.value == "right"


def test_a_good_answer_is_never_voted_down() -> None:
    match = Match.new("blitz", list("abcd"), packs=packs(), start={"tops": [["star0"], [], [], []], "drawer": 1})
    match.answer(1, "draw", "left")
    match.answer("dice", "card", "star1")
    good = Ask("valid", (2,), Choice(("yes", "no")), about={"seat": 0, "text": "Star1 3"})
    odd = Ask("challenge", (2,), Choice(("accept", "wrong")), about={"seat": 0, "text": "nonsense"})
    doubts = 0
    for seed in range(100):
        thought = bot(match, seed).answer(good, Sight(match, 2, 0))
        assert thought
        assert thought.value == "yes"
        doubt = bot(match, seed).answer(odd, Sight(match, 2, 0))
        assert doubt
        doubts += doubt.value == "wrong"
    assert 2 <= doubts <= 30


def packs() -> list[str]:
    synthetic = find("blitz").load().synthetic
    assert synthetic
    return list(synthetic())
