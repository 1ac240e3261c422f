"""The match: what it takes, what it refuses, and that refusing changes nothing."""

from __future__ import annotations

import doctest
from collections.abc import Callable
from importlib import import_module

import msgspec
import pytest

from tablee.engine import Header, Invalid, Match, NotAllowed, NotAsked, Reply, Secret, Table, Waiting, Whispered
from tablee.engine.events import Away, Back


def new() -> Match:
    return Match.new("desfausse", ["ana", "bo", "cy"], start={"active": 0})


def roll(match: Match, *faces: int) -> None:
    for face in faces:
        match.answer("dice", "roll", face)


def code(call: Callable[[], object]) -> str:
    with pytest.raises(Invalid) as refused:
        call()
    assert str(refused.value)
    return refused.value.code


# ---------------------------------------------------------------- setting up


def test_docstrings_are_true() -> None:
    for name in ("tablee.engine.match", "tablee.judge.normal"):
        failed, tried = doctest.testmod(import_module(name))
        assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"options": {"demon_face": "x"}}, "unknown_option"),
        ({"options": {"keep": "some"}}, "bad_option"),
        ({"options": {"keep": 3}}, "bad_option"),
        ({"options": {"round_turn_cap": -1}}, "bad_option"),
        ({"options": {"gift_counts_number": "perhaps"}}, "bad_option"),
        ({"seats": ["ana"]}, "wrong_players"),
        ({"seats": list("abcdef")}, "wrong_players"),
        ({"seats": ["ana", "ana"]}, "same_name"),
        ({"seats": ["ana", " "]}, "empty_name"),
        ({"facts": {"birthday": "1 May"}}, "bad_facts"),
        ({"facts": {"host": 7}}, "bad_facts"),
        ({"facts": {"youngest": [0, 0]}}, "bad_facts"),
        ({"facts": {"days": [1]}}, "bad_facts"),
        ({"packs": ["blitz-a"]}, "no_packs"),
        ({"start": {"hand": []}}, "bad_start"),
        ({"start": {"round": 4}}, "bad_start"),
        ({"start": {"active": 5}}, "bad_start"),
        ({"start": {"hands": [["r1a", "r1a"], []]}}, "bad_start"),
        ({"start": {"supply": [9, 3], "board": [{"gift": 0}]}}, "bad_start"),
        ({"game": "blitz", "seats": list("abcd"), "packs": ["nowhere.toml"]}, "unknown_pack"),
        ({"game": "blitz", "seats": list("abcd"), "options": {"remove_symbols": "on"}}, "bad_option"),
        ({"game": "blitz", "seats": list("abcd"), "options": {"shuffler": 5}}, "bad_option"),
    ],
)
def test_a_match_that_cannot_be_is_refused(arguments: dict[str, object], expected: str) -> None:
    given = {"game": "desfausse", "seats": ["ana", "bo"], **arguments}
    assert code(lambda: Match.new(**given)) == expected  # type: ignore[arg-type]


def test_words_for_options_are_understood() -> None:
    match = Match.new("desfausse", ["ana", "bo"], {"gift_counts_number": "no"})
    assert match.header.options["gift_counts_number"] is False


# ---------------------------------------------------------------- answering


@pytest.mark.parametrize(
    ("answer", "kind", "expected"),
    [
        ((0, "roll", 3), NotAsked, "not_asked"),
        (("dice", "reroll", 3), NotAsked, "not_asked"),
        (("dice", "roll", 7), NotAllowed, "not_an_option"),
        (("dice", "roll", None), NotAllowed, "must_answer"),
        (("clock", "roll", None), NotAllowed, "must_answer"),
        (("clock", "roll", 3), NotAllowed, "the_clock_only_passes"),
        ((True, "roll", 3), NotAsked, "not_asked"),
        (("dice", "roll", 3, -1), NotAllowed, "not_a_moment"),
        (("dice", "roll", 3, 1.5), NotAllowed, "not_a_moment"),
        (("dice", "roll", 3, 10**30), NotAllowed, "not_a_moment"),
        (("dice", "roll", 3, 5, 9), NotAllowed, "not_a_moment"),
        ((0, "presence", "perhaps"), NotAllowed, "not_an_option"),
        ((0, "presence", None), NotAllowed, "must_answer"),
        ((7, "presence", "away"), NotAsked, "not_asked"),
    ],
)
def test_a_wrong_answer_is_refused_with_a_code(
    answer: tuple[object, ...], kind: type[Exception], expected: str
) -> None:
    match = new()
    before = match.view(None), match.asks
    with pytest.raises(kind) as refused:
        match.answer(*answer)  # type: ignore[arg-type]
    assert refused.value.code == expected  # type: ignore[attr-defined]
    assert (match.view(None), match.asks) == before
    assert not match.log


def test_a_list_is_taken_for_a_selection() -> None:
    match = new()
    roll(match, 2, 3, 4, 5, 3, 4)
    match.answer(0, "reroll", ["r1a", "g1a"])
    assert match.log[-1].value == ("r1a", "g1a")


def test_presence_is_noted_and_told() -> None:
    match = new()
    assert match.answer(1, "presence", "away") == [Away(1)]
    assert match.answer(1, "presence", "back") == [Back(1)]
    assert len(Match.replay(match.header, match.log).log) == 2


def test_others_see_only_who_is_asked_what() -> None:
    match = new()
    roll(match, 2, 3, 4, 5, 3, 4)
    assert match.asked(0)[0] == match.asks[0]
    assert match.asked(1)[0] == Waiting("reroll", (0,))
    assert match.asked(None)[0] == Waiting("reroll", (0,))


def test_a_game_that_is_over_asks_nothing() -> None:
    start = {"active": 0, "round": 3, "hands": [["r1a"], ["r1b"]]}
    match = Match.new("desfausse", ["ana", "bo"], start=start)
    match.answer(0, "announce", 2)
    roll(match, 6)
    match.answer(0, "token", "all")
    assert match.result
    assert match.asks == ()
    for late in ((0, "token", "all"), (1, "presence", "away"), ("clock", "token", None)):
        with pytest.raises(NotAsked) as refused:
            match.answer(*late)
        assert refused.value.code == "game_over"


# ---------------------------------------------------------------- what is stored


def stored() -> tuple[Header, list[Reply]]:
    match = new()
    roll(match, 2, 3, 4, 5, 3, 4)
    match.answer(0, "reroll", ())
    return match.header, match.log


def test_a_log_that_was_edited_is_refused_with_its_line() -> None:
    header, log = stored()
    with pytest.raises(Invalid) as refused:
        Match.replay(header, [*log[:3], Reply("dice", "roll", 9), *log[4:]])
    assert (refused.value.code, refused.value.params["line"]) == ("bad_log", 4)


def test_a_log_that_misses_a_line_is_refused() -> None:
    header, log = stored()
    assert code(lambda: Match.replay(header, log[1:])) == "bad_log"


def test_a_truncated_log_is_an_earlier_moment_of_the_match() -> None:
    header, log = stored()
    assert Match.replay(header, log[:-1]).asks[0].name == "reroll"


def test_other_rules_are_refused() -> None:
    header, log = stored()
    other = msgspec.structs.replace(header, rules="0")
    assert code(lambda: Match.replay(other, log)) == "other_rules"


def test_a_header_that_was_edited_is_refused() -> None:
    header, _ = stored()
    assert code(lambda: Match(msgspec.structs.replace(header, options={"keep": "x"}))) == "bad_option"
    assert code(lambda: Match(msgspec.structs.replace(header, seats=("a",)))) == "wrong_players"


# ---------------------------------------------------------------- secrets


def test_a_secret_reaches_only_those_who_know_it() -> None:
    secret = Secret(("front", "back"), 1)
    assert [secret.to(seat) for seat in (None, 0, 1)] == [None, None, ("front", "back")]
    secret.show(0)
    assert secret.to(0) == ("front", "back")
    assert secret.part(1).to(0) == "back"
    assert secret.part(1).to(2) is None
    assert "front" not in repr(secret)
    secret.open()
    assert secret.to(None) == ("front", "back")


def test_a_whispered_event_is_something_else_for_others() -> None:
    event = Whispered((1,), Away(2), Back(2))
    assert event.seen_by(1) == Away(2)
    assert event.seen_by(0) == Back(2)
    assert Whispered((1,), Away(2)).seen_by(None) is None
    table = Table(3)
    table.whisper([0, 2], Away(1), others=Back(1))
    assert [table.events[0].seen_by(seat) for seat in (0, 1, 2, None)] == [Away(1), Back(1), Away(1), Back(1)]
