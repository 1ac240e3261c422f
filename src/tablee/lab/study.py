"""All games of a run, as columns, with the games of one variant together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablee.engine import find
from tablee.measures import find_measures

from .parts import GENERAL, Columns
from .plan import Part, Plan


class Study:
    """What was played. `columns(variant)` has a row a game, in the order of the games."""

    def __init__(self, plan: Plan, parts: Sequence[tuple[Part, Columns]]) -> None:
        self.plan = plan
        self._columns: list[Columns] = []
        ordered = sorted(parts, key=lambda part: (part[0].variant, part[0].first))
        for variant in range(len(plan.variants)):
            own = [columns for part, columns in ordered if part.variant == variant]
            names = own[0] if own else ()
            self._columns.append({name: np.concatenate([columns[name] for columns in own]) for name in names})

    @property
    def games(self) -> int:
        """How many were played, of all variants together."""
        return sum(self.played(variant) for variant in range(len(self._columns)))

    @property
    def complete(self) -> bool:
        return self.games == self.plan.games * len(self.plan.variants)

    def played(self, variant: int) -> int:
        return len(self._columns[variant].get("game", ()))

    def columns(self, variant: int = 0) -> Columns:
        return self._columns[variant]

    def whole(self, variant: int = 0) -> NDArray[np.bool_]:
        """Which games were played to their end: the others tell nothing about the rules."""
        return np.asarray(self._columns[variant]["error"] == "")

    def measures(self) -> list[str]:
        """What was counted, in the order of the game's own list; the kernel counts some of it."""
        known = self._columns[0] if self._columns else {}
        return [name for name in find_measures(find(self.plan.game)).columns if name in known]

    def header(self) -> list[str]:
        """The columns of games.csv."""
        seats = range(len(self.plan.seats))
        of_seats = [f"{what}_{seat}" for what in ("strategy", "score", "place") for seat in seats]
        return ["variant", "seed", *GENERAL, *of_seats, *self.measures()]

    def credits(self, variant: int) -> NDArray[Any]:
        """By game and seat: a whole victory, a part of a shared one, or nothing."""
        columns = self._columns[variant]
        first = np.stack([columns[f"place_{seat}"] == 1 for seat in range(len(self.plan.seats))], axis=1)
        return np.asarray(first / np.maximum(first.sum(axis=1, keepdims=True), 1))

    def errors(self) -> dict[str, int]:
        """What went wrong, and how often."""
        found: dict[str, int] = {}
        for columns in self._columns:
            for error in columns.get("error", np.array([])):
                if error:
                    found[str(error)] = found.get(str(error), 0) + 1
        return dict(sorted(found.items(), key=lambda pair: -pair[1]))
