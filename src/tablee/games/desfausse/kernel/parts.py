"""What the compiled game is made of: chance, dice as bits, notes, and small tables.

A hand is a row of dice in the engine's order: how many, which of them
are demons, which are green (one bit a die, at most nine). What dice show is one number too: nine bits for each of the
faces 0 (blank) to 6, and the bit of a die is set in the field of its face.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

from ..sums import MASTERED, MOST_DICE, POINTS, SLAM
from . import table as at

Numbers: TypeAlias = NDArray[np.int64]
Notes: TypeAlias = NDArray[np.int64] | None
Small: TypeAlias = NDArray[np.uint16]
Worths: TypeAlias = NDArray[np.float64]
F = TypeVar("F", bound=Callable[..., Any])

whole: Callable[[Any], int] = np.int64  # type: ignore[assignment]
_TYPES: Final = {
    "": "void",
    "b": "boolean",
    "i": "int64",
    "t": "int64[::1]",
    "l": "int64[::1]",
    "s": "uint16[::1]",
    "r": "int32[::1]",
    "w": "float64[::1]",
}
COMPILED: Final[list[Any]] = []
# Nothing is allocated here, so nobody counts who holds an array: atomic counting took two to seven tenths of the time.
UNCOUNTED: Final[dict[str, Any]] = {"cache": True, "error_model": "numpy", "_nrt": False}


def compiled(returns: str, takes: str, *, seldom: bool = False) -> Callable[[F], F]:
    """With the types given (a letter each), a function is compiled once and not for every literal it is called with.

    What is called is written into what calls it, except what is called seldom: a fifth faster.
    """
    signatures = [
        f"{_TYPES[returns]}({', '.join(log if letter == 'l' else _TYPES[letter] for letter in takes)})"
        for log in (_TYPES["l"], "none")[: 1 + ("l" in takes)]
    ]

    def compile_it(function: F) -> F:
        made = njit(signatures, forceinline=not seldom, **UNCOUNTED)(function)
        COMPILED.append(made)
        return made  # type: ignore[return-value]

    return compile_it


# ---------------------------------------------------------------- bits


@intrinsic
def _bits_in(typing: Any, bits: Any) -> Any:
    """How many are set: one instruction."""

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), made


@intrinsic
def _lowest(typing: Any, bits: Any) -> Any:
    """The place of the lowest that is set; there is one."""

    def made(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], cgutils.true_bit)

    return types.int64(types.int64), made


bits_in: Callable[[int], int] = _bits_in  # type: ignore[assignment]
lowest: Callable[[int], int] = _lowest  # type: ignore[assignment]

# ---------------------------------------------------------------- small tables

MOST: Final = MOST_DICE
WORD: Final = (1 << MOST) - 1  # the dice of one face
EVERY_FACE: Final = sum(1 << MOST * face for face in range(7))
FIRST_OF: Final = np.zeros((MOST + 1) * (WORD + 1), np.uint16)  # the first so many of these dice
for _bits in range(WORD + 1):
    _some = 0
    for _many in range(MOST + 1):
        FIRST_OF[_many << MOST | _bits] = _some
        _some |= (_bits ^ _some) & -(_bits ^ _some)
THREES: Final = np.array([int(f"{bits:b}", 3) for bits in range(WORD + 1)], np.uint16)
WORTH: Final = np.array(list(POINTS.values()), np.int64)
POINTS_OF: Final = np.array([sum(int(WORTH[t]) for t in range(8) if bits >> t & 1) for bits in range(256)], np.int64)
RICHEST: Final = np.array(
    [max((t for t in range(8) if bits >> t & 1), key=WORTH.__getitem__, default=0) for bits in range(256)], np.uint8
)
SLAM_BITS: Final = sum(1 << t for t, trophy in enumerate(POINTS) if trophy in SLAM)
MASTER_BITS: Final = sum(1 << t for t, trophy in enumerate(POINTS) if trophy in MASTERED)
CHEAPEST_FIRST: Final = np.array(
    [1 << at.ONES, 1 << at.D2 | 1 << at.DEMON, 1 << at.D3 | 1 << at.GIFT, 1 << at.D4, 1 << at.D5, 1 << at.ALL]
)

# ---------------------------------------------------------------- chance

_STEP, _MIX, _MIX_AGAIN = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_27, _30, _31 = map(np.uint64, (27, 30, 31))
_60: Final = (1 << 60) - 1
_56: Final = (1 << 56) - 1


@compiled("i", "t")
def luck(t: Numbers) -> int:
    """The next 60 random bits: SplitMix64."""
    z = np.uint64(t[at.LUCK]) + _STEP
    t[at.LUCK] = np.int64(z)
    z = (z ^ (z >> _30)) * _MIX
    z = (z ^ (z >> _27)) * _MIX_AGAIN
    return np.int64(z ^ (z >> _31)) & _60  # type: ignore[return-value]


@compiled("i", "ti")
def below(t: Numbers, n: int) -> int:
    """0 to n - 1."""
    return (luck(t) >> 8) * n >> 52


@compiled("i", "ttiiii")
def rolled(t: Numbers, three_dice: Numbers, hand: int, demons: int, dice: int, shown: int) -> int:
    """What the hand shows after these of its dice were rolled: three at a time, those that lie still in vain.

    `three_dice` says what they show, by which of the three are demons, and by one of 216 chances.
    """
    x = (luck(t) >> 4) * 216
    new = three_dice[216 * (demons & 7) + (x >> 56)]
    x = (x & _56) * 216
    new |= three_dice[216 * (demons >> 3 & 7) + (x >> 56)] << 3
    if hand > 6:
        x = (x & _56) * 216
        new |= three_dice[216 * (demons >> 6) + (x >> 56)] << 6
    mask = dice * EVERY_FACE
    return (shown & ~mask) | (new & mask)  # type: ignore[no-any-return]


# ---------------------------------------------------------------- what was asked and answered, for tests


@compiled("", "lii")
def note(log: Notes, ask: int, value: int) -> None:
    """The first number of the log says how many there are."""
    if log is not None:
        log[0] += 1
        log[log[0]] = value << 4 | ask


@compiled("", "lii")
def note_dice(log: Notes, dice: int, shown: int) -> None:
    for die in range(MOST):
        for face in range(7):
            if dice & shown >> MOST * face & 1 << die:
                note(log, at.ROLL, face)


# ---------------------------------------------------------------- several dice in an order: how many, then 4 bits each

IN_ORDER: Final = np.array(
    [
        sum(die << 4 * (i + 1) for i, die in enumerate(die for die in range(MOST) if bits >> die & 1))
        + bits.bit_count()
        for bits in range(WORD + 1)
    ]
)  # as they lie in the hand


@compiled("i", "i")
def unordered(packed: int) -> int:
    dice = 0
    for i in range(packed & 15):
        dice |= 1 << (packed >> 4 * (i + 1) & 15)
    return dice


@compiled("i", "tiii", seldom=True)
def some_of(t: Numbers, dice: int, least: int, most: int) -> int:
    """Like `any_value` of the bots: how many, then which, in a random order."""
    many = least + below(t, most - least + 1)
    packed = many
    for i in range(many):
        rest = dice
        for _ in range(below(t, bits_in(dice))):
            rest &= rest - 1
        packed |= lowest(rest) << 4 * (i + 1)
        dice ^= rest & -rest
    return packed
