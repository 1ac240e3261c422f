"""What is told of a match of Blitz, and which of its wins are held."""

from __future__ import annotations

from tablee.games.blitz.events import Burned, FaceOffStarted, TurnedUp, Won
from tablee.games.blitz.story import STORY
from tablee.story import Feats, Moment


def won(text: str, after: int | None, chain: int = 1, run: int = 1, answers: int = 1) -> Won:
    return Won(0, 1, "answer", text, after, answers, chain, run, False)


def test_the_fastest_answer_cascades_runs_and_burned_tongues() -> None:
    off = FaceOffStarted(0, 1, "Fleur", "Dessert", "same")
    feats = Feats(STORY.names)
    first = (TurnedUp(2, "a1", "star", "Fleur"), off, Burned(1, "tarte"), won("rose", 2400), won("lis", 700, 2, 2))
    second = (TurnedUp(0, "a2", "moon", "Métier"), won("", None, 1, 3, 5))
    STORY.count([Moment(1, 0, first), Moment(2, 0, second)], feats)
    assert feats.of["fast"][0].params == {"n": 0.7, "text": "lis"}
    assert feats.of["cascade"][2].params == {"n": 2}
    assert feats.of["streak"][0].params == {"n": 3}
    assert feats.of["burned"][1].params == {"n": 1}
    assert feats.of["hard"][0].params == {"n": 5, "one": "Fleur", "other": "Dessert"}
    assert feats.of["taken"][0].worth == 3


def test_a_win_that_cascades_is_not_held() -> None:
    assert Won(0, 1, "answer", "lis", 700, 1, 1, 1, True).held() is None
    assert Won(0, 1, "answer", "lis", 700, 1, 1, 1, False).held() == "light"
