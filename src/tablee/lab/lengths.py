"""How long a game takes people, for every preset and number of players: regular bots play it in virtual time, every
moment is held as long as at a server's table, and where thinking is the least of it turns are counted instead.

    python -m tablee.lab.lengths [GAME …] [--games N] [--workers N]

writes `lengths.toml` into the folder of each game. Home, lobby and the vote of an evening announce from it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from random import Random
from statistics import median
from typing import Final

from tablee.bots import find_bots
from tablee.engine import Match, Meta, find, games
from tablee.house import House, RandomDice, find_referee
from tablee.house.lengths import FILE
from tablee.measures import find_measures
from tablee.server.beats import holds
from tablee.server.pace import limits

GAMES: Final = 21
MOST: Final = 8  # players
BOT: Final = "regular"
HEAD: Final = "# Minutes by preset and number of players: the median of {games} games of regular bots.\n"


def measure(game: str, options: Mapping[str, object], players: int, seed: int) -> float:
    """Minutes of one game."""
    meta = find(game)
    match = Match.new(game, [f"player {seat}" for seat in range(players)], options)
    makers = find_bots(meta)
    make = makers.get(BOT) or [*makers.values()][-1]
    bots = {seat: make(Random(f"{seed} {seat}"), match.header) for seat in range(players)}
    dice = RandomDice(Random(f"{seed} dice"))
    house = House(match, dice, bots, find_referee(match.header), limits("normal"), holds("normal", 1.0))
    moment = house.play_on()
    assert match.result, "nobody answers any more"
    again, measures = Match(match.header), find_measures(meta)
    events = [*again.news, *(event for reply in match.log for event in again.reply(reply))]
    return measures.minutes(measures.count(events, match.result), moment)


def presets(meta: Meta) -> dict[str, Mapping[str, object]]:
    return {"book": {}, **{name: options for name, options in meta.presets.items() if options}}


def lengths(meta: Meta, count: int, workers: int | None = None) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = {}
    with ProcessPoolExecutor(workers) as pool:
        for name, options in presets(meta).items():
            least, most = meta.players(meta.read_options(options))
            runs = {
                players: [pool.submit(measure, meta.id, options, players, seed) for seed in range(count)]
                for players in range(least, min(MOST, most) + 1)
            }
            found[name] = {
                players: max(1, round(median(run.result() for run in each))) for players, each in runs.items()
            }
    return found


def write(meta: Meta, found: Mapping[str, Mapping[int, int]], count: int) -> None:
    parts = [HEAD.format(games=count)]
    for name, minutes in found.items():
        parts.append(f"\n[{name}]\n" + "".join(f"{players} = {told}\n" for players, told in minutes.items()))
    (meta.folder / FILE).write_text("".join(parts), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--workers", type=int)
    asked = parser.parse_args()
    for id in asked.game or games():
        meta = find(id)
        found = lengths(meta, asked.games, asked.workers)
        write(meta, found, asked.games)
        print(id, found)


if __name__ == "__main__":
    main()
