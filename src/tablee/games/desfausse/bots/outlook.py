"""What a position is worth: the chance to win the game from it.

A small network for each number of players and each round gives my chance from what is so and what is not: the dice
in every hand, the tokens in supply, the trophies in a row that are held or still open, how far everyone is behind or
ahead of me, and who plays next. It was fitted (`python -m bench.desfausse_values`) to games of one such player against
greedy ones, by the usual options; under others it is only near the truth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
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
_DEALT: Final = count_hand(START)

# Inputs are 1 or 0. Of a seat, beginning with me and in playing order: dice in hand (five by demons for each size),
# then these; after the last seat how far ahead of each other I am, the open trophies, who plays next, and always 1.
TOKENS, HELD, OPEN, LACKS, SEAT = 45, 49, 55, 60, 64
MOST_AHEAD, DIFFERENCE = 20, 41


def columns_of(players: int) -> int:
    return SEAT * players + DIFFERENCE * (players - 1) + 7 + players + 1


class Board(NamedTuple):
    """Tokens: on the board (eight bits a round and seat), in supply, and which trophies of this round are taken."""

    cells: tuple[int, ...]
    supply: tuple[int, ...]
    taken: int


class Weights(Struct, frozen=True):
    """In thousandths: by input to the hidden units, and from these to the chance; the last is added always."""

    first: list[list[int]]
    last: list[int]


class Network:
    """One round, for so many players."""

    def __init__(self, weights: Weights) -> None:
        self.first = [[weight / 1000 for weight in column] for column in weights.first]
        self.last = [weight / 1000 for weight in weights.last]

    def hand(self, place: int, hand: Hand) -> Vector:
        """What these dice add, in the hand of the one who sits there."""
        size, demons = min(sum(hand), MOST_DICE), min(hand[1], 4)
        return self.first[SEAT * place + 5 * (size - 1) + demons]

    def sum(self, inputs: Iterable[int]) -> Vector:
        return [sum(parts) for parts in zip(*[self.first[number] for number in inputs], strict=True)]

    def chance(self, vectors: Iterable[Vector]) -> float:
        hidden = [total if (total := sum(parts)) > 0.0 else 0.0 for parts in zip(*vectors, strict=True)]
        return 1.0 / (1.0 + exp(-(sum(map(mul, self.last, hidden)) + self.last[-1])))


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
            results: list[float] = [*self._scores(self.row, board)]
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
        network, mine = self.networks[row], order.index(self.me)
        seats = [*order[mine:], *order[:mine]]
        vectors = [network.hand(place, hands[seat]) for place, seat in enumerate(seats)]
        vectors.append(self._tokens(row, seats, order[0], board))
        return network.chance(vectors)

    def _scores(self, row: int, board: Board) -> list[int]:
        """Points; in the last round with what the masters have by now."""
        scores = []
        for cells in board.cells:
            score = POINTS_OF[cells & 255] + POINTS_OF[cells >> 8 & 255] + POINTS_OF[cells >> 16]
            if row == ROUNDS - 1:
                score += 3 * POINTS_OF[self.series(cells, ROUNDS) & _MASTERED]
            scores.append(score)
        return scores

    def _tokens(self, row: int, seats: Sequence[int], following: int, board: Board) -> Vector:
        """What everyone's tokens add, and who plays next."""
        key = (row, *seats, following, board)
        if key not in self._boards:
            self._boards[key] = self.networks[row].sum(self._inputs(row, seats, following, board))
        return self._boards[key]

    def _inputs(self, row: int, seats: Sequence[int], following: int, board: Board) -> Iterator[int]:
        scores, after = self._scores(row, board), SEAT * len(seats)
        for place, seat in enumerate(seats):
            cells, base = board.cells[seat], SEAT * place
            before = self.series(cells, row) & _MASTERED
            yield base + TOKENS + min(board.supply[seat], SUPPLY)
            for trophy in range(6):
                if (before & cells >> 8 * row) >> trophy & 1:
                    yield base + HELD + trophy
                if row and (before & ~board.taken) >> trophy & 1:
                    yield base + OPEN + trophy
            lacks = (_SLAM & ~(cells | cells >> 8 | cells >> 16)).bit_count()
            if 0 < lacks < 4:
                yield base + LACKS + lacks
            if place:
                ahead = max(-MOST_AHEAD, min(MOST_AHEAD, scores[seats[0]] - scores[seat]))
                yield after + DIFFERENCE * (place - 1) + MOST_AHEAD + ahead
        after += DIFFERENCE * (len(seats) - 1)
        for trophy in range(7):
            if not board.taken >> trophy & 1:
                yield after + trophy
        yield after + 7 + seats.index(following)
        yield after + 7 + len(seats)


def received(options: Options, hand: Hand, dice: Hand, *, gift: bool) -> Hand:
    """With these dice, as far as there is room for them."""
    space = room(options, sum(hand), gift=gift)
    small = min(dice[0], space)
    return hand[0] + small, hand[1] + min(dice[1], space - small)


def order_after(view: DesfausseView, seat: int, *, skip: bool = False, turned: bool = False) -> list[int]:
    """Who plays when this seat's turn is over."""
    return sums.order_after(seat, -view.direction if turned else view.direction, len(view.hands), skip=skip)
