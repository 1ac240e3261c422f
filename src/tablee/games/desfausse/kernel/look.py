"""What the strongest player sees, compiled: positions as numbers, and their worth.

The same sums as `Outlook` and `Turn` of the bots, by the usual options alone; a test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

from ..bots.outlook import (
    DIFFERENCE,
    HELD,
    LACKS,
    MOST_AHEAD,
    OPEN,
    SEAT,
    TOKENS,
    Network,
)
from ..sums import MOST_DICE
from ..table import SUPPLY
from . import table as at
from .parts import MASTER_BITS, POINTS_OF, SLAM_BITS, WORTH, Numbers, Worths, bits_in

F = TypeVar("F", bound=Callable[..., Any])
NONE: Final = 8  # the number of the board on which I place nothing; before it, one for each trophy
SPARE: Final = 9
N, ME, ROW, DIRECTION = range(4)  # facts


def fast(function: F) -> F:
    made: F = njit(cache=True, error_model="numpy")(function)  # type: ignore[assignment]
    return made


class Values(NamedTuple):
    """The networks of the three rounds."""

    first: NDArray[np.float64]
    last: NDArray[np.float64]


class Look(NamedTuple):
    """The table as one seat weighs it. Boards are by the token that I place."""

    facts: Numbers
    small: Numbers  # dice in hand, by seat
    demons: Numbers
    small_then: Numbers  # the same, if something happens
    demons_then: Numbers
    cells: Numbers  # by board and seat
    supply: Numbers
    taken: Numbers  # by board
    known: Numbers
    slam: Numbers
    vectors: Worths
    overs: Worths
    discards: Worths  # by where to, small dice, and demons
    spare: Worths


def read_values(networks: Sequence[Network]) -> Values:
    return Values(
        np.array([network.first for network in networks]),
        np.array([network.last for network in networks]),
    )


def new_look(hidden: int) -> Look:
    boards = SPARE + 1

    def numbers(*shape: int) -> Numbers:
        return np.zeros(shape, np.int64)

    return Look(
        facts=numbers(4),
        small=numbers(at.SEATS),
        demons=numbers(at.SEATS),
        small_then=numbers(at.SEATS),
        demons_then=numbers(at.SEATS),
        cells=numbers(boards, at.SEATS),
        supply=numbers(boards, at.SEATS),
        taken=numbers(boards),
        known=numbers(boards),
        slam=numbers(boards),
        vectors=np.zeros((boards, hidden)),
        overs=np.zeros(boards),
        discards=np.zeros((2, MOST_DICE + 1, MOST_DICE + 1)),
        spare=np.zeros(hidden),
    )


# ---------------------------------------------------------------- what a position is


@fast
def points_of(cells: int, last: bool) -> int:
    mastered = cells & cells >> 8 & cells >> 16 & MASTER_BITS if last else 0
    found = POINTS_OF[cells & 255] + POINTS_OF[cells >> 8 & 255] + POINTS_OF[cells >> 16] + 3 * POINTS_OF[mastered]
    return found  # type: ignore[no-any-return]


@fast
def hand_column(place: int, small: int, demons: int) -> int:
    return SEAT * place + 5 * (min(small + demons, MOST_DICE) - 1) + min(demons, 4)


@fast
def board_columns(
    n: int, row: int, me: int, direction: int, following: int, cells: Numbers, supply: Numbers, taken: int, out: Any
) -> int:
    """The inputs that are on, but for the hands; says how many."""
    many, after = 0, SEAT * n
    mine = points_of(cells[me], row == 2)
    for place in range(n):
        seat = (me + direction * place) % n
        own, base = cells[seat], SEAT * place
        before = MASTER_BITS
        for earlier in range(row):
            before &= own >> 8 * earlier
        held, open_ones = before & own >> 8 * row, before & ~taken
        out[many] = base + TOKENS + min(supply[seat], SUPPLY)
        many += 1
        for trophy in range(6):
            if held >> trophy & 1:
                out[many] = base + HELD + trophy
                many += 1
            if row > 0 and open_ones >> trophy & 1:
                out[many] = base + OPEN + trophy
                many += 1
        lacks = 7 - bits_in((own | own >> 8 | own >> 16) & SLAM_BITS)
        if 0 < lacks < 4:
            out[many] = base + LACKS + lacks
            many += 1
        if place:
            ahead = mine - points_of(own, row == 2)
            out[many] = after + DIFFERENCE * (place - 1) + MOST_AHEAD + max(-MOST_AHEAD, min(MOST_AHEAD, ahead))
            many += 1
    after += DIFFERENCE * (n - 1)
    for trophy in range(7):
        if not taken >> trophy & 1:
            out[many] = after + trophy
            many += 1
    out[many] = after + 7 + (following - me) * direction % n
    out[many + 1] = after + 7 + n
    return many + 2


@fast
def fill_vector(
    values: Values,
    n: int,
    row: int,
    me: int,
    direction: int,
    following: int,
    cells: Numbers,
    supply: Numbers,
    taken: int,
    vector: Worths,
) -> None:
    columns = np.empty(96, np.int64)
    vector[:] = 0.0
    for i in range(board_columns(n, row, me, direction, following, cells, supply, taken, columns)):
        column = columns[i]
        for unit in range(len(vector)):
            vector[unit] += values.first[row, column, unit]


@fast
def chance(
    values: Values, look: Look, row: int, direction: int, vector: Worths, small: Numbers, demons: Numbers
) -> float:
    n, me, spare = look.facts[N], look.facts[ME], look.spare
    spare[:] = vector
    for place in range(n):
        seat = (me + direction * place) % n
        column = hand_column(place, small[seat], demons[seat])
        for unit in range(len(spare)):
            spare[unit] += values.first[row, column, unit]
    total = 0.0
    for unit in range(len(spare)):
        total += max(spare[unit], 0.0) * values.last[row, unit]
    return 1.0 / (1.0 + np.exp(-(total + values.last[row, len(spare)])))  # type: ignore[no-any-return]


# ---------------------------------------------------------------- boards


@fast
def begin_look(values: Values, look: Look, t: Numbers, me: int) -> None:
    """The table as it is now."""
    n, row = t[at.PLAYERS], t[at.ROW]
    look.facts[N], look.facts[ME], look.facts[ROW], look.facts[DIRECTION] = n, me, row, t[at.DIRECTION]
    for seat in range(n):
        bad = bits_in(t[at.DEMONS + seat])
        look.small[seat], look.demons[seat] = t[at.SIZE + seat] - bad, bad
        look.cells[NONE, seat], look.supply[NONE, seat] = t[at.CELLS + seat], t[at.TOKENS + seat]
    look.taken[NONE] = t[at.TAKEN + row]
    look.known[:] = 0
    look.discards[:] = -1.0


@fast
def copy_board(look: Look, of: int, to: int) -> None:
    look.cells[to] = look.cells[of]
    look.supply[to] = look.supply[of]
    look.taken[to] = look.taken[of]


@fast
def least_missed(cells: int, row: int) -> int:
    series = MASTER_BITS
    for earlier in range(row + 1):
        series &= cells >> 8 * earlier
    found, least = -1, 1000
    for cell in range(24):
        if cells >> cell & 1:
            missed = WORTH[cell & 7] * (4 if series >> (cell & 7) & 1 else 1)
            if missed < least:
                found, least = cell, missed
    return found


@fast
def place(look: Look, board: int, seat: int, trophy: int, moved: int) -> None:
    """A token comes to lie there; `moved` is the cell it comes from, or -1 for what is best known."""
    row = look.facts[ROW]
    cell = 1 << (8 * row + trophy)
    if look.cells[board, seat] & cell:
        return
    if look.supply[board, seat] and moved < 0:
        look.supply[board, seat] -= 1
    else:
        away = least_missed(look.cells[board, seat], row) if moved < 0 else moved
        look.cells[board, seat] ^= 1 << away
        if away >> 3 == row:
            look.taken[board] &= ~(1 << (away & 7))
    for other in range(look.facts[N]):
        if look.cells[board, other] & cell:
            look.cells[board, other] ^= cell
            look.supply[board, other] += 1
    look.cells[board, seat] |= cell
    look.taken[board] |= 1 << trophy


@fast
def get_ready(values: Values, look: Look, board: int, direction: int, steps: int) -> None:
    """What all positions on this board have in common; the next to play is so many steps from the active one."""
    n, me, row = look.facts[N], look.facts[ME], look.facts[ROW]
    look.known[board] = 1
    look.slam[board] = -1
    look.overs[board] = -1.0
    for seat in range(n - 1, -1, -1):
        cells = look.cells[board, seat]
        if (cells | cells >> 8 | cells >> 16) & SLAM_BITS == SLAM_BITS:
            look.slam[board] = seat
    following = (me + steps * direction) % n
    cells, supply = look.cells[board], look.supply[board]
    fill_vector(values, n, row, me, direction, following, cells, supply, look.taken[board], look.vectors[board])


@fast
def placed(values: Values, look: Look, trophy: int) -> None:
    """The board once I have placed this; it is the end of my turn."""
    if not look.known[trophy]:
        if trophy != NONE:
            copy_board(look, NONE, trophy)
            place(look, trophy, look.facts[ME], trophy, -1)
        get_ready(values, look, trophy, look.facts[DIRECTION], 1)


@fast
def over(values: Values, look: Look, board: int) -> float:
    """My chance once the round is over."""
    if look.overs[board] < 0.0:
        n, me, row, cells = look.facts[N], look.facts[ME], look.facts[ROW], look.cells[board]
        if row == 2:
            best, many = -99, 0
            for seat in range(n):
                score = points_of(cells[seat], True)
                many = many + 1 if score == best else 1 if score > best else many
                best = max(best, score)
            look.overs[board] = (points_of(cells[me], True) == best) / many
        else:
            starter = n - 1
            for seat in range(n - 2, -1, -1):
                if points_of(cells[seat], False) < points_of(cells[starter], False):
                    starter = seat
            supply, vector = np.full(n, SUPPLY), np.empty(len(look.spare))
            small, demons = np.full(n, 4), np.full(n, 2)
            fill_vector(values, n, row + 1, me, 1, starter, cells, supply, 0, vector)
            look.overs[board] = chance(values, look, row + 1, 1, vector, small, demons)
    return look.overs[board]  # type: ignore[no-any-return]


@fast
def worth(values: Values, look: Look, board: int, direction: int, small: Numbers, demons: Numbers) -> float:
    """My chance to win with these hands on this board."""
    if look.slam[board] >= 0:
        return 1.0 if look.slam[board] == look.facts[ME] else 0.0
    for seat in range(look.facts[N]):
        if small[seat] + demons[seat] == 0:
            return over(values, look, board)
    return chance(values, look, look.facts[ROW], direction, look.vectors[board], small, demons)


@fast
def worth_now(values: Values, look: Look, board: int) -> float:
    """With the hands as they are."""
    placed(values, look, board)
    return worth(values, look, board, look.facts[DIRECTION], look.small, look.demons)


@fast
def worth_then(values: Values, look: Look, board: int) -> float:
    """With the hands as they would be."""
    placed(values, look, board)
    return worth(values, look, board, look.facts[DIRECTION], look.small_then, look.demons_then)
