"""Every moment that is held can say why: the rule that answers is one of the game's."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tablee.engine import find, games, read_rules
from tablee.testkit import Playout, fitting_players, new_match

GAMES = [id for id, meta in sorted(games().items()) if any(event.weight for event in meta.load().events)]


@pytest.mark.parametrize("game", GAMES)
def test_a_moment_names_the_rule_that_answers(game: str) -> None:
    known = {rule.id for section in read_rules(find(game), "fr") for rule in section.rules}
    seen: dict[str, set[str]] = {}
    for seed in range(6):
        match, person = new_match(game, fitting_players(find(game), {})[0]), Playout(Random(seed))
        while match.result is None and len(match.log) < 1_500:
            person.step(match)
            for event in match.news:
                if event.weight:
                    rule = match.why(event)
                    assert rule in known, event
                    seen.setdefault(str(event.__struct_config__.tag), set()).add(rule)
    assert len(seen) > 1


NOBODY = {
    "defizz": {"chrono": "DZ-78", "target": "DZ-78", "ping_pong": "DZ-93", "chance": "DZ-95"},
    "egomaster": {"speed": "EG-48", "target": "EG-39", "ping_pong": "EG-44"},
}


@pytest.mark.parametrize("game", sorted(NOBODY))
def test_where_nobody_is_right_the_mode_says_why(game: str) -> None:
    seen: set[str] = set()
    for seed in range(8):
        match, person = new_match(game, 4), Playout(Random(seed))
        asked, rolled = "", False
        while match.result is None and len(match.log) < 1_500:
            person.step(match)
            for event in match.news:
                told = msgspec.to_builtins(event)
                match told["event"]:
                    case "question_put":
                        asked, rolled = told["mode"], False
                    case "nobody_right":
                        assert match.why(event) == NOBODY[game][asked]
                        seen.add(asked)
                    case "restarted":
                        assert match.why(event) in (NOBODY[game][asked], "DZ-76", "DZ-85")
                    case "rolled_off":
                        rolled = True
                    case "won" if rolled:
                        assert match.why(event) == "EG-90"
                        rolled = False
    assert {"ping_pong"} < seen


def test_a_turn_that_is_over_says_why_though_the_next_has_begun() -> None:
    """DESfausse: nothing discarded by choice, for the 1s, or for want of a set; and the token that must be placed."""
    match, person = new_match("desfausse", 3), Playout(Random(1))
    shown: dict[str, int] = {}
    seen: set[str | None] = set()
    while match.result is None:
        person.step(match)
        for event in match.news:
            told = msgspec.to_builtins(event)
            match told["event"]:
                case "rolled":
                    shown = {**(shown if told["roll"] > 1 else {}), **told["dice"]}
                case "nothing_discarded":
                    values = list(shown.values())
                    most = max(values.count(value) for value in (2, 3, 4, 5, 6))
                    rule = "DF-20" if most < 2 else "DF-27" if most <= values.count(1) else "DF-19"
                    assert match.why(event) == rule
                    seen.add(rule)
                case "placed":
                    rule = "DF-59" if told["trophy"] == "ones" else "DF-49"
                    assert match.why(event) == rule
                    seen.add(rule)
    assert seen == {"DF-19", "DF-20", "DF-27", "DF-49", "DF-59"}


SAYS = {
    "blitz": {"answer": {"BL-26", "BL-42"}},
    "defizz": {"raise": {"DZ-54", "DZ-59"}},
    "egomaster": {"raise": {"EG-67", "EG-73"}},
}


@pytest.mark.parametrize("game", sorted(SAYS))
def test_an_ask_names_the_rule_of_its_own_case(game: str) -> None:
    """A raise in a duel is not that of the whole table; a card that both must answer is not the opponent's."""
    (name, rules), *_ = SAYS[game].items()
    seen: set[str | None] = set()
    for seed in range(8):
        match, person = new_match(game, 4), Playout(Random(seed))
        while match.result is None and len(match.log) < 1_000 and seen != rules:
            person.step(match)
            for ask in match.asks:
                if ask.name == name and not ask.standing:
                    seen.add(ask.rule)
                    told = msgspec.to_builtins(match.public())
                    if game == "blitz":
                        assert (ask.rule == "BL-42") is (told["face_off"]["why"] == "tie_break")
                    else:
                        assert (ask.rule in ("DZ-59", "EG-73")) is (told["challenge"]["kind"] == "multi")
    assert seen == rules
