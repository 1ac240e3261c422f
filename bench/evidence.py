"""Do the games behave like the independent simulators that the rulings rest on? Key rows, side by side.

    python -m bench.evidence [--games N]

Random players of DESfausse: after each roll they stop half of the time, else roll a random part of the free dice again,
and discard whenever they can. How the simulators picked that part is not described, and the share of majorities depends
on it. With `keep = all` there is nothing to pick, and over 3,000 games its figures agreed within their 95 %:
17.12 ± 0.14 turns a round, 0.182 ± 0.002 majorities and 0.449 ± 0.003 turns without a discard. The greedy player is our
own (`tablee.games.desfausse.bots`); theirs is only described, so its rows differ by what that leaves open: ours sheds
more dice a turn and ends rounds a tenth sooner. In Blitz each contestant wins half of the face-offs.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from random import Random

from tablee.bots import any_value, find_bots
from tablee.engine import Ask, Choice, Event, Match, Some, Value, find
from tablee.games.blitz.events import FaceOffStarted, TurnedUp
from tablee.games.blitz.view import BlitzView
from tablee.games.desfausse import events as df
from tablee.games.desfausse.view import DesfausseView
from tablee.house import House, RandomDice

Sample = list[tuple[float, float]]  # a game each: how many were counted, among how many

FACES: dict[str, object] = {"demon_faces": "1,1,1,3,4,5"}
DESFAUSSE: list[tuple[int, str, dict[str, object], dict[str, float]]] = [
    # turns a round, majority a turn, turns without a discard, rounds that end off-turn
    (4, "random", {}, {"turns": 19.5, "majority": 0.105, "nothing": 0.46, "off_turn": 0.26}),
    (4, "random", {"keep": "all"}, {"turns": 17.1, "majority": 0.183, "nothing": 0.45}),
    (4, "random", {"give_last_die": "exempt"}, {"turns": 20.7, "majority": 0.108, "nothing": 0.46}),
    (4, "random", FACES, {"turns": 19.9, "majority": 0.159, "nothing": 0.50}),
    (4, "greedy", {}, {"turns": 15.2, "majority": 0.057, "nothing": 0.36, "off_turn": 0.12}),
    (2, "greedy", {}, {"turns": 10.3, "off_turn": 0.036}),
    (3, "greedy", {}, {"turns": 13.0, "off_turn": 0.08}),
    (5, "greedy", {}, {"turns": 17.0, "off_turn": 0.14}),
]
CELLS = {"discard_2": 0.96, "discard_3": 0.78, "discard_4": 0.39, "discard_5": 0.06, "gift": 0.88, "demons": 0.60}
CELLS |= {"ones": 0.58, "all": 0.88}
BLITZ = {  # players, removed face: face-offs a game, a theme draw that starts one, by the die, level at the top
    (3, None): {"face_offs": 16.2, "draws": 0.26, "by_die": 3.1, "level": 0.17},
    (4, None): {"face_offs": 25.3, "draws": 0.38, "by_die": 4.7, "level": 0.19},
    (5, None): {"face_offs": 32.9, "draws": 0.48, "by_die": 5.9, "level": 0.20},
    (6, None): {"face_offs": 37.6, "draws": 0.55, "by_die": 6.6, "level": 0.21},
    (3, "F1"): {"face_offs": 18.6, "draws": 0.36, "by_die": 4.4, "level": 0.16},
    (3, "F5"): {"face_offs": 18.1, "draws": 0.36, "by_die": 4.1, "level": 0.16},
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="games for each row (default: 1000)")
    count = parser.parse_args().games
    figures: dict[str, float] = {}
    print(f"{'row':<44}{'here':>8}{'± 95 %':>8}{'there':>8}")
    for players, policy, options, expected in DESFAUSSE:
        samples = desfausse(players, policy, options, count if policy == "random" else max(100, count // 5))
        row = " ".join([f"desfausse {players} {policy}", *map(str, options.values())])
        figures |= compare(row, samples, expected)
        if (players, policy) == (4, "greedy"):
            figures |= compare("desfausse cells taken", samples, CELLS)
    for (players, face), expected in BLITZ.items():
        figures |= compare(f"blitz {players} {face or 'all faces'}", blitz(players, face, count), expected)
    print(json.dumps({name: round(figure, 4) for name, figure in figures.items()}))


def compare(row: str, samples: dict[str, Sample], expected: dict[str, float]) -> dict[str, float]:
    """A figure is a ratio of two sums over all games; its spread is that of the games around it."""
    figures = {}
    for name, there in expected.items():
        pairs = samples[name]
        counted, among = (sum(part) for part in zip(*pairs, strict=True))
        ratio = counted / among
        spread = sqrt(sum((count - ratio * of) ** 2 for count, of in pairs)) / among
        print(f"{row + ' ' + name:<44}{ratio:>8.3f}{1.96 * spread:>8.3f}{there:>8.3f}")
        figures[f"{row} {name}"] = ratio
    return figures


# ---------------------------------------------------------------- DESfausse


def desfausse(players: int, policy: str, options: dict[str, object], count: int) -> dict[str, Sample]:
    """What is counted a round, and what is counted a turn. Rounds are those that were played."""
    samples: dict[str, Sample] = {name: [] for name in ("turns", "majority", "nothing", "off_turn", *CELLS)}
    rng = Random(f"{players} {policy}")
    for _ in range(count):
        match = Match.new("desfausse", [f"p{seat}" for seat in range(players)], options)
        told = list(random_events(match, rng) if policy == "random" else greedy_events(match, rng))
        kinds = Counter(type(event) for event in told)
        turns = sum(isinstance(event, df.Rolled) and event.roll == 1 for event in told)
        rounds = kinds[df.RoundStarted]
        samples["turns"].append((turns, rounds))
        samples["majority"].append((kinds[df.TooManyOnes], turns))
        samples["nothing"].append((kinds[df.NothingDiscarded] + kinds[df.KeptLastDie], turns))
        view = match.view(None)
        assert isinstance(view, DesfausseView)
        forced = sum(isinstance(one, df.Handed) and isinstance(then, df.WentOut) for one, then in pairwise(told))
        samples["off_turn"].append((forced, rounds))
        for trophy in CELLS:
            samples[trophy].append((sum(trophy in row for row in view.board), rounds))
    return samples


def greedy_events(match: Match, rng: Random) -> Iterator[Event]:
    maker = find_bots(find("desfausse"))["greedy"]
    house = House(match, RandomDice(rng), {seat: maker(rng, match.header) for seat in range(len(match.header.seats))})
    now = 0
    while match.asks:
        reply = house.next(now)
        if reply is None:
            now = house.wakes() or now
        else:
            yield from match.reply(reply)


def random_events(match: Match, rng: Random) -> Iterator[Event]:
    while asks := match.asks:
        ask = asks[0]
        yield from match.answer(ask.actors[0], ask.name, random_value(ask, rng))


def random_value(ask: Ask, rng: Random) -> Value:
    form = ask.form
    if ask.name == "reroll" and isinstance(form, Some):
        return () if rng.random() < 0.5 else part(form.options, 1, len(form.options), rng)
    if ask.name == "leave_out" and isinstance(form, Some):
        return part(form.options, 0, form.most, rng)
    if ask.name == "set" and isinstance(form, Choice):
        return rng.choice(form.options[1:])
    return any_value(form, rng)


def part(options: tuple[str | int, ...], least: int, most: int, rng: Random) -> tuple[str | int, ...]:
    """Every part of this size as likely."""
    while True:
        chosen = tuple(option for option in options if rng.random() < 0.5)
        if least <= len(chosen) <= most:
            return chosen


# ---------------------------------------------------------------- Blitz


def blitz(players: int, face: str | None, count: int) -> dict[str, Sample]:
    samples: dict[str, Sample] = {"face_offs": [], "draws": [], "by_die": [], "level": []}
    rng = Random(f"{players} {face}")
    options: dict[str, object] = {"challenge_s": 0, "same_time_ms": 0}
    if players == 3:
        options |= {"remove_symbols": face is not None, "removed_face": face or "F1"}
    synthetic = find("blitz").load().synthetic
    assert synthetic
    for number in range(count):
        match = Match.new("blitz", [f"p{seat}" for seat in range(players)], options, packs=synthetic())
        face_offs = by_die = draws = started = 0
        while asks := match.asks:
            ask = asks[0]
            value = f"word {number} {len(match.log)}" if ask.name == "answer" else any_value(ask.form, rng)
            told = match.answer(rng.choice(ask.actors), ask.name, value)
            draws += any(isinstance(event, TurnedUp) for event in told)
            for event in told:
                if isinstance(event, FaceOffStarted):
                    face_offs += 1
                    started += any(isinstance(other, TurnedUp) for other in told)
                    view = match.view(None)
                    assert isinstance(view, BlitzView)
                    one, other = view.tops[event.seat], view.tops[event.opponent]
                    by_die += bool(one and other and one.symbol != other.symbol)
        assert match.result
        samples["face_offs"].append((face_offs, 1))
        samples["draws"].append((started, draws))
        samples["by_die"].append((by_die, 1))
        samples["level"].append((len(match.result.ranking[0]) > 1, 1))
    return samples


if __name__ == "__main__":
    main()
