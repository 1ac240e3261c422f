"""How fast the lab plays DESfausse: the compiled kernel, and the engine with the same bots. One core, CPU time, warm.

Beside it a program in C that plays the same games, where there is a C compiler, and the graphics card, where there is
one; both must give the kernel's rows to the last number. The card's time is the wall's.

    python -m bench.lab [--games N] [--duel N]

And how good the best bot is: its share of wins against three greedy ones, through the engine, each seat in turn. A
shared first place counts as the part of it. 0.25 would be no better than they are.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

import numpy as np

from tablee.bots import find_bots
from tablee.engine import Match, Result, find
from tablee.games.desfausse.kernel import column_names, play, play_on_gpu
from tablee.games.desfausse.kernel import table as at
from tablee.games.desfausse.meta import Options
from tablee.house import House, RandomDice
from tablee.lab.needs import need_gpu
from tablee.lab.refusals import CannotRun

from .peers.desfausse import build

PLAYERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, help="games of the kernel (default: 100000)")
    parser.add_argument("--duel", type=int, default=400, help="games of `top` against three greedy bots (default: 400)")
    parser.add_argument("--gpu-games", type=int, default=10_000_000, help="games of the card (default: 10 million)")
    asked = parser.parse_args()
    figures: dict[str, float | None] = {}
    begun = time.perf_counter()
    play({}, ["greedy"] * PLAYERS, 1, 0, 1)
    figures["start_s"] = start = time.perf_counter() - begun
    print(f"first game of the kernel, with compiling where there is no cache yet: {start:.1f} s")
    print(f"{'four players':<14}{'kernel games/s':>16}{'engine games/s':>16}{'times':>8}")
    for name, bot in (("greedy", "greedy"), ("random", "anyone")):
        kernel = rate(lambda bot=bot: play({}, [bot] * PLAYERS, 1, 0, asked.games), asked.games)  # type: ignore[misc]
        count = max(10, asked.games // 2000)
        engine = rate(lambda bot=bot, count=count: [engine_game([bot] * PLAYERS, i) for i in range(count)], count)  # type: ignore[misc]
        print(f"{name:<14}{kernel:>16,.0f}{engine:>16,.1f}{kernel / engine:>8,.0f}")
        end = "" if name == "greedy" else "_random"
        figures |= {f"kernel{end}_games_per_s": kernel, f"engine{end}_games_per_s": engine}
        figures[f"times{end}"] = kernel / engine
    figures |= beside_c(asked.games)
    figures |= on_card(asked.gpu_games)
    if asked.duel and "top" in find_bots(find("desfausse")):
        share = duel(asked.duel)
        figures["top_against_greedy"] = share
        spread = 1.96 * sqrt(share * (1 - share) / asked.duel)
        print(f"top against three greedy, {asked.duel} games: wins {share:.1%} ± {spread:.1%}")
    print(json.dumps({name: figure and round(figure, 3) for name, figure in figures.items()}))


def rate(work: Callable[[], object], count: int) -> float:
    """Games a second of process time; the best of three, since these machines are noisy."""
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        work()
        best = min(best, time.process_time() - begun)
    return count / best


def beside_c(games: int) -> dict[str, float | None]:
    """Turn by turn, since what else this machine does slows down both."""
    program = build()
    if program is None:
        print("no C compiler here")
        return {"c_games_per_s": None, "kernel_to_c": None}
    seats, names = ["greedy"] * PLAYERS, column_names(PLAYERS)
    ours, theirs = play({}, seats, 1, 0, games), program(1, 0, games)
    assert all((ours[name] == theirs[:, i]).all() for i, name in enumerate(names)), "C plays other games"
    pairs = [
        (rate(lambda: play({}, seats, 1, 0, games), games), rate(lambda: program(1, 0, games), games)) for _ in range(3)
    ]
    kernel, c = (max(rates) for rates in zip(*pairs, strict=True))
    print(f"the same games in C: {c:,.0f} games/s; the kernel beside it: {kernel:,.0f}, {kernel / c:.2f} of it")
    return {"c_games_per_s": c, "kernel_to_c": kernel / c}


def on_card(games: int) -> dict[str, float | None]:
    try:
        need_gpu()
    except CannotRun as refused:
        print(f"graphics card: {refused}")
        return {"gpu_games_per_s": None}
    seats = ["greedy"] * PLAYERS
    ours, theirs = play({}, seats, 1, 0, 200_000), play_on_gpu({}, seats, 1, 0, 200_000)
    assert all((ours[name] == theirs[name]).all() for name in ours), "the card plays other games"
    found = games / clock(lambda: play_on_gpu({}, seats, 1, 0, games))
    alone = games / clock(on_the_card_alone(games))
    print(f"the same games on the graphics card: {alone:,.0f} games/s, with the rows brought back {found:,.0f}")
    return {"gpu_games_per_s": alone, "gpu_games_per_s_brought_back": found}


def on_the_card_alone(games: int) -> Callable[[], None]:
    from numba import cuda

    from tablee.games.desfausse.kernel.gpu import launch

    rows = cuda.to_device(np.zeros(games * len(column_names(PLAYERS)), np.int32))
    play = launch(Options(), [at.GREEDY] * PLAYERS)

    def work() -> None:
        play(rows, len(column_names(PLAYERS)), 1, 0)
        cuda.synchronize()  # type: ignore[no-untyped-call]

    return work


def clock(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def engine_game(bots: Sequence[str], number: int) -> Result:
    makers = find_bots(find("desfausse"))
    match = Match.new("desfausse", [f"{name} {seat}" for seat, name in enumerate(bots)])
    seated = {seat: makers[name](Random(f"{number} {seat}"), match.header) for seat, name in enumerate(bots)}
    House(match, RandomDice(Random(number)), seated).play_on()
    assert match.result
    return match.result


def duel(count: int) -> float:
    won = 0.0
    for number in range(count):
        seat = number % PLAYERS
        winners = engine_game(["top" if s == seat else "greedy" for s in range(PLAYERS)], number).ranking[0]
        won += (seat in winners) / len(winners)
    return won / count


if __name__ == "__main__":
    main()
