"""What is told of a match of Défizz afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.quiz.events import Drawn
from tablee.games.quiz.story import LEAST, NAMES, chapters, count_questions, worth
from tablee.story import Feats, Moment, Story

from .events import Rolled


def count(moments: Sequence[Moment], feats: Feats) -> None:
    count_questions(moments, feats, Rolled)
    for moment in moments:
        for event in moment.events:
            if isinstance(event, Drawn):
                feats.more("luck", event.seat, moment.seq)


STORY: Final = Story((*NAMES, "luck"), count, worth, chapters, LEAST)
