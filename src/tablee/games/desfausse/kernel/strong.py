"""The strongest player in the compiled game: the steps of `game`, decided like `Strong` of the bots.

By the usual options alone. Other seats may be anybody whom `game` knows.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..bots.rolls import MOST as SOLVABLE
from . import table as at
from .discards import as_now, best_receiver, discard_worth, get_die, order_worth
from .game import around, receive, settle, take_from, throw
from .greedy import greedy_reroll, squeeze
from .look import (
    NONE,
    SPARE,
    Look,
    Values,
    begin_look,
    copy_board,
    fast,
    get_ready,
    new_look,
    place,
    worth,
    worth_now,
)
from .parts import MOST, WORD, Numbers, Small, below, bits_in, lowest, rolled
from .solver import SOLVED, TRIED, Tables, Work, begin_turn, choose, make_tables, new_work, plan, solve
from .tokens import feats, lay_token, lift_token, place_or_move


class Mind(NamedTuple):
    """All that it thinks with."""

    values: Values
    tables: Tables
    look: Look
    work: Work


def make_mind(values: Values) -> Mind:
    tables = make_tables()
    return Mind(values, tables, new_look(values.last.shape[1] - 1), new_work(tables))


# ---------------------------------------------------------------- tokens


@fast
def strong_move(mind: Mind, t: Numbers, seat: int, trophy: int) -> None:
    """It must be placed: from the supply, or the token that is missed least is moved."""
    if t[at.TOKENS + seat]:
        t[at.TOKENS + seat] -= 1
        lay_token(t, seat, trophy)
        return
    values, look = mind.values, mind.look
    begin_look(values, look, t, seat)
    found, best = -1, -1.0
    for cell in range(24):
        if t[at.CELLS + seat] >> cell & 1:
            copy_board(look, NONE, SPARE)
            place(look, SPARE, seat, trophy, cell)
            get_ready(values, look, SPARE, t[at.DIRECTION], 1)
            here = worth(values, look, SPARE, t[at.DIRECTION], look.small, look.demons)
            if here > best:
                found, best = cell, here
    lift_token(t, seat, found)
    lay_token(t, seat, trophy)


@fast
def strong_token(mind: Mind, t: Numbers, seat: int, earned: int) -> None:
    """One of these, if it is worth it."""
    if not t[at.TOKENS + seat]:
        if earned >> at.ALL & 1:
            strong_move(mind, t, seat, at.ALL)
        return
    free = earned & ~t[at.TAKEN + t[at.ROW]]
    begin_look(mind.values, mind.look, t, seat)
    found, best = -1, -1.0
    for trophy in range(8):
        if free >> trophy & 1:
            here = worth_now(mind.values, mind.look, trophy)
            if here > best:
                found, best = trophy, here
    if found >= 0 and best >= worth_now(mind.values, mind.look, NONE):
        t[at.TOKENS + seat] -= 1
        lay_token(t, seat, found)


# ---------------------------------------------------------------- more than half 1s


@fast
def strong_die(mind: Mind, t: Numbers, giver: int, to: int) -> int:
    """Which of the giver's dice the one with too many 1s shall have."""
    values, look = mind.values, mind.look
    begin_look(values, look, t, giver)
    n, direction = t[at.PLAYERS], t[at.DIRECTION]
    copy_board(look, NONE, SPARE)
    get_ready(values, look, SPARE, direction, (to - giver) * direction % n + 1)
    found, best = 0, -1.0
    for demon in range(2):
        dice = t[at.DEMONS + giver] if demon else ~t[at.DEMONS + giver] & ((1 << t[at.SIZE + giver]) - 1)
        if dice:
            as_now(look)
            look.small_then[giver] -= 1 - demon
            look.demons_then[giver] -= demon
            get_die(look, to, demon)
            here = worth(values, look, SPARE, direction, look.small_then, look.demons_then)
            if here > best or (here == best and lowest(dice) < found):
                found, best = lowest(dice), here
    return found


@fast
def suffer_ones(mind: Mind, t: Numbers, seat: int) -> bool:
    """True: somebody had to give his last die."""
    out = False
    t[at.MAJORITIES] += 1
    t[at.IDLE] += 1
    for step in range(1, t[at.PLAYERS]):
        giver = around(t, seat, step)
        size, demons, greens = t[at.SIZE + giver], t[at.DEMONS + giver], t[at.GREENS + giver]
        hand, die = (1 << size) - 1, 0
        if not ((demons == 0 or demons == hand) and (greens == 0 or greens == hand)):
            if t[at.STRATEGY + giver] == at.STRONG:
                die = strong_die(mind, t, giver, seat)
            elif t[at.STRATEGY + giver] == at.GREEDY:
                die = lowest(demons) if demons else 0
            else:
                die = below(t, size)
        take_from(t, giver, die)
        receive(t, seat, demons >> die & 1, greens >> die & 1)
        out = out or size == 1
    if not t[at.CELLS + seat] >> (8 * t[at.ROW] + at.ONES) & 1:
        if t[at.STRATEGY + seat] == at.STRONG:
            strong_move(mind, t, seat, at.ONES)
        else:
            place_or_move(t, None, seat, at.ONES)
    t[at.OFF_TURN] += out
    return out


# ---------------------------------------------------------------- a turn


@fast
def strong_announce(mind: Mind, t: Numbers, seat: int) -> None:
    demon, look, work = t[at.DEMONS + seat], mind.look, mind.work
    out = discard_worth(mind.values, look, 0, 1 - demon, demon)
    best = -1.0
    for announced in range(2, 7):
        if not demon or t[at.HITS + announced]:
            total = 0.0
            for face in range(1, 7):
                many = t[at.HITS + face] if demon else 1
                total += many * (work.base[0] if face == announced else work.base[1] if face == 1 else out)
            if total > best:
                best, t[at.ANNOUNCED] = total, announced
    work.base[3] = best / 6


@fast
def strong_throw(mind: Mind, t: Numbers, three_dice: Numbers, greedy: Small) -> int:
    """What lies there after up to three rolls."""
    seat, work = t[at.ACTIVE], mind.work
    hand, demons, greens = t[at.SIZE + seat], t[at.DEMONS + seat], t[at.GREENS + seat]
    begin_look(mind.values, mind.look, t, seat)
    begin_turn(mind.values, mind.look, work)
    dice, shown = (1 << hand) - 1, 0
    if hand == 1:
        strong_announce(mind, t, seat)
        return rolled(t, three_dice, hand, demons, dice, shown)
    for roll in range(3):
        shown = rolled(t, three_dice, hand, demons, dice, shown)
        bad = shown >> MOST & WORD
        if 2 * bits_in(bad) > hand:
            if roll == 0:
                work.base[3] = work.base[1]
            break
        if roll == 2:
            break
        free = ((1 << hand) - 1) ^ bad
        if bits_in(free) > SOLVABLE:
            dice = greedy_reroll(t, greedy, seat, shown)
            work.base[3] = np.nan
        else:
            if not work.facts[SOLVED]:
                solve(mind.values, mind.tables, mind.look, work, free, demons, greens, bits_in(bad))
            dice, best = choose(mind.tables, work, hand, demons, greens, shown, 2 - roll)
            if roll == 0:
                work.base[3] = best
        if not dice:
            break
    return shown


@fast
def strong_discard(mind: Mind, t: Numbers, greedy: Small, shown: int, tries: int) -> int:
    """The trophies that it earns, a bit each, + 256 if the next player is skipped.

    `tries`: in so many turns of a hundred anything is discarded that can be.
    """
    seat, values, look, work = t[at.ACTIVE], mind.values, mind.look, mind.work
    demons, greens, ones = t[at.DEMONS + seat], t[at.GREENS + seat], bits_in(shown >> MOST & WORD)
    pick = -1
    if tries and below(t, 100) < tries:
        many = plan(values, look, work, demons, greens, shown, -2)[0]
        if many:
            pick = below(t, many + 1)
            work.facts[TRIED] = 1
    leaving, gift, value, _ = plan(values, look, work, demons, greens, shown, pick)
    if not leaving:
        t[at.IDLE] += 1
        return 0
    hand = t[at.SIZE + seat]
    kept = (1 << hand) - 1 ^ leaving
    t[at.SIZE + seat] = bits_in(kept)
    t[at.DEMONS + seat] = squeeze(greedy, kept, demons)
    t[at.GREENS + seat] = squeeze(greedy, kept, greens)
    received, skip = -1, 0
    if gift:
        received = 0
        begin_look(values, look, t, seat)
        as_now(look)
        rest = leaving
        while rest:  # as they lie in the hand; demons first where 1s hold some back
            die = lowest(rest & demons if ones and rest & demons else rest)
            demon = demons >> die & 1
            received += receive(t, best_receiver(values, look, demon), demon, greens >> die & 1)
            rest ^= 1 << die
    elif (value == 6 or value == 2) and kept:
        begin_look(values, look, t, seat)
        if order_worth(values, look, value) > worth_now(values, look, NONE):
            if value == 6:
                skip = 1
            else:
                t[at.DIRECTION] = -t[at.DIRECTION]
    return feats(t, seat, bits_in(leaving), bits_in(leaving & demons), received) | skip << 8


@fast
def strong_settle(mind: Mind, t: Numbers, greedy: Small, shown: int, tries: int) -> bool:
    """What the dice bring, to anybody. True: the round is over."""
    seat = t[at.ACTIVE]
    hand, demons = t[at.SIZE + seat], t[at.DEMONS + seat]
    strong = t[at.STRATEGY + seat] == at.STRONG
    majority = 2 * bits_in(shown >> MOST & WORD) > hand
    if not strong and not majority:
        return settle(t, None, greedy, shown)
    earned = step = 0
    out = False
    if majority:
        out = suffer_ones(mind, t, seat)
    elif hand > 1:
        earned = strong_discard(mind, t, greedy, shown, tries)
        step = earned >> 8
        earned &= 255
    elif shown >> MOST * t[at.ANNOUNCED] & 1:
        t[at.IDLE] += 1
    else:
        take_from(t, seat, 0)
        earned = feats(t, seat, 1, demons, -1)
    if earned:
        strong_token(mind, t, seat, earned)
    t[at.TURNS] += 1
    t[at.LEFT] -= 1
    t[at.ACTIVE] = around(t, seat, 1 + step)
    return bool(out or t[at.SIZE + seat] == 0 or t[at.WINNER] >= 0 or t[at.LEFT] == 0)


@fast
def take_turn(mind: Mind, t: Numbers, three_dice: Numbers, greedy: Small, tries: int) -> bool:
    """Of whoever is active. True: the round is over."""
    mind.work.facts[TRIED] = 0
    if t[at.STRATEGY + t[at.ACTIVE]] == at.STRONG:
        shown = strong_throw(mind, t, three_dice, greedy)
    else:
        shown = throw(t, None, three_dice, greedy)
    return strong_settle(mind, t, greedy, shown, tries)
