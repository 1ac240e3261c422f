"""The kernel on a graphics card: its own functions, compiled for CUDA, a thread a table.

A card is slow where its threads part ways, where they wait for memory, and where numbers have 64 bits. So the options
are written into the functions before these are compiled, and what fits is cut to 32 bits (`narrow`). What lies at a
seat or in a row is in the fast memory of a block, a column for each thread, what stands alone in registers. Who
begins, and the counting up, is done for all games together, before and after, and whoever has finished a game takes
the next one that nobody has. Measured on one H200, in millions of games a second: 114 with 64 bits and the table in
the memory of a thread, 128 with 32 bits, 152 with all of the table in fast memory and games begun and counted apart,
198 with only the seats there and so more room for what the greedy player knows by heart, 209 without waiting for
others at the end of a round. Twelve of 32 threads are at work on average; more would need turns to be sorted by what
they do.
"""

from __future__ import annotations
import __future__

import ast
import inspect
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any, Final

import numpy as np
from numba import cuda as _cuda
from numpy.typing import NDArray

from ..meta import Options
from . import game, greedy, parts, run, tokens
from . import table as at
from .narrow import Narrow

cuda: Any = _cuda  # it has types only where a card is
MODULES: Final = (parts, greedy, tokens, game, run)
FIXED: Final = ("PLAYERS", *at.OPTIONS)
THREADS: Final = 256
BLOCKS: Final = 5  # for each multiprocessor
REGISTERS: Final = 48  # as many threads as these allow hide most of the waiting; with 40 there are more, none faster
MIND: Final = greedy.RANKS + 32 * greedy.CONTEXT  # behind it lie the small tables
THREES: Final = MIND
PLACES: Final = THREES + len(parts.THREES)
KEPT: Final = 2  # the column of a row from which on a table is kept that is not being played

NOT_HERE: Final = ("fill_hopes", "begin_game", "next_round", "take_turn", "play_games")  # functions for one table alone
UNROLLED: Final = ("greedy_reroll", "keep_game", "read_game", "clear_table")

# ---------------------------------------------------------------- what a card does in another way

STEP, MIX, MIX_AGAIN = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
U27, U30, U31, U32 = map(np.uint64, (27, 30, 31, 32))
BITS_60: Final = (1 << 60) - 1


def bits_in(bits: Any) -> int:
    return cuda.popc(np.uint32(bits))  # type: ignore[no-any-return]


def lowest(bits: Any) -> int:
    return cuda.ffs(np.int32(bits)) - 1  # type: ignore[no-any-return]


def squeeze(mind: Any, dice: int, which: int) -> int:
    return np.int32(mind[np.int32(mind[THREES + dice]) + np.int32(mind[THREES + (dice & which)])])  # type: ignore[return-value]


def first_of(many: int, dice: int) -> int:
    rest = dice
    for _ in range(many):
        rest &= rest - 1
    return dice ^ rest


def luck(t: Any) -> int:
    z = (np.uint64(np.uint32(t[at.LUCK])) | np.uint64(np.uint32(t[at.MORE_LUCK])) << U32) + STEP  # type: ignore[attr-defined]
    keep_luck(t, np.int64(z))
    z = (z ^ (z >> U30)) * MIX
    z = (z ^ (z >> U27)) * MIX_AGAIN
    return np.int64(z ^ (z >> U31)) & BITS_60  # type: ignore[return-value]


def keep_luck(t: Any, number: Any) -> None:
    """It has 64 bits, the table 32."""
    t[at.LUCK], t[at.MORE_LUCK] = np.int32(np.uint32(number)), np.int32(np.uint32(np.uint64(number) >> U32))  # type: ignore[attr-defined]


def set_luck(t: Any, seed: int, number: int) -> None:
    keep_luck(t, seed)
    keep_luck(t, luck(t) + number * GAMES_APART)  # type: ignore[name-defined]  # noqa: F821
    keep_luck(t, luck(t))


def lay_once_more(t: Any, seat: int, trophy: int) -> None:
    """Two numbers to a word: nobody lays one trophy 65,536 times in a game."""
    t[at.PLACED + 4 * seat + (trophy >> 1)] += 1 << 16 * (trophy & 1)


def times_laid(t: Any, seat: int, trophy: int) -> int:
    return t[at.PLACED + 4 * seat + (trophy >> 1)] >> 16 * (trophy & 1) & 0xFFFF  # type: ignore[no-any-return]


# ---------------------------------------------------------------- where the table lies

BY_SEAT, COUNTS, ALONE = range(3)


def lay_out(players: int) -> tuple[dict[str, tuple[int, int]], list[int]]:
    """By name, in which of three arrays it lies and where; and how long each array is."""
    sizes = {
        BY_SEAT: dict.fromkeys(("SIZE", "DEMONS", "GREENS", "TOKENS", "CELLS"), players) | {"TAKEN": 3, "ORDER": 3},
        COUNTS: {"PLACED": 4 * players},
        ALONE: dict.fromkeys(("TURNS", "IDLE", "MAJORITIES", "OFF_TURN", "WINNER", "LUCK", "MORE_LUCK"), 1)
        | dict.fromkeys(("ACTIVE", "DIRECTION", "ROW", "LEFT", "ANNOUNCED"), 1),
    }
    places, ends = {}, [0, 0, 0]
    for array, names in sizes.items():
        for name, size in names.items():
            places[name] = array, ends[array]
            ends[array] += size
    return places, ends


def keep_game(t: Any, rows: Any, row: Any) -> None:
    """What is counted of a game lies in its row until all are counted up."""
    for i in range(5):
        rows[row + (KEPT + i)] = t[at.TURNS + i]
    for i in range(t[at.PLAYERS]):
        rows[row + (KEPT + 5 + i)] = t[at.CELLS + i]
    for i in range(4 * t[at.PLAYERS]):
        rows[row + (KEPT + 5 + t[at.PLAYERS] + i)] = t[at.PLACED + i]


def read_game(t: Any, rows: Any, row: Any) -> None:
    for i in range(5):
        t[at.TURNS + i] = rows[row + (KEPT + i)]
    for i in range(t[at.PLAYERS]):
        t[at.CELLS + i] = rows[row + (KEPT + 5 + i)]
    for i in range(4 * t[at.PLAYERS]):
        t[at.PLACED + i] = rows[row + (KEPT + 5 + t[at.PLAYERS] + i)]


def clear_table(t: Any) -> None:
    for i in range(4):
        t[at.TURNS + i] = 0
    for i in range(t[at.PLAYERS]):
        t[at.CELLS + i] = 0
    for i in range(6):
        t[at.TAKEN + i] = 0
    for i in range(4 * t[at.PLAYERS]):
        t[at.PLACED + i] = 0
    t[at.WINNER] = t[at.ROW] = -1


OTHERWISE: Final = {
    function.__name__: function
    for function in (
        *(squeeze, first_of, keep_luck, luck, set_luck, lay_once_more, times_laid),
        *(keep_game, read_game, clear_table),
    )
}


# ---------------------------------------------------------------- the options, written into the functions


class Fix(ast.NodeTransformer):
    """Numbers where options are read from the table, its own array where it is, and the mind for small tables."""

    def __init__(self, table: Sequence[int], strategies: Sequence[int], places: dict[str, tuple[int, int]]) -> None:
        self.known = {f"at.{name}": int(table[getattr(at, name)]) for name in FIXED}
        self.strategy = int(strategies[0]) if len(set(strategies)) == 1 else None
        self.small = {
            "HITS": sum((int(table[at.HITS + value]) & 3) << 2 * value for value in range(7)),
            "STRATEGY": sum(int(strategy) << 2 * seat for seat, strategy in enumerate(strategies)),
        }
        self.places = places

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        self.generic_visit(node)
        match node.value:
            case ast.Name("PLACES"):
                return read(f"mind[{PLACES} + ({ast.unparse(node.slice)})]")
            case ast.Name("t"):
                return self.on_table(node, ast.unparse(node.slice))
        return node

    def on_table(self, node: ast.Subscript, place: str) -> ast.expr:
        name = place.removeprefix("at.").split()[0]
        if place in self.known:
            return ast.Constant(self.known[place])
        if name == "STRATEGY" and self.strategy is not None:
            return ast.Constant(self.strategy)
        if name in self.small:
            return read(f"{self.small[name]} >> 2 * ({place.removeprefix(f'at.{name} + ')}) & 3")
        array, _ = self.places[name]
        node.value = read(f"t[{array}]")
        if array == BY_SEAT:
            node.slice = read(f"({place}) * {THREADS} + cuda.threadIdx.x")
        return node


class Unroll(ast.NodeTransformer):
    """A loop is written out, so that its reads do not wait for each other."""

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        assert isinstance(node.iter, ast.Call)
        ends = [eval(ast.unparse(end)) for end in node.iter.args]
        body = "\n".join(map(ast.unparse, node.body))
        return [line for i in range(*ends) for line in ast.parse(f"{ast.unparse(node.target)} = {i}\n{body}").body]


def read(code: str) -> ast.expr:
    return ast.parse(code, mode="eval").body


def fix_functions(options: Options, strategies: Sequence[int]) -> dict[str, Any]:
    """All functions of the kernel for the card, by name. They come in an order in which each knows those it calls."""
    table, _ = run.set_up(options, strategies)
    places, _ = lay_out(len(strategies))
    fix = Fix(table, strategies, places)  # type: ignore[arg-type]
    names: dict[str, Any] = {}
    for module in MODULES:
        names |= vars(module)
    names |= {name: cuda.jit(device=True)(function) for name, function in (("bits_in", bits_in), ("lowest", lowest))}
    names |= {name: globals()[name] for name in ("STEP", "MIX", "MIX_AGAIN", "U27", "U30", "U31", "U32", "BITS_60")}
    names |= {"whole": np.int32, "THREES": THREES, "KEPT": KEPT, "cuda": cuda, "at": ModuleType("at")}
    vars(names["at"]).update(vars(at) | {name: place for name, (_, place) in places.items()})
    known = {compiled.py_func.__name__: compiled for compiled in parts.COMPILED}
    here = [name for name in known if name not in NOT_HERE]
    for name in ("keep_luck", *here, "keep_game", "read_game", "clear_table"):
        function = OTHERWISE[name] if name in OTHERWISE else known[name].py_func
        code = ast.parse(inspect.getsource(function))
        define = code.body[0]
        assert isinstance(define, ast.FunctionDef)
        define.decorator_list = []
        code = fix.visit(code)
        if name in UNROLLED:
            code = Unroll().visit(code)
        if name not in OTHERWISE:
            signature = known[name].nopython_signatures[0]
            takes = zip(inspect.signature(function).parameters, map(str, signature.args), strict=True)
            small = [parameter for parameter, kind in takes if kind == "int64"]
            code = Narrow(small, str(signature.return_type) == "int64").visit(code)
        fixed = ast.fix_missing_locations(code)
        exec(compile(fixed, inspect.getfile(function), "exec", __future__.annotations.compiler_flag), names)
        names[name] = cuda.jit(device=True)(names[name])
    return names


# ---------------------------------------------------------------- many games


@cache
def compile_for(options: Options, strategies: tuple[int, ...]) -> tuple[Any, Any, Any]:
    """What begins all games, plays them, and counts them up. Some seconds of work, once for each set of options."""
    places, ends = lay_out(len(strategies))
    names = fix_functions(options, strategies)
    set_luck, find_first_player, begin_round, is_over, throw, settle, count_up = (
        names[name]
        for name in ("set_luck", "find_first_player", "begin_round", "is_over", "throw", "settle", "count_up")
    )
    clear_table, keep_game, read_game = (names[name] for name in ("clear_table", "keep_game", "read_game"))
    by_seat, counts, alone = ends[BY_SEAT] * THREADS, ends[COUNTS], ends[ALONE]
    active, luck, more_luck = (places[name][1] for name in ("ACTIVE", "LUCK", "MORE_LUCK"))
    began = run.FIRST

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin_all(rows: Any, width: int, seed: int, first: int) -> None:
        own = cuda.local.array(alone, np.int32)
        t = (own, own, own)
        for number in range(cuda.grid(1), len(rows) // width, cuda.gridsize(1)):
            row = number * width
            set_luck(t, seed, first + number)
            rows[row], rows[row + began] = first + number, find_first_player(t, None)
            rows[row + KEPT], rows[row + KEPT + 1] = own[luck], own[more_luck]

    @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def play_all(three_dice: Any, mind: Any, rows: Any, width: int, next_game: Any) -> None:
        own = cuda.local.array(alone, np.int32)
        t = (cuda.shared.array(by_seat, np.int32), cuda.local.array(counts, np.int32), own)
        row, over = np.int64(-1), True
        while True:
            if over:
                if row < 0 or is_over(t):
                    if row >= 0:
                        keep_game(t, rows, row)
                    row = cuda.atomic.add(next_game, 0, 1) * width
                    if row >= len(rows):
                        break
                    clear_table(t)
                    own[active] = rows[row + began]
                    own[luck], own[more_luck] = rows[row + KEPT], rows[row + KEPT + 1]
                begin_round(t)
            over = settle(t, None, mind, throw(t, None, three_dice, mind))

    @cuda.jit  # type: ignore[untyped-decorator]
    def count_all(rows: Any, width: int) -> None:
        t = (
            cuda.shared.array(by_seat, np.int32),
            cuda.local.array(counts, np.int32),
            cuda.local.array(alone, np.int32),
        )
        for number in range(cuda.grid(1), len(rows) // width, cuda.gridsize(1)):
            row = number * width
            read_game(t, rows, row)
            for i in range(KEPT, width):
                rows[row + i] = 0
            count_up(t, rows, row)

    return begin_all, play_all, count_all


def run_on_gpu(options: Options, strategies: Sequence[int], seed: int, first: int, count: int) -> run.Counts:
    width = run.SCORE + 2 * len(strategies)
    rows = cuda.device_array(count * width, np.int32)
    launch(options, strategies)(rows, width, seed, first)
    return rows.copy_to_host().reshape(count, width)  # type: ignore[no-any-return]


def launch(options: Options, strategies: Sequence[int]) -> Any:
    """Takes rows on the card, their width, the seed and the first game."""
    _, three_dice = run.set_up(options, strategies)
    mind = greedy.make_mind(len(strategies), options.demon_faces, options.min_combination, options.ones_floor)
    small: list[NDArray[np.uint16]] = [mind, parts.THREES, greedy.PLACES]
    known = [cuda.to_device(numbers) for numbers in (three_dice, np.concatenate(small))]
    begin_all, play_all, count_all = compile_for(options, tuple(strategies))
    blocks = BLOCKS * cuda.get_current_device().MULTIPROCESSOR_COUNT

    def play(rows: Any, width: int, seed: int, first: int) -> None:
        begin_all[blocks, THREADS](rows, width, seed, first)
        play_all[blocks, THREADS](*known, rows, width, cuda.to_device(np.zeros(1, np.int64)))
        count_all[blocks, THREADS](rows, width)

    return play
