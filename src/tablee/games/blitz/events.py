"""What happens in Blitz, for people."""

from __future__ import annotations

from tablee.engine import Event, Seat, Weight


class Started(Event, frozen=True):
    """This player shuffled and draws first (BL-14)."""

    seat: Seat


class TurnedUp(Event, frozen=True):
    seat: Seat
    card: str
    symbol: str
    theme: str


class DuelRolled(Event, frozen=True):
    """A Duel card was drawn, and the die shows two symbols."""

    seat: Seat
    face: str
    symbols: tuple[str, ...]
    again: bool  # BL-68: a removed symbol shows, so it is rolled again


class FaceOffStarted(Event, frozen=True):
    seat: Seat
    opponent: Seat
    theme: str  # what the seat must name
    opponents_theme: str
    why: str  # equal symbols, or those of the die


class FalseAlarm(Event, frozen=True):
    """Someone cried "Face-off!", or answered, and no two symbols matched."""

    seat: Seat


class Answered(Event, frozen=True):
    seat: Seat
    text: str
    at: int


class Burned(Event, frozen=True):
    """Already said in this game: it cannot win."""

    seat: Seat
    text: str


class LockedOut(Event, frozen=True):
    """Answered during the pause after a refused answer."""

    seat: Seat
    text: str


class Passed(Event, frozen=True):
    """Nothing comes to this contestant's mind."""

    seat: Seat


class Challenged(Event, frozen=True):
    seat: Seat
    reason: str


class Voted(Event, frozen=True):
    vote: str
    ballots: dict[int, str | int]


class Refused(Event, frozen=True):
    """The group did not accept this answer."""

    seat: Seat
    text: str


class Stalled(Event, frozen=True):
    """Nobody answered."""

    weight = "light"


class DeadHeat(Event, frozen=True):
    """Both began at the same moment."""

    weight = "light"


class TieBreakDrawn(Event, frozen=True):
    """A third player shows a card that both must answer."""

    seat: Seat
    card: str
    theme: str | None  # None: a Duel card, which goes back


class PutBack(Event, frozen=True):
    seat: Seat
    side: str
    card: str


class CoinTossed(Event, frozen=True):
    seat: Seat


class Won(Event, frozen=True):
    """The winner takes the loser's top card."""

    seat: Seat
    loser: Seat
    by: str  # an answer, the group's vote on who was first, or a coin
    text: str  # the answer that won
    after: int | None  # how many milliseconds it took
    answers: int  # how many were given
    chain: int  # the how-manieth face-off since a card was turned up
    run: int  # how many the winner has won in a row
    cascades: bool  # two more symbols match at once: that race does not wait, or whoever looks closely has a start

    weight = "light"

    def held(self) -> Weight | None:
        return None if self.cascades else self.weight


class Said(Event, frozen=True):
    """Table talk; its words are burned."""

    seat: Seat
    message: int
    text: str


class Flagged(Event, frozen=True):
    """Someone finds this message abusive. In a race, the group votes once that is settled."""

    seat: Seat
    message: int


class Unburned(Event, frozen=True):
    """The group found this message abusive: its words may be used."""

    message: int


class Showdown(Event, frozen=True):
    """The tied players race on one card."""

    theme: str


class ShowdownWon(Event, frozen=True):
    weight = "round"

    seat: Seat


EVENTS = (
    Started, TurnedUp, DuelRolled, FaceOffStarted, FalseAlarm, Answered, Burned, LockedOut, Passed, Challenged, Voted,
    Refused, Stalled, DeadHeat, TieBreakDrawn, PutBack, CoinTossed, Won, Said, Flagged, Unburned, Showdown, ShowdownWon,
)  # fmt: skip
