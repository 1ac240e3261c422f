"""The table of Egomaster: stacks and bank, the board with its pawns, and the questions that were used."""

from __future__ import annotations

from typing import ClassVar, Final, Literal

import msgspec
from msgspec import Struct

from tablee.engine import Header, Invalid
from tablee.games.quiz.table import Challenge, Cites, QuizStart, QuizTable, Throw

from .books import KINDS, Kind, Pages, books
from .meta import Options

BOX: Final = 12_000  # EG-01: 24 × 100, 18 × 200, 12 × 500
QUICK: Final = {6: 2_000, 5: 2_000, 4: 2_900, 3: 4_000, 2: 6_000}  # EG-95, EG-102: stack by number of players
Phase = Literal["enrichment", "elimination"]


class Cell(Struct, frozen=True):
    kind: Kind
    amount: int


DEFAULT30: Final = tuple(Cell(KINDS[i % 3], 100 * (1 + 2 * i % 5)) for i in range(30))  # EG-12


class Start(QuizStart, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table set up beforehand. What is not given is as at the beginning of a game.

    active: whose turn it is; nobody is then asked who begins
    stacks: tokens by seat; who has none is out, unless the bank still pays
    bank: what it holds; else what the box has beside the stacks
    out: who left, challenge by challenge; those who left together, clockwise from the active player
    reader: the eliminated player who reads to the end
    phase: enrichment or elimination; else elimination in a quick game or with an empty bank
    pawns: cells by seat; who has none places it first
    used: ids of questions that were announced before
    """

    phase: Phase | None = None
    pawns: list[int | None] | None = None
    used: tuple[str, ...] = ()


class CellChallenge(Challenge, kw_only=True):
    """A challenge with the cell that set it. `minimum` is the amount of the cell."""

    cell: int
    page: int
    number: int
    designee: int | None = None


class Egomaster(QuizTable):
    __slots__ = ("ahead", "board", "books", "counts", "left", "pawns", "phase", "rolled", "starts")
    cites: ClassVar[Cites] = Cites(
        reader="EG-87",
        opponent="EG-62",
        stake="EG-66",
        reply={"duo": "EG-67", "multi": "EG-73"},
        join="EG-76",
        race="EG-45",
        close="EG-48",
        nearest="EG-35",
        rally="EG-40",
        item="EG-41",
        verdict="EG-49",
        vote="EG-102",
        refusing="EG-78",
        alone="EG-50",
        out="EG-84",
    )
    options: Options
    challenge: CellChallenge | None
    previous: CellChallenge | None

    def __init__(self, header: Header) -> None:
        options = msgspec.convert(header.options, Options)
        quick = options.quick_game
        bank = 0 if quick else BOX
        super().__init__(header, options, QUICK[len(header.seats)] if quick else 0, bank)
        self.last_standing_wins = options.speed_last_standing_wins
        self.phase: Phase = "elimination" if quick else "enrichment"
        self.board = read_board(options)
        self.pawns: list[int | None] = [None] * len(self.seats)
        self.starts: tuple[Throw, ...] = ()  # the dice for who begins, until the first pawn goes
        self.rolled: int | None = None  # how far the active player goes, while he chooses the direction
        self.books = books(header.packs)
        # EG-31: the numbers on each page that can be rolled, and what comes when they are used up
        self.left: dict[Kind, Pages] = {kind: dict(self.books[kind].turns[0]) for kind in KINDS}
        self.ahead: dict[Kind, list[Pages]] = {
            kind: [dict(turn) for turn in self.books[kind].turns[1:]] for kind in KINDS
        }
        self.counts = {kind: count(self.left[kind]) for kind in KINDS}
        if header.start:
            self.set_up_from(header.start)

    def set_up_from(self, given: dict[str, object]) -> None:
        try:
            start = msgspec.convert(given, Start)
        except msgspec.ValidationError as error:
            raise Invalid("bad_start", problem=str(error)) from None
        quick = self.options.quick_game
        if start.phase == "elimination":
            self.bank = 0
        self.set_up(start, None if quick or start.phase == "elimination" else BOX)
        self.phase = "enrichment" if self.bank else "elimination"
        if start.phase not in (None, self.phase):
            raise Invalid("bad_start", problem=f"phase: with {self.bank} in the bank it is {self.phase}")
        self._set_pawns(start)
        wheres = {question.id: (kind, *where) for kind in KINDS for where, question in self.books[kind].items()}
        for id in start.used:
            if id not in wheres:
                raise Invalid("bad_start", problem=f"used: there is no question {id}")
            self.use(*wheres[id])

    def _set_pawns(self, start: Start) -> None:
        for seat, cell in enumerate(start.pawns or ()):
            if cell is None:
                continue
            if seat not in self.in_play and self.options.eliminated_pawn == "removed":
                raise Invalid("bad_start", problem="pawns: the pawn of who is out is removed")
            if seat not in self.seats or cell in self.pawns or not 0 <= cell < len(self.board):
                raise Invalid("bad_start", problem=f"pawns: a cell from 0 to {len(self.board) - 1}, one pawn on each")
            self.pawns[seat] = cell

    def use(self, kind: Kind, page: int, number: int) -> None:
        """EG-31, EG-32: it is not rolled again until its booklet is used up; by option it is."""
        if self.options.used_question == "repeat":
            return
        left, ahead = self.left[kind], self.ahead[kind]
        for pages in (left, *ahead):
            numbers = pages.get(page, ())
            if number in numbers:
                here = numbers.index(number)
                pages[page] = numbers[:here] + numbers[here + 1 :]
                if not pages[page]:
                    del pages[page]
        if page in left:
            self.counts[kind][page] = len(left[page])
            return
        while not left:
            left.update(ahead.pop(0) if ahead else self.books[kind].pages)
        self.counts[kind] = count(left)

    def prize(self, amount: int) -> int | None:
        """What the bank pays for this; None: the players pay.

        EG-53: if it holds less, it pays what it has; by option nothing, while it can pay any.
        """
        if self.phase == "elimination":
            return None
        if amount <= self.bank:
            return amount
        unpaid = self.options.bank_short == "unpaid" and self.bank >= min(cell.amount for cell in self.board)
        return 0 if unpaid else self.bank

    def landing(self, steps: int) -> tuple[int, list[int]]:
        """EG-16 to EG-18: so many cells clockwise, or against the clock if negative; and on to the next free one.

        Gives the cell, and whose pawns stand in the way, in order.
        """
        size, here = len(self.board), self.pawns[self.active]
        assert here is not None
        cell, on = (here + steps) % size, 1 if steps > 0 else -1
        met: list[int] = []
        while cell in self.pawns and cell != here:
            met.append(self.pawns.index(cell))
            cell = (cell + on) % size
        return cell, met

    def debt(self, amount: int, payer: int, payee: int) -> int:
        """EG-59: the amount, or as much as the poorer of the two has; by option, as the payer has."""
        stacks = self.stacks
        if self.options.solo_short == "aligned":
            return min(amount, stacks[payer], stacks[payee])
        return min(amount, stacks[payer])

    def free_cells(self) -> list[int]:
        return [cell for cell in range(len(self.board)) if cell not in self.pawns]


def count(pages: Pages) -> dict[int, int]:
    """How many questions each page has."""
    return {page: len(numbers) for page, numbers in pages.items()}


def read_board(options: Options) -> tuple[Cell, ...]:
    """EG-12: a closed loop; all three modes must be there."""
    if options.board == "default30":
        return DEFAULT30
    words = [cell.split() for cell in options.board]
    board = tuple(Cell(kind, int(amount)) for kind, amount in words)  # type: ignore[arg-type]
    if {cell.kind for cell in board} != set(KINDS):
        raise Invalid("bad_option", option="board", value=options.board, expected="cells of all three modes")
    return board
