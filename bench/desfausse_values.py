"""Fits values.json of DESfausse's bots: everyone's chance to win, from games of compiled greedy players.

    python -m bench.desfausse_values [--players N] [--chunks C] [--write]

A part of all positions before a roll is noted, with who won in the end, and a small network for each round learns the
chances from them. No position is used twice: a chunk of new games costs less than to read old ones.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

import tablee.games.desfausse.bots
from tablee.games.desfausse.kernel import table as at
from tablee.games.desfausse.kernel.game import begin_game, next_round, take_turn
from tablee.games.desfausse.kernel.greedy import make_mind
from tablee.games.desfausse.kernel.parts import (
    MASTER_BITS,
    POINTS_OF,
    SLAM_BITS,
    Small,
    below,
    bits_in,
    luck,
)
from tablee.games.desfausse.kernel.run import set_up
from tablee.games.desfausse.meta import Options

Numbers: TypeAlias = NDArray[np.int64]
Floats: TypeAlias = NDArray[Any]
F = TypeVar("F", bound=Callable[..., Any])

VALUES: Final = Path(tablee.games.desfausse.bots.__file__).parent / "values.json"
INPUTS: Final = 24  # of a seat; see the bots' outlook
HIDDEN: Final = 24
NOTED: Final = 4  # of a hundred positions, and twice as many of those that begin a round
CHUNK: Final = 200_000  # positions
HARD: Final = 1 << at.D4 | 1 << at.D5


def fast(function: F) -> F:
    made: F = njit(cache=True)(function)  # type: ignore[assignment]
    return made


@fast
def points_of(cells: int, last: bool) -> int:
    mastered = cells & cells >> 8 & cells >> 16 & MASTER_BITS if last else 0
    found = POINTS_OF[cells & 255] + POINTS_OF[cells >> 8 & 255] + POINTS_OF[cells >> 16] + 3 * POINTS_OF[mastered]
    return found  # type: ignore[no-any-return]


@fast
def fill_inputs(t: Numbers, x: Floats) -> None:
    """The table before the active player rolls."""
    n, row, taken = t[at.PLAYERS], t[at.ROW], t[at.TAKEN + t[at.ROW]]
    x[:] = 0
    scores = np.zeros(5)
    for seat in range(n):
        scores[seat] = points_of(t[at.CELLS + seat], row == 2)
    mean = scores.sum() / n
    for place in range(n):
        seat = (t[at.ACTIVE] + place * t[at.DIRECTION]) % n
        o = INPUTS * place
        cells, size, supply = t[at.CELLS + seat], t[at.SIZE + seat], t[at.TOKENS + seat]
        demons = bits_in(t[at.DEMONS + seat])
        x[o + size - 1] = 1
        if demons:
            x[o + 8 + min(demons, 4)] = 1
        best = -99.0
        for other in range(n):
            if other != seat:
                best = max(best, scores[other])
        held = MASTER_BITS
        for before in range(row):
            held &= cells >> 8 * before
        x[o + 13] = demons / size
        x[o + 14] = (scores[seat] - mean) / 10
        x[o + 15] = max(-2.5, min(2.5, (scores[seat] - best) / 10))
        if row < 2:
            x[o + 16] = 3 * POINTS_OF[held & cells >> 8 * row] / 10
        if row > 0:
            x[o + 17] = 3 * POINTS_OF[held & ~taken & ~HARD] / 10
            x[o + 18] = 3 * POINTS_OF[held & ~taken & HARD] / 10
        x[o + 19] = supply == 0
        x[o + 20] = supply / 3
        lacks = 7 - bits_in((cells | cells >> 8 | cells >> 16) & SLAM_BITS)
        if 0 < lacks < 4:
            x[o + 20 + lacks] = 1
    for trophy in range(7):
        x[INPUTS * n + trophy] = ~taken >> trophy & 1


@fast
def play_game(t: Numbers, three_dice: Numbers, mind: Small, inputs: Floats, facts: Numbers, count: int) -> int:
    """Says how many positions have been noted by now."""
    begin_game(t, None)
    playing, rate = True, 2 * NOTED
    while playing:
        if below(t, 100) < rate and count < len(inputs):
            fill_inputs(t, inputs[count])
            facts[count, 0], facts[count, 1], facts[count, 2] = t[at.ROW], t[at.ACTIVE], t[at.DIRECTION]
            count += 1
        rate = NOTED
        if take_turn(t, None, three_dice, mind):
            playing, rate = next_round(t), 2 * NOTED
    return count


@fast
def play_games(
    t: Numbers, three_dice: Numbers, mind: Small, seed: int, inputs: Floats, facts: Numbers, shares: Floats
) -> None:
    """Until all of the arrays is full: inputs, then round, who rolls and direction, then who won, in playing order."""
    players = t[at.PLAYERS]
    scores = np.zeros(players)
    count = game = 0
    while count < len(inputs):
        t[at.LUCK] = seed * 1_000_003 + game
        t[at.LUCK] = luck(t) * 7 + game
        game += 1
        before = count
        count = play_game(t, three_dice, mind, inputs, facts, count)
        for seat in range(players):
            scores[seat] = 1000 if t[at.WINNER] == seat else points_of(t[at.CELLS + seat], True)
        winners = (scores == scores.max()).sum()
        for i in range(before, count):
            for place in range(players):
                seat = (facts[i, 1] + place * facts[i, 2]) % players
                shares[i, place] = (scores[seat] == scores.max()) / winners


class Network:
    """One round; learns by Adam, from the logarithmic loss."""

    def __init__(self, players: int, rng: np.random.Generator) -> None:
        inputs = INPUTS * players + 7
        self.parts: list[Floats] = [
            rng.normal(0, 0.15, (inputs, HIDDEN)).astype(np.float32),
            np.zeros(HIDDEN, np.float32),
            rng.normal(0, 0.2, (players, HIDDEN)).astype(np.float32),
            np.zeros(players, np.float32),
        ]
        self.means = [np.zeros_like(part) for part in self.parts]
        self.squares = [np.zeros_like(part) for part in self.parts]
        self.steps = 0

    def learn(self, inputs: Floats, shares: Floats, rate: float) -> float:
        """Says how wrong it was."""
        first, base, last, more = self.parts
        hidden = np.maximum(inputs @ first + base, 0)
        sums = hidden @ last.T + more
        chances = np.exp(sums - sums.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        wrong = (chances - shares) / len(inputs)
        back = (wrong @ last) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(0), wrong.T @ hidden, wrong.sum(0)]
        self.steps += 1
        fade, fade_squares = 1 - 0.9**self.steps, 1 - 0.995**self.steps
        for part, slope, mean, square in zip(self.parts, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.005 * (slope * slope - square)
            part -= rate * (mean / fade) / (np.sqrt(square / fade_squares) + 1e-8)
        return float(-(shares * np.log(chances + 1e-9)).sum(1).mean())

    def weights(self) -> dict[str, list[list[int]]]:
        first, base, last, more = (np.rint(1000 * part).astype(int) for part in self.parts)
        return {"first": np.vstack([first, base]).tolist(), "last": np.column_stack([last, more]).tolist()}


def fit(players: int, chunks: int, batch: int = 1024) -> list[Network]:
    rng = np.random.default_rng(players)
    networks = [Network(players, rng) for _ in range(3)]
    table, three_dice = set_up(Options(), [at.GREEDY] * players)
    mind = make_mind(players, "1,1,3,4,5,5", 2, 0)
    inputs = np.zeros((CHUNK, INPUTS * players + 7), np.float32)
    facts, shares = np.zeros((CHUNK, 3), np.int64), np.zeros((CHUNK, players), np.float32)
    for chunk in range(chunks):
        play_games(table, three_dice, mind, 100 + chunk, inputs, facts, shares)
        rate = 0.004 * (1 - chunk / chunks) + 0.0001
        losses = []
        for row, network in enumerate(networks):
            mixed = rng.permutation(np.flatnonzero(facts[:, 0] == row))
            batches = [mixed[i : i + batch] for i in range(0, len(mixed) - batch + 1, batch)]
            losses.append(np.mean([network.learn(inputs[some], shares[some], rate) for some in batches]))
        print(f"{players} players, chunk {chunk}:", *(f"{loss:.4f}" for loss in losses), flush=True)
    return networks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=range(2, 6))
    parser.add_argument("--chunks", type=int, default=30, help="of 200,000 positions (default: 30)")
    parser.add_argument("--write", action="store_true", help="put the result into values.json")
    asked = parser.parse_args()
    networks = fit(asked.players, asked.chunks)
    if asked.write:
        everything = json.loads(VALUES.read_text()) if VALUES.exists() else {}
        everything[str(asked.players)] = [network.weights() for network in networks]
        VALUES.write_text(json.dumps(everything, separators=(",", ":"), sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
