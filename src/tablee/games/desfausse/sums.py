"""What dice come to: pure sums over hands and values. Rules, view, bots and what is told beforehand all use these."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from .meta import Options

Trophy = Literal["discard_2", "discard_3", "discard_4", "discard_5", "gift", "demons", "ones", "all"]
Where = Literal["bowl", "gift"]
Hand: TypeAlias = tuple[int, int]
"""How many small dice, and how many demons."""
Kinds: TypeAlias = tuple[int, int, int, int]
"""How many small red, small green, red demon and green demon dice."""
Cell: TypeAlias = tuple[int, Trophy]
"""The row of the board, and the trophy."""

POINTS: Final[dict[Trophy, int]] = {  # DF-48
    "discard_2": 2,
    "discard_3": 3,
    "discard_4": 5,
    "discard_5": 7,
    "gift": 3,
    "demons": 2,
    "ones": -1,
    "all": 12,
}
SLAM: Final = frozenset(POINTS) - {"ones"}  # DF-78
MASTERED: Final = frozenset(POINTS) - {"ones", "all"}  # DF-75
ROUNDS: Final = 3  # DF-70
KINDS: Final = "rgRG"  # small letters are small dice, capitals demons
MOST_DICE: Final = 9  # DF-40
NO_LIMIT: Final = 30  # dice in the box
_NUMBERS: Final[dict[int, Trophy]] = {2: "discard_2", 3: "discard_3", 4: "discard_4", 5: "discard_5"}


# ---------------------------------------------------------------- dice


def count_hand(dice: Sequence[str]) -> Hand:
    demons = sum(die[0].isupper() for die in dice)
    return len(dice) - demons, demons


def count_kinds(dice: Sequence[str]) -> Kinds:
    letters = [die[0] for die in dice]
    return letters.count("r"), letters.count("g"), letters.count("R"), letters.count("G")


def alike(dice: Sequence[str]) -> bool:
    """Of one size and colour: which of them it is makes no difference, so nobody is asked."""
    return len({die[0] for die in dice}) == 1


def one_colour(dice: Sequence[str]) -> bool:
    """DF-25: colour alone counts, not size."""
    return len({die[0].lower() for die in dice}) == 1


def faces_of(options: Options, die: str) -> list[int]:
    """DF-10: the six faces of a die; 0 is a blank one."""
    if die[0].islower():
        return [1, 2, 3, 4, 5, 6]
    return [0 if face == "blank" else int(face) for face in options.demon_faces.split(",")]


def room(options: Options, dice: int, *, gift: bool) -> int:
    """DF-31, DF-40: nobody holds more than nine dice; by option, gifts know no limit."""
    if gift and not options.gift_limit:
        return NO_LIMIT
    return max(0, MOST_DICE - dice)


# ---------------------------------------------------------------- 1s and sets


def count_ones(values: Mapping[str, int]) -> int:
    return list(values.values()).count(1)


def is_majority(values: Mapping[str, int], dice: int) -> bool:
    """DF-36: more than half of the dice show 1; exactly half is not enough."""
    return 2 * list(values.values()).count(1) > dice


def too_many(dice: int) -> int:
    """DF-36: the fewest 1s that are more than half of the dice."""
    return dice // 2 + 1


def largest(equal: Mapping[int, list[str]]) -> int:
    """The value of most dice, and of two such the higher one; 0 if there is none."""
    return max(equal, key=lambda value: (len(equal[value]), value), default=0)


def smallest_set(options: Options, ones: int) -> int:
    """DF-20, DF-27: no set that the 1s would eat up."""
    return options.min_combination if options.ones_floor else max(options.min_combination, ones + 1)


def leaving_of(options: Options, size: int, ones: int) -> int:
    """DF-26, DF-27: how many dice of a set leave, one fewer for each 1."""
    return max(size - ones, options.ones_floor) if size >= smallest_set(options, ones) else 0


def equal_dice(hand: Sequence[str], values: Mapping[str, int]) -> dict[int, list[str]]:
    """The dice by what they show. DF-21: 1s are no set, nor are blank faces."""
    equal: dict[int, list[str]] = {}
    for die in hand:
        if values[die] > 1:
            equal.setdefault(values[die], []).append(die)
    return equal


def stray_dice(hand: Sequence[str], values: Mapping[str, int]) -> list[str]:
    """What people will most likely roll again: all but the 1s and the largest lot of equal dice."""
    equal = equal_dice(hand, values)
    keep = largest(equal)
    kept = equal[keep] if keep and len(equal[keep]) > 1 else []
    return [die for die in hand if values[die] != 1 and die not in kept]


def sizes(options: Options, dice: int, ones: int) -> dict[int, int]:
    """How many dice can leave, from a set of at most so many; and the smallest set for it (DF-22)."""
    found: dict[int, int] = {}
    for chosen in range(smallest_set(options, ones), dice + 1):
        found.setdefault(leaving_of(options, chosen, ones), chosen)
    return found


def ways(options: Options, kinds: Kinds, ones: int, size: int | None = None) -> Iterator[tuple[Hand, Where, str]]:
    """DF-23 to DF-29: what can leave, where to, and the kinds of the whole set, if this many dice show one value.

    `size`: of the set, if that is settled.
    """
    red, green, red_demons, green_demons = kinds
    lots: tuple[tuple[int, int, str, Where], ...] = (
        (red + green, red_demons + green_demons, KINDS, "bowl"),
        (red, red_demons, "rR", "gift"),
        (green, green_demons, "gG", "gift"),
    )
    for small, demons, among, where in lots:
        counts = sizes(options, small + demons, ones)
        if size is not None:
            counts = {leaving_of(options, size, ones): size} if size <= small + demons else {}
        for leaving in counts:
            for some in range(max(0, leaving - small), min(leaving, demons) + 1):
                yield (leaving - some, some), where, among


# ---------------------------------------------------------------- trophies


def feats(options: Options, hand: Hand, leaving: Hand, received: int | None) -> list[Trophy]:
    """DF-52 to DF-57: the trophies that a discard earns. `received`: dice that opponents got; None: it was no gift."""
    count = sum(leaving) if options.gift_counts_number else sum(leaving) - (received or 0)
    earned: list[Trophy] = []
    for number, trophy in _NUMBERS.items():
        if count == number or (count > number and (options.count_trophy == "at_least" or number == 5)):
            earned.append(trophy)
    if received is not None and received >= options.gift_min:
        earned.append("gift")
    demons, none_left = leaving[1], leaving[1] == hand[1]
    match options.demon_trophy:
        case "last_demon":
            banished = demons > 0 and none_left
        case "both_at_once":
            banished = demons > 1 and none_left
        case "any_demon":
            banished = demons > 0
    if banished:
        earned.append("demons")
    if leaving == hand:
        earned.append("all")
    return earned


def mastered(cells: Collection[Cell]) -> list[Trophy]:
    """DF-74 to DF-76: the trophies taken in all three rounds."""
    if len(cells) < ROUNDS:
        return []
    names = [trophy for _, trophy in cells]
    return [trophy for trophy in POINTS if names.count(trophy) == ROUNDS and trophy in MASTERED]


def bonus_of(trophy: Trophy) -> int:
    """DF-74: a Master has three times the points besides."""
    return 3 * POINTS[trophy]


def points_of(cells: Collection[Cell]) -> int:
    """DF-71: what is on the board, without any bonus."""
    return sum([POINTS[trophy] for _, trophy in cells])


def score_of(cells: Collection[Cell]) -> int:
    return points_of(cells) + sum(bonus_of(trophy) for trophy in mastered(cells))


def is_slam(cells: Collection[Cell]) -> bool:
    """DF-78: all seven trophies but the one for 1s, in any rounds."""
    return {trophy for _, trophy in cells} >= SLAM


def receivable(options: Options, dice: int, others: Sequence[int]) -> range:
    """DF-31: how many of so many given dice can be received, by opponents who hold so many."""
    rooms = [room(options, held, gift=True) for held in others]
    return range(min(dice, *rooms), min(dice, sum(rooms)) + 1)


def reach(options: Options, hand: Hand, leaving: Hand, where: Where, others: Sequence[int]) -> list[Trophy]:
    """All that these dice can earn there; `others`: how many dice each opponent holds."""
    if where == "bowl":
        return feats(options, hand, leaving, None)
    found = {
        trophy for got in receivable(options, sum(leaving), others) for trophy in feats(options, hand, leaving, got)
    }
    return [trophy for trophy in POINTS if trophy in found]


# ---------------------------------------------------------------- turns


def seats_after(seat: int, direction: int, players: int) -> list[int]:
    """Everyone in playing order from the next player; the seat itself last."""
    return [(seat + direction * i) % players for i in range(1, players + 1)]


def next_seat(seat: int, direction: int, players: int, *, skip: bool = False) -> int:
    """DF-09, DF-32, DF-35: on to the next player in the current direction, or past him."""
    return (seat + direction * (2 if skip else 1)) % players


def order_after(seat: int, direction: int, players: int, *, skip: bool = False) -> list[int]:
    """DF-32, DF-35: who plays when this seat's turn is over; the one who misses a turn comes last."""
    order = seats_after(seat, direction, players)
    return order[1:] + order[:1] if skip else order


def reverse_skips(options: Options, players: int) -> bool:
    """DF-34: between two players turning round changes nothing, or by option skips."""
    return players == 2 and options.reverse_2p == "skip"


# ---------------------------------------------------------------- the last die


def announceable(options: Options, die: str) -> list[int]:
    """DF-45: a value that is on the die and not 1; by option any value at all."""
    if options.announce == "any":
        return [2, 3, 4, 5, 6, 1]
    return [face for face in sorted(set(faces_of(options, die))) if face > 1]


Outcome = Literal["kept", "ones", "out"]


def outcome(announced: int, rolled: int) -> Outcome:
    """DF-44, DF-45: what comes of the last die; the announced value is named first."""
    if rolled == announced:
        return "kept"
    return "ones" if rolled == 1 else "out"
