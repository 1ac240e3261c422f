"""One suite for every game in the registry: a new game is tested the day it is registered."""

from __future__ import annotations

from random import Random

import pytest

from tablee.engine import Match, find, games
from tablee.testkit import Playout, every_pair, fitting_players, new_match, play_out
from tablee.testkit.conformance import Conformance

GAMES = sorted(games())


class TestEveryGame(Conformance, games=GAMES): ...


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
