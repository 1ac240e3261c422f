"""The lengths that lobby and home announce are those that the lab measures."""

from __future__ import annotations

from statistics import median

import pytest

from tablee.engine import find
from tablee.house.lengths import read_lengths
from tablee.lab.lengths import GAMES, MOST, measure, presets

BOXES = ("blitz", "defizz", "desfausse", "egomaster")


@pytest.mark.parametrize("game", BOXES)
def test_every_preset_and_number_of_players_was_measured(game: str) -> None:
    meta, told = find(game), read_lengths(find(game))
    assert set(told) == set(presets(meta))
    for name, options in presets(meta).items():
        least, most = meta.players(meta.read_options(options))
        assert set(told[name]) == {str(players) for players in range(least, min(MOST, most) + 1)}
        assert all(minutes > 0 for minutes in told[name].values())


def test_what_is_told_is_what_is_measured() -> None:
    again = median(measure("desfausse", {}, 2, seed) for seed in range(GAMES))
    assert read_lengths(find("desfausse"))["book"]["2"] == max(1, round(again)), "python -m tablee.lab.lengths"
