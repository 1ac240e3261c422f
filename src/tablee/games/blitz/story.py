"""What is told of a match of Blitz afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tablee.story import Chapter, Feats, Moment, Story

from .events import Burned, DuelRolled, FaceOffStarted, TurnedUp, Won
from .view import BlitzView


def count(moments: Sequence[Moment], feats: Feats) -> None:
    drawer = 0
    themes = ("", "")
    for moment in moments:
        seq = moment.seq
        for event in moment.events:
            match event:
                case TurnedUp(seat=seat) | DuelRolled(seat=seat):
                    drawer = seat
                case FaceOffStarted(theme=one, opponents_theme=other):
                    themes = (one, other)
                case Burned(seat=seat):
                    feats.more("burned", seat, seq)
                case Won(seat=seat):
                    feats.more("taken", seat, seq)
                    if event.after is not None:
                        name = "fast" if event.text else "aloud"
                        feats.best(name, seat, -event.after, seq, n=round(event.after / 1000, 1), text=event.text)
                    feats.best("cascade", drawer, event.chain, seq, n=event.chain)
                    feats.best("streak", seat, event.run, seq, n=event.run)
                    feats.best("hard", seat, event.answers, seq, n=event.answers, one=themes[0], other=themes[1])


def chapters(moments: Sequence[Moment], seats: int) -> list[Chapter]:
    """Each Duel card changes what meets."""
    rolls = [
        (moment.seq, event)
        for moment in moments
        for event in moment.events
        if isinstance(event, DuelRolled) and not event.again
    ]
    duels = [Chapter("duel", seq, {"symbols": event.symbols}) for seq, event in rolls]
    return [Chapter("start", 0), *duels] if duels else []


def worth(view: BlitzView) -> list[int]:
    return view.won


STORY: Final = Story(
    ("fast", "aloud", "cascade", "streak", "hard", "burned", "taken"),
    count,
    worth,
    chapters,
    least={"cascade": 2, "streak": 3, "hard": 3, "burned": 2},
)
