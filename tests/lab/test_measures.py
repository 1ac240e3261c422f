"""What is counted in any game."""

from __future__ import annotations

from tablee.lab import run


def test_a_game_without_measures_has_the_general_columns() -> None:
    study = run("pig", ["anyone"] * 2, 3, workers=1)
    assert study.measures() == []
    assert (study.columns()["first"] == -1).all()
    assert (study.columns()["minutes"] > 0).all()
