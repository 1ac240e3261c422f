"""How fast the engine plays: random play, replay, and the cost of a view. One core, process CPU time.

    python -m bench.engine [--games N] [--no-peer]

Limits and peers: a C program plays a comparable dice game at about 14 million answers a second; boardgame.io is
measured in the same run, at the same granularity of moves (its moves carry the results of chance, like a log of ours,
so its peer figure is our replay).
"""

from __future__ import annotations

import argparse
import gc
import json
import time
from collections.abc import Callable
from random import Random
from typing import TypeVar

import msgspec

from bench.peers import boardgame_io
from tablee.bots import any_value
from tablee.engine import CLOCK, Match, games
from tablee.testkit import new_match

T = TypeVar("T")
PLAYERS = 4


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100, help="random games of each kind (default: 100)")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    asked = parser.parse_args()
    figures: dict[str, float] = {}
    print("game         answers    random/s    replay/s  games/s  view µs +json µs  log B")
    for game in sorted(games()):
        figures |= measure(game, asked.games)
    peer = None if asked.no_peer else boardgame_io.measure(asked.games)
    if peer:
        replay = figures["desfausse_replay_per_s"]
        figures["boardgame_io_per_s"] = peer["moves_per_s"]
        figures["ratio_boardgame_io"] = replay / peer["moves_per_s"]
        figures["ratio_boardgame_io_tuned"] = replay / peer["tuned_moves_per_s"]
        print(f"boardgame.io on node {peer['node_major']:.0f}, moves/s; and how many times that our replay makes:")
        for style, rate in (("like its documentation", "moves_per_s"), ("tuned", "tuned_moves_per_s")):
            print(f"  {style:<24}{peer[rate]:>9,.0f}{replay / peer[rate]:>6.0f} x")
    longest = longest_replay(1000)
    figures["longest_of_1000_ms"] = longest[0]
    print(f"longest of 1,000 random games of DESfausse: {longest[1]} answers replayed in {longest[0]:.1f} ms")
    print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))


def measure(game: str, count: int) -> dict[str, float]:
    """Random games, then the same ones replayed; the best of three, since these machines are noisy."""
    random_s, matches = timed(lambda: [random_game(game, seed) for seed in range(count)])
    answers = sum(len(match.log) for match in matches)
    replay_s, _ = timed(lambda: [Match.replay(match.header, match.log) for match in matches])
    middle = Match.replay(matches[0].header, matches[0].log[: len(matches[0].log) // 2])
    view_s, _ = timed(lambda: [middle.view(0) for _ in range(1000)])
    json_s, _ = timed(lambda: [msgspec.json.encode(middle.view(0)) for _ in range(1000)])
    stored = sum(len(msgspec.json.encode(match.log)) for match in matches) / answers
    print(
        f"{game:<11}{answers:>9,}{answers / random_s:>12,.0f}{answers / replay_s:>12,.0f}{count / random_s:>9,.0f}"
        f"{view_s * 1e3:>9.1f}{json_s * 1e3:>9.1f}{stored:>7.1f}"
    )
    return {
        f"{game}_random_per_s": answers / random_s,
        f"{game}_replay_per_s": answers / replay_s,
        f"{game}_games_per_s": count / random_s,
        f"{game}_view_us": view_s * 1e3,
    }


def timed(work: Callable[[], list[T]]) -> tuple[float, list[T]]:
    best = float("inf")
    for _ in range(3):
        gc.collect()
        begun = time.process_time()
        done = work()
        best = min(best, time.process_time() - begun)
    return best, done


def random_game(game: str, seed: int) -> Match:
    """Everybody answers at once and at random; limits run out now and then."""
    rng = Random(seed)
    match = new_match(game, PLAYERS)
    now = 0
    while asks := match.asks:
        now += 50
        ask = asks[0]
        if ask.until is not None and (now > ask.until or rng.random() < 0.2):
            match.answer(CLOCK, ask.name, None, now)
        else:
            actors = ask.actors
            actor = actors[0] if len(actors) == 1 else actors[int(rng.random() * len(actors))]
            match.answer(actor, ask.name, any_value(ask.form, rng), now)
    return match


def longest_replay(count: int) -> tuple[float, int]:
    """Milliseconds and answers of the longest of so many random games."""
    longest = max((random_game("desfausse", seed) for seed in range(count)), key=lambda match: len(match.log))
    seconds, _ = timed(lambda: [Match.replay(longest.header, longest.log)])
    return seconds * 1e3, len(longest.log)


if __name__ == "__main__":
    main()
