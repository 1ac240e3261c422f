"""Every way some dice can lie or be rolled again, made once for each hand: the ground on which a turn is solved.

What one die shows matters only by its value, its colour and its size, and a 1 by being there at all. Values that a
demon shows equally often are alike as well. So the many thousands of ways in which six dice can lie become a few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from math import comb
from typing import Any, Final, TypeAlias

Kinds: TypeAlias = tuple[int, int, int, int]
"""How many small red, small green, red demon and green demon dice."""
Lie: TypeAlias = tuple[int, int, tuple[tuple[int, ...], ...]]
"""Dice to be rolled, 1s, and what shows each value, in groups of values that are alike; dice packed in a number."""
Worth: TypeAlias = Callable[[int, int, int], float]
"""What a set is worth: the group of its value (-1: there is no set), its dice, and the 1s beside them."""

KINDS: Final = "rgRG"
LARGEST: Final = 7_000  # lies with colours; of more dice only sizes are told apart


def pack(kinds: Kinds) -> int:
    red, green, red_demons, green_demons = kinds
    return red | green << 4 | red_demons << 8 | green_demons << 12


def unpack(packed: int) -> Kinds:
    return packed & 15, packed >> 4 & 15, packed >> 8 & 15, packed >> 12


class Rolls:
    """The lies of some free dice, those without a die to roll first, and how they follow from each other."""

    def __init__(self, kinds: Kinds, demon_faces: str, least: int) -> None:
        self.kinds = kinds
        faces = [0 if face == "blank" else int(face) for face in demon_faces.split(",")]
        alike: dict[tuple[bool, int], list[int]] = {}
        for value in (0, 2, 3, 4, 5, 6):
            alike.setdefault((value == 0, faces.count(value)), []).append(value)
        self.groups = list(alike.values())
        self.places = {value: (g, i) for g, group in enumerate(self.groups) for i, value in enumerate(group)}
        small = tuple(range(1, 7))
        self.faces = (small, small, tuple(faces), tuple(faces))
        self._same: dict[object, Any] = {}  # equal tuples are kept once, to save memory
        self._grow(least)
        self._same.clear()

    def _grow(self, least: int) -> None:
        """From all dice in the hand, lay down one after the other in every way."""
        empty: Lie = (pack(self.kinds), 0, tuple((0,) * len(group) for group in self.groups))
        levels = [{empty: 0}]
        laid: list[list[tuple[dict[int, list[int]], int]]] = []
        for _ in range(sum(self.kinds)):
            following: dict[Lie, int] = {}
            rows = []
            for lie in levels[-1]:
                ways = {}
                for kind in range(4):
                    if lie[0] >> 4 * kind & 15:
                        ways[kind] = [
                            following.setdefault(self.lay(lie, kind, face), len(following)) for face in self.faces[kind]
                        ]
                rows.append((ways, lie[1]))
            laid.append(rows)
            levels.append(following)
        self._number(levels, laid, least)

    def _number(
        self, levels: list[dict[Lie, int]], laid: list[list[tuple[dict[int, list[int]], int]]], least: int
    ) -> None:
        """The lies in order, those with nothing to roll first; for each its six next ones, and those it came from."""
        levels.reverse()
        laid.reverse()
        starts = [0]
        for level in levels:
            starts.append(starts[-1] + len(level))
        self.index: dict[Lie, int] = {}
        for start, level in zip(starts, levels, strict=False):
            self.index.update((lie, start + number) for lie, number in level.items())
        self.full = len(levels[0])
        ones = [lie[1] for level in levels for lie in level]
        numbers = list(range(len(ones)))  # one object a number
        self.nexts: list[list[tuple[int, ...]]] = []
        looser: list[list[int]] = [[] for _ in ones]
        for depth, rows in enumerate(laid):
            below, here = starts[depth], starts[depth + 1]
            self.nexts.append([tuple(numbers[below + n] for n in next(iter(ways.values()))) for ways, _ in rows])
            for number, (ways, held) in enumerate(rows):
                for follow in ways.values():
                    for n in set(follow):
                        if ones[below + n] == held:  # a 1 is not taken up again
                            looser[below + n].append(numbers[here + number])
        self.looser = [tuple(lies) for lies in looser]
        self._sets(list(levels[0]), least)
        self.loosest = [self.index[self.loose(lie)] for lie in levels[0]]

    def _sets(self, lies: list[Lie], least: int) -> None:
        """The sets that could be discarded from each full lie; many lies have the same ones."""
        sets: dict[tuple[int, int, int], int] = {}
        menus: dict[tuple[int, ...], int] = {}
        self.menu_of = []
        for _, ones, groups in lies:
            found = {(-1, 0, ones)}
            for group, packed in ((g, packed) for g, row in enumerate(groups) for packed in row):
                if self.groups[group] != [0] and sum(unpack(packed)) >= least:
                    found.add((group, packed, ones))
            menu = tuple(sorted(sets.setdefault(key, len(sets)) for key in found))
            self.menu_of.append(menus.setdefault(menu, len(menus)))
        self.sets, self.menus = list(sets), list(menus)

    def lay(self, lie: Lie, kind: int, face: int) -> Lie:
        """A die of this kind comes down with this face."""
        rolled, ones, groups = lie
        step = 1 << 4 * kind
        if face == 1:
            return rolled - step, ones + 1, groups
        group, place = self.places[face]
        row = groups[group]
        changed = tuple(sorted((*row[:place], row[place] + step, *row[place + 1 :])))
        changed = self._same.setdefault(changed, changed)
        together = (*groups[:group], changed, *groups[group + 1 :])
        return rolled - step, ones, self._same.setdefault(together, together)

    def loose(self, lie: Lie) -> Lie:
        """All dice but the 1s are taken up."""
        rolled, ones, groups = lie
        return rolled + sum(map(sum, groups)), ones, tuple((0,) * len(row) for row in groups)

    def find(self, shown: Mapping[int, int], rolled: int, ones: int) -> int:
        """The number of a lie, from the packed dice by value."""
        groups = tuple(tuple(sorted(shown.get(value, 0) for value in group)) for group in self.groups)
        return self.index[rolled, ones, groups]


class Solution:
    """A turn, solved: what every lie is worth with no, one or two rolls to come."""

    def __init__(self, rolls: Rolls, worth: Worth, keep_all: bool = False) -> None:
        self.rolls, self.keep_all = rolls, keep_all
        sets = [worth(*key) for key in rolls.sets]
        menus = [max([sets[number] for number in menu]) for menu in rolls.menus]
        self.stop = [menus[menu] for menu in rolls.menu_of]
        self.one = self._expect(self.stop)
        self._two: list[float] | None = None

    def left(self, rolls: int) -> list[float]:
        """The worth of every lie if its dice are rolled, with so many rolls left: this one, or it and one more."""
        if rolls == 1:
            return self.one
        if self._two is None:
            self._two = self._expect(self._best(self.one))
        return self._two

    def _expect(self, full: list[float]) -> list[float]:
        """Lies with dice to roll are worth what comes of it on average; the others what is given."""
        worth = full[:]
        for level in self.rolls.nexts:
            for a, b, c, d, e, f in level:
                worth.append((worth[a] + worth[b] + worth[c] + worth[d] + worth[e] + worth[f]) / 6)
        return worth

    def _best(self, worth: list[float]) -> list[float]:
        """Of every full lie, if the best dice are taken up before the roll."""
        if self.keep_all:
            return [max(worth[lie], worth[loosest]) for lie, loosest in enumerate(self.rolls.loosest)]
        best = worth[:]
        looser = self.rolls.looser
        for lie in range(len(best) - 1, -1, -1):
            for other in looser[lie]:
                if best[other] > best[lie]:
                    best[lie] = best[other]
        return best[: self.rolls.full]

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


def lies(kinds: Kinds) -> int:
    """About how many lies these dice have."""
    red, green, red_demons, green_demons = kinds
    return comb(red + 6, 6) * comb(green + 6, 6) * comb(red_demons + 4, 4) * comb(green_demons + 4, 4) // 3


@lru_cache(maxsize=256)
def rolls_of(kinds: Kinds, demon_faces: str, least: int) -> Rolls:
    return Rolls(kinds, demon_faces, least)
