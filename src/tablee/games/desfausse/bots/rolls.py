"""Every way some dice can lie or be rolled again, made once for each hand: the ground on which a turn is solved.

What one die shows matters only by its value, its colour and its size, and a 1 by being there at all. Values that a
demon shows equally often are alike as well. So the many thousands of ways in which six dice can lie become a few.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Final, TypeAlias

from ..sums import Kinds

Worth: TypeAlias = Callable[[int, int, int], float]
"""What a set is worth: the group of its value (-1: there is no set), its dice, and the 1s beside them."""

DEALT: Final[Kinds] = (2, 2, 1, 1)  # as a round begins
LARGEST: Final = 2_000  # lies with colours; of more dice, but for those that were dealt, only sizes are told apart
MOST: Final = 7  # dice for which tables are made at all
ROW: Final = 11  # bits for the number of a row
ONE: Final = 1 << 4 * ROW  # in a key: another 1
AIR: Final = ONE << 4  # in a key: the next number of dice in the air


def pack(kinds: Kinds) -> int:
    red, green, red_demons, green_demons = kinds
    return red | green << 4 | red_demons << 8 | green_demons << 12


def unpack(packed: int) -> Kinds:
    return packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12


class Group:
    """Values that are alike, and the rows of dice that may show them: the same dice under another of them are equal."""

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self.rows: list[tuple[int, ...]] = []
        self.number: dict[tuple[int, ...], int] = {}
        self._laid: dict[tuple[int, int], list[int]] = {}
        self.find((0,) * len(values))

    def find(self, row: tuple[int, ...]) -> int:
        """The number of a sorted row."""
        if row not in self.number:
            self.number[row] = len(self.rows)
            self.rows.append(row)
        return self.number[row]

    def laid(self, number: int, kind: int, faces: Sequence[int]) -> list[int]:
        """For each face of this kind of die that is in the group, how much the number of the row grows by it."""
        known = self._laid.get((number, kind))
        if known is None:
            row, step = self.rows[number], 1 << 4 * kind
            places = [self.values.index(face) for face in faces if face in self.values]
            rows = [tuple(sorted((*row[:i], row[i] + step, *row[i + 1 :]))) for i in places]
            known = self._laid[number, kind] = [self.find(row) - number for row in rows]
        return known


class Rolls:
    """All lies of some dice, and how they follow from each other.

    A lie is known by a key: which dice are in the air, the 1s, and the row of each group. Sorted by their keys, lies
    with nothing in the air come first, and any lie comes after those that it can fall into.
    """

    def __init__(self, kinds: Kinds, demon_faces: str, least: int) -> None:
        faces = [0 if face == "blank" else int(face) for face in demon_faces.split(",")]
        alike: dict[tuple[bool, int], list[int]] = {}
        for value in (0, 2, 3, 4, 5, 6) if 0 in faces else (2, 3, 4, 5, 6):
            alike.setdefault((value == 0, faces.count(value)), []).append(value)
        self.groups = [Group(values) for values in alike.values()]
        self.shifts = [(group, ROW * g) for g, group in enumerate(self.groups)]
        self.places = {v: (g, i) for g, group in enumerate(self.groups) for i, v in enumerate(group.values)}
        small = tuple(range(1, 7))
        self.faces = (small, small, tuple(faces), tuple(faces))
        airs = sorted((sum(air), pack(air)) for air in _some_of(kinds))
        self.airs = [air for _, air in airs]  # fewest dice first
        self.air = {air: number for number, air in enumerate(self.airs)}
        self._grow()
        self._sets(least)

    def _grow(self) -> None:
        """From all dice in the air, lay down one after the other in every way."""
        above = {(len(self.airs) - 1) * AIR}
        laid: list[dict[int, list[list[int]]]] = []  # from all in the air to none: what each lie falls into, by kind
        while above:
            laid.append({key: self._falls(key) for key in above})
            above = {key for ways in laid[-1].values() for way in ways for key in way}
        keys = sorted(key for level in laid for key in level)
        self.keys = array("q", keys)
        self.full = bisect_left(keys, AIR)
        self.nexts = array("H")  # of each lie with dice in the air, by the face on which the first of these falls
        self.tight, self.loose = array("H"), array("H")  # pairs: in the second lie one more die is in the air
        number = {key: n for n, key in enumerate(keys)}
        known = {key: ways for level in laid for key, ways in level.items()}
        for key in keys[self.full :]:
            self.nexts.extend([number[fallen] for fallen in known[key][0]])
        for key in reversed(keys[self.full :]):  # the loosest come first
            ones = key // ONE & 15  # a 1 is not taken up again
            tight = [number[k] for k in {k for way in known[key] for k in way} if k // ONE & 15 == ones]
            self.tight.extend(tight)
            self.loose.extend([number[key]] * len(tight))

    def _falls(self, key: int) -> list[list[int]]:
        """For each kind of dice in the air, the lies after one of them has fallen, in six ways."""
        number, rest = divmod(key, AIR)
        packed = self.airs[number]
        rows = [(group, rest >> shift & (1 << ROW) - 1, shift) for group, shift in self.shifts]
        ways = []
        for kind in range(4):
            if packed >> 4 * kind & 15:
                faces = self.faces[kind]
                base = rest + self.air[packed - (1 << 4 * kind)] * AIR
                way = [base + ONE] * faces.count(1)
                for group, row, shift in rows:
                    way += [base + (step << shift) for step in group.laid(row, kind, faces)]
                ways.append(way)
        return ways

    def _sets(self, least: int) -> None:
        """The sets that could be discarded from each full lie; many lies have the same ones."""
        sets: dict[tuple[int, int, int], int] = {}
        menus: dict[tuple[int, ...], int] = {}
        self.menu_of = array("H")
        good: list[list[list[int]]] = []  # by group and row: what can be a set
        for group in self.groups:
            enough = [[packed for packed in set(row) if sum(unpack(packed)) >= least] for row in group.rows]
            good.append(enough if group.values != [0] else [[] for _ in enough])
        for key in self.keys[: self.full]:
            ones = key // ONE & 15
            found = [sets.setdefault((-1, 0, ones), len(sets))]
            for g in range(len(self.groups)):
                for packed in good[g][key >> ROW * g & (1 << ROW) - 1]:
                    found.append(sets.setdefault((g, packed, ones), len(sets)))
            self.menu_of.append(menus.setdefault(tuple(sorted(found)), len(menus)))
        self.sets, self.menus = list(sets), list(menus)

    def find(self, shown: Mapping[int, int], rolled: int, ones: int) -> int:
        """The number of a lie, from the packed dice by value."""
        key = self.air[rolled] * AIR + ones * ONE
        for g, group in enumerate(self.groups):
            key += group.number[tuple(sorted([shown.get(value, 0) for value in group.values]))] << ROW * g
        return bisect_left(self.keys, key)


class Solution:
    """A turn, solved: what every lie is worth with no, one or two rolls to come."""

    def __init__(self, rolls: Rolls, worth: Worth, keep_all: bool = False) -> None:
        self.rolls, self.keep_all = rolls, keep_all
        sets = [worth(*key) for key in rolls.sets]
        menus = [max([sets[number] for number in menu]) for menu in rolls.menus]
        self.one = self._expect([menus[menu] for menu in rolls.menu_of])
        self._two: list[float] | None = None

    def left(self, rolls: int) -> list[float]:
        """The worth of every lie if its dice are rolled, with so many rolls left: this one, or it and one more."""
        if rolls == 1:
            return self.one
        if self._two is None:
            self._two = self._expect(self._best(self.one))
        return self._two

    def _expect(self, worth: list[float]) -> list[float]:
        """Lies with dice in the air are worth what comes of it on average; the others what is given."""
        falls = iter(self.rolls.nexts)
        for a, b, c, d, e, f in zip(falls, falls, falls, falls, falls, falls, strict=True):
            worth.append((worth[a] + worth[b] + worth[c] + worth[d] + worth[e] + worth[f]) / 6)
        return worth

    def _best(self, worth: list[float]) -> list[float]:
        """Of every full lie, if the best dice are taken up before the roll."""
        rolls = self.rolls
        if self.keep_all:
            return [max(worth[lie], worth[self._loosest(lie)]) for lie in range(rolls.full)]
        best = worth[:]
        for tight, loose in zip(rolls.tight, rolls.loose, strict=True):
            if best[loose] > best[tight]:
                best[tight] = best[loose]
        return best[: rolls.full]

    def _loosest(self, lie: int) -> int:
        """All dice but the 1s are taken up."""
        rolls, key = self.rolls, self.rolls.keys[lie]
        shown = sum(sum(group.rows[key >> ROW * g & (1 << ROW) - 1]) for g, group in enumerate(rolls.groups))
        return rolls.find({}, shown, key // ONE & 15)

    def choose(self, shown: Mapping[int, int], ones: int, rolls: int) -> tuple[dict[int, int], float, float]:
        """The packed dice by value to roll again, what that is worth, and what the next best choice is worth."""
        worth = self.left(rolls)
        taken: dict[int, int] = {}
        best, second = worth[self.rolls.find(shown, 0, ones)], 0.0
        for some in self._ways(shown):
            rest = {value: shown[value] - some.get(value, 0) for value in shown}
            here = worth[self.rolls.find(rest, sum(some.values()), ones)]
            if here > best + 1e-12:
                taken, best, second = some, here, best
            elif here > second:
                second = here
        return taken, best, second

    def _ways(self, shown: Mapping[int, int]) -> Iterator[dict[int, int]]:
        """Every way to take dice up."""
        if self.keep_all:
            yield {value: packed for value, packed in shown.items() if packed}
            return
        piles = [(value, kind, count) for value in shown for kind, count in enumerate(unpack(shown[value])) if count]
        ways: list[dict[int, int]] = [{}]
        for value, kind, count in piles:
            ways += [
                {**way, value: way.get(value, 0) + (taken << 4 * kind)} for way in ways for taken in range(1, count + 1)
            ]
        yield from ways[1:]


def _some_of(kinds: Kinds) -> Iterator[Kinds]:
    red, green, red_demons, green_demons = (range(count + 1) for count in kinds)
    yield from product(red, green, red_demons, green_demons)


def lies(kinds: Kinds) -> int:
    """About how many lies these dice have."""
    red, green, red_demons, green_demons = kinds
    return comb(red + 6, 6) * comb(green + 6, 6) * comb(red_demons + 4, 4) * comb(green_demons + 4, 4) // 3


@lru_cache(maxsize=80)
def rolls_of(kinds: Kinds, demon_faces: str, least: int) -> Rolls:
    return Rolls(kinds, demon_faces, least)
