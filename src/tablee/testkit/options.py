"""Options for tests: few games in which every pair of option values meets."""

from __future__ import annotations

from itertools import combinations
from random import Random

import msgspec

from tablee.engine import Invalid, Meta, values

Row = dict[str, object]


def every_pair(meta: Meta, rng: Random) -> list[Row]:
    """Rows of options such that any two values of two options stand together in one of them (greedy cover).

    A game with fewer than two options has a row for each value, or one without any.
    """
    choices = {field.name: values(meta.options, field.name) for field in msgspec.structs.fields(meta.options)}
    choices = {name: held for name, held in choices.items() if len(held) > 1}
    if len(choices) < 2:
        return [{name: value} for name, held in choices.items() for value in held] or [{}]
    wanted = {
        ((one, a), (other, b))
        for one, other in combinations(choices, 2)
        for a in range(len(choices[one]))
        for b in range(len(choices[other]))
    }
    rows = []
    while wanted:
        row = max((_candidate(choices, wanted, rng) for _ in range(8)), key=lambda row: len(_pairs(row) & wanted))
        wanted -= _pairs(row)
        rows.append({name: choices[name][index] for name, index in row.items()})
    return rows


def fitting_players(meta: Meta, options: Row) -> list[int]:
    """The numbers of players for which these options can be played."""
    least, most = meta.players(meta.read_options(options))
    return [players for players in range(least, most + 1) if _fits(meta, options, players)]


def _fits(meta: Meta, options: Row, players: int) -> bool:
    from .playout import new_match

    try:
        new_match(meta.id, players, options)
    except Invalid as invalid:
        if invalid.code == "bad_option":
            return False
        raise
    return True


Pair = tuple[tuple[str, int], tuple[str, int]]


def _pairs(row: dict[str, int]) -> set[Pair]:
    return set(combinations(row.items(), 2))


def _candidate(choices: dict[str, tuple[object, ...]], wanted: set[Pair], rng: Random) -> dict[str, int]:
    """One pair that is still wanted, and random values for the rest."""
    first, second = rng.choice(sorted(wanted))
    row = {name: rng.randrange(len(held)) for name, held in choices.items()}
    row.update((first, second))
    return row
