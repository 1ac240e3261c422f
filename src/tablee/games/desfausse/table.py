"""The table of DESfausse: hands of dice, the bowl, the tokens and the hunting board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from tablee.engine import DICE, Ask, Choice, Header, Invalid, Prompt, Table

from .events import Bumped, GrandSlam, Moved, Overflowed, Placed
from .meta import DemonFaces, Options
from .sums import (
    MASTERED,
    MOST_DICE,
    POINTS,
    ROUNDS,
    Cell,
    Trophy,
    faces_of,
    is_slam,
    mastered,
    points_of,
    room,
    score_of,
    seats_after,
)

TOKENS: Final = 9  # DF-04
SUPPLY: Final = 3

START: Final = ("r1", "r2", "g1", "g2", "R1", "G1")  # DF-03: small letters are small dice, capitals demons
SMALL: Final = Choice((1, 2, 3, 4, 5, 6))
OWNERS: Final = "abcde"  # the third letter of a die's name says in whose hand it begins a round


@cache
def prompts_by_die(demon_faces: DemonFaces) -> dict[str, Prompt]:
    """DF-10: the question put to each die, made once."""
    faces = faces_of(Options(demon_faces=demon_faces), "R")
    demon = Choice(tuple(sorted(set(faces))), tuple(faces.count(face) for face in sorted(set(faces))))
    return {
        die + owner: (
            Ask("roll", (DICE,), demon if die[0].isupper() else SMALL, rule="DF-12", about={"die": die + owner}),
        )
        for die in START
        for owner in OWNERS
    }


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """A table set up beforehand. What is not given is as at the beginning of that round.

    active: whose turn it is; nobody then rolls for it
    round: 1 to 3
    direction: 1 clockwise, -1 the other way
    hands: dice by seat; dice in no hand are in the bowl
    supply: tokens by seat that can be placed in this round
    board: by round, trophy = seat
    """

    active: int | None = None
    round: int = 1
    direction: Literal[1, -1] = 1
    hands: list[list[str] | None] | None = None
    supply: list[int | None] | None = None
    board: list[dict[Trophy, int]] | None = None


class Passed(Struct, frozen=True):
    """A die that went from one hand to another, or on the way there into the bowl."""

    die: str
    seat: int
    to: int
    bowl: bool = False


Came = Literal[
    "rolling", "discarding", "bowl", "gift", "declined", "held_back", "no_set", "too_many_ones", "kept"
]  # how far the turn has come, and in the end what came of it


class Turn(Struct):
    """A turn as it goes on, and afterwards its receipt. Its parts are never changed, only replaced."""

    seat: int
    came: Came = "rolling"
    announced: int | None = None  # on the last die
    shown: dict[str, int] = {}  # what the dice showed when the rolling ended; 0 is a blank face
    ones: int = 0  # among them
    value: int | None = None  # of the set; of one that the 1s have eaten up, too
    size: int = 0
    left: tuple[str, ...] = ()  # the dice that left the hand
    passed: tuple[Passed, ...] = ()  # gifts, or what others had to give
    earned: tuple[Trophy, ...] = ()
    out: int | None = None  # who has no dice left
    token: Trophy | None = None
    points: int = 0  # that the token brought


class Desfausse(Table):
    __slots__ = (
        "active",
        "after",
        "board",
        "bowl",
        "direction",
        "first",
        "hands",
        "last",
        "options",
        "prompts",
        "rolls",
        "row",
        "slam",
        "started",
        "supply",
        "tally",
        "turn",
        "turns",
        "values",
        "youngest",
    )

    def __init__(self, header: Header) -> None:
        super().__init__(len(header.seats))
        self.options = msgspec.convert(header.options, Options)
        self.prompts = prompts_by_die(self.options.demon_faces)
        self.youngest = header.facts.youngest or tuple(reversed(self.seats))  # DF-72
        self.board: list[dict[Trophy, int]] = [{} for _ in range(ROUNDS)]
        self.row = 0
        self.active = 0
        self.started = False  # who begins is known
        self.first: dict[int, int] = {}  # the sums rolled for it
        self.turn = Turn(0)
        self.last: Turn | None = None  # the turn before
        self.after: list[tuple[int, ...]] = []  # everyone's points when a round ended
        self.slam: int | None = None  # who has all seven trophies
        self.tally: Any = None  # what the view has reckoned from the board; None: that has changed
        self.supply = [SUPPLY] * len(self.seats)
        self.deal()
        if header.start:
            self.set_up(header.start)

    def deal(self) -> None:
        """DF-03, DF-68, DF-69: six dice each, an empty bowl, clockwise."""
        self.hands = [[die + OWNERS[seat] for die in START] for seat in self.seats]
        self.bowl: list[str] = []
        self.values: dict[str, int] = {}  # what the active player's dice show
        self.rolls = 0
        self.direction = 1
        self.turns = 0

    def set_up(self, given: dict[str, object]) -> None:
        try:
            start = msgspec.convert(given, Start)
        except msgspec.ValidationError as error:
            raise Invalid("bad_start", problem=str(error)) from None
        everyone = [die for hand in self.hands for die in hand]
        if start.hands:
            hands = [hand or [] for hand in start.hands]
            named = [die for hand in hands for die in hand]
            if len(hands) != len(self.seats) or sorted(set(named)) != sorted(named) or not set(named) <= set(everyone):
                raise Invalid("bad_start", problem=f"hands: each die at most once, from {' '.join(everyone)}")
            for seat, hand in enumerate(start.hands):
                own = self.hands[seat]
                self.hands[seat] = [die for die in own if die not in named] if hand is None else list(hand)
            self.bowl = [die for die in everyone if not any(die in hand for hand in self.hands)]
            if not all(0 < len(hand) <= MOST_DICE for hand in self.hands):
                raise Invalid("bad_start", problem=f"hands: everyone holds 1 to {MOST_DICE} dice")
        if not 1 <= start.round <= ROUNDS:
            raise Invalid("bad_start", problem=f"round: 1 to {ROUNDS}")
        self.row = start.round - 1
        self.direction = start.direction
        for row, cells in enumerate(start.board or ()):
            if (row > self.row and cells) or any(seat not in self.seats for seat in cells.values()):
                raise Invalid(
                    "bad_start", problem="board: rounds up to this one, cells by trophy with the number of a seat"
                )
            self.board[row] = dict(cells)
        for row in range(self.row):  # as if no token had been moved since
            self.after.append(tuple(points_of([cell for cell in self.tokens(s) if cell[0] <= row]) for s in self.seats))
        for seat in self.seats:
            supply = start.supply[seat] if start.supply else None
            placed = list(self.board[self.row].values()).count(seat)
            self.supply[seat] = max(0, SUPPLY - placed) if supply is None else supply
            most = SUPPLY * start.round
            if not 0 <= self.supply[seat] <= SUPPLY or self.supply[seat] + len(self.tokens(seat)) > most:
                raise Invalid("bad_start", problem=f"supply and board: seat {seat} has had {most} tokens so far")
        if start.active is not None:
            if start.active not in self.seats:
                raise Invalid("bad_start", problem=f"active: there is no seat {start.active}")
            self.active, self.started = start.active, True

    # ------------------------------------------------------------ dice

    def others(self, seat: int) -> list[int]:
        """The other players, in playing direction from the next one."""
        return seats_after(seat, self.direction, len(self.seats))[:-1]

    def receive(self, seat: int, giver: int, die: str, *, gift: bool) -> bool:
        """DF-31, DF-40: nobody holds more than nine dice; a tenth goes to the bowl."""
        fits = room(self.options, len(self.hands[seat]), gift=gift) > 0
        (self.hands[seat] if fits else self.bowl).append(die)
        if not fits:
            self.tell(Overflowed(seat, giver, die))
        self.turn.passed += (Passed(die, giver, seat, not fits),)
        return fits

    # ------------------------------------------------------------ tokens

    def tokens(self, seat: int) -> list[Cell]:
        """Where this player's tokens are on the board."""
        return [
            (row, trophy) for row, cells in enumerate(self.board) for trophy, owner in cells.items() if owner == seat
        ]

    def movable(self, seat: int) -> list[Cell]:
        """DF-62: the tokens that may be moved, of any round or by option of this one."""
        cells = self.tokens(seat)
        if self.options.move_scope == "current_round":
            return [cell for cell in cells if cell[0] == self.row] or cells
        return cells

    def reserve(self, seat: int) -> int:
        """Tokens kept for later rounds."""
        return TOKENS - self.supply[seat] - len(self.tokens(seat))

    def place(self, seat: int, trophy: Trophy) -> None:
        self.supply[seat] -= 1
        self._cover(seat, trophy, POINTS[trophy])
        self.tell(Placed(seat, self.row + 1, trophy))
        self._look_for_slam(seat)

    def move(self, seat: int, cell: Cell, trophy: Trophy) -> None:
        row, old = cell
        del self.board[row][old]
        self._cover(seat, trophy, POINTS[trophy] - POINTS[old])
        self.tell(Moved(seat, self.row + 1, trophy, row + 1, old))
        self._look_for_slam(seat)

    def _cover(self, seat: int, trophy: Trophy, points: int) -> None:
        owner = self.board[self.row].get(trophy)
        if owner is not None:  # DF-60: only the `ones` cell is ever taken from someone
            self.supply[owner] += 1
            self.tell(Bumped(owner, self.row + 1, trophy))
        self.board[self.row][trophy] = seat
        self.tally = None
        if seat == self.turn.seat:
            self.turn.token, self.turn.points = trophy, points

    def _look_for_slam(self, seat: int) -> None:
        if is_slam(self.tokens(seat)):  # DF-78
            self.slam = seat
            self.tell(GrandSlam(seat))

    # ------------------------------------------------------------ points

    def points(self, seat: int) -> int:
        return points_of(self.tokens(seat))

    def poorest(self, points: Sequence[int]) -> int:
        """DF-71, DF-72: who begins the next round; among equals the youngest."""
        return min(self.seats, key=lambda seat: (points[seat], self.youngest.index(seat)))

    def masteries(self, seat: int) -> list[Trophy]:
        return mastered(self.tokens(seat))

    def score(self, seat: int) -> int:
        return score_of(self.tokens(seat))

    def series(self, row: int) -> list[Trophy]:
        """DF-74: the trophies whose owner took the same one in the round before."""
        before = self.board[row - 1] if row else {}
        return [trophy for trophy, seat in self.board[row].items() if trophy in MASTERED and before.get(trophy) == seat]


def label(cell: Cell) -> str:
    row, trophy = cell
    return f"{row + 1} {trophy}"
