"""All parts of a plan, over the cores. What is done is kept as it is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from joblib import Parallel, cpu_count, delayed  # type: ignore[import-untyped]

from .cluster import far_team, is_address
from .parts import Columns, play_part
from .plan import Part, Plan
from .refusals import CannotRun
from .report import write_report
from .store import Folder
from .study import Study

AT_A_TIME: Final = 4  # parts for each worker, where results come all at once: what is done shall be kept soon


def carry_out(
    plan: Plan,
    out: Path | None,
    resume: bool,
    workers: int,
    backend: str,
    language: str,
    tell: Callable[[int], None] = lambda games: None,
) -> Study:
    """Play the plan, and write everything down if there is somewhere to write it."""
    check(workers, backend)  # what cannot be played leaves no folder behind
    folder = Folder.open(out, plan, resume) if out else None
    study = play_all(plan, folder, workers, backend, tell)
    if folder:
        folder.finish(study, workers, backend)
        write_report(folder.path / "report.html", study, language)
    return study


def play_all(
    plan: Plan,
    folder: Folder | None = None,
    workers: int = -1,
    backend: str = "loky",
    tell: Callable[[int], None] = lambda games: None,
) -> Study:
    """Play what has not been played. `tell` hears of every part how many games it had. Ctrl-C keeps what is done."""
    done = folder.done() if folder else []
    known = {part for part, _ in done}
    todo = [part for part in plan.parts() if part not in known]
    for part in known:
        tell(part.count)
    with suppress(KeyboardInterrupt):
        for part, columns in play_parts(plan, todo, workers, backend):
            if folder:
                folder.keep(part, columns)
            done.append((part, columns))
            tell(part.count)
    return Study(plan, done)


def play_parts(plan: Plan, parts: list[Part], workers: int, backend: str) -> Iterator[tuple[Part, Columns]]:
    """As they are finished, in any order: what a game is does not depend on when or where it is played."""
    if is_address(backend):
        with far_team(backend) as (team, hands):
            yield from _in_turns(team, plan, parts, AT_A_TIME * hands)
        return
    hands = 1 if plan.player == "gpu" else min(cpu_count() if workers == -1 else workers, len(parts))
    if hands <= 1:
        for part in parts:
            yield _play(plan, part)
        return
    team = make_team(hands, backend)
    yield from _in_turns(team, plan, parts, len(parts) if team.return_generator else AT_A_TIME * hands)


def _in_turns(team: Parallel, plan: Plan, parts: list[Part], at_a_time: int) -> Iterator[tuple[Part, Columns]]:
    tasks = [delayed(_play)(plan, part) for part in parts]
    for first in range(0, len(tasks), at_a_time):
        yield from team(tasks[first : first + at_a_time])


def check(workers: int, backend: str) -> None:
    """Raises CannotRun: nobody would play."""
    if is_address(backend):
        with far_team(backend):
            return
    make_team(workers, backend)


def make_team(workers: int, backend: str) -> Parallel:
    """Gives results as they come; where the backend cannot, all at once."""
    if workers == 0 or workers < -1:
        raise CannotRun("bad_workers", workers=workers)
    if backend == "ray":
        _register_ray()
    try:
        team = Parallel(n_jobs=workers, backend=backend, batch_size=1)
    except ValueError as error:
        raise CannotRun("bad_backend", backend=backend, problem=error) from None
    with suppress(ValueError):
        team = Parallel(n_jobs=workers, backend=backend, batch_size=1, return_as="generator_unordered")
    return team


def _register_ray() -> None:
    if find_spec("ray") is None:
        raise CannotRun("bad_backend", backend="ray", problem="it is not installed")
    from ray.util.joblib import register_ray

    register_ray()


def _play(plan: Plan, part: Part) -> tuple[Part, Columns]:
    return part, play_part(plan, part)
