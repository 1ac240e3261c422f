"""What is counted in Blitz, on games whose course is known."""

from __future__ import annotations

import pytest

from tablee.engine import Event, Result
from tablee.games.blitz import events as blitz
from tablee.games.blitz.measures import count
from tablee.lab import run
from tablee.measures import first_seat


def counted(events: list[Event], result: Result) -> dict[str, int]:
    """Only what is not nothing."""
    return {name: found for name, found in count(events, result).items() if found}


def won(seat: int, loser: int, chain: int = 1) -> Event:
    return blitz.Won(seat, loser, "answer", "Seine", 1_200, 1, chain, 1, False)


def test_face_offs_by_symbol_and_by_die() -> None:
    events = [
        blitz.Started(1),
        blitz.TurnedUp(0, "a", "sun", "rivers"),
        blitz.TurnedUp(1, "b", "sun", "cheeses"),
        blitz.FaceOffStarted(0, 1, "cheeses", "rivers", "same"),
        blitz.Challenged(2, "wrong"),
        blitz.Voted("valid", {2: "yes"}),
        won(0, 1),
        blitz.TurnedUp(1, "c", "moon", "birds"),
        blitz.TurnedUp(2, "d", "leaf", "trees"),
        blitz.DuelRolled(2, "F1", ("moon", "sun"), True),
        blitz.DuelRolled(2, "F2", ("moon", "sun"), False),
        blitz.FaceOffStarted(0, 1, "birds", "rivers", "die"),
        won(1, 0),
        blitz.FaceOffStarted(1, 2, "trees", "birds", "die"),
        won(2, 1, chain=2),
    ]
    result = Result.by_score([1, 1, 1], "piles_empty")
    assert counted(events, result) == {
        "theme_cards": 4, "duel_cards": 1, "face_offs": 3, "via_die": 2, "longest_chain": 2, "contested": 1,
        "votes": 1, "level_at_top": 1,
    }  # fmt: skip
    assert first_seat(events) == 1


@pytest.mark.parametrize(
    ("parts", "whole"),
    [
        (["score_0", "score_1", "score_2"], ["face_offs"]),  # every face-off is worth a card
    ],
)
def test_the_counts_of_real_games_add_up(parts: list[str], whole: list[str]) -> None:
    study = run("blitz", ["anyone"] * 3, 3, workers=1, engine=True)
    assert study.errors() == {}
    columns = study.columns()
    assert sum(columns[name] for name in parts).tolist() == sum(columns[name] for name in whole).tolist()  # type: ignore[union-attr]
    assert (columns["minutes"] > 0).all()
    assert set(columns["first"].tolist()) <= {0, 1, 2}
