"""What is told of a match of the quiz games."""

from __future__ import annotations

from tablee.engine import Event
from tablee.games.egomaster.events import Announced, Designated, Moved
from tablee.games.egomaster.story import STORY
from tablee.games.quiz.events import (
    Attempted,
    Guessed,
    Judged,
    NobodyAccepted,
    QuestionPut,
    Raised,
    Revealed,
    Won,
)
from tablee.story import Feats, Moment

OPENS = Announced(None, "duo", 100, 1, 1, None, "fleuve")


def feats_of(*steps: tuple[int, tuple[Event, ...]]) -> Feats:
    feats = Feats(STORY.names)
    STORY.count([Moment(seq, at, events) for seq, (at, events) in enumerate(steps)], feats)
    return feats


def test_the_pot_the_bluff_the_quickest_and_what_was_served() -> None:
    feats = feats_of(
        (0, (Moved(1, 3, "left", 4, 2), OPENS, Designated(1, 0), Won(0, 300))),
        (1000, (OPENS, Raised(0, 900), NobodyAccepted(0), Won(0, 1200))),
        (2000, (OPENS, QuestionPut("q", "speed", "Qui ?"))),
        (4000, (Attempted(1, None, 3500), Judged(1, None, "right"), Won(1, 800))),
    )
    assert feats.of["pot"][1].params == {"n": 800}
    assert feats.of["pot"][0].params == {"n": 300}, "what nobody took up is a bluff, no pot"
    assert feats.of["bluff"][0].params == {"n": 900}
    assert feats.of["fast"][1].params == {"n": 1.5, "text": "Qui ?"}
    assert feats.of["gift"][0].params == {"n": 300}
    assert feats.of["walk"][1].params == {"n": 2}


def test_the_nearest_and_the_longest_rally() -> None:
    feats = feats_of(
        (0, (OPENS, QuestionPut("q", "target", "Combien ?"))),
        (1, (Guessed(0, 95.0), Guessed(2, 30.0), Revealed("q", ("88",)), Won(0, 400))),
        (2, (OPENS, QuestionPut("r", "ping_pong", "Des fleuves"))),
        (3, (*(Judged(seat, "x", "right") for seat in (0, 1, 0)), Judged(1, "y", "wrong"), Won(0, 100))),
    )
    assert feats.of["nearest"][0].params == {"number": 95, "truth": 88, "text": "Combien ?"}
    assert feats.of["nearest"][0].worth > feats.of["nearest"][2].worth
    assert feats.of["rally"][0].params == {"n": 3, "text": "Des fleuves"}
    assert feats.of["right"][0].worth == 2
