"""The greedy player of DESfausse, compiled. It decides exactly like `Greedy` of the game, to the last bit of a float.

What Greedy hopes for from another roll does not depend on much: the dice in hand, the 1s, the dice kept, the row of
small dice and demons that are rolled, the faces, and which trophies are open. All of it is worked out once, in the same
order of additions, since that order decides between two hopes that are equal but for rounding.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import product
from typing import Final

import numpy as np

from ..sums import POINTS
from . import table as at
from .parts import (
    CHEAPEST_FIRST,
    FIRST_OF,
    MOST,
    THREES,
    WORD,
    WORTH,
    Numbers,
    Small,
    Worths,
    bits_in,
    compiled,
    lowest,
    whole,
)

A_DIE_LESS: Final = 1.5
HANDS: Final = MOST + 1
FEW: Final = MOST // 2 + 1  # numbers of 1s with which a player may still roll or discard
PLACES: Final = np.zeros(HANDS * HANDS * FEW, np.uint16)  # by dice in hand, dice kept, and 1s: where hopes begin
_room = 0
for _hand, _kept, _ones in product(range(2, HANDS), range(HANDS), range(FEW)):
    if 2 * _ones <= _hand and _kept + _ones <= _hand:
        PLACES[(_hand * HANDS + _kept) * FEW + _ones] = _room
        _room += 1 << (_hand - _kept - _ones)
ROWS: Final = _room
SETS: Final = FEW * HANDS
SQUEEZED: Final = 0  # where things begin in the mind
PLANS: Final = 3**MOST
RANKS: Final = PLANS + 64 * 2 * FEW * HANDS * HANDS
CONTEXT: Final = SETS + 3 * ROWS  # ranks of one context


@cache
def make_mind(players: int, demon_faces: str, least: int, floor: int) -> Small:
    """What the greedy player knows by heart. A context says what is open: discard_2 to discard_5, a bit each, then
    `ones` for what it hopes for, `gift` and `demons` for what it discards.

    SQUEEZED  by which dice are rolled, + which of these are demons, both in base three: the row of these demons
    PLANS     by context, to opponents or not, 1s, dice that fit, and demons that could leave: the best plan
    RANKS     by context, how good it is: by 1s and dice of one value, to have such a set; then, by place + row of
              dice, and faces of a demon with the value, to roll that row once more
    """
    return np.concatenate((make_squeezed(), make_plans(least, floor), make_ranks(players, demon_faces)))


@cache
def make_squeezed() -> Small:
    rows = [0]
    for _ in range(MOST):  # from the last die to the first: not rolled, small, demon
        rows = [row for rest in rows for row in (rest, rest << 1, rest << 1 | 1)]
    return np.array(rows, np.uint16)


@cache
def make_plans(least: int, floor: int) -> Small:
    keys = product(range(64), range(2), range(FEW), range(HANDS), range(HANDS))
    return np.array([plan(*key, least, floor) for key in keys], np.uint16)


@cache
def make_ranks(players: int, demon_faces: str) -> Small:
    faces = demon_faces.split(",")
    odds = np.array([1 / 6, 1 / 6, *(face / 6 for hits in range(3) for face in (faces.count("1"), hits))])
    worths = np.zeros((32, CONTEXT))
    worths[:, :SETS] = [[worth(c, *key) for key in product(range(FEW), range(HANDS))] for c in range(32)]
    scratch, chances = np.zeros(5 * HANDS * HANDS, np.int64), np.zeros(2 * HANDS * HANDS)
    compensated = sys.version_info >= (3, 12)  # how `sum` adds floats
    fill_hopes(worths.ravel(), odds, players, compensated, scratch, chances)
    return np.concatenate([np.unique(context, return_inverse=True)[1] for context in worths]).astype(np.uint16)


def worth(context: int, ones: int, count: int) -> float:
    """`Greedy.worth` of a set that is not the whole hand."""
    leaving = count - ones
    if count < 2 or leaving < 1:
        return 0.0
    return A_DIE_LESS * leaving + number_points(context, leaving)


def number_points(context: int, leaving: int) -> int:
    number = min(leaving, 5) - 2
    return int(WORTH[number]) if number >= 0 and context >> number & 1 else 0


def plan(context: int, gift: int, ones: int, size: int, demons: int, least: int, floor: int) -> int:
    """The best number of dice to discard out of so many: 16 x its worth in half points, + that number."""
    best = chosen = 0
    for count in range(least if floor else max(least, ones + 1), size + 1):
        leaving = max(count - ones, floor)
        trophy = number_points(context, leaving)
        if gift and context >> at.GIFT & 1:
            trophy = max(trophy, POINTS["gift"])
        if 0 < demons <= leaving and context >> at.DEMON & 1:
            trophy = max(trophy, POINTS["demons"])
        if 3 * leaving + 2 * trophy > best:
            best, chosen = 3 * leaving + 2 * trophy, count
    return 16 * best + chosen


@compiled("i", "ti")
def greedy_move(t: Numbers, cells: int) -> int:
    """The cheapest token; of two alike that of the earlier round, then the one that was placed first."""
    for level in CHEAPEST_FIRST:
        for row in range(3):
            found = cells >> 8 * row & level
            if found:
                late = (found & (found - 1)) != 0 and t[at.ORDER + row] & (1 if found >> at.DEMON & 1 else 2)
                trophy = found if late else found & -found
                place = 8 * row
                while trophy > 1:
                    trophy >>= 1
                    place += 1
                return place
    return -1


@compiled("i", "sii")
def squeeze(mind: Small, dice: int, which: int) -> int:
    """Only these dice move up: which of them are so."""
    return whole(mind[SQUEEZED + whole(THREES[dice]) + whole(THREES[dice & which])])


@compiled("i", "ii")
def first_of(many: int, dice: int) -> int:
    return whole(FIRST_OF[many << MOST | dice])


@compiled("i", "iii")
def demons_of(dice: int, demons: int, many: int) -> int:
    """So many of these dice, demons before small ones."""
    bad, good = dice & demons, dice & ~demons
    count = min(many, bits_in(bad))
    return first_of(count, bad) | first_of(many - count, good)


@compiled("i", "tsii")
def greedy_set(t: Numbers, mind: Small, seat: int, shown: int) -> int:
    """The value, + 8 if opponents get it, 16 x the dice of the set, and from the 14th bit on the dice that leave.

    -1 if there is no set.
    """
    hand, demons, greens = t[at.SIZE + seat] & 15, t[at.DEMONS + seat] & WORD, t[at.GREENS + seat]
    ones = bits_in(shown >> MOST & WORD)
    least = t[at.LEAST] if t[at.FLOOR] else max(t[at.LEAST], ones + 1)
    values = 0
    for v in range(2, 7):
        values |= (bits_in(shown >> MOST * v & WORD) >= least) << v
    if not values:
        return -1
    context = ~t[at.TAKEN + t[at.ROW]] & 63 if t[at.TOKENS + seat] else 0
    own = bits_in(demons)
    best = 0  # half points, then the first of equal ones, then how many dice
    while values:
        v = lowest(values)
        values &= values - 1
        equal = shown >> MOST * v & WORD
        for colour in range(3):  # red to opponents, green to opponents, all to the bowl
            fitting = equal & (~greens if colour == 0 else greens if colour == 1 else -1)
            size, bad = bits_in(fitting), bits_in(fitting & demons)
            key = ((2 * context + (colour < 2)) * FEW + ones) * HANDS + size
            planned = whole(mind[PLANS + key * HANDS + (bad if bad == own else 0)])
            if size == hand:
                planned = (3 * hand + 2 * WORTH[at.ALL]) << 4 | hand
            best = max(best, planned >> 4 << 9 | (31 - 4 * v - colour) << 4 | planned & 15)
    first = 31 - (best >> 4 & 31)
    value, colour, count = first >> 2, first & 3, best & 15
    dice = shown >> MOST * value & (~greens if colour == 0 else greens if colour == 1 else -1) & WORD
    chosen = demons_of(dice, demons, count)
    leaving = demons_of(dice, demons, max(count - ones, t[at.FLOOR]))
    return value | (colour < 2) << 3 | chosen << 4 | leaving << 13


@compiled("i", "tsii")
def greedy_reroll(t: Numbers, mind: Small, seat: int, shown: int) -> int:
    """The dice to roll again: all but the 1s and one value, if that is worth more on average than what lies there."""
    hand, demons, free = t[at.SIZE + seat] & 15, t[at.DEMONS + seat] & WORD, ~t[at.TAKEN + t[at.ROW]]
    context = (free & 15 if t[at.TOKENS + seat] else 0) | (free >> at.ONES & 1) << 4
    ranks = RANKS + CONTEXT * context
    bad = shown >> MOST & WORD
    ones = bits_in(bad)
    rest = ((1 << hand) - 1) ^ bad
    best = 0  # 8 x the rank, + 7 for what lies there, then less for each value: of equal ones, the first is taken
    for value in range(2, 7):
        same = shown >> MOST * value & WORD
        count, dice = bits_in(same), rest ^ same
        lies = whole(mind[ranks + ones * HANDS + count]) << 3 | 7
        row = squeeze(mind, dice, demons)
        place = whole(PLACES[(hand * HANDS + count) * FEW + ones]) + row
        hope = whole(mind[ranks + SETS + 3 * place + (t[at.HITS + value] & 3)]) << 3 | 6 - value
        best = max(best, lies, hope)
        if count == hand:
            return 0  # nothing is better than to be out
    last = best & 7
    return 0 if last == 7 else rest ^ (shown >> MOST * (6 - last) & WORD)


@compiled("", "wwiitw")
def fill_hopes(worths: Worths, odds: Worths, players: int, compensated: int, scratch: Numbers, chances: Worths) -> None:
    """`Greedy.hope` of everything. What its dictionary holds is in a list here, in the same order."""
    area = HANDS * HANDS  # in `scratch`: two lists of counts, two of 1s, and where a pair of them stands
    for hand in range(2, HANDS):
        for key in range(HANDS * FEW):
            kept, ones = key // FEW, key % FEW
            many = hand - ones - kept
            if 2 * ones > hand or many < 0:
                continue
            for task in range(3 << many):
                row, hits = task // 3, task % 3
                now, size = 0, 1
                scratch[0], scratch[2 * area], chances[0] = kept, ones, 1.0
                for die in range(many):
                    kind = 2 * (1 + hits) * (row >> die & 1)
                    one, hit = odds[kind], odds[kind + 1]
                    following = 0
                    for i in range(4 * area, 5 * area):
                        scratch[i] = -1
                    for turn in range(3 * size):
                        i, step = now * area + turn // 3, turn % 3
                        chance = hit if step == 0 else one if step == 1 else 1 - one - hit
                        if chance != 0.0:
                            count, bad = scratch[i] + (step == 0), scratch[2 * area + i] + (step == 1)
                            pair = 4 * area + HANDS * count + bad
                            if scratch[pair] < 0:
                                scratch[pair] = j = (1 - now) * area + following
                                scratch[j], scratch[2 * area + j], chances[j] = count, bad, 0.0
                                following += 1
                            chances[scratch[pair]] += chances[i] * chance
                    now, size = 1 - now, following
                for context in range(32):
                    total = slip = 0.0
                    for i in range(now * area, now * area + size):
                        count, bad = scratch[i], scratch[2 * area + i]
                        if 2 * bad > hand:
                            part = -A_DIE_LESS * (players - 1) + (-1.0 if context >> 4 else 0.0)
                        elif count == hand:
                            part = A_DIE_LESS * hand + WORTH[at.ALL]
                        else:
                            part = worths[context * CONTEXT + bad * HANDS + count]
                        part *= chances[i]
                        if compensated:
                            higher = total + part
                            slip += (total - higher) + part if abs(total) >= abs(part) else (part - higher) + total
                            total = higher
                        else:
                            total += part
                    place = whole(PLACES[(hand * HANDS + kept) * FEW + ones]) + row
                    worths[context * CONTEXT + SETS + 3 * place + hits] = (
                        total + slip if many else -1e9
                    )  # not to roll at all is no hope
