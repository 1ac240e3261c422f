"""A turn, solved by compiled code: the same tables of lies and the same choices as `Turn` of the bots.

By the usual options alone. What a lie is worth is told in `look`.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..bots.rolls import AIR, DEALT, LARGEST, MOST, ONE, ROW, Rolls, lies
from ..meta import Options
from ..sums import Kinds
from .discards import blurred_worth, discard_worth, fill_discards, majority_worth, order_worth, set_worth
from .look import ME, NONE, Look, Values, fast, worth_now
from .parts import MOST as DICE
from .parts import WORD, Numbers, Worths, bits_in

SIDE: Final = MOST + 1  # numbers of dice of one kind
VALUES: Final = ((2, 6), (3, 4), (5,))  # that are alike, by the usual demons
KEYS, FULL, LIES, NEXTS, PAIRS, PAIRS_END, MENUS, MENUS_END, SETS, SETS_END, AIRS, ROWS, MENU_OF = range(13)
LOCKED, SOLVED, MERGED, MIRRORED, TABLE, TRIED = range(6)  # facts of a turn


class Tables(NamedTuple):
    """All lies of all hands of up to seven dice; see `Rolls`."""

    number: Numbers  # by how many dice of each kind: twice the table, + 1 if it does not tell colours apart
    places: Numbers  # by table: where its parts begin
    counts: Numbers  # by table: dice of each kind
    keys: Numbers
    nexts: NDArray[np.int32]
    tight: NDArray[np.int32]
    loose: NDArray[np.int32]
    menu_of: NDArray[np.int32]
    menus: NDArray[np.int32]
    items: NDArray[np.int32]
    sets: NDArray[np.int32]
    airs: NDArray[np.int32]
    rows: Numbers


class Work(NamedTuple):
    """What is worked out in a turn."""

    facts: Numbers
    base: Worths  # what is worth: nothing, a majority of 1s, 2s or 6s besides, the turn after its first roll
    sets: Worths
    menus: Worths
    one: Worths
    best: Worths
    two: Worths
    ways: Numbers
    piles: Numbers


def canonical(kinds: Kinds) -> Kinds:
    red, green, red_demons, green_demons = kinds
    if lies(kinds) > LARGEST and kinds != DEALT:
        return red + green, 0, red_demons + green_demons, 0
    return (green, red, green_demons, red_demons) if (red, red_demons) < (green, green_demons) else kinds


@cache
def make_tables() -> Tables:
    options = Options()
    some = [range(SIDE)] * 4
    every: list[Kinds] = [(r, g, rd, gd) for r, g, rd, gd in product(*some) if 0 < r + g + rd + gd <= MOST]
    distinct = sorted({canonical(kinds) for kinds in every})
    number = np.full(SIDE**4, -1)
    for kinds in every:
        red, green, red_demons, green_demons = kinds
        merged = lies(kinds) > LARGEST and kinds != DEALT
        found = 2 * distinct.index(canonical(kinds)) + merged
        number[((red * SIDE + green) * SIDE + red_demons) * SIDE + green_demons] = found
    places = np.zeros((len(distinct), MENU_OF + 1), np.int64)
    parts: list[list[int]] = [[] for _ in range(10)]
    keys, nexts, tight, loose, menu_of, menus, items, sets, airs, rows = parts
    for table, kinds in enumerate(distinct):
        rolls = Rolls(kinds, options.demon_faces, options.min_combination)
        assert [tuple(group.values) for group in rolls.groups] == [*VALUES]
        places[table, [KEYS, FULL, LIES]] = len(keys), rolls.full, len(rolls.keys)
        places[table, [NEXTS, PAIRS, MENUS, SETS, AIRS, ROWS, MENU_OF]] = [
            *map(len, (nexts, tight, menus, sets, airs, rows, menu_of))
        ]
        places[table, SETS] //= 3
        keys += rolls.keys
        nexts += rolls.nexts
        tight += rolls.tight
        loose += rolls.loose
        menu_of += rolls.menu_of
        for menu in rolls.menus:
            menus.append(len(items))
            items += menu
        for lot in rolls.sets:
            sets += lot
        order = [range(count + 1) for count in kinds]
        airs += [rolls.air[r | g << 4 | rd << 8 | gd << 12] for r, g, rd, gd in product(*order)]
        for group in rolls.groups:  # sorted codes, their number, and the code of the row in front
            coded = sorted(
                (sum(packed << 16 * i for i, packed in enumerate(row)), n) for row, n in group.number.items()
            )
            rows.append(len(coded))
            rows += [code for code, _ in coded]
            rows += [n for _, n in coded]
        places[table, [PAIRS_END, MENUS_END, SETS_END]] = len(tight), len(menus), len(sets) // 3
    menus.append(len(items))
    short = [np.array(part, np.int32) for part in (nexts, tight, loose, menu_of, menus, items, sets, airs)]
    return Tables(number, places, np.array(distinct), np.array(keys), *short, np.array(rows))  # type: ignore[call-arg, arg-type]


def new_work(tables: Tables) -> Work:
    most = int(tables.places[:, LIES].max())
    return Work(
        np.zeros(6, np.int64),
        np.zeros(4),
        np.zeros(int((tables.places[:, SETS_END] - tables.places[:, SETS]).max())),
        np.zeros(int((tables.places[:, MENUS_END] - tables.places[:, MENUS]).max())),
        np.zeros(most),
        np.zeros(most),
        np.zeros(most),
        np.zeros((1 << MOST, 7), np.int64),
        np.zeros((MOST, 3), np.int64),
    )


# ---------------------------------------------------------------- rolls


@fast
def count_kinds(dice: int, demons: int, greens: int, kinds: Numbers) -> None:
    kinds[0] = bits_in(dice & ~demons & ~greens)
    kinds[1] = bits_in(dice & ~demons & greens)
    kinds[2] = bits_in(dice & demons & ~greens)
    kinds[3] = bits_in(dice & demons & greens)


@fast
def expect(tables: Tables, table: int, worths: Worths) -> None:
    """Lies with dice in the air are worth what comes of it on average."""
    place, full, many = tables.places[table, NEXTS], tables.places[table, FULL], tables.places[table, LIES]
    nexts = tables.nexts
    for lie in range(full, many):
        total = worths[nexts[place]] + worths[nexts[place + 1]] + worths[nexts[place + 2]]
        total = total + worths[nexts[place + 3]] + worths[nexts[place + 4]] + worths[nexts[place + 5]]
        worths[lie] = total / 6
        place += 6


@fast
def begin_turn(values: Values, look: Look, work: Work) -> None:
    work.facts[SOLVED] = 0
    work.base[0] = worth_now(values, look, NONE)
    work.base[1] = majority_worth(values, look)


@fast
def solve(
    values: Values, tables: Tables, look: Look, work: Work, dice: int, demons: int, greens: int, ones: int
) -> None:
    """`dice`: those that are free, `demons` and `greens` of the whole hand, which has as many 1s as said."""
    me = look.facts[ME]
    size = look.small[me] + look.demons[me]
    kinds, own = np.empty(4, np.int64), np.empty(4, np.int64)
    count_kinds(dice, demons, greens, kinds)
    count_kinds((1 << size) - 1, demons, greens, own)
    number = tables.number[((kinds[0] * SIDE + kinds[1]) * SIDE + kinds[2]) * SIDE + kinds[3]]
    table, merged = number >> 1, number & 1
    place = tables.places[table]
    work.facts[SOLVED], work.facts[LOCKED], work.facts[TABLE] = 1, ones, table
    mirrored = kinds[0] < kinds[1] or (kinds[0] == kinds[1] and kinds[2] < kinds[3])
    work.facts[MERGED], work.facts[MIRRORED] = merged, mirrored
    effect = max(0.0, order_worth(values, look, 2) - work.base[0])
    effect = (effect + max(0.0, order_worth(values, look, 6) - work.base[0])) / 2
    work.base[2] = effect
    fill_discards(values, look, kinds, own, merged == 1)
    discards, least, all_but = look.discards, work.base[0], look.small[me] << 4 | look.demons[me]
    for i in range(place[SETS_END] - place[SETS]):
        j = 3 * (place[SETS] + i)
        group, packed, beside = tables.sets[j], tables.sets[j + 1], ones + tables.sets[j + 2]
        if 2 * beside > size:
            here = work.base[1]
        elif group < 0:
            here = work.base[0]
        else:
            a, b, c, d = packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12
            bonus = effect if group == 0 else 0.0
            if merged:
                here = blurred_worth(discards, least, all_but, own, a, c, beside, bonus)
            else:
                here = set_worth(discards, least, all_but, a, b, c, d, beside, bonus)
        work.sets[i] = here
    for i in range(place[MENUS_END] - place[MENUS]):
        best = -1.0
        for j in range(tables.menus[place[MENUS] + i], tables.menus[place[MENUS] + i + 1]):
            best = max(best, work.sets[tables.items[j]])
        work.menus[i] = best
    full, many = place[FULL], place[LIES]
    for lie in range(full):
        work.one[lie] = work.menus[tables.menu_of[place[MENU_OF] + lie]]
    expect(tables, table, work.one)
    work.best[:many] = work.one[:many]
    for pair in range(place[PAIRS], place[PAIRS_END]):
        tight = tables.tight[pair]
        work.best[tight] = max(work.best[tight], work.best[tables.loose[pair]])
    work.two[:full] = work.best[:full]
    expect(tables, table, work.two)


@fast
def row_number(rows: Numbers, place: int, code: int) -> int:
    low, high = 0, rows[place] - 1
    while low < high:
        middle = (low + high) // 2
        if rows[place + 1 + middle] < code:
            low = middle + 1
        else:
            high = middle
    return rows[place + 1 + rows[place] + low]  # type: ignore[no-any-return]


@fast
def find(tables: Tables, table: int, shown: Numbers, rolled: int, ones: int) -> int:
    """The number of a lie, from the packed dice by value."""
    counts, place = tables.counts[table], tables.places[table]
    air = rolled & 15
    for kind in range(1, 4):
        air = air * (counts[kind] + 1) + (rolled >> 4 * kind & 15)
    key = tables.airs[place[AIRS] + air] * AIR + ones * ONE
    rows = place[ROWS]
    key += row_number(tables.rows, rows, min(shown[2], shown[6]) | max(shown[2], shown[6]) << 16)
    rows += 1 + 2 * tables.rows[rows]
    key += row_number(tables.rows, rows, min(shown[3], shown[4]) | max(shown[3], shown[4]) << 16) << ROW
    rows += 1 + 2 * tables.rows[rows]
    key += row_number(tables.rows, rows, shown[5]) << 2 * ROW
    low, high = place[KEYS], place[KEYS] + place[LIES] - 1
    while low < high:
        middle = (low + high) // 2
        if tables.keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low - place[KEYS]  # type: ignore[no-any-return]


@fast
def kind_of(work: Work, die: int, demons: int, greens: int) -> int:
    """As the tables know it: with the colours changed round, or without colours."""
    kind = (greens >> die & 1) | (demons >> die & 1) << 1
    if work.facts[MERGED]:
        kind &= 2
    elif work.facts[MIRRORED]:
        kind ^= 1
    return kind


@fast
def choose(tables: Tables, work: Work, hand: int, demons: int, greens: int, shown: int, left: int) -> tuple[int, float]:
    """The dice to roll again with so many rolls left, and what that is worth."""
    table, ones = work.facts[TABLE], bits_in(shown >> DICE & WORD) - work.facts[LOCKED]
    worths = work.one if left == 1 else work.two
    lying, order, many = np.zeros(7, np.int64), np.zeros(6, np.int64), 0
    face_of = np.zeros(DICE, np.int64)
    for die in range(hand):
        for value in range(1, 7):
            if shown >> (DICE * value + die) & 1:
                face_of[die] = value
        value = face_of[die]
        if value > 1:
            if not lying[value]:
                order[many] = value
                many += 1
            lying[value] += 1 << 4 * kind_of(work, die, demons, greens)
    piles = 0
    for i in range(many):
        for kind in range(4):
            count = lying[order[i]] >> 4 * kind & 15
            if count:
                work.piles[piles, 0], work.piles[piles, 1], work.piles[piles, 2] = order[i], kind, count
                piles += 1
    ways, found, best, rest = 1, 0, worths[find(tables, table, lying, 0, ones)], np.zeros(7, np.int64)
    work.ways[0] = 0
    for pile in range(piles):
        value, kind, count = work.piles[pile]
        before = ways
        for way in range(before):
            for taken in range(1, count + 1):
                work.ways[ways] = work.ways[way]
                work.ways[ways, value] += taken << 4 * kind
                rolled = 0
                for face in range(2, 7):
                    rest[face] = lying[face] - work.ways[ways, face]
                    rolled += work.ways[ways, face]
                here = worths[find(tables, table, rest, rolled, ones)]
                if here > best + 1e-12:
                    found, best = ways, here
                ways += 1
    dice = 0
    for die in range(hand):
        value = face_of[die]
        if value > 1:
            shift = 4 * kind_of(work, die, demons, greens)
            if work.ways[found, value] >> shift & 15:
                work.ways[found, value] -= 1 << shift
                dice |= 1 << die
    return dice, best


# ---------------------------------------------------------------- discarding


@fast
def first_dice(dice: int, many: int) -> int:
    rest = dice
    for _ in range(many):
        rest &= rest - 1
    return dice ^ rest


@fast
def plan(
    values: Values, look: Look, work: Work, demons: int, greens: int, shown: int, pick: int
) -> tuple[int, int, int, float]:
    """The dice that leave (0: none), whether opponents get them, their value, and what it is worth.

    `pick`: -1 for the best, otherwise the number of the plan; after the last plan comes nothing.
    """
    me = look.facts[ME]
    ones = bits_in(shown >> DICE & WORD)
    gone, given, chosen, best, number = 0, 0, 0, work.base[0] if pick < 0 else -1.0, 0
    for value in range(2, 7):
        dice = shown >> DICE * value & WORD
        if bits_in(dice) < max(2, ones + 1):
            continue
        effect = max(0.0, order_worth(values, look, value) - work.base[0]) if value in (2, 6) else 0.0
        for lot in range(3):
            fitting = dice if lot == 0 else dice & ~greens if lot == 1 else dice & greens
            small, bad = bits_in(fitting & ~demons), bits_in(fitting & demons)
            for many in range(max(1, 2 - ones), small + bad - ones + 1):
                for some in range(max(0, many - small), min(many, bad) + 1):
                    here = discard_worth(values, look, int(lot > 0), many - some, some)
                    if lot == 0 and not (many - some == look.small[me] and some == look.demons[me]):
                        here += effect
                    if number == pick or (pick < 0 and here > best):
                        gone = first_dice(fitting & demons, some) | first_dice(fitting & ~demons, many - some)
                        given, chosen, best = int(lot > 0), value, here
                    number += 1
    if pick == -2:
        return number, 0, 0, 0.0
    return gone, given, chosen, best
