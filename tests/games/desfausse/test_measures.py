"""What is counted in DESfausse, on games whose course is known."""

from __future__ import annotations

from tablee.engine import Event, Match, Result
from tablee.games.desfausse.measures import count
from tablee.measures import first_seat


def counted(events: list[Event], result: Result) -> dict[str, int]:
    """Only what is not nothing."""
    return {name: found for name, found in count(events, result).items() if found}


def test_the_last_die_takes_the_trophy_for_all() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "round": 3, "hands": [["r1a"], None]})
    events = list(match.news)
    for actor, name, value in ((0, "announce", 2), ("dice", "roll", 5), (0, "token", "all")):
        events += match.answer(actor, name, value)  # type: ignore[arg-type]
    assert match.result
    assert counted(events, match.result) == {"turns": 1, "all": 1, "all_won": 1}
    assert first_seat(events) == 0


def test_a_forced_gift_ends_the_round_off_turn() -> None:
    start = {"active": 0, "round": 3, "hands": [["r1a"], ["r1b"]]}
    match = Match.new("desfausse", ["ana", "bo"], start=start)
    events = list(match.news)
    for actor, name, value in ((0, "announce", 2), ("dice", "roll", 1)):
        events += match.answer(actor, name, value)  # type: ignore[arg-type]
    assert match.result
    expected = {"turns": 1, "idle_turns": 1, "majorities": 1, "off_turn_ends": 1, "ones": 1}
    assert counted(events, match.result) == expected
