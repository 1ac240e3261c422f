"""How strong are the bots, and how long do they take? Each strength against the one below, on the shipped questions.

    python -m bench.bots [GAME ...] [--games N] [--jobs J] [--only STRONGER:WEAKER]

Two against two, where half of the wins are par; in DESfausse, where the dice have more to say, one against three of the
weaker kind, where a quarter is. Seats rotate; a shared first place counts as its share. With each share comes the 95 %
interval of Wilson. Decision times are processor time of the stronger one's answers. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from random import Random
from time import process_time
from typing import Final

from tablee.bots import CHARACTERS, Bot, Sight, Thought, find_bots
from tablee.engine import Ask, Match, find
from tablee.house import House, RandomDice, find_referee

LADDER: Final = [(stronger.id, weaker.id) for weaker, stronger in pairwise(CHARACTERS)]
GAMES: Final[dict[str, list[dict[str, object]]]] = {  # the options of one game after another
    "blitz": [{"pack": pack} for pack in "ABCD"],
    "defizz": [{"reader": "house"}],
    "egomaster": [{"reader": "house", "quick_game": True}],
    "desfausse": [{}],
}
STRONGER: Final = {"desfausse": 1}  # of four; two in the others
GOALS: Final = {"desfausse": 0.36}  # 0.65 in the others
PART: Final = 50  # games to a piece of work


@dataclass
class Score:
    games: int = 0
    wins: float = 0.0
    decisions: int = 0
    seconds: float = 0.0

    def add(self, other: Score) -> None:
        self.games += other.games
        self.wins += other.wins
        self.decisions += other.decisions
        self.seconds += other.seconds


class Timed:
    """A bot, and what its answers cost."""

    def __init__(self, bot: Bot, score: Score) -> None:
        self.bot, self.score = bot, score

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        began = process_time()
        thought = self.bot.answer(ask, sight)
        if not ask.standing:
            self.score.decisions += 1
            self.score.seconds += process_time() - began
        return thought


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)} (default: all)")
    parser.add_argument("--games", type=int, default=1_000, help="games for each row (default: 1000)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--only", metavar="STRONGER:WEAKER", help="this row alone; any bots of the game")
    asked = parser.parse_args()
    if unknown := set(asked.game) - set(GAMES):
        parser.error(f"no such game: {', '.join(sorted(unknown))}")
    rows = [tuple(asked.only.split(":", 1))] if asked.only else LADDER
    figures: dict[str, float] = {"games": asked.games}
    with ProcessPoolExecutor(asked.jobs) as pool:
        for game in asked.game or GAMES:
            print(f"{game}: {STRONGER.get(game, 2)} of four, goal {GOALS.get(game, 0.65):.0%}", flush=True)
            for stronger, weaker in rows:
                score = Score()
                for part in pool.map(play, *zip(*parts(game, stronger, weaker, asked.games), strict=True)):
                    score.add(part)
                    print(f"\r{score.games} of {asked.games}", end="\r", file=sys.stderr, flush=True)
                figures |= show(game, stronger, weaker, score)
    print(json.dumps(figures))


def parts(game: str, stronger: str, weaker: str, games: int) -> Iterator[tuple[str, str, str, int, int]]:
    for start in range(0, games, PART):
        yield game, stronger, weaker, start, min(PART, games - start)


def play(game: str, stronger: str, weaker: str, start: int, games: int) -> Score:
    makers, score, strong = find_bots(find(game)), Score(games), STRONGER.get(game, 2)
    for number in range(start, start + games):
        # One next to a weaker one, and round the table from game to game.
        mine = {(number + 2 * k) % 4 for k in range(strong)}
        options = GAMES[game][number % len(GAMES[game])]
        match = Match.new(game, [f"p{seat}" for seat in range(4)], options)
        bots: dict[int, Bot] = {}
        for seat in range(4):
            rng = Random(f"{game} {stronger} {weaker} {number} {seat}")
            bot = makers[stronger if seat in mine else weaker](rng, match.header)
            bots[seat] = Timed(bot, score) if seat in mine else bot
        House(match, RandomDice(Random(number)), bots, find_referee(match.header)).play_on()
        assert match.result
        first = match.result.ranking[0]
        score.wins += len(mine & set(first)) / len(first)
    return score


def show(game: str, stronger: str, weaker: str, score: Score) -> dict[str, float]:
    low, high = wilson(score.wins, score.games)
    share, mean = score.wins / score.games, 1000 * score.seconds / max(1, score.decisions)
    print(f"  {stronger:<8} over {weaker:<8}{share:>7.1%}  ({low:.1%} – {high:.1%}){mean:>8.3f} ms", flush=True)
    name = f"{game}_{stronger}_over_{weaker}"
    return {name: round(share, 4), f"{name}_low": round(low, 4), f"{name}_ms": round(mean, 4)}


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true share 95 times in 100."""
    share = wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


if __name__ == "__main__":
    main()
