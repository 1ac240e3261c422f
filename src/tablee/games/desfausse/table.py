"""The table of DESfausse: hands of dice, the bowl, the tokens and the hunting board."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

import msgspec
from msgspec import Struct

from tablee.engine import DICE, Ask, Choice, Header, Invalid, Prompt, Table

from .events import Bumped, GrandSlam, Moved, Overflowed, Placed
from .meta import Options

Trophy = Literal["discard_2", "discard_3", "discard_4", "discard_5", "gift", "demons", "ones", "all"]
Cell = tuple[int, Trophy]  # the row of the board, and the trophy

POINTS: Final[dict[Trophy, int]] = {  # DF-48
    "discard_2": 2,
    "discard_3": 3,
    "discard_4": 5,
    "discard_5": 7,
    "gift": 3,
    "demons": 2,
    "ones": -1,
    "all": 12,
}
SLAM: Final = frozenset(POINTS) - {"ones"}  # DF-78
MASTERED: Final = frozenset(POINTS) - {"ones", "all"}  # DF-75
ROUNDS: Final = 3  # DF-70
TOKENS: Final = 9  # DF-04
SUPPLY: Final = 3
MOST_DICE: Final = 9  # DF-40

START: Final = ("r1", "r2", "g1", "g2", "R1", "G1")  # DF-03: small letters are small dice, capitals demons
SMALL: Final = Choice((1, 2, 3, 4, 5, 6))
OWNERS: Final = "abcde"  # the third letter of a die's name says in whose hand it begins a round


@cache
def prompts_by_die(demon_faces: str) -> dict[str, Prompt]:
    """DF-10: the question put to each die, made once. A blank face is a 0."""
    faces = [0 if face == "blank" else int(face) for face in demon_faces.split(",")]
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


class Desfausse(Table):
    __slots__ = (
        "active",
        "announced",
        "board",
        "bowl",
        "direction",
        "hands",
        "options",
        "prompts",
        "rolls",
        "row",
        "slam",
        "started",
        "supply",
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
        self.slam: int | None = None  # who has all seven trophies
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
        self.announced: int | None = None
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
        n = len(self.seats)
        return [(seat + self.direction * i) % n for i in range(1, n)]

    def receive(self, seat: int, die: str) -> bool:
        """DF-31, DF-40: nobody holds more than nine dice; a tenth goes to the bowl."""
        if len(self.hands[seat]) < MOST_DICE:
            self.hands[seat].append(die)
            return True
        self.bowl.append(die)
        self.tell(Overflowed(seat, die))
        return False

    # ------------------------------------------------------------ tokens

    def tokens(self, seat: int) -> list[Cell]:
        """Where this player's tokens are on the board."""
        return [
            (row, trophy) for row, cells in enumerate(self.board) for trophy, owner in cells.items() if owner == seat
        ]

    def reserve(self, seat: int) -> int:
        """Tokens kept for later rounds."""
        return TOKENS - self.supply[seat] - len(self.tokens(seat))

    def place(self, seat: int, trophy: Trophy) -> None:
        self.supply[seat] -= 1
        self._cover(seat, trophy)
        self.tell(Placed(seat, self.row + 1, trophy))
        self._look_for_slam(seat)

    def move(self, seat: int, cell: Cell, trophy: Trophy) -> None:
        row, old = cell
        del self.board[row][old]
        self._cover(seat, trophy)
        self.tell(Moved(seat, self.row + 1, trophy, row + 1, old))
        self._look_for_slam(seat)

    def _cover(self, seat: int, trophy: Trophy) -> None:
        owner = self.board[self.row].get(trophy)
        if owner is not None:  # DF-60: only the `ones` cell is ever taken from someone
            self.supply[owner] += 1
            self.tell(Bumped(owner, self.row + 1, trophy))
        self.board[self.row][trophy] = seat

    def _look_for_slam(self, seat: int) -> None:
        if {trophy for _, trophy in self.tokens(seat)} >= SLAM:  # DF-78: any rows
            self.slam = seat
            self.tell(GrandSlam(seat))

    # ------------------------------------------------------------ points

    def points(self, seat: int) -> int:
        """DF-71: what is on the board, without any bonus."""
        return sum(POINTS[trophy] for _, trophy in self.tokens(seat))

    def masteries(self, seat: int) -> list[Trophy]:
        """DF-74, DF-76: the trophies that this player took in all three rounds."""
        return [
            trophy for trophy in POINTS if trophy in MASTERED and all(row.get(trophy) == seat for row in self.board)
        ]

    def score(self, seat: int) -> int:
        return self.points(seat) + sum(3 * POINTS[trophy] for trophy in self.masteries(seat))
