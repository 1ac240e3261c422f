"""What is counted in Egomaster, on games whose course is known."""

from __future__ import annotations

import pytest

from tablee.engine import Event, Result
from tablee.games.egomaster import events as egomaster
from tablee.games.egomaster.measures import count
from tablee.games.quiz import events as quiz
from tablee.lab import run


def counted(events: list[Event], result: Result) -> dict[str, int]:
    """Only what is not nothing."""
    return {name: found for name, found in count(events, result).items() if found}


def test_landings_and_phases() -> None:
    events = [
        quiz.Started(0),
        egomaster.Moved(0, 3, "clockwise", 4, 1),
        egomaster.Announced(None, "solo", 100, 1, 1, None, "owl"),
        quiz.QuestionPut("s1", None, "?"),
        quiz.Won(0, 100),
        egomaster.PhaseChanged(),
        egomaster.Moved(1, 2, "clockwise", 9, 0),
        egomaster.Announced(None, "multi", 300, 1, 2, "speed", "fox"),
        quiz.Raised(1, 400),
        quiz.Accepted(0),
        quiz.QuestionPut("m1", "speed", "?"),
        quiz.Tied((0, 1)),
        egomaster.RolledOff(0, 3, 4),
        egomaster.RolledOff(1, 13, 4),
        quiz.Won(1, 800),
        quiz.Eliminated((0,)),
    ]
    assert counted(events, Result.by_score([0, 1], "owns_everything")) == {
        "turns": 2, "enrichment_turns": 1, "solo_cells": 1, "multi_cells": 1, "pushed": 1, "questions": 2, "ties": 1,
        "speed": 1, "solo": 1, "raises": 1, "taken_up": 1, "raises_called": 1, "called_won": 1, "biggest_pot": 800,
        "roll_off_dice": 2, "first_out": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["solo_cells", "duo_cells", "multi_cells"], ["turns"]),
        (["speed", "target", "ping_pong", "solo", "raises_unopposed"], ["turns"]),
    ],
)
def test_the_counts_of_real_games_add_up(parts: list[str], whole: list[str]) -> None:
    study = run("egomaster", ["anyone"] * 3, 3, workers=1, engine=True)
    assert study.errors() == {}
    columns = study.columns()
    assert sum(columns[name] for name in parts).tolist() == sum(columns[name] for name in whole).tolist()  # type: ignore[union-attr]
    assert (columns["minutes"] > 0).all()
    assert set(columns["first"].tolist()) <= {0, 1, 2}
