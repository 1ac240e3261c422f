"""Many games with the compiled rules, and what is counted of each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..meta import Options
from . import COLUMNS
from . import table as at
from .game import begin_game, next_round, points, take_turn
from .greedy import make_mind
from .parts import (
    MASTER_BITS,
    MOST,
    POINTS_OF,
    Notes,
    Numbers,
    Small,
    bits_in,
    compiled,
    luck,
)
from .tokens import times_laid

Counts: TypeAlias = NDArray[np.int32]

_LAST_DIE: Final = ("round_ends_no_trophy", "exempt", "round_ends_with_trophy")
_BANISHED: Final = ("last_demon", "both_at_once", "any_demon")
FIRST, _TURNS, _MASTER, _WHY, _PLACED, _WON = map(
    COLUMNS.index, ("first", "turns", "master", "why", "discard_2", "discard_2_won")
)
SCORE: Final = len(COLUMNS)
GAMES_APART: Final = 0x9E3779B97F4A7C15F39CC0605CEDC835 >> 62 & (1 << 62) - 1 | 1  # odd, from the golden ratio


def run(options: Options, strategies: Sequence[int], seed: int, first: int, count: int, log: Notes) -> Counts:
    width = SCORE + 2 * len(strategies)
    rows = np.zeros(count * width, np.int32)
    table, three_dice = set_up(options, strategies)
    mind = make_mind(len(strategies), options.demon_faces, options.min_combination, options.ones_floor)
    play_games(table, log, three_dice, mind, rows, width, seed, first)
    return rows.reshape(count, width)


def set_up(options: Options, strategies: Sequence[int]) -> tuple[Numbers, Numbers]:
    table = np.zeros(at.ROOM, np.int64)
    table[at.PLAYERS] = len(strategies)
    table[at.STRATEGY : at.STRATEGY + len(strategies)] = strategies
    hits, dice = read_faces(options.demon_faces)
    table[at.HITS : at.HITS + len(hits)] = hits
    table[at.KEEP_ALL] = options.keep == "all"
    table[at.LEAST] = options.min_combination
    table[at.FLOOR] = options.ones_floor
    table[at.RECEIVER_CHOOSES] = options.give_choice == "receiver"
    table[at.LAST_DIE] = _LAST_DIE.index(options.give_last_die)
    table[at.ANY_ANNOUNCED] = options.announce == "any"
    table[at.AT_LEAST] = options.count_trophy == "at_least"
    table[at.GIFT_MIN] = options.gift_min
    table[at.GIFT_COUNTS] = options.gift_counts_number
    table[at.BANISHED] = _BANISHED.index(options.demon_trophy)
    table[at.THIS_ROW] = options.move_scope == "current_round"
    table[at.REVERSE_SKIPS] = options.reverse_2p == "skip"
    table[at.TIE_BY_ALL] = options.final_tie == "most_all_trophies"
    table[at.CAP] = options.round_turn_cap
    return table, np.array(dice)


@cache
def read_faces(demon_faces: str) -> tuple[list[int], list[int]]:
    """By value, on how many faces of a demon it is; and what three dice show, for each way in which they can fall."""
    demon = [0 if face == "blank" else int(face) for face in demon_faces.split(",")]
    dice = []
    for kinds, roll in product(range(8), range(216)):
        sides = (roll % 6, roll // 6 % 6, roll // 36)
        faces = [demon[side] if kinds >> die & 1 else side + 1 for die, side in enumerate(sides)]
        dice.append(sum(1 << (MOST * face + die) for die, face in enumerate(faces)))
    return [demon.count(value) for value in range(7)], dice


@compiled("i", "trii")
def standing(t: Numbers, rows: Counts, row: int, seat: int) -> int:
    """More is better."""
    if t[at.WINNER] == seat:
        return 1000
    outs = 0
    if t[at.TIE_BY_ALL] and t[at.WINNER] < 0:
        for line in range(3):
            outs += t[at.CELLS + seat] >> (8 * line + at.ALL) & 1
    return 4 * rows[row + SCORE + seat] + outs  # type: ignore[no-any-return]


@compiled("", "tri")
def count_up(t: Numbers, rows: Counts, row: int) -> None:
    """Turns, scores, places, and whose the tokens were."""
    players, slam = t[at.PLAYERS], t[at.WINNER]
    for i in range(_MASTER - _TURNS):
        rows[row + _TURNS + i] = t[at.TURNS + i]
    rows[row + _WHY] = slam >= 0
    for seat in range(players):
        cells = t[at.CELLS + seat]
        mastered = cells & cells >> 8 & cells >> 16 & MASTER_BITS
        if slam < 0:
            rows[row + _MASTER] += bits_in(mastered)
        rows[row + SCORE + seat] = points(t, seat) + 3 * POINTS_OF[mastered]
    for seat in range(players):
        place = 1
        for other in range(players):
            place += standing(t, rows, row, other) > standing(t, rows, row, seat)
        rows[row + SCORE + players + seat] = place
        for trophy in range(8):
            tokens = times_laid(t, seat, trophy)
            rows[row + _PLACED + trophy] += tokens
            if place == 1:
                rows[row + _WON + trophy] += tokens


@compiled("", "tii")
def set_luck(t: Numbers, seed: int, game: int) -> None:
    """The luck of a game depends on nothing but the seed and its number."""
    t[at.LUCK] = seed
    t[at.LUCK] = luck(t) + game * GAMES_APART
    t[at.LUCK] = luck(t)


@compiled("", "tltsriii")
def play_games(
    t: Numbers, log: Notes, three_dice: Numbers, mind: Small, rows: Counts, width: int, seed: int, first: int
) -> None:
    for i in range(len(rows) // width):
        set_luck(t, seed, first + i)
        row = i * width
        rows[row] = first + i
        rows[row + FIRST] = begin_game(t, log)
        playing = True
        while playing:
            while not take_turn(t, log, three_dice, mind):
                pass
            playing = next_round(t)
        count_up(t, rows, row)
