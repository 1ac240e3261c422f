"""How strong are the bots of DESfausse, and how long do they take? One seat against three of another strength.

    python -m bench.bots_desfausse [--games N] [--jobs J] [--only HERO]

The hero's seat goes round the table; a shared first place counts as its share. Par is 25 %. Decision times are
processor time of the hero's decisions, the making of tables at the first sight of some dice included. The last line is
JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt
from random import Random
from time import process_time

from tablee.bots import Bot, Sight, any_value, find_bots
from tablee.engine import Match, find

ROWS = [
    ("top", "greedy"),
    ("top", "anyone"),
    ("top", "expert"),
    ("expert", "regular"),
    ("regular", "casual"),
    ("casual", "novice"),
    ("novice", "anyone"),
]
PLAYERS = 4
PART = 100  # games to a piece of work


@dataclass
class Score:
    games: int = 0
    wins: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slams: int = 0

    def add(self, other: Score) -> None:
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.slowest = max(self.slowest, other.slowest)
        self.slams += other.slams


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games for each row (default: 1000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--only", help="only the rows of this hero, or one row as HERO:FOE")
    asked = parser.parse_args()
    figures: dict[str, float] = {"games": asked.games}
    print(
        f"{'hero':<10}{'three':<10}{'games':>7}{'wins':>8}{'95 %':>17}{'ms mean':>9}{'ms max':>8}{'slams':>7}",
        flush=True,
    )
    with ProcessPoolExecutor(asked.jobs) as pool:
        for hero, foe in ROWS:
            if asked.only in (None, hero, f"{hero}:{foe}"):
                score = Score()
                for part in pool.map(play, *zip(*parts(hero, foe, asked.games), strict=True)):
                    score.add(part)
                    print(f"{hero} {foe} {score.games} {score.wins / score.games:.3f}", file=sys.stderr, flush=True)
                figures |= show(hero, foe, score)
    print(json.dumps(figures))


def parts(hero: str, foe: str, games: int) -> Iterator[tuple[str, str, int, int]]:
    for start in range(0, games, PART):
        yield hero, foe, start, min(PART, games - start)


def show(hero: str, foe: str, score: Score) -> dict[str, float]:
    low, high = wilson(score.wins, score.games)
    mean = 1000 * score.seconds / max(1, score.decisions)
    share = score.wins / score.games
    print(
        f"{hero:<10}{foe:<10}{score.games:>7}{share:>8.1%}{low:>9.1%} –{high:>6.1%}"
        f"{mean:>9.3f}{1000 * score.slowest:>8.1f}{score.slams:>7}",
        flush=True,
    )
    name = f"{hero} vs {foe}"
    return {
        f"{name} wins": round(share, 4),
        f"{name} low": round(low, 4),
        f"{name} high": round(high, 4),
        f"{name} ms": round(mean, 4),
        f"{name} ms max": round(1000 * score.slowest, 2),
    }


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share 95 times in 100."""
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def play(hero: str, foe: str, start: int, games: int) -> Score:
    makers = find_bots(find("desfausse"))
    score = Score(games)
    for number in range(start, start + games):
        dice = Random(f"{hero} {foe} {number}")
        match = Match.new("desfausse", [f"p{seat}" for seat in range(PLAYERS)])
        mine = number % PLAYERS
        bots = [
            makers[hero if seat == mine else foe](Random(f"{hero} {foe} {number} {seat}"), match.header)
            for seat in range(PLAYERS)
        ]
        play_match(match, bots, dice, mine, score)
        assert match.result
        first = match.result.ranking[0]
        if mine in first:
            score.wins += 1 / len(first)
            score.slams += match.result.why == "grand_slam"
    return score


def play_match(match: Match, bots: list[Bot], dice: Random, mine: int, score: Score) -> None:
    while asks := match.asks:
        ask = asks[0]
        actor = ask.actors[0]
        if not isinstance(actor, int):
            match.answer(actor, ask.name, any_value(ask.form, dice))
            continue
        before = process_time()
        thought = bots[actor].answer(ask, Sight(match, actor, 0))
        spent = process_time() - before
        assert thought
        if actor == mine:
            score.decisions += 1
            score.seconds += spent
            score.slowest = max(score.slowest, spent)
        match.answer(actor, ask.name, thought.value)


if __name__ == "__main__":
    main()
