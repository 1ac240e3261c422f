"""What the server tells of a match that is over, for every game."""

from __future__ import annotations

from random import Random

import pytest

from tablee.bots import find_bots
from tablee.engine import Match, Words, find, games, languages, words
from tablee.house import House, RandomDice, find_referee
from tablee.story import find_story, tell
from tablee.testkit import fitting_players

GAMES = [name for name, meta in sorted(games().items()) if meta.story]


def played(game: str, seed: int) -> Match:
    meta = find(game)
    seats = fitting_players(meta, {})[0]
    match = Match.new(game, seats=[f"p{seat}" for seat in range(seats)])
    bots = {seat: find_bots(meta)["regular"](Random(seed + seat), match.header) for seat in range(seats)}
    House(match, RandomDice(Random(seed)), bots, find_referee(match.header)).play_on()
    assert match.result
    return match


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_has_a_curve_chapters_and_something_for_everyone(game: str) -> None:
    match, meta = played(game, 3), find(game)
    told = tell(match.header, match.log, meta)
    steps = [seq for seq, _ in told.curve]
    assert steps[0] == 0
    assert steps[-1] == len(match.log)
    assert len(steps) <= 160
    assert steps == sorted(set(steps))
    assert all(len(owned) == len(match.header.seats) for _, owned in told.curve)
    assert told.highlights
    assert all(told.own), "nobody goes home without"
    assert all(one.seat == seat for seat, found in enumerate(told.own) for one in found)
    named = [one.seq for one in told.highlights] + [one.seq for one in told.chapters]
    assert all(0 <= seq <= len(match.log) for seq in named)
    spoken = words("fr", game)
    for one in (*told.highlights, *(one for found in told.own for one in found)):
        assert "{" not in "".join(
            spoken.forms.fill(text, one.params) for text in spoken.tables["highlights"][one.name].values()
        )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_highlight_has_its_words_and_no_other(game: str, language: str) -> None:
    meta = find(game)
    story = find_story(meta)
    assert story
    tables = Words(language, *meta.shared_words, meta.folder).tables
    assert set(tables["highlights"]) == set(story.names)
