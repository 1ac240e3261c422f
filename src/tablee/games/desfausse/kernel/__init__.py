"""DESfausse by the million: the whole game compiled, with two of its players, `greedy` and `anyone`.

A test replays its dice and decisions through the engine, under every option. The columns of `play`, one row a game:

game            number of the game in the run
first           seat that began the first round
turns           turns in all rounds
idle_turns      of these, without a discard: nothing discarded, the last die kept, or a majority of 1s
majorities      of these, ended by a majority of 1s
off_turn_ends   rounds in which a forced gift was somebody's last die
master          how often somebody mastered a trophy (none after a grand slam, though the scores count them)
why             number of the reason in WHY
<trophy>        times that a token came to lie there, placed or moved, even if it left again
<trophy>_won    of these, tokens of those who share the first place at the end
score_<seat>    points with bonus
place_<seat>    1 is the best; those who share a place have the same: 1 + the number of those before them
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.engine import Invalid
from tablee.measures import Kernel

from ..meta import META, Options
from ..sums import POINTS
from . import table as at

STRATEGIES: Final = {"greedy": at.GREEDY, "expert": at.GREEDY, "anyone": at.RANDOM, "random": at.RANDOM}
WHY: Final = ("three_rounds", "grand_slam")
COLUMNS: Final = (
    *("game", "first", "turns", "idle_turns", "majorities", "off_turn_ends", "master", "why"),
    *POINTS,
    *(f"{trophy}_won" for trophy in POINTS),
)


def knows(options: Mapping[str, Any], seats: Sequence[str]) -> bool:
    """Can `play` play this? Seats are named by their strategy. The engine plays hands beyond nine dice (DF-31)."""
    try:
        read = META.read_options(options)
    except Invalid:
        return False
    assert isinstance(read, Options)
    least, most = META.players(read)
    return read.gift_limit and least <= len(seats) <= most and all(seat in STRATEGIES for seat in seats)


def play(
    options: Mapping[str, Any], seats: Sequence[str], seed: int, first: int, count: int
) -> dict[str, NDArray[Any]]:
    """The games `first` to `first + count - 1` of the run with this seed, each by itself the same in any run."""
    return in_columns(_run(options, seats, seed, first, count, None), first)


def play_on_gpu(
    options: Mapping[str, Any], seats: Sequence[str], seed: int, first: int, count: int
) -> dict[str, NDArray[Any]]:
    """The very games of `play`, on the graphics card."""
    from .gpu import run_on_gpu

    read = META.read_options(options)
    assert isinstance(read, Options)
    return in_columns(run_on_gpu(read, [STRATEGIES[seat] for seat in seats], seed, first, count), first)


def trace(options: Mapping[str, Any], seats: Sequence[str], seed: int, game: int) -> tuple[dict[str, int], list[int]]:
    """One game, with all that was asked in it: the number of the ask in `table.ASKS`, + 16 x the answer."""
    log = np.zeros(1_000_000, np.int64)
    rows = _run(options, seats, seed, game, 1, log)
    return dict(zip(column_names(len(seats)), rows[0].tolist(), strict=True)), log[1 : 1 + log[0]].tolist()


def in_columns(rows: NDArray[np.int32], first: int) -> dict[str, NDArray[Any]]:
    names = column_names((rows.shape[1] - len(COLUMNS)) // 2)
    columns: dict[str, NDArray[Any]] = {name: np.ascontiguousarray(rows[:, i]) for i, name in enumerate(names)}
    columns["game"] = np.arange(first, first + len(rows))
    return columns


def column_names(players: int) -> list[str]:
    return [*COLUMNS, *(f"{name}_{seat}" for name in ("score", "place") for seat in range(players))]


def _run(
    options: Mapping[str, Any], seats: Sequence[str], seed: int, first: int, count: int, log: NDArray[np.int64] | None
) -> NDArray[np.int32]:
    from .run import run  # it is compiled when it is first imported

    read = META.read_options(options)
    assert isinstance(read, Options)
    return run(read, [STRATEGIES[seat] for seat in seats], seed, first, count, log)


KERNEL: Final = Kernel(knows, play, WHY, play_on_gpu)
