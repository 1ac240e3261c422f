"""Tokens and trophies of DESfausse, compiled."""

from __future__ import annotations

from . import table as at
from .greedy import greedy_move
from .parts import (
    RICHEST,
    SLAM_BITS,
    Notes,
    Numbers,
    below,
    bits_in,
    compiled,
    note,
    whole,
)


@compiled("i", "ti", seldom=True)
def any_move(t: Numbers, cells: int) -> int:
    many = bits_in(cells & 255) + bits_in(cells >> 8 & 255) + bits_in(cells >> 16)
    choice = below(t, many)
    for place in range(24):
        choice -= cells >> place & 1
        if choice < 0:
            return place
    return -1


@compiled("", "tii")
def lift_token(t: Numbers, seat: int, cell: int) -> None:
    t[at.CELLS + seat] ^= 1 << cell
    t[at.TAKEN + (cell >> 3)] ^= 1 << (cell & 7)


@compiled("", "tii")
def lay_once_more(t: Numbers, seat: int, trophy: int) -> None:
    t[at.PLACED + 8 * seat + trophy] += 1


@compiled("i", "tii")
def times_laid(t: Numbers, seat: int, trophy: int) -> int:
    return t[at.PLACED + 8 * seat + trophy]  # type: ignore[no-any-return]


@compiled("", "tii")
def lay_token(t: Numbers, seat: int, trophy: int) -> None:
    """On this round's cell; whence it came is settled before."""
    row = t[at.ROW]
    cell = 1 << (8 * row + trophy)
    if t[at.TAKEN + row] >> trophy & 1:  # only `ones` is ever taken from someone
        for other in range(t[at.PLAYERS]):
            if t[at.CELLS + other] & cell:
                t[at.CELLS + other] ^= cell
                t[at.TOKENS + other] += 1
    t[at.TAKEN + row] |= 1 << trophy
    t[at.CELLS + seat] |= cell
    lay_once_more(t, seat, trophy)
    older = (trophy == at.D2) | (trophy == at.D3) << 1
    t[at.ORDER + row] = (t[at.ORDER + row] | older) & ~((trophy == at.DEMON) | (trophy == at.GIFT) << 1)
    cells = t[at.CELLS + seat]
    if (cells | cells >> 8 | cells >> 16) & SLAM_BITS == SLAM_BITS:
        t[at.WINNER] = seat


@compiled("", "tlii", seldom=True)
def place_or_move(t: Numbers, log: Notes, seat: int, trophy: int) -> None:
    if t[at.TOKENS + seat]:
        t[at.TOKENS + seat] -= 1
    else:
        cells = t[at.CELLS + seat]
        here = cells & 255 << 8 * t[at.ROW]
        cells = here if t[at.THIS_ROW] and here else cells
        cell = greedy_move(t, cells) if t[at.STRATEGY + seat] == at.GREEDY else any_move(t, cells)
        if cells & (cells - 1):
            note(log, at.MOVE, cell)
        lift_token(t, seat, cell)
    lay_token(t, seat, trophy)


@compiled("", "tlii")
def place_token(t: Numbers, log: Notes, seat: int, earned: int) -> None:
    if not t[at.TOKENS + seat]:
        if earned >> at.ALL & 1:
            place_or_move(t, log, seat, at.ALL)
        return
    free = earned & ~t[at.TAKEN + t[at.ROW]]
    if not free:
        return
    trophy = whole(RICHEST[free])
    if t[at.STRATEGY + seat] != at.GREEDY:
        trophy = whole(-1)
        choice = below(t, bits_in(free) + 1)
        for i in range(8):
            choice -= free >> i & 1
            if choice < 0:
                trophy = whole(i)
                break
    note(log, at.TOKEN, trophy)
    if trophy >= 0:
        place_or_move(t, log, seat, trophy)


@compiled("i", "tiiii")
def feats(t: Numbers, seat: int, many: int, banished: int, received: int) -> int:
    """The trophies that this discard has earned, a bit each. `received` is -1 for the bowl."""
    count = many if t[at.GIFT_COUNTS] or received < 0 else many - received
    earned = 0
    if count > 1:
        earned = 1 << (min(count, 5) - 2)
        if t[at.AT_LEAST]:
            earned = 2 * earned - 1
    if received >= t[at.GIFT_MIN]:
        earned |= 1 << at.GIFT
    if banished > (t[at.BANISHED] == at.BOTH_AT_ONCE) and (t[at.DEMONS + seat] == 0 or t[at.BANISHED] == at.ANY_DEMON):
        earned |= 1 << at.DEMON
    if t[at.SIZE + seat] == 0:
        earned |= 1 << at.ALL
    return earned
