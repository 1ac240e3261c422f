"""What a position is worth: the chance to win the game from it.

A small network for each number of players and each round gives everyone's chance before somebody rolls, from what a
seat has on the board, in supply and in hand, seat by seat in playing order, and the trophies that are still open. It
was fitted to who won compiled games of greedy players (in the way of `bench.desfausse_values`): 6,000,000 positions of
four, 2,400,000 of two, three and five, all by the usual options; under others it is only near the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from operator import mul
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from .. import sums
from ..meta import Options
from ..sums import MASTERED, MOST_DICE, POINTS, ROUNDS, SLAM, Hand, Trophy, count_hand, room
from ..table import START, SUPPLY
from ..view import DesfausseView

Vector: TypeAlias = list[float]

TROPHIES: Final = tuple(POINTS)  # the number of a trophy is its place here
_NUMBER: Final = {trophy: number for number, trophy in enumerate(TROPHIES)}
POINTS_OF: Final = [sum(POINTS[TROPHIES[t]] for t in range(8) if bits >> t & 1) for bits in range(256)]


def bits_of(trophies: frozenset[Trophy]) -> int:
    return sum(1 << _NUMBER[trophy] for trophy in trophies)


_SLAM, _MASTERED = bits_of(SLAM), bits_of(MASTERED)
_ALL: Final = sum(1 << 8 * row + _NUMBER["all"] for row in range(ROUNDS))
_HARD: Final = bits_of(frozenset({"discard_4", "discard_5"}))
_DEALT: Final = count_hand(START)

# The inputs of a seat: dice in hand 0, demons 9, then these; after the last seat the open trophies
RATIO, SCORE, AHEAD, MASTER, HOPE, HARD_HOPE, NO_TOKEN, TOKENS, LACKS, INPUTS = 13, 14, 15, 16, 17, 18, 19, 20, 20, 24


class Board(NamedTuple):
    """Tokens: on the board (eight bits a round and seat), in supply, and which trophies of this round are taken."""

    cells: tuple[int, ...]
    supply: tuple[int, ...]
    taken: int


class Weights(Struct, frozen=True):
    """In thousandths: by input, then by seat, to and from the hidden units; the last of each is added always."""

    first: list[list[int]]
    last: list[list[int]]


class Network:
    """One round, for so many players."""

    def __init__(self, weights: Weights) -> None:
        self.first = [[weight / 1000 for weight in column] for column in weights.first]
        self.last = [[weight / 1000 for weight in row] for row in weights.last]
        self.players = len(self.last)
        self._hands: dict[tuple[int, Hand], Vector] = {}

    def hand(self, place: int, hand: Hand) -> Vector:
        """What these dice add, in the hand of the one who plays at this place."""
        known = self._hands.get((place, hand))
        if known is None:
            size, demons = sum(hand), hand[1]
            inputs = {min(size, MOST_DICE) - 1: 1.0}
            if demons:
                inputs |= {8 + min(demons, 4): 1.0, RATIO: demons / size}
            known = self._hands[place, hand] = self.seat(place, inputs)
        return known

    def seat(self, place: int, inputs: dict[int, float]) -> Vector:
        columns = [(self.first[INPUTS * place + number], size) for number, size in inputs.items() if size]
        return [sum([column[i] * size for column, size in columns]) for i in range(len(self.first[-1]))]

    def open(self, taken: int) -> Vector:
        begin = INPUTS * self.players
        columns = [self.first[begin + trophy] for trophy in range(7) if not taken >> trophy & 1]
        return [sum(parts) for parts in zip(self.first[-1], *columns, strict=True)]

    def chance(self, vectors: Sequence[Vector], place: int) -> float:
        """Of the one who plays at this place."""
        hidden = [total if (total := sum(parts)) > 0.0 else 0.0 for parts in zip(*vectors, strict=True)]
        sums = [sum(map(mul, row, hidden)) + row[-1] for row in self.last]
        return 1.0 / sum([exp(min(50.0, other - sums[place])) for other in sums])


@cache
def read_networks(players: int) -> list[Network]:
    everything = msgspec.json.decode(
        (Path(__file__).parent / "values.json").read_bytes(), type=dict[str, list[Weights]]
    )
    return [Network(weights) for weights in everything[str(players)]]


class Outlook:
    """The table as one seat weighs it. Values are chances to win the game, from 0 to 1."""

    def __init__(self, view: DesfausseView, me: int, options: Options) -> None:
        self.me, self.options, self.row = me, options, view.round - 1
        self.seats = range(len(view.hands))
        self.hands: list[Hand] = [count_hand(hand) for hand in view.hands]
        cells = [0] * len(self.seats)
        for row, trophies in enumerate(view.board):
            for trophy, owner in trophies.items():
                cells[owner] |= 1 << 8 * row + _NUMBER[trophy]
        taken = sum(1 << _NUMBER[trophy] for trophy in view.board[self.row])
        self.board = Board(tuple(cells), tuple(view.supply), taken)
        self.networks = read_networks(len(self.seats))
        self._known: dict[tuple[object, ...], float] = {}
        self._placed: dict[Trophy | None, Board] = {None: self.board}
        self._boards: dict[tuple[object, ...], Vector] = {}

    # ------------------------------------------------------------ tokens

    def placed(self, trophy: Trophy | None) -> Board:
        """The board once I have placed this; without a supply, I move what I miss least."""
        if trophy not in self._placed:
            assert trophy
            self._placed[trophy] = self.place(self.board, self.me, trophy)
        return self._placed[trophy]

    def place(self, board: Board, seat: int, trophy: Trophy, moved: int | None = None) -> Board:
        """A token comes to lie there, from the supply or from another cell (24 of them, round by round)."""
        cells, supply, taken = list(board.cells), list(board.supply), board.taken
        cell = 1 << 8 * self.row + _NUMBER[trophy]
        if cells[seat] & cell:
            return board
        if supply[seat] and moved is None:
            supply[seat] -= 1
        else:
            away = self.least_missed(cells[seat]) if moved is None else moved
            cells[seat] ^= 1 << away
            if away // 8 == self.row:
                taken &= ~(1 << away % 8)
        for other in self.seats:
            if cells[other] & cell:  # only the token for 1s is ever bumped
                cells[other] ^= cell
                supply[other] += 1
        cells[seat] |= cell
        return Board(tuple(cells), tuple(supply), taken | 1 << _NUMBER[trophy])

    def least_missed(self, cells: int) -> int:
        mine = [cell for cell in range(8 * ROUNDS) if cells >> cell & 1]
        if self.options.move_scope == "current_round":
            mine = [cell for cell in mine if cell // 8 == self.row] or mine
        series = self.series(cells, self.row + 1) & _MASTERED

        def missed(cell: int) -> int:
            return POINTS[TROPHIES[cell % 8]] * (4 if series >> cell % 8 & 1 else 1)

        return min(mine, key=missed)

    @staticmethod
    def series(cells: int, rounds: int) -> int:
        """The trophies taken in each of the first rounds."""
        held = 255
        for row in range(rounds):
            held &= cells >> 8 * row
        return held

    # ------------------------------------------------------------ chances

    def worth(self, hands: Sequence[Hand], order: Sequence[int], board: Board) -> float:
        """My chance with these hands, in this order of play, and this board; an empty hand ends the round."""
        key = (*hands, *order, board)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._worth(hands, order, board)
        return known

    def _worth(self, hands: Sequence[Hand], order: Sequence[int], board: Board) -> float:
        for seat, cells in enumerate(board.cells):
            if (cells | cells >> 8 | cells >> 16) & _SLAM == _SLAM:
                return float(seat == self.me)
        if (0, 0) in hands:
            return self.over(board)
        return self._chance(self.row, hands, order, board)

    def over(self, board: Board) -> float:
        """My chance once the round is over: what the last one brings, or the next one promises."""
        n = len(self.seats)
        if self.row == ROUNDS - 1:
            results = self._scores(self.row, board)
            if self.options.final_tie == "most_all_trophies":
                results = [
                    score + (cells & _ALL).bit_count() / 10 for score, cells in zip(results, board.cells, strict=True)
                ]
            best = max(results)
            return (results[self.me] == best) / results.count(best)
        points = self._scores(0, board)
        starter = min(self.seats, key=lambda seat: (points[seat], -seat))  # the youngest sat down last
        order = [(starter + i) % n for i in self.seats]
        return self._chance(self.row + 1, [_DEALT] * n, order, Board(board.cells, (SUPPLY,) * n, 0))

    def _chance(self, row: int, hands: Sequence[Hand], order: Sequence[int], board: Board) -> float:
        network = self.networks[row]
        vectors = [network.hand(place, hands[seat]) for place, seat in enumerate(order)]
        vectors.append(self._tokens(row, order, board))
        return network.chance(vectors, order.index(self.me))

    def _scores(self, row: int, board: Board) -> list[float]:
        """Points; in the last round with what the masters have by now."""
        scores = []
        for cells in board.cells:
            score = POINTS_OF[cells & 255] + POINTS_OF[cells >> 8 & 255] + POINTS_OF[cells >> 16]
            if row == ROUNDS - 1:
                score += 3 * POINTS_OF[self.series(cells, ROUNDS) & _MASTERED]
            scores.append(float(score))
        return scores

    def _tokens(self, row: int, order: Sequence[int], board: Board) -> Vector:
        """What everyone's tokens add."""
        key = (row, *order, board)
        if key not in self._boards:
            network, scores = self.networks[row], self._scores(row, board)
            mean = sum(scores) / len(scores)
            vectors = [network.open(board.taken)]
            for place, seat in enumerate(order):
                cells, supply = board.cells[seat], board.supply[seat]
                ahead = scores[seat] - max(score for other, score in enumerate(scores) if other != seat)
                before = self.series(cells, row) & _MASTERED
                inputs = {
                    SCORE: (scores[seat] - mean) / 10,
                    AHEAD: max(-2.5, min(2.5, ahead / 10)),
                    NO_TOKEN: float(not supply),
                    TOKENS: supply / SUPPLY,
                }
                if row < ROUNDS - 1:
                    inputs[MASTER] = 3 * POINTS_OF[before & cells >> 8 * row] / 10
                if row:
                    inputs[HOPE] = 3 * POINTS_OF[before & ~board.taken & ~_HARD] / 10
                    inputs[HARD_HOPE] = 3 * POINTS_OF[before & ~board.taken & _HARD] / 10
                lacks = (_SLAM & ~(cells | cells >> 8 | cells >> 16)).bit_count()
                if lacks <= 3:
                    inputs[LACKS + lacks] = 1.0
                vectors.append(network.seat(place, inputs))
            self._boards[key] = [sum(parts) for parts in zip(*vectors, strict=True)]
        return self._boards[key]


def received(options: Options, hand: Hand, dice: Hand, *, gift: bool) -> Hand:
    """With these dice, as far as there is room for them."""
    space = room(options, sum(hand), gift=gift)
    small = min(dice[0], space)
    return hand[0] + small, hand[1] + min(dice[1], space - small)


def order_after(view: DesfausseView, seat: int, *, skip: bool = False, turned: bool = False) -> list[int]:
    """Who plays when this seat's turn is over."""
    return sums.order_after(seat, -view.direction if turned else view.direction, len(view.hands), skip=skip)
