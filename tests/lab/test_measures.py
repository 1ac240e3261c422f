"""What is counted, on games whose course is known."""

from __future__ import annotations

import pytest

from tablee.engine import Event, Match, Result
from tablee.games.blitz import events as blitz
from tablee.games.defizz import events as defizz
from tablee.games.egomaster import events as egomaster
from tablee.games.quiz import events as quiz
from tablee.lab import run
from tablee.lab.measures import first_seat, measures_of


def counted(game: str, events: list[Event], result: Result) -> dict[str, int]:
    """Only what is not nothing."""
    return {name: count for name, count in measures_of(game).measure(events, result).items() if count}


def test_desfausse_the_last_die_takes_the_trophy_for_all() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "round": 3, "hands": [["r1a"], None]})
    events = list(match.news)
    for actor, name, value in ((0, "announce", 2), ("dice", "roll", 5), (0, "token", "all")):
        events += match.answer(actor, name, value)  # type: ignore[arg-type]
    assert match.result
    assert counted("desfausse", events, match.result) == {"turns": 1, "all": 1, "all_won": 1}
    assert first_seat(events) == 0


def test_desfausse_a_forced_gift_ends_the_round_off_turn() -> None:
    start = {"active": 0, "round": 3, "hands": [["r1a"], ["r1b"]]}
    match = Match.new("desfausse", ["ana", "bo"], start=start)
    events = list(match.news)
    for actor, name, value in ((0, "announce", 2), ("dice", "roll", 1)):
        events += match.answer(actor, name, value)  # type: ignore[arg-type]
    assert match.result
    expected = {"turns": 1, "idle_turns": 1, "majorities": 1, "off_turn_ends": 1, "ones": 1}
    assert counted("desfausse", events, match.result) == expected


def test_blitz_face_offs_by_symbol_and_by_die() -> None:
    events = [
        blitz.Started(1),
        blitz.TurnedUp(0, "a", "sun", "rivers"),
        blitz.TurnedUp(1, "b", "sun", "cheeses"),
        blitz.FaceOffStarted(0, 1, "cheeses", "rivers"),
        blitz.Challenged(2, "wrong"),
        blitz.Voted("valid", {2: "yes"}),
        blitz.Won(0, 1),
        blitz.TurnedUp(1, "c", "moon", "birds"),
        blitz.TurnedUp(2, "d", "leaf", "trees"),
        blitz.DuelRolled(2, "F1", ("moon", "sun"), True),
        blitz.DuelRolled(2, "F2", ("moon", "sun"), False),
        blitz.FaceOffStarted(0, 1, "birds", "rivers"),
        blitz.Won(1, 0),
        blitz.FaceOffStarted(1, 2, "trees", "birds"),
        blitz.Won(2, 1),
    ]
    result = Result.by_score([1, 1, 1], "piles_empty")
    assert counted("blitz", events, result) == {
        "theme_cards": 4, "duel_cards": 1, "face_offs": 3, "via_die": 2, "longest_chain": 2, "contested": 1,
        "votes": 1, "level_at_top": 1,
    }  # fmt: skip
    assert first_seat(events) == 1


def test_defizz_a_raise_is_refused_by_all_and_another_is_called() -> None:
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
    assert counted("defizz", events, Result.by_score([0, 1, 0], "owns_everything")) == {
        "challenges": 4, "duels": 3, "questions": 3, "nobody_right": 1, "chrono": 1, "target": 1, "chance": 1,
        "raises": 2, "taken_up": 1, "refusals": 2, "raises_unopposed": 1, "raises_called": 1, "called_lost": 1,
        "biggest_pot": 1200, "helps": 1, "restarts": 1, "first_out": 4,
    }  # fmt: skip


def test_egomaster_landings_and_phases() -> None:
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
    assert counted("egomaster", events, Result.by_score([0, 1], "owns_everything")) == {
        "turns": 2, "enrichment_turns": 1, "solo_cells": 1, "multi_cells": 1, "pushed": 1, "questions": 2, "ties": 1,
        "speed": 1, "solo": 1, "raises": 1, "taken_up": 1, "raises_called": 1, "called_won": 1, "biggest_pot": 800,
        "roll_off_dice": 2, "first_out": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("game", "parts", "whole"),
    [
        ("blitz", ["score_0", "score_1", "score_2"], ["face_offs"]),  # every face-off is worth a card
        ("defizz", ["chrono", "target", "ping_pong", "chance"], ["questions"]),
        ("egomaster", ["solo_cells", "duo_cells", "multi_cells"], ["turns"]),
        ("egomaster", ["speed", "target", "ping_pong", "solo", "raises_unopposed"], ["turns"]),
    ],
)
def test_the_counts_of_real_games_add_up(game: str, parts: list[str], whole: list[str]) -> None:
    study = run(game, ["anyone"] * 3, 3, workers=1, engine=True)
    assert study.errors() == {}
    columns = study.columns()
    assert sum(columns[name] for name in parts).tolist() == sum(columns[name] for name in whole).tolist()  # type: ignore[union-attr]
    assert (columns["minutes"] > 0).all()
    assert set(columns["first"].tolist()) <= {0, 1, 2}


def test_a_game_without_measures_has_the_general_columns() -> None:
    study = run("pig", ["anyone"] * 2, 3, workers=1)
    assert study.measures() == []
    assert (study.columns()["first"] == -1).all()
    assert (study.columns()["minutes"] > 0).all()
