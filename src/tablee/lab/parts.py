"""What a worker does: plays some games of one variant, and gives them as columns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tablee.bots import find_bot
from tablee.engine import find
from tablee.house import find_referee
from tablee.measures import find_kernel, find_measures, first_seat

from .plan import Part, Plan, new_match, number_of
from .playing import Played, play_game

Columns: TypeAlias = dict[str, NDArray[Any]]
GENERAL: Final = ("game", "first", "answers", "minutes", "why", "error")


def play_part(plan: Plan, part: Part) -> Columns:
    return by_engine(plan, part) if plan.player == "engine" else by_kernel(plan, part)


# ---------------------------------------------------------------- the rules themselves


def by_engine(plan: Plan, part: Part) -> Columns:
    meta, variant = find(plan.game), plan.variants[part.variant]
    header = new_match(meta, plan.seats, variant, plan.packs).header
    referee = find_referee(header)
    known = {name: find_bot(meta, name) for name in plan.seats}
    rows = []
    for game in range(part.first, part.first + part.count):
        strategies = plan.strategies(game)
        makers = [known[name] for name in strategies]
        played = play_game(header, makers, f"{plan.seed} {variant.key} {game}", plan.patience, referee)
        rows.append({"game": game, **row_of(plan, strategies, played)})
    return {name: np.array([row[name] for row in rows]) for name in rows[0]}


def row_of(plan: Plan, strategies: tuple[str, ...], played: Played) -> Mapping[str, int | float | str]:
    """A game as a line of the table. One who breaks is last, and the others share the victory."""
    result, measures = played.match.result, find_measures(find(plan.game))
    blamed = () if played.broken is None else (strategies[played.broken],)
    row: dict[str, int | float | str] = {
        "first": first_seat(played.events),
        "answers": played.answers,
        "minutes": 0.0,
        "why": result.why if result else "broken" if played.broken is not None else "endless",
        "error": "" if result else " ".join((*blamed, played.problem)),
    }
    counted = measures.count(played.events, result) if result else dict.fromkeys(measures.columns, 0)
    if result:
        row["minutes"] = round(measures.minutes(counted, played.milliseconds), 3)
    places = {seat: place for place, seats in places_of(result.ranking) for seat in seats} if result else {}
    for seat, name in enumerate(strategies):
        row[f"strategy_{seat}"] = name
        row[f"score_{seat}"] = result.scores[seat] if result else 0
        row[f"place_{seat}"] = places.get(seat, len(strategies) if played.broken in (seat, None) else 1)
    return {**row, **counted}


def places_of(ranking: tuple[tuple[int, ...], ...]) -> list[tuple[int, tuple[int, ...]]]:
    """As in sport: after two firsts comes the third."""
    places, place = [], 1
    for seats in ranking:
        places.append((place, seats))
        place += len(seats)
    return places


# ---------------------------------------------------------------- the kernel


def by_kernel(plan: Plan, part: Part) -> Columns:
    """The same columns from the kernel, which plays games of one seating: so the rotations are played one by one.

    Game g of rotation r is the kernel's game g // rotations, under a seed of its own for each rotation.
    """
    kernel = find_kernel(find(plan.game))
    assert kernel
    play = kernel.play_on_gpu if plan.player == "gpu" else kernel.play
    assert play
    variant, size = plan.variants[part.variant], len(plan.seats)
    rotations = size if plan.rotate else 1
    found = []
    for turn in range(rotations):
        games = np.arange(part.first, part.first + part.count)
        games = games[games % rotations == turn]
        if not len(games):
            continue
        strategies = plan.strategies(turn)
        seed = number_of(plan.seed, variant.key, turn)
        columns = dict(play(variant.options, strategies, seed, int(games[0]) // rotations, len(games)))
        columns["game"] = games
        for seat, name in enumerate(strategies):
            columns[f"strategy_{seat}"] = np.full(len(games), name)
        found.append(columns)
    joined = {name: np.concatenate([columns[name] for columns in found]) for name in found[0]}
    order = np.argsort(joined["game"], kind="stable")
    joined = {name: column[order] for name, column in joined.items()}
    joined["why"] = np.array(kernel.why)[joined["why"]]
    joined["answers"] = np.zeros(part.count, dtype=np.int64)
    joined["error"] = np.full(part.count, "")
    a_turn = find_measures(find(plan.game)).seconds_a_turn or 0
    joined["minutes"] = np.round(joined["turns"] * a_turn / 60, 3)
    return joined
