"""Fits values.json of DESfausse's strongest bot: its chance to win, from compiled games.

    python -m bench.desfausse_values [--players N] [--hidden H] [--minutes M | --rounds R] [--jobs J]
    python -m bench.desfausse_values --measure GAMES [--players N]

First a network for each round learns who wins where everyone is greedy. Then the solver plays with it against greedy
players, tries anything in some turns of a hundred, and the networks learn from what the solver thinks after the first
roll of its next turn, and of the turns after that, down to the result; with better networks it plays better games. All
is drawn from numbered luck: the same rounds give the same networks, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import Executor, ProcessPoolExecutor
from math import sqrt
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

import tablee.games.desfausse.bots
from tablee.games.desfausse.bots.outlook import (
    DIFFERENCE,
    MOST_AHEAD,
    SEAT,
    TOKENS,
    columns_of,
    read_networks,
)
from tablee.games.desfausse.kernel import table as at
from tablee.games.desfausse.kernel.game import begin_game, next_round
from tablee.games.desfausse.kernel.greedy import make_mind as make_greedy
from tablee.games.desfausse.kernel.look import Values, board_columns, fast, hand_column, points_of, read_values
from tablee.games.desfausse.kernel.parts import Numbers, Small, below, bits_in
from tablee.games.desfausse.kernel.run import set_luck, set_up
from tablee.games.desfausse.kernel.solver import TRIED
from tablee.games.desfausse.kernel.strong import Mind, make_mind, take_turn
from tablee.games.desfausse.meta import Options

Floats: TypeAlias = NDArray[Any]

VALUES: Final = Path(tablee.games.desfausse.bots.__file__).parent / "values.json"
WIDTH: Final = 96  # inputs of a position that are on, at most
GAMES: Final = 10_000  # to a round of learning from the solver
KEPT: Final = 16  # rounds whose positions are learned from
PARTS: Final = 4  # of the games of a round, each by one process
CHUNKS: Final = 20  # of greedy games
NOTED: Final = 45  # positions of a game, at most
BATCH: Final = 1024
STEPS: Final = (-10, -6, -3, 0, 1, 4, 7, 11)  # of being ahead


class Notes(NamedTuple):
    """Positions, as one seat sees them before somebody rolls."""

    columns: NDArray[np.uint16]
    many: NDArray[np.uint8]
    row: NDArray[np.uint8]
    seat: NDArray[np.uint8]
    turn: Numbers  # of the seat's turns in the game, the next
    target: NDArray[np.float32]


def new_notes(most: int) -> Notes:
    return Notes(
        columns=np.zeros((most, WIDTH), np.uint16),
        many=np.zeros(most, np.uint8),
        row=np.zeros(most, np.uint8),
        seat=np.zeros(most, np.uint8),
        turn=np.zeros(most, np.int64),
        target=np.zeros(most, np.float32),
    )


@fast
def note_position(t: Numbers, me: int, turn: int, notes: Notes, number: int) -> None:
    n, row, direction = t[at.PLAYERS], t[at.ROW], t[at.DIRECTION]
    columns, cells, supply = notes.columns[number], t[at.CELLS :], t[at.TOKENS :]
    many = board_columns(n, row, me, direction, t[at.ACTIVE], cells, supply, t[at.TAKEN + row], columns)
    for place in range(n):
        seat = (me + direction * place) % n
        bad = bits_in(t[at.DEMONS + seat])
        columns[many] = hand_column(place, t[at.SIZE + seat] - bad, bad)
        many += 1
    notes.many[number], notes.row[number], notes.seat[number], notes.turn[number] = many, row, me, turn


@fast
def share_of(t: Numbers, me: int) -> float:
    """What `me` has of the first place."""
    if t[at.WINNER] >= 0:
        return 1.0 if t[at.WINNER] == me else 0.0
    best, many = -99, 0
    for seat in range(t[at.PLAYERS]):
        score = points_of(t[at.CELLS + seat], True)
        many = many + 1 if score == best else 1 if score > best else many
        best = max(best, score)
    return (points_of(t[at.CELLS + me], True) == best) / many


@fast
def play_games(
    mind: Mind,
    t: Numbers,
    three_dice: Numbers,
    greedy: Small,
    seed: int,
    first: int,
    games: int,
    solving: bool,
    tries: int,
    trust: float,
    notes: Notes,
) -> tuple[int, float]:
    """How many positions were noted, and how many games were won. `trust`: in what came later (lambda).

    Where nobody solves, a quarter of all positions is noted, as the seat sees it that has just played.
    """
    n, count, wins = t[at.PLAYERS], 0, 0.0
    worths, tried = np.zeros(4000), np.zeros(4000, np.int64)
    room = len(notes.many)
    for game in range(first, first + games):
        set_luck(t, seed, game)
        me = game % n
        for seat in range(n):
            t[at.STRATEGY + seat] = at.STRONG if solving and seat == me else at.GREEDY
        begin_game(t, None)
        begun, turns, playing = count, 0, True
        while playing:
            active = t[at.ACTIVE]
            over = take_turn(mind, t, three_dice, greedy, tries)
            if solving and active == me:
                worths[turns], tried[turns] = mind.work.base[3], mind.work.facts[TRIED]
                turns += 1
            if over:
                playing = next_round(t)
            if playing and count < room:
                seen = me if solving else below(t, n) if over else active
                if below(t, 100) < (100 if seen == active or over else 10) // (1 if solving else 4):
                    note_position(t, seen, turns, notes, count)
                    count += 1
        wins += share_of(t, me)
        target, turn = share_of(t, me), turns
        for i in range(count - 1, begun - 1, -1):
            while turn > notes.turn[i]:
                turn -= 1
                if not np.isnan(worths[turn]):
                    weight = 0.0 if tried[turn] else trust
                    target = (1.0 - weight) * worths[turn] + weight * target
            notes.target[i] = target if solving else share_of(t, notes.seat[i])
    return count, wins


# ---------------------------------------------------------------- learning


@fast
def learn_batch(first: Floats, last: Floats, slopes: Floats, slopes_last: Floats, notes: Notes, some: Numbers) -> float:
    """Adds up slopes; says how wrong it was."""
    units = first.shape[1]
    hidden, back = np.empty(units, np.float32), np.empty(units, np.float32)
    loss = 0.0
    for number in some:
        many = notes.many[number]
        hidden[:] = 0
        for i in range(many):
            column = notes.columns[number, i]
            for unit in range(units):
                hidden[unit] += first[column, unit]
        total = last[units]
        for unit in range(units):
            total += max(hidden[unit], np.float32(0)) * last[unit]
        chance = 1 / (1 + np.exp(-total))
        target = notes.target[number]
        loss -= target * np.log(chance + 1e-9) + (1 - target) * np.log(1 - chance + 1e-9)
        wrong = np.float32((chance - target) / len(some))
        slopes_last[units] += wrong
        for unit in range(units):
            on = hidden[unit] > 0
            slopes_last[unit] += wrong * hidden[unit] if on else np.float32(0)
            back[unit] = wrong * last[unit] if on else np.float32(0)
        for i in range(many):
            column = notes.columns[number, i]
            for unit in range(units):
                slopes[column, unit] += back[unit]
    return loss / len(some)


@fast
def step(part: Floats, slope: Floats, mean: Floats, square: Floats, rate: Any, fade: Any) -> None:
    """Adam, with the rate and what fades of squares given for this step."""
    for i in range(len(part)):
        mean[i] += np.float32(0.1) * (slope[i] - mean[i])
        square[i] += np.float32(0.002) * (slope[i] * slope[i] - square[i])
        part[i] -= rate * mean[i] / (np.sqrt(square[i] / fade) + np.float32(1e-8))


def basis_of(players: int) -> Floats:
    """What inputs have in common, so that what is learned of one is learned of its neighbours, too.

    By input: how large a hand is, how many demons are in it, how many tokens are left, how far ahead I am; the same
    for one seat and for all opponents together. It is added up into the inputs' own weights in the end.
    """
    rows = np.zeros((columns_of(players), 0), np.float32)
    for place in (*range(players), -1):
        places = range(1, players) if place < 0 else (place,)
        parts = np.zeros((len(rows), 9 + 5 + 2 + 1), np.float32)
        for seat in places:
            for size in range(9):
                for demons in range(5):
                    row = parts[SEAT * seat + 5 * size + demons]
                    row[size] = row[9 + demons] = 1
                    row[14:16] = (size - 4) / 4, demons / 2
            parts[SEAT * seat + TOKENS : SEAT * seat + TOKENS + 4, 16] = (-1.5, -0.5, 0.5, 1.5)
        rows = np.hstack([rows, parts])
        if place:
            parts = np.zeros((len(rows), 1 + len(STEPS)), np.float32)
            for seat in places:
                for ahead in range(-MOST_AHEAD, MOST_AHEAD + 1):
                    row = parts[SEAT * players + DIFFERENCE * (seat - 1) + MOST_AHEAD + ahead]
                    row[0] = ahead / 10
                    row[1:] = [ahead >= step for step in STEPS]
            rows = np.hstack([rows, parts])
    return rows


class Learner:
    """One round."""

    def __init__(self, players: int, hidden: int, rng: np.random.Generator) -> None:
        self.basis = basis_of(players)
        self.own = rng.normal(0, 0.03, (columns_of(players), hidden)).astype(np.float32)
        self.shared = rng.normal(0, 0.06, (self.basis.shape[1], hidden)).astype(np.float32)
        self.last = np.append(rng.normal(0, 0.2, hidden), 0).astype(np.float32)
        self.first = self.own + self.basis @ self.shared
        self.parts = [self.own.ravel(), self.shared.ravel(), self.last]
        self.means, self.squares = ([np.zeros_like(part) for part in self.parts] for _ in range(2))
        self.steps = self.kept = 0
        self.sums: list[Floats] = [np.zeros_like(self.first), np.zeros_like(self.last)]

    def learn(self, notes: Notes, some: Numbers, rate: float) -> float:
        slopes, last = np.zeros_like(self.first), np.zeros_like(self.last)
        loss = learn_batch(self.first, self.last, slopes, last, notes, some)
        self.steps += 1
        now, fade = np.float32(rate / (1 - 0.9**self.steps)), np.float32(1 - 0.998**self.steps)
        every: list[Floats] = [slopes.ravel(), (self.basis.T @ slopes).ravel(), last]
        for part, slope, mean, square in zip(self.parts, every, self.means, self.squares, strict=True):
            step(part, slope, mean, square, now, fade)
        self.first = self.own + self.basis @ self.shared
        return float(loss)

    def load(self, weights: dict[str, Any]) -> None:
        self.shared[:] = 0
        self.own[:] = self.first = np.array(weights["first"], np.float32) / 1000
        self.last[:] = np.array(weights["last"]) / 1000

    def keep(self) -> None:
        """The mean of all that was kept is better than any of it."""
        self.sums = [self.sums[0] + self.first, self.sums[1] + self.last]
        self.kept += 1

    def weights(self) -> dict[str, list[Any]]:
        first, last = [part / self.kept for part in self.sums] if self.kept else (self.first, self.last)
        return {"first": np.rint(1000 * first).astype(int).tolist(), "last": np.rint(1000 * last).astype(int).tolist()}


class Task(NamedTuple):
    """Some games, with what is known so far."""

    players: int
    values: Values
    seed: int
    first: int
    games: int
    solving: bool
    tries: int = 0
    trust: float = 1.0


def play_task(task: Task, noted: int = NOTED) -> tuple[Notes, float]:
    """The positions that were noted, and how many games were won."""
    table, three_dice = set_up(Options(), [at.GREEDY] * task.players)
    greedy = make_greedy(task.players, "1,1,3,4,5,5", 2, 0)
    notes = new_notes(noted * task.games)
    mind = make_mind(task.values)
    count, wins = play_games(mind, table, three_dice, greedy, *task[2:], notes)
    return Notes(*(part[:count].copy() for part in notes)), wins  # type: ignore[arg-type]


class Fitting:
    def __init__(self, players: int, hidden: int, pool: Executor) -> None:
        self.players, self.pool, self.rng = players, pool, np.random.default_rng(players)
        self.learners = [Learner(players, hidden, self.rng) for _ in range(3)]

    def values(self) -> Values:
        return Values(
            np.array([learner.first for learner in self.learners], np.float64),
            np.array([learner.last for learner in self.learners], np.float64),
        )

    def play(
        self, seed: int, games: int, *, solving: bool, tries: int = 0, trust: float = 1.0
    ) -> tuple[list[Notes], float]:
        """In parts: the same games whatever the number of processes."""
        size, values = games // PARTS, self.values()
        parts = range(PARTS)
        tasks = [Task(self.players, values, seed, i * size, size, solving, tries, trust) for i in parts]
        played = list(self.pool.map(play_task, tasks))
        return [notes for notes, _ in played], sum(wins for _, wins in played) / (PARTS * size)

    def learn(self, kept: list[Notes], batches: int, rate: float) -> list[float]:
        """So many batches for each round."""
        losses = []
        for row, learner in enumerate(self.learners):
            rows = [np.flatnonzero(notes.row == row) for notes in kept]
            sums = []
            for _ in range(batches):
                number = int(self.rng.integers(len(kept)))
                sums.append(learner.learn(kept[number], self.rng.choice(rows[number], BATCH), rate))
            losses.append(float(np.mean(sums)))
        return losses

    def load(self, path: Path) -> None:
        for learner, weights in zip(self.learners, json.loads(path.read_text())[str(self.players)], strict=True):
            learner.load(weights)

    def save(self, path: Path) -> None:
        everything = json.loads(path.read_text()) if path.exists() else {}
        everything[str(self.players)] = [learner.weights() for learner in self.learners]
        path.write_text(json.dumps(everything, separators=(",", ":"), sort_keys=True) + "\n")


def fit(asked: argparse.Namespace, pool: Executor) -> None:
    fitting = Fitting(asked.players, asked.hidden, pool)
    if asked.go_on:
        fitting.load(asked.output)
    else:
        fit_greedy(fitting, asked.greedy_games)
        fitting.save(asked.output)
    kept: list[Notes] = []
    began, done, number = monotonic(), 0.0, asked.go_on
    while done < 1:
        tries, trust = round(5 - 2 * done), 0.6 - 0.3 * done
        notes, share = fitting.play(1000 + number, GAMES, solving=True, tries=tries, trust=trust)
        kept = [*kept[-PARTS * (KEPT - 1) :], *notes]
        count = sum(len(part.many) for part in notes)
        losses = fitting.learn(kept, count // BATCH, 0.0006 * (1 - done) + 0.00003)
        number += 1
        done = number / asked.rounds if asked.rounds else (monotonic() - began) / 60 / asked.minutes
        losses_told = " ".join(f"{loss:.4f}" for loss in losses)
        print(f"round {number}: {share:.2%} won, {losses_told}, {monotonic() - began:.0f} s", flush=True)
        for learner in fitting.learners if done > 0.4 else ():
            learner.keep()
        fitting.save(asked.output)


def fit_greedy(fitting: Fitting, games: int) -> None:
    for chunk in range(CHUNKS):
        notes, _ = fitting.play(1 + chunk, games // CHUNKS, solving=False)
        count = sum(len(part.many) for part in notes)
        losses = fitting.learn(notes, 2 * count // 3 // BATCH, 0.003 * (1 - chunk / CHUNKS) + 0.0002)
        print(f"greedy {chunk}: {count} positions,", *(f"{loss:.4f}" for loss in losses), flush=True)


def measure(players: int, games: int) -> None:
    """The share of the wins of one solver against greedy players."""
    task = Task(players, read_values(read_networks(players)), 7, 0, games, True)
    play_task(task._replace(games=1), 0)
    began = process_time()
    _, wins = play_task(task, 0)
    share, spent = wins / games, process_time() - began
    half = 1.96 * sqrt(share * (1 - share) / games)
    print(f"{players} players, {games} games: {share:.2%} ± {half:.2%} won, {games / spent:.0f} games/s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=4, choices=range(2, 6))
    parser.add_argument("--hidden", type=int, default=64, help="units (default: 64)")
    parser.add_argument("--greedy-games", type=int, default=1_000_000, help="to begin with (default: a million)")
    parser.add_argument("--minutes", type=float, default=60, help="of games with the solver (default: 60)")
    parser.add_argument("--rounds", type=int, help=f"of {GAMES} games with the solver, instead of minutes")
    parser.add_argument("--go-on", type=int, default=0, metavar="ROUND", help="from what is there, after this round")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--measure", type=int, metavar="GAMES", help="play with what is there")
    parser.add_argument("-o", "--output", type=Path, default=VALUES, help="write it here, not among the bots")
    asked = parser.parse_args()
    if asked.measure:
        measure(asked.players, asked.measure)
        return
    with ProcessPoolExecutor(asked.jobs) as pool:
        fit(asked, pool)


if __name__ == "__main__":
    main()
