"""What happens in DESfausse, for people."""

from __future__ import annotations

from tablee.engine import Event, Seat, Weight


class FirstRoll(Event, frozen=True):
    """Three small dice for who begins (DF-07)."""

    seat: Seat
    dice: tuple[int, ...]
    total: int


class RoundStarted(Event, frozen=True):
    round: int
    seat: Seat


class Announced(Event, frozen=True):
    """The value that must not come up on the last die."""

    seat: Seat
    value: int


class Rolled(Event, frozen=True):
    seat: Seat
    roll: int  # first, second or third of the turn
    dice: dict[str, int]


class Discarded(Event, frozen=True):
    """These dice went to the bowl."""

    weight = "light"

    seat: Seat
    dice: tuple[str, ...]


class NothingDiscarded(Event, frozen=True):
    weight = "light"

    seat: Seat


class Gave(Event, frozen=True):
    """A die of a set of one colour, passed on by choice."""

    weight = "light"

    seat: Seat
    to: Seat
    die: str
    more: int  # dice of the set that are still to be given

    def held(self) -> Weight | None:
        return None if self.more else self.weight


class Overflowed(Event, frozen=True):
    """A die for somebody who has nine already went to the bowl instead."""

    seat: Seat
    giver: Seat
    die: str


class Skipped(Event, frozen=True):
    """This player misses a turn."""

    weight = "light"

    seat: Seat


class Reversed(Event, frozen=True):
    weight = "light"

    seat: Seat


class TooManyOnes(Event, frozen=True):
    weight = "light"

    seat: Seat


class Handed(Event, frozen=True):
    """A die that somebody had to give to the player with too many 1s."""

    seat: Seat
    to: Seat
    die: str


class Exempted(Event, frozen=True):
    """This player has a single die, which need not be given."""

    seat: Seat
    to: Seat


class KeptLastDie(Event, frozen=True):
    """The announced value came up: the turn passes."""

    weight = "light"

    seat: Seat


class WentOut(Event, frozen=True):
    """This player has no dice left."""

    seat: Seat


class Placed(Event, frozen=True):
    weight = "result"

    seat: Seat
    round: int
    trophy: str


class Moved(Event, frozen=True):
    """A token that was on the board already."""

    weight = "result"

    seat: Seat
    round: int
    trophy: str
    from_round: int
    from_trophy: str


class Bumped(Event, frozen=True):
    """This player's token went back to the supply."""

    seat: Seat
    round: int
    trophy: str


class AlreadyThere(Event, frozen=True):
    """The token that would have to be placed lies there already: nothing changes (DF-61)."""

    seat: Seat
    round: int
    trophy: str


class RoundCapped(Event, frozen=True):
    """Nobody is out after so many turns: the round ends all the same."""

    round: int
    turns: int


class RoundEnded(Event, frozen=True):
    weight = "round"

    round: int
    points: tuple[int, ...]


class Mastered(Event, frozen=True):
    """The same trophy in all three rounds."""

    seat: Seat
    trophy: str
    bonus: int


class GrandSlam(Event, frozen=True):
    """All seven trophies: the game is won at once."""

    weight = "round"

    seat: Seat


EVENTS = (
    FirstRoll, RoundStarted, Announced, Rolled, Discarded, NothingDiscarded, Gave, Overflowed, Skipped, Reversed,
    TooManyOnes, Handed, Exempted, KeptLastDie, WentOut, Placed, Moved, Bumped, AlreadyThere, RoundCapped, RoundEnded,
    Mastered, GrandSlam,
)  # fmt: skip
