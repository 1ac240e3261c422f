"""The kernel on a graphics card: its own functions, compiled for CUDA, a thread a table.

A card is slow where its threads part ways, where code is long, and where threads read different places of a constant
table. So the options are written into the functions before these are compiled; a block plays in step, a turn at a time,
since then all its threads read the same code; rounds and games begin and end every fourth turn, for many tables
together; small tables lie with the mind of the greedy player, in memory that is read in any order; and the table of a
thread is in 32 bits, which is half as much to move.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numba import cuda as _cuda
from numpy.typing import NDArray

from ..meta import Options
from . import game, greedy, parts, run, tokens
from . import table as at

cuda: Any = _cuda  # it has types only where a card is
MODULES: Final = (parts, greedy, tokens, game, run)
FIXED: Final = ("PLAYERS", *at.OPTIONS)
THREADS: Final = 1024
PAUSE: Final = 4 - 1  # turns between two looks at what is over, less one: a mask
MIND: Final = greedy.RANKS + 32 * greedy.CONTEXT  # behind it lie the small tables
THREES: Final = MIND
PLACES: Final = THREES + len(parts.THREES)

# ---------------------------------------------------------------- what a card does in another way

ROOM, ON_CARD, LUCK, MORE_LUCK = at.ROOM, at.ROOM + 1, at.LUCK, at.ROOM  # luck has 64 bits, the table 32
STEP, MIX, MIX_AGAIN = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
U27, U30, U31, U32 = map(np.uint64, (27, 30, 31, 32))
BITS_60: Final = (1 << 60) - 1


def squeeze(mind: Any, dice: int, which: int) -> int:
    return np.int32(mind[np.int32(mind[THREES + dice]) + np.int32(mind[THREES + (dice & which)])])  # type: ignore[return-value]


def first_of(many: int, dice: int) -> int:
    rest = dice
    for _ in range(many):
        rest &= rest - 1
    return dice ^ rest


def luck(t: Any) -> int:
    z = (np.uint64(np.uint32(t[LUCK])) | np.uint64(np.uint32(t[MORE_LUCK])) << U32) + STEP
    t[LUCK], t[MORE_LUCK] = np.int32(np.uint32(z)), np.int32(np.uint32(z >> U32))
    z = (z ^ (z >> U30)) * MIX
    z = (z ^ (z >> U27)) * MIX_AGAIN
    return np.int64(z ^ (z >> U31)) & BITS_60  # type: ignore[return-value]


def keep_luck(t: Any, number: int) -> None:
    t[LUCK], t[MORE_LUCK] = np.int32(np.uint32(np.uint64(number))), np.int32(np.uint32(np.uint64(number) >> U32))


OTHERWISE: Final = {"squeeze": squeeze, "first_of": first_of, "luck": luck, "keep_luck": keep_luck}


# ---------------------------------------------------------------- the options, written into the functions


class Fix(ast.NodeTransformer):
    """Numbers where options are read from the table, and the mind where a small table is read."""

    def __init__(self, table: Sequence[int], strategies: Sequence[int]) -> None:
        self.known = {f"at.{name}": int(table[getattr(at, name)]) for name in FIXED}
        self.strategy = int(strategies[0]) if len(set(strategies)) == 1 else None

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name):
            return node
        place = ast.unparse(node.slice)
        if node.value.id == "PLACES":
            return ast.parse(f"mind[{PLACES} + ({place})]", mode="eval").body
        if node.value.id == "t" and place in self.known:
            return ast.Constant(self.known[place])
        if node.value.id == "t" and place.startswith("at.STRATEGY +") and self.strategy is not None:
            return ast.Constant(self.strategy)
        return node


def fix_functions(options: Options, strategies: Sequence[int]) -> dict[str, Any]:
    """All functions of the kernel for the card, by name. They come in an order in which each knows those it calls."""
    table, _ = run.set_up(options, strategies)
    fix = Fix(table, strategies)  # type: ignore[arg-type]
    names: dict[str, Any] = {}
    for module in MODULES:
        names |= vars(module)
    names |= {name: cuda.jit(device=True)(function) for name, function in OTHERWISE.items()}
    for function in (compiled.py_func for compiled in parts.COMPILED):
        name = function.__name__
        if name in OTHERWISE or name == "fill_hopes":
            continue
        code = ast.parse(inspect.getsource(function))
        define = code.body[0]
        assert isinstance(define, ast.FunctionDef)
        define.decorator_list = []
        fixed = ast.fix_missing_locations(fix.visit(code))
        exec(compile(fixed, inspect.getfile(function), "exec", __future__.annotations.compiler_flag), names)
        names[name] = cuda.jit(device=True)(names[name])
    return names


@cache
def compile_for(options: Options, strategies: tuple[int, ...]) -> Any:
    """Some seconds of work, once for each set of options."""
    names = fix_functions(options, strategies)
    begin_game, next_round, throw, settle, count_up, next_luck, set_luck = (
        names[name] for name in ("begin_game", "next_round", "throw", "settle", "count_up", "luck", "keep_luck")
    )
    began, apart = run.FIRST, run.GAMES_APART

    @cuda.jit(max_registers=64)  # type: ignore[untyped-decorator]
    def play_on_card(start: Any, three_dice: Any, mind: Any, rows: Any, width: int, seed: int, first: int) -> None:
        t = cuda.local.array(ON_CARD, np.int32)
        for i in range(ROOM):
            t[i] = start[i]
        games, number, turn = len(rows) // width, cuda.grid(1), 0
        begun = stopped = False
        while cuda.syncthreads_or(np.int32(number < games)):
            if turn & PAUSE == 0 and number < games:
                if stopped and not next_round(t):
                    count_up(t, rows, number * width)
                    number += cuda.gridsize(1)
                    begun = False
                if not begun and number < games:
                    set_luck(t, seed)
                    set_luck(t, next_luck(t) + (first + number) * apart)
                    set_luck(t, next_luck(t))
                    rows[number * width] = first + number
                    rows[number * width + began] = begin_game(t, None)
                    begun = True
                stopped = False
            turn += 1
            shown = 0
            if begun and not stopped:
                shown = throw(t, None, three_dice, mind)
            cuda.syncthreads()
            if begun and not stopped:
                stopped = settle(t, None, mind, shown)

    return play_on_card


# ---------------------------------------------------------------- many games


def run_on_gpu(options: Options, strategies: Sequence[int], seed: int, first: int, count: int) -> run.Counts:
    width = run.SCORE + 2 * len(strategies)
    rows = cuda.to_device(np.zeros(count * width, np.int32))
    launch(options, strategies)(rows, width, seed, first)
    return rows.copy_to_host().reshape(count, width)  # type: ignore[no-any-return]


def launch(options: Options, strategies: Sequence[int]) -> Any:
    """Takes rows on the card, their width, the seed and the first game."""
    table, three_dice = run.set_up(options, strategies)
    mind = greedy.make_mind(len(strategies), options.demon_faces, options.min_combination, options.ones_floor)
    small: list[NDArray[np.uint16]] = [mind, parts.THREES, greedy.PLACES]
    known = [cuda.to_device(numbers) for numbers in (table, three_dice, np.concatenate(small))]
    play = compile_for(options, tuple(strategies))[cuda.get_current_device().MULTIPROCESSOR_COUNT, THREADS]
    return lambda rows, *rest: play(*known, rows, *rest)
