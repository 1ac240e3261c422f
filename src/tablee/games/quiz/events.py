"""What happens in both quiz games, for people."""

from __future__ import annotations

from tablee.engine import Event, Seat


class Started(Event, frozen=True):
    """This player begins."""

    seat: Seat


class ReaderChosen(Event, frozen=True):
    """An eliminated player reads from now on."""

    seat: Seat


class OpponentChosen(Event, frozen=True):
    seat: Seat
    opponent: Seat


class Kept(Event, frozen=True):
    """The active player plays for the minimum, or the amount of the cell."""

    seat: Seat
    amount: int


class Raised(Event, frozen=True):
    seat: Seat
    amount: int


class Accepted(Event, frozen=True):
    seat: Seat


class Refused(Event, frozen=True):
    """This player does not take up the raise."""

    seat: Seat


class Joined(Event, frozen=True):
    """Plays, although free to stay out."""

    seat: Seat


class Declined(Event, frozen=True):
    """Stays out, which costs nothing."""

    seat: Seat


class NobodyJoined(Event, frozen=True):
    """No question, no payment."""

    weight = "result"


class NobodyAccepted(Event, frozen=True):
    """No question is put; the active player takes what the others had to pay."""

    seat: Seat


class Paid(Event, frozen=True):
    seat: Seat
    amount: int


class QuestionPut(Event, frozen=True):
    question: str  # its id
    mode: str | None
    text: str


class Attempted(Event, frozen=True):
    """An answer that now will be judged. Spoken aloud, it has no text."""

    seat: Seat
    text: str | None
    at: int | None  # fair milliseconds, where speed counts


class GaveUp(Event, frozen=True):
    """This player has no answer."""

    seat: Seat


class TimeUp(Event, frozen=True):
    """The question is closed; whoever has not answered is not right."""


class Repeated(Event, frozen=True):
    """Already said in this question, perhaps in other words."""

    seat: Seat
    text: str
    item: str | None


class Judged(Event, frozen=True):
    seat: Seat
    text: str | None
    verdict: str


class Guessed(Event, frozen=True):
    seat: Seat
    number: float


class RepeatedGuess(Event, frozen=True):
    """Someone has said this number; another must be given."""

    seat: Seat
    number: float


class LuckRolled(Event, frozen=True):
    seat: Seat
    number: int


class Drawn(Event, frozen=True):
    """The dice pick the winner of a Luck question."""

    seat: Seat


class GuessedAlong(Event, frozen=True):
    """What somebody who is out had guessed."""

    seat: Seat
    text: str
    verdict: str


class Voted(Event, frozen=True):
    vote: str
    ballots: dict[int, str | int]


class Declared(Event, frozen=True):
    """The one who answered says himself whether he was right."""

    seat: Seat
    verdict: str


class Revealed(Event, frozen=True):
    """The right answers, for everyone."""

    question: str
    answers: tuple[str, ...]


class Contested(Event, frozen=True):
    seat: Seat


class Overturned(Event, frozen=True):
    """The others do not let this victory stand."""

    seats: tuple[int, ...]


class Tied(Event, frozen=True):
    seats: tuple[int, ...]


class NobodyRight(Event, frozen=True):
    weight = "result"


class Refunded(Event, frozen=True):
    """Everyone has back what was paid in this challenge."""

    paid: dict[int, int]


class Won(Event, frozen=True):
    weight = "result"

    seat: Seat
    amount: int


class Eliminated(Event, frozen=True):
    weight = "result"

    seats: tuple[int, ...]


class AmountsRose(Event, frozen=True):
    """Two have been left for long: every amount counts double once more."""

    times: int


class EndingSoon(Event, frozen=True):
    """One turn more after this one, or about that."""

    ending: str  # turns, minutes


class LastTurn(Event, frozen=True):
    """The richest wins after this one."""

    seat: Seat


class Aligned(Event, frozen=True):
    """Somebody holds less than the stake, so that all who play put in only that."""

    seats: tuple[int, ...]
    amount: int


QUIZ_EVENTS = (
    Started, ReaderChosen, OpponentChosen, Kept, Raised, Accepted, Refused, Joined,
    Declined, NobodyJoined, NobodyAccepted, Paid, QuestionPut,
    Attempted, GaveUp, TimeUp, Repeated, Judged, Guessed, RepeatedGuess, Voted, Declared, Revealed, Contested,
    Overturned, Tied, NobodyRight, Refunded, Won, Eliminated, AmountsRose, EndingSoon, LastTurn,
    Aligned, GuessedAlong,
)  # fmt: skip  # of Luck, which only Défizz has, it adds two
