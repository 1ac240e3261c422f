"""How the bots of the two quiz games play: who beats whom, and how long a decision takes them.

    python -m bench.bots_quiz [--games N] [--only top:minimum]

Match-ups are one player of the first kind against a table of the second, on the shipped questions, four at the table
with the house as reader; the seat moves from game to game. The share of wins that luck alone would give is 25 %.
Intervals are Wilson's, at 95 %.
"""

from __future__ import annotations

import argparse
import json
import time
from math import sqrt
from random import Random
from statistics import quantiles

from tablee.bots import Bot, BotMaker, Sight, Thought, find_bots
from tablee.engine import Ask, Match, find
from tablee.house import House, RandomDice, find_referee

GAMES: dict[str, dict[str, object]] = {
    "defizz": {"reader": "house"},
    "egomaster": {"reader": "house", "quick_game": True},
}
PLAYERS = 4
MATCH_UPS = (
    ("top", "minimum"),
    ("top", "expert"),
    ("expert", "regular"),
    ("regular", "casual"),
    ("casual", "novice"),
    ("novice", "anyone"),
)


class Timed:
    """A bot, and what each of its answers cost: process CPU time, since these machines are shared."""

    def __init__(self, bot: Bot, spent: list[float]) -> None:
        self.bot, self.spent = bot, spent

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        begun = time.process_time()
        thought = self.bot.answer(ask, sight)
        if not ask.standing:
            self.spent.append(time.process_time() - begun)
        return thought


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each match-up (default: 200)")
    parser.add_argument("--only", metavar="ONE:REST", help="this match-up alone")
    asked = parser.parse_args()
    one, _, rest = (asked.only or "").partition(":")
    figures: dict[str, float] = {}
    for game in GAMES:
        figures |= measure(game, asked.games, ((one, rest),) if asked.only else MATCH_UPS)
    print(json.dumps({name: round(figure, 4) for name, figure in figures.items()}))


def measure(game: str, count: int, match_ups: tuple[tuple[str, str], ...]) -> dict[str, float]:
    figures: dict[str, float] = {}
    spent: list[float] = []
    print(f"{game}: one against three, {count} games each")
    for one, rest in match_ups:
        minutes = []
        wins = 0
        for number in range(count):
            won, moment = play(game, one, rest, number, spent)
            wins += won
            minutes.append(moment / 60_000)
        low, high = interval(wins, count)
        length = sum(minutes) / count
        print(
            f"  {one:>8} against {rest:<8} {wins / count:6.1%}   {low:6.1%} to {high:6.1%}   {length:5.1f} min a game"
        )
        name = f"{game}_{one}_{rest}"
        figures |= {name: wins / count, f"{name}_low": low, f"{name}_high": high}
    figures |= decision_times(game, spent)
    return figures


def play(game: str, one: str, rest: str, number: int, spent: list[float]) -> tuple[bool, int]:
    """Whether the one wins this game, and when it ends."""
    match = Match.new(game, [f"p{seat}" for seat in range(PLAYERS)], GAMES[game])
    makers = find_bots(find(game))
    seat = number % PLAYERS
    bots: dict[int, Bot] = {}
    for other in range(PLAYERS):
        maker: BotMaker = makers[one if other == seat else rest]
        bots[other] = Timed(maker(Random(f"{number} {other}"), match.header), spent)
    moment = House(match, RandomDice(Random(number)), bots, find_referee(match.header)).play_on()
    assert match.result
    return match.result.ranking[0] == (seat,), moment


def interval(wins: int, count: int) -> tuple[float, float]:
    """Wilson's, at 95 %."""
    z, share = 1.96, wins / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    reach = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return middle - reach, middle + reach


def decision_times(game: str, spent: list[float]) -> dict[str, float]:
    """Of the machine, not of the character: what a decision costs, and what sitting down does."""
    middle, late = (cut * 1e6 for cut in (quantiles(spent, n=100)[49], quantiles(spent, n=100)[98]))
    match = Match.new(game, [f"p{seat}" for seat in range(PLAYERS)], GAMES[game])
    top = find_bots(find(game))["top"]
    begun = time.process_time()
    for seed in range(20):
        top(Random(seed), match.header)
    seating = (time.process_time() - begun) / 20 * 1e3
    print(
        f"  a decision: {middle:.0f} µs in the middle, {late:.0f} µs at the 99th percentile; seating {seating:.1f} ms"
    )
    return {f"{game}_decision_us": middle, f"{game}_decision_p99_us": late, f"{game}_seating_ms": seating}


if __name__ == "__main__":
    main()
