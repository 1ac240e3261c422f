"""What a discard is worth, and a set of equal dice, compiled: with the best token, and the best use of its colours."""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from ..sums import MOST_DICE
from . import table as at
from .look import (
    DIRECTION,
    ME,
    NONE,
    SPARE,
    Look,
    N,
    Values,
    copy_board,
    fast,
    get_ready,
    worth,
    worth_then,
)
from .parts import Numbers, Worths

CHOOSE: Final = np.array([[comb(n, k) for k in range(MOST_DICE + 1)] for n in range(11)], np.int64)


@fast
def as_now(look: Look) -> None:
    look.small_then[:] = look.small
    look.demons_then[:] = look.demons


@fast
def get_die(look: Look, seat: int, demon: int) -> None:
    if look.small_then[seat] + look.demons_then[seat] < MOST_DICE:
        look.small_then[seat] += 1 - demon
        look.demons_then[seat] += demon


@fast
def best_receiver(values: Values, look: Look, demon: int) -> int:
    """Of a die that has left my hand; it comes to lie in that of the opponent."""
    n, me, direction = look.facts[N], look.facts[ME], look.facts[DIRECTION]
    found, most = -1, -1.0
    for step in range(1, n):
        other = (me + step * direction) % n
        small, demons = look.small_then[other], look.demons_then[other]
        get_die(look, other, demon)
        here = worth_then(values, look, NONE)
        look.small_then[other], look.demons_then[other] = small, demons
        if here > most:
            found, most = other, here
    get_die(look, found, demon)
    return found


@fast
def discard_worth(values: Values, look: Look, gift: int, small: int, demons: int) -> float:
    """With so many dice gone, and the best token for it."""
    if look.discards[gift, small, demons] < 0.0:
        me, many = look.facts[ME], small + demons
        out = small == look.small[me] and demons == look.demons[me]
        as_now(look)
        look.small_then[me] -= small
        look.demons_then[me] -= demons
        if gift:
            for i in range(many):
                best_receiver(values, look, int(i < demons))
        if not look.supply[NONE, me]:
            best = worth_then(values, look, at.ALL if out else NONE)
        else:
            earned = 1 << (min(many, 5) - 2) if many > 1 else 0
            earned |= (gift << at.GIFT) | (out << at.ALL)
            earned |= (demons > 0 and demons == look.demons[me]) << at.DEMON
            earned &= ~look.taken[NONE]
            best = worth_then(values, look, NONE)
            for trophy in range(8):
                if earned >> trophy & 1:
                    best = max(best, worth_then(values, look, trophy))
        look.discards[gift, small, demons] = best
    return look.discards[gift, small, demons]  # type: ignore[no-any-return]


@fast
def majority_worth(values: Values, look: Look) -> float:
    """More than half 1s: a die from everyone, and the token for it."""
    n, me, direction = look.facts[N], look.facts[ME], look.facts[DIRECTION]
    as_now(look)
    for step in range(1, n):
        other = (me + step * direction) % n
        demon = int(look.demons_then[other] > 0)
        look.demons_then[other] -= demon
        look.small_then[other] -= 1 - demon
        get_die(look, me, demon)
    return worth_then(values, look, at.ONES)


@fast
def order_worth(values: Values, look: Look, value: int) -> float:
    """With the hands as they are, if the next player is skipped (6) or the direction turned (2)."""
    direction = -look.facts[DIRECTION] if value == 2 else look.facts[DIRECTION]
    copy_board(look, NONE, SPARE)
    get_ready(values, look, SPARE, direction, 2 if value == 6 else 1)
    return worth(values, look, SPARE, direction, look.small, look.demons)


# ---------------------------------------------------------------- sets


@fast
def lot_worth(discards: Worths, gift: int, small: int, demons: int, ones: int, effect: float, all_but: int) -> float:
    """The best that can leave of these dice, all to one place; below 0 if nothing can.

    `all_but`: the whole hand, as 16 x its small dice + its demons, has no effect.
    """
    best = -1.0
    for many in range(max(1, 2 - ones), small + demons - ones + 1):
        for bad in range(max(0, many - small), min(many, demons) + 1):
            here = discards[gift, many - bad, bad]
            if not gift and (many - bad) << 4 | bad != all_but:
                here += effect
            best = max(best, here)
    return best


@fast
def set_worth(
    discards: Worths, least: float, all_but: int, red: int, green: int, reds: int, greens: int, ones: int, effect: float
) -> float:
    """The best that can be done with so many dice of one value, small and demons; nothing is always possible."""
    best = max(least, lot_worth(discards, 0, red + green, reds + greens, ones, effect, all_but))
    best = max(best, lot_worth(discards, 1, red, reds, ones, effect, all_but))
    return max(best, lot_worth(discards, 1, green, greens, ones, effect, all_but))


@fast
def blurred_worth(
    discards: Worths, least: float, all_but: int, own: Numbers, small: int, demons: int, ones: int, effect: float
) -> float:
    """The average over the colours that so many dice of each size may have."""
    total = 0.0
    for red in range(small + 1):
        for bad in range(demons + 1):
            ways = CHOOSE[own[0], red] * CHOOSE[own[1], small - red]
            ways *= CHOOSE[own[2], bad] * CHOOSE[own[3], demons - bad]
            if ways:
                here = set_worth(discards, least, all_but, red, small - red, bad, demons - bad, ones, effect)
                total += ways * here
    return total / (CHOOSE[own[0] + own[1], small] * CHOOSE[own[2] + own[3], demons])  # type: ignore[no-any-return]


@fast
def fill_discards(values: Values, look: Look, free: Numbers, own: Numbers, merged: bool) -> None:
    """Of all that may come to leave: of the free dice, those of one colour or of both."""
    for gift in range(2):
        small, demons, dice = free[0] + free[1], free[2] + free[3], own if merged else free
        if gift:
            small, demons = min(small, max(dice[0], dice[1])), min(demons, max(dice[2], dice[3]))
        for leaving in range(small + 1):
            for bad in range(demons + 1):
                if leaving + bad:
                    discard_worth(values, look, gift, leaving, bad)
