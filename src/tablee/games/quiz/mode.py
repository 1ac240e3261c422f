"""What a mode of question is, in one record. The modes themselves are in `modes`, a file each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from tablee.engine import Script
from tablee.packs.format import PackMode

if TYPE_CHECKING:  # which know of modes
    from .bots.odds import Prospect
    from .table import Challenge, QuizTable
    from .verdicts import Outcome

    Play: TypeAlias = Callable[[QuizTable, Challenge], Script[Outcome]]
    Check: TypeAlias = Callable[[QuizTable, Challenge], None]
    Reckon: TypeAlias = Callable[[QuizTable, Challenge], Outcome]
    Guess: TypeAlias = Callable[[Prospect, Sequence[float], int], "Odds"]

Stage = Literal["alone", "line", "luck", "race", "rally"]  # a component of the page for each, and a picture
WonBy = Literal["being_right", "time", "nearness", "lasting", "luck"]


class Odds(Struct, frozen=True):
    """How likely one wins, and how likely somebody else does."""

    win: float
    lose: float

    @property
    def edge(self) -> float:
        return self.win - self.lose


class Mode(PackMode, frozen=True, kw_only=True):
    """Everything that a mode is; what its answers look like, packs want to know too."""

    won_by: WonBy
    in_turn: bool  # one after the other, and not whoever wants to
    stage: Stage  # how it is drawn
    mark: str  # its sign in the terminal
    play: Play  # how it is answered, and who wins; who is equally good is for each game to settle
    reckon: Reckon | None = None  # who wins by the verdicts, when one of them has changed; None: then it is too late
    check: Check  # what holds after every answer
    odds: Guess  # with what one knows, against those who know it with these chances, of whom so many answer before
