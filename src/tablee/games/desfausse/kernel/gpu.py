"""The same compiled functions on a graphics card: one thread a table, a turn at a time, so that none waits long for
another of its group.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numba import cuda as _cuda

from ..meta import Options
from . import table as at
from .game import begin_game, next_round, take_turn
from .greedy import make_mind
from .parts import COMPILED, Numbers, Small
from .run import FIRST, SCORE, Counts, count_up, set_luck, set_up

cuda: Any = _cuda  # it has types only where a card is
ROOM: Final = at.ROOM
THREADS, BLOCKS_A_PROCESSOR = 128, 16

for function in COMPILED:  # here they are compiled again, for the card
    function.disable_compile(False)


@cuda.jit  # type: ignore[untyped-decorator]
def play_on_card(
    start: Numbers, three_dice: Numbers, mind: Small, rows: Counts, width: int, seed: int, first: int
) -> None:
    t = cuda.local.array(ROOM, np.int64)
    for i in range(ROOM):
        t[i] = start[i]
    games, game, over = len(rows) // width, cuda.grid(1), True
    while game < games:
        row = game * width
        if over:
            set_luck(t, seed, first + game)
            rows[row] = first + game
            rows[row + FIRST] = begin_game(t, None)
        over = take_turn(t, None, three_dice, mind) and not next_round(t)
        if over:
            count_up(t, rows, row)
            game += cuda.gridsize(1)


def run_on_gpu(options: Options, strategies: Sequence[int], seed: int, first: int, count: int) -> Counts:
    width = SCORE + 2 * len(strategies)
    table, three_dice = set_up(options, strategies)
    mind = make_mind(len(strategies), options.demon_faces, options.min_combination, options.ones_floor)
    rows = cuda.to_device(np.zeros(count * width, np.int32))
    blocks = BLOCKS_A_PROCESSOR * cuda.get_current_device().MULTIPROCESSOR_COUNT
    play_on_card[blocks, THREADS](*map(cuda.to_device, (table, three_dice, mind)), rows, width, seed, first)
    return rows.copy_to_host().reshape(count, width)  # type: ignore[no-any-return]
