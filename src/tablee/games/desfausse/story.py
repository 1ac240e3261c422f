"""What is told of a match of DESfausse afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tablee.engine import Event
from tablee.story import Chapter, Feats, Moment, Story, parts

from .events import Discarded, Gave, GrandSlam, Mastered, Rolled, RoundStarted, TooManyOnes, WentOut
from .view import DesfausseView


def count(moments: Sequence[Moment], feats: Feats) -> None:
    given = 0  # dice of one turn, which are given one by one
    for moment in moments:
        seq = moment.seq
        for event in moment.events:
            match event:
                case GrandSlam(seat=seat):
                    feats.best("slam", seat, 1, seq)
                case Mastered(seat=seat, trophy=trophy, bonus=bonus):
                    feats.best("master", seat, bonus, seq, trophy=trophy, n=bonus)
                case WentOut(seat=seat):
                    feats.more("out", seat, seq)
                case Discarded(seat=seat, dice=dice):
                    feats.best("discard", seat, len(dice), seq, n=len(dice))
                case Gave(seat=seat):
                    given += 1
                    feats.more("gift", seat, seq)
                    feats.best("discard", seat, given, seq, n=given)
                case TooManyOnes(seat=seat):
                    feats.more("ones", seat, seq)
                case Rolled(seat=seat, dice=dice):
                    given = 0
                    if ones := sum(value == 1 for value in dice.values()):
                        feats.more("luck", seat, seq, ones)


def _round(event: Event) -> tuple[str, dict[str, Any]] | None:
    return ("round", {"n": event.round}) if isinstance(event, RoundStarted) else None


def chapters(moments: Sequence[Moment], seats: int) -> list[Chapter]:
    return parts(moments, _round)


def worth(view: DesfausseView) -> list[int]:
    return view.scores


STORY: Final = Story(
    ("slam", "master", "out", "discard", "gift", "ones", "luck"),
    count,
    worth,
    chapters,
    least={"discard": 3, "luck": 3},
)
