"""Every moment that is held can say why: the rule that answers is one of the game's."""

from __future__ import annotations

from random import Random

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
