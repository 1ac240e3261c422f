"""Makes the golden games anew: `python -m tests.golden.make`. One for each way in which each game can end.

Run it only when a rule has changed on purpose, and read what it wrote. Where only words have changed,
`python -m tests.golden.make --retell` tells the same games with the new ones.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from msgspec import Struct

from tablee.bots import find_bots
from tablee.engine import Match, Result, find
from tablee.house import House, RandomDice, find_referee
from tablee.testkit.playthrough import playthrough, read_playthrough

FOLDER = Path(__file__).parent
NAMES = ("Ana", "Bo", "Cy", "Dee", "Eve", "Flo")


class Golden(Struct, frozen=True):
    """A kind of game to look for: the first seed with this ending is taken."""

    name: str
    game: str
    players: int
    ends: Callable[[Result], bool]
    options: Mapping[str, object] = {}
    start: Mapping[str, object] = {}


def shared(result: Result) -> bool:
    return len(result.ranking[0]) > 1


def over(result: Result) -> bool:
    return result.why in ("turns_over", "minutes_over")


def alone(result: Result) -> bool:
    return len(result.ranking[0]) == 1


def tie_broken(result: Result) -> bool:
    return alone(result) and result.scores.count(max(result.scores)) > 1


NEARLY_ALL = {
    "round": 3,
    "active": 0,
    "board": [
        {"discard_2": 0, "discard_3": 0, "gift": 0, "all": 1},
        {"discard_4": 0, "discard_5": 0, "demons": 0, "all": 1},
        {},
    ],
}
TURNS = {"ending": "turns", "ending_after": 3}
MINUTES = {"ending": "minutes", "ending_after": 10}
GOLDEN = [
    Golden("three-rounds", "desfausse", 3, alone),
    Golden("three-rounds-shared", "desfausse", 4, shared),
    Golden("three-rounds-tie-broken", "desfausse", 3, tie_broken, {"final_tie": "most_all_trophies"}),
    Golden("grand-slam", "desfausse", 2, lambda r: r.why == "grand_slam", start=NEARLY_ALL),
    Golden("rounds-capped", "desfausse", 2, alone, {"round_turn_cap": 12}),
    Golden("piles-empty", "blitz", 4, alone),
    Golden("piles-empty-shared", "blitz", 5, shared),
    Golden("three-players", "blitz", 3, alone),
    Golden("showdown", "blitz", 4, lambda r: r.why == "showdown", {"win_tie": "showdown"}),
    Golden("stops-at-once", "blitz", 6, alone, {"finish_pending": False}),
    Golden("classic", "defizz", 4, alone),
    Golden("expert", "defizz", 3, alone, {"expert": True}),
    Golden("teams", "defizz", 3, alone, {"teams": True}),
    Golden("enrichment", "defizz", 4, alone, {"enrichment": True}),
    Golden("house-reads", "defizz", 2, alone, {"reader": "house"}),
    Golden("turns-over", "defizz", 4, over, TURNS),
    Golden("minutes-over", "defizz", 4, over, MINUTES),
    Golden("standard", "egomaster", 4, alone),
    Golden("turns-over", "egomaster", 4, over, TURNS),
    Golden("minutes-over", "egomaster", 3, over, MINUTES),
    Golden("quick-game", "egomaster", 3, alone, {"quick_game": True}),
    Golden("house-reads", "egomaster", 2, alone, {"reader": "house", "quick_game": True}),
]  # fmt: skip


def make(golden: Golden) -> Match:
    meta = find(golden.game)
    synthetic = meta.load().synthetic
    *_, maker = find_bots(meta).values()
    for seed in range(2000):
        packs = synthetic() if synthetic else None
        match = Match.new(golden.game, NAMES[: golden.players], golden.options, packs=packs, start=golden.start)
        bots = {seat: maker(Random(f"{seed} {seat}"), match.header) for seat in range(golden.players)}
        House(match, RandomDice(Random(seed)), bots, referee=find_referee(match.header)).play_on()
        if match.result and golden.ends(match.result):
            return match
    raise AssertionError(f"no seed gives {golden.name}")


def retell() -> None:
    for path in sorted(FOLDER.glob("*.txt")):
        header, log = read_playthrough(path.read_text("utf-8"))
        if synthetic := find(header.game).load().synthetic:
            synthetic()
        path.write_text(playthrough(Match.replay(header, log)), "utf-8")


def main() -> None:
    if "--retell" in sys.argv[1:]:
        return retell()
    for golden in GOLDEN:
        match = make(golden)
        (FOLDER / f"{golden.game}-{golden.name}.txt").write_text(playthrough(match), "utf-8")
        print(golden.game, golden.name, len(match.log), "answers")


if __name__ == "__main__":
    main()
