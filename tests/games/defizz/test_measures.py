"""What is counted in Défizz, on games whose course is known."""

from __future__ import annotations

import pytest

from tablee.engine import Event, Result
from tablee.games.defizz import events as defizz
from tablee.games.defizz.measures import count
from tablee.games.quiz import events as quiz
from tablee.lab import run


def counted(events: list[Event], result: Result) -> dict[str, int]:
    """Only what is not nothing."""
    return {name: found for name, found in count(events, result).items() if found}


def test_a_raise_is_refused_by_all_and_another_is_called() -> None:
    events = [
        quiz.Started(2),
        defizz.Rolled(2, "duel", 100, 100),
        defizz.HelpUsed(2),
        quiz.Raised(2, 300),
        quiz.Refused(0),
        quiz.NobodyAccepted(2),
        quiz.Won(2, 100),
        defizz.Rolled(0, "multi", 200, 200),
        quiz.Raised(0, 500),
        quiz.Accepted(1),
        quiz.Refused(2),
        quiz.QuestionPut("q1", "chrono", "?"),
        quiz.Won(1, 1200),
        defizz.Rolled(1, "duel", 100, 100),
        quiz.Kept(1, 100),
        quiz.QuestionPut("q2", "target", "?"),
        quiz.NobodyRight(),
        defizz.Restarted(1),
        defizz.Rolled(1, "duel", 100, 100),
        quiz.Kept(1, 100),
        quiz.QuestionPut("q3", "chance", "?"),
        quiz.Won(1, 200),
        quiz.Eliminated((0, 2)),
    ]
    assert counted(events, Result.by_score([0, 1, 0], "owns_everything")) == {
        "challenges": 4, "duels": 3, "questions": 3, "nobody_right": 1, "chrono": 1, "target": 1, "chance": 1,
        "raises": 2, "taken_up": 1, "refusals": 2, "raises_unopposed": 1, "raises_called": 1, "called_lost": 1,
        "biggest_pot": 1200, "helps": 1, "restarts": 1, "first_out": 4,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["chrono", "target", "ping_pong", "chance"], ["questions"]),
    ],
)
def test_the_counts_of_real_games_add_up(parts: list[str], whole: list[str]) -> None:
    study = run("defizz", ["anyone"] * 3, 3, workers=1, engine=True)
    assert study.errors() == {}
    columns = study.columns()
    assert sum(columns[name] for name in parts).tolist() == sum(columns[name] for name in whole).tolist()  # type: ignore[union-attr]
    assert (columns["minutes"] > 0).all()
    assert set(columns["first"].tolist()) <= {0, 1, 2}
