"""How strong the bots of Blitz are: all five at one table, and each against the next one, two and two.

    python -m bench.bots_blitz [--games N] [--detection players]

A win share is a share of victories, a shared one in parts; with it, the 95 % interval of Wilson. Seats rotate.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from random import Random

from tablee.bots import CHARACTERS, find_bots
from tablee.engine import Match, find
from tablee.house import House, RandomDice

NAMES = [character.id for character in CHARACTERS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="games of each kind (default: 200)")
    parser.add_argument("--detection", choices=("auto", "players"), default="auto", help="who spots face-offs")
    asked = parser.parse_args()
    figures: dict[str, object] = {"games": asked.games, "detection": asked.detection}
    print(f"all five at one table, {asked.games} games")
    wins, cards = play(NAMES, asked.games, asked.detection)
    for name in NAMES:
        print(f"  {name:<22}{told(wins[name], asked.games)}{cards[name] / asked.games:>8.2f} cards")
        figures[name] = shares(wins[name], asked.games)
    print(f"two and two, {asked.games} games each: the share of the stronger")
    for weaker, stronger in pairwise(NAMES):
        wins, _ = play([weaker, stronger] * 2, asked.games, asked.detection)
        print(f"  {stronger:<8} over {weaker:<8} {told(wins[stronger], asked.games)}")
        figures[f"{stronger}_over_{weaker}"] = shares(wins[stronger], asked.games)
    print(json.dumps(figures))


def play(kinds: Sequence[str], games: int, detection: str) -> tuple[Counter[str], Counter[str]]:
    """Victories and won cards by kind. The seats rotate, and the packs in turn."""
    makers = find_bots(find("blitz"))
    wins: Counter[str] = Counter()
    cards: Counter[str] = Counter()
    for number in range(games):
        seats = [kinds[(seat + number) % len(kinds)] for seat in range(len(kinds))]
        options = {"detection": detection, "pack": "ABC"[number // len(kinds) % 3]}
        match = Match.new("blitz", [f"{kind} {seat}" for seat, kind in enumerate(seats)], options)
        bots = {seat: makers[kind](Random(f"{number} {seat}"), match.header) for seat, kind in enumerate(seats)}
        House(match, RandomDice(Random(number)), bots).play_on()
        assert match.result
        best = match.result.ranking[0]
        for seat in best:
            wins[seats[seat]] += 1 / len(best)  # type: ignore[assignment]
        for seat, score in enumerate(match.result.scores):
            cards[seats[seat]] += score
    return wins, cards


def wilson(wins: float, games: int) -> tuple[float, float]:
    z, share = 1.96, wins / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - reach, middle + reach


def shares(wins: float, games: int) -> list[float]:
    return [round(share, 4) for share in (wins / games, *wilson(wins, games))]


def told(wins: float, games: int) -> str:
    low, high = wilson(wins, games)
    return f"{wins / games:>7.1%}  ({low:.1%} – {high:.1%})"


if __name__ == "__main__":
    main()
