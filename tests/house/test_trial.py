"""The trial game of each game, played as it advises: by the real rules, to its end, and won."""

from __future__ import annotations

import tomllib
from random import Random

import pytest

from tablee.bots import find_bots
from tablee.engine import DICE, Match, Reply, find, games, languages
from tablee.house import House, RandomDice, find_referee
from tablee.house.trial import KIND, LEARNS, Trial, TrialBot, TrialDice, find_trial

TAUGHT = [id for id in sorted(games()) if find_trial(find(id))]


def table(game: str, seed: int = 0) -> tuple[Trial, House]:
    meta = find(game)
    trial = find_trial(meta)
    assert trial
    seats = ["Ana", *(f"bot {number}" for number in range(1, trial.bots + 1))]
    bots = tuple(range(1, len(seats)))
    match = Match.new(game, seats, trial.options, {"bots": bots}, None, trial.start)
    novice = find_bots(meta)[KIND]
    sat = {seat: TrialBot(trial, match, seat, novice(Random(seed), match.header)) for seat in bots}
    dice = TrialDice(trial, match, RandomDice(Random(seed)))
    return trial, House(match, dice, sat, find_referee(match.header))


def test_every_game_of_ours_can_be_tried() -> None:
    assert TAUGHT == ["blitz", "defizz", "desfausse", "egomaster"]


@pytest.mark.parametrize("game", TAUGHT)
def test_whoever_follows_the_advice_wins(game: str) -> None:
    """Every decision is advised, every step and every roll of the trial happens, and nothing else is rolled."""
    trial, house = table(game)
    match, now = house.match, 0
    said: list[str] = []
    while True:
        now = house.play_on(now) + 1_000
        if match.result:
            break
        ask = next(ask for ask in match.asks if LEARNS in ask.actors and not ask.standing)
        advice = trial.advice(match, ask, LEARNS)
        assert advice, f"{ask.name} after {said}"
        said.append(advice.say)
        match.reply(Reply(LEARNS, ask.name, advice.value, now))
    assert said == [step.say for step in trial.you]
    rolled: dict[str, list[object]] = {}
    for reply in match.log:
        if reply.actor == DICE:
            rolled.setdefault(reply.name, []).append(reply.value)
    assert rolled == trial.dice
    assert match.result.ranking[0] == (LEARNS,)


@pytest.mark.parametrize("game", TAUGHT)
def test_whoever_does_otherwise_comes_to_an_end_too(game: str) -> None:
    for seed in range(3):
        _, house = table(game, seed)
        match = house.match
        house.bots[LEARNS] = find_bots(find(game))["regular"](Random(seed), match.header)
        house.play_on()
        assert match.result, seed


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", TAUGHT)
def test_every_advice_has_its_sentence_and_no_other(game: str, language: str) -> None:
    trial = find_trial(find(game))
    assert trial
    words = tomllib.loads((find(game).folder / f"words.{language}.toml").read_text("utf-8"))
    assert set(words["trial"]) == {step.say for step in trial.you}
