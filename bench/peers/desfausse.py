"""The C program that plays the kernel's games: built with the C compiler of this machine, its tables handed over."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from tablee.games.desfausse.kernel import column_names
from tablee.games.desfausse.kernel.greedy import CONTEXT, PLACES, make_mind
from tablee.games.desfausse.kernel.run import GAMES_APART, read_faces
from tablee.games.desfausse.meta import Options

PLAYERS = 4
SOURCE = Path(__file__).with_suffix(".c")

Play = Callable[[int, int, int], NDArray[np.int32]]


def build() -> Play | None:
    """Seed, first game and number of games to rows as the kernel's; None where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        return None
    with TemporaryDirectory() as folder:
        made = Path(folder) / "desfausse.so"
        subprocess.run([compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", str(made), str(SOURCE)], check=True)
        library = ctypes.CDLL(str(made))
    options = Options()
    mind = make_mind(PLAYERS, options.demon_faces, options.min_combination, options.ones_floor)
    hits, dice = (np.array(numbers, np.int64) for numbers in read_faces(options.demon_faces))
    library.prepare(_at(mind), ctypes.c_int(CONTEXT), _at(PLACES), _at(dice), _at(hits))
    width = len(column_names(PLAYERS))

    def play(seed: int, first: int, count: int, _kept: object = mind) -> NDArray[np.int32]:
        rows = np.empty((count, width), np.int32)
        library.play_games(_at(rows), *map(ctypes.c_int64, (seed, first, count, GAMES_APART)))
        return rows

    return play


def _at(numbers: NDArray[np.generic]) -> ctypes.c_void_p:
    return ctypes.c_void_p(np.ascontiguousarray(numbers).ctypes.data)
