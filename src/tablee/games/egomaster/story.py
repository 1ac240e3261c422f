"""What is told of a match of Egomaster afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.games.quiz.events import Won
from tablee.games.quiz.story import LEAST, NAMES, chapters, count_questions, worth
from tablee.story import Feats, Moment, Story

from .events import Announced, Designated, Moved, RolledOff


def count(moments: Sequence[Moment], feats: Feats) -> None:
    count_questions(moments, feats, Announced)
    designee: int | None = None
    rolled = False
    for moment in moments:
        for event in moment.events:
            match event:
                case Announced():
                    designee, rolled = None, False
                case Moved(seat=seat, pushed=pushed) if pushed:
                    feats.best("walk", seat, pushed, moment.seq, n=pushed)
                case Designated():
                    designee = event.designee
                case RolledOff():
                    rolled = True
                case Won(seat=seat, amount=amount):
                    if rolled:
                        feats.more("luck", seat, moment.seq)
                    if designee == seat:
                        feats.more("gift", seat, moment.seq, amount)


STORY: Final = Story((*NAMES, "luck", "gift", "walk"), count, worth, chapters, {**LEAST, "walk": 2})
