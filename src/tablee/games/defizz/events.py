"""What happens in Défizz alone; the rest is in `quiz/events.py`."""

from __future__ import annotations

from tablee.engine import Event, Seat
from tablee.games.quiz.events import QUIZ_EVENTS, Drawn, LuckRolled


class Rolled(Event, frozen=True):
    seat: Seat
    kind: str
    amount: int  # as the die shows it
    minimum: int  # what that means: doubled, or the prize while the bank pays


class CluesRead(Event, frozen=True):
    """A card has been drawn, and its clues are read aloud."""

    reader: int | None  # None: the house reads
    clues: tuple[str, ...]


class HelpUsed(Event, frozen=True):
    """The active player looks at the front of the card."""

    seat: Seat


class QuestionChosen(Event, frozen=True):
    chooser: int | None  # None: the dice
    number: int
    clue: str


class Restarted(Event, frozen=True):
    """The same player rolls again."""

    weight = "result"

    seat: Seat


class TailPaid(Event, frozen=True):
    """The bank's last tokens go to the poorest."""

    seat: Seat
    amount: int


class TailLost(Event, frozen=True):
    """Nobody is the poorest alone: the bank's last tokens leave the game."""

    amount: int


class BankEmpty(Event, frozen=True):
    """From now on one pays to play."""

    weight = "round"


EVENTS = (
    *QUIZ_EVENTS, Rolled, CluesRead, HelpUsed, QuestionChosen, LuckRolled, Drawn,
    Restarted,
    TailPaid, TailLost, BankEmpty,
)  # fmt: skip
