"""The lab: many games, played by bots in parallel, and a report on what they show.

>>> from tablee.lab import run
>>> run("desfausse", ["greedy"] * 4, games=8, workers=1, engine=True).games
8
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .refusals import CannotRun

if TYPE_CHECKING:  # numpy and joblib come with `tablee[lab]`, and only a run needs them
    from .study import Study

__all__ = ["CannotRun", "run"]


def run(
    game: str,
    seats: Sequence[str],
    games: int = 1000,
    *,
    options: Mapping[str, object] | None = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    packs: Sequence[str] = (),
    rotate: bool = True,
    seed: int = 1,
    engine: bool = False,
    gpu: bool = False,
    patience: float = 10.0,
    workers: int = -1,
    backend: str = "loky",
    out: Path | str | None = None,
    resume: bool = False,
    language: str = "en",
) -> Study:
    """Play `games` games of every variant. With `out`, everything is written there; without, only returned.

    `seats` are names of bots, `vary` gives options several values (the product of all is played), `engine` forces
    the rules themselves where the kernel could play, `gpu` the graphics card. Ctrl-C ends it with what was played
    until then. Raises CannotRun, or the engine's Invalid.
    """
    from .needs import need_extra

    need_extra()
    from .plan import make_plan
    from .running import carry_out

    plan = make_plan(
        game, seats, games, options or {}, vary or {}, packs, rotate, seed, engine=engine, gpu=gpu, patience=patience
    )
    return carry_out(plan, Path(out) if out is not None else None, resume, workers, backend, language)
