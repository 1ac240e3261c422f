"""The solver of turns against plain enumeration, on hands that are small enough for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from tablee.games.desfausse.bots.rolls import LARGEST, MOST, Rolls, Solution, lies, pack, rolls_of, unpack
from tablee.games.desfausse.sums import Kinds

KINDS = "rgRG"
Dice = tuple[tuple[int, int], ...]  # kind and value of each die
Pay = Callable[[Dice], float]


def pay_of(group_of: dict[int, int], worth: Callable[[int, Kinds, int], float]) -> Pay:
    """The best of a lie, from scratch: every value with its dice, beside the 1s."""

    def pay(dice: Dice) -> float:
        ones = sum(value == 1 for _, value in dice)
        best = worth(-1, (0, 0, 0, 0), ones)
        for value in (2, 3, 4, 5, 6):
            kinds = [sum(kind == k and shown == value for kind, shown in dice) for k in range(4)]
            if sum(kinds) >= 2:
                best = max(best, worth(group_of[value], (kinds[0], kinds[1], kinds[2], kinds[3]), ones))
        return best

    return pay


class BruteForce:
    """Every choice and every outcome, one after the other."""

    def __init__(self, faces: tuple[tuple[int, ...], ...], pay: Pay, keep_all: bool = False) -> None:
        self.faces, self.pay, self.keep_all = faces, pay, keep_all
        self.known: dict[tuple[Dice, int], float] = {}

    def best(self, dice: Dice, rolls: int) -> float:
        if (dice, rolls) not in self.known:
            ways = [self.pay(dice)]
            if rolls:
                ways += [self.rolled(dice, taken, rolls) for taken in self.choices(dice)]
            self.known[dice, rolls] = max(ways)
        return self.known[dice, rolls]

    def choices(self, dice: Dice) -> Iterator[tuple[int, ...]]:
        free = [index for index, (_, value) in enumerate(dice) if value != 1]
        for size in range(len(free) if self.keep_all else 1, len(free) + 1):
            yield from combinations(free, size)

    def rolled(self, dice: Dice, taken: tuple[int, ...], rolls: int) -> float:
        lies = []
        for shown in product(*(self.faces[dice[index][0]] for index in taken)):
            lie = list(dice)
            for index, value in zip(taken, shown, strict=True):
                lie[index] = (dice[index][0], value)
            lies.append(self.best(tuple(lie), rolls - 1))
        return sum(lies) / len(lies)


def some_worth(group: int, kinds: Kinds, ones: int) -> float:
    """Nothing sensible, but it tells values, sizes, colours and 1s apart."""
    if 2 * ones > 3:
        return -1.0
    if group < 0 or sum(kinds) <= ones:
        return 0.3
    red, green, red_demons, green_demons = kinds
    one_colour = (red + red_demons == 0) or (green + green_demons == 0)
    return 1.7 * (sum(kinds) - ones) + 0.4 * (red_demons + green_demons) + 0.9 * one_colour + 0.05 * group + 0.11 * red


@pytest.mark.parametrize("faces", ["1,1,3,4,5,5", "1,3,3,4,5,5", "1,3,4,5,blank,blank"])
@pytest.mark.parametrize("kinds", [(2, 0, 0, 0), (1, 1, 0, 0), (1, 0, 1, 0), (1, 1, 1, 0), (0, 1, 1, 1)])
@pytest.mark.parametrize("keep_all", [False, True])
def test_the_solver_agrees_with_enumeration(kinds: Kinds, faces: str, keep_all: bool) -> None:
    rolls = Rolls(kinds, faces, least=2)
    groups = {value: place[0] for value, place in rolls.places.items()}
    solution = Solution(rolls, lambda group, packed, ones: some_worth(group, unpack(packed), ones), keep_all)
    force = BruteForce(rolls.faces, pay_of(groups, some_worth), keep_all)
    held = [kind for kind, count in enumerate(kinds) for _ in range(count)]
    for shown in sorted(set(product(*(rolls.faces[kind] for kind in held))))[:: 1 if len(held) < 3 else 17]:
        dice = tuple(zip(held, shown, strict=True))
        lying: Counter[int] = Counter()
        for kind, value in dice:
            if value != 1:
                lying[value] += 1 << 4 * kind
        for left in (1, 2):
            taken, best, _ = solution.choose(lying, shown.count(1), left)
            assert best == pytest.approx(force.best(dice, left))
            assert sum(sum(unpack(packed)) for packed in taken.values()) <= len(held) - shown.count(1)


def test_two_small_dice_go_out_as_often_as_arithmetic_says() -> None:
    """A pair that is not of 1s in three rolls, keeping one die: on paper, with p the chance of the last two rolls."""
    rolls = Rolls((2, 0, 0, 0), "1,1,3,4,5,5", least=2)
    solution = Solution(rolls, lambda group, packed, ones: float(group >= 0 and sum(unpack(packed)) == 2))
    once = Fraction(1, 6)  # the other die comes to match the one that was kept
    twice = once + Fraction(4, 6) * once  # or comes to neither that nor 1, and again
    _, best, _ = solution.choose({4: 1, 2: 1}, 0, 2)
    assert best == pytest.approx(float(twice))


def test_a_die_that_shows_1_is_never_taken_up_again() -> None:
    rolls = Rolls((2, 1, 0, 0), "1,1,3,4,5,5", least=2)
    solution = Solution(rolls, lambda group, packed, ones: -float(ones))
    taken, best, _ = solution.choose({4: 1, 3: pack((0, 1, 0, 0))}, 1, 2)
    assert (taken, best) == ({}, -1.0)


def test_all_tables_of_a_process_are_small() -> None:
    """A full cache of the largest tables stays below 25 MB."""
    kinds: list[Kinds] = [(small, 0, MOST - small, 0) for small in (3, 4, 5)]
    kinds += [kind for kind in ((2, 1, 1, 1), (2, 2, 1, 0)) if lies(kind) <= LARGEST]
    rolls = [rolls_of(kind, "1,1,3,4,5,5", 2) for kind in kinds]
    bytes_of_each = [
        sum(len(table) * table.itemsize for table in (r.keys, r.nexts, r.tight, r.loose, r.menu_of)) for r in rolls
    ]
    most = rolls_of.cache_info().maxsize
    assert most
    assert most * max(bytes_of_each) < 15e6  # the menus are of the same order as these
