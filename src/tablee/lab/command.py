"""`tablee lab`: play many games with bots, and report what they show about the rules."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.engine import Meta, find, languages

from .refusals import CannotRun, lab_words

if TYPE_CHECKING:
    from .study import Study


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    lab = commands.add_parser("lab", help="play many games with bots, and report", description=__doc__)
    lab.add_argument("game", metavar="GAME")
    lab.add_argument("--games", type=int, default=1000, metavar="N", help="of every variant (default: 1000)")
    lab.add_argument(
        "--seats",
        metavar="A,B,C,D",
        help="a bot for each seat: novice, casual, regular, expert, top, anyone, another of the game's, or your own"
        " as module:NAME or file.py:NAME (default: as many regular ones as make a good table)",
    )
    lab.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="NAME=A,B",
        help="values of an option to compare; repeatable: the product is played. Values with commas: A|B or A;B",
    )
    lab.add_argument(
        "--set", dest="fixed", action="append", default=[], metavar="NAME=VALUE", help="fix an option; repeatable"
    )
    lab.add_argument("--pack", action="append", default=[], metavar="NAME", help="a pack, by name or path; repeatable")
    lab.add_argument(
        "--rotate",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="strategies move on by a seat from game to game (default)",
    )
    lab.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same number gives the same games (default: 1)"
    )
    lab.add_argument("--engine", action="store_true", help="play by the rules themselves, even where the kernel could")
    lab.add_argument(
        "--gpu", action="store_true", help="play on the graphics card what the kernel could: the same games"
    )
    lab.add_argument(
        "--patience", type=float, default=10.0, metavar="S", help="seconds a bot has to answer (default: 10)"
    )
    lab.add_argument("--workers", type=int, default=-1, metavar="N", help="processes (default: one for each core)")
    where = lab.add_mutually_exclusive_group()
    where.add_argument("--backend", default="loky", metavar="NAME", help="of joblib: loky (default), ray, …")
    where.add_argument("--cluster", metavar="ADDRESS", help="a scheduler of Dask: tcp://host:8786 (extra `dask`)")
    lab.add_argument("-o", dest="out", type=Path, metavar="DIR", help="write report.html, games.csv and run.json there")
    lab.add_argument("--resume", action="store_true", help="go on with the run in DIR")
    lab.add_argument("--lang", dest="language", choices=languages(), help="of what you read (default: the locale's)")
    lab.set_defaults(do=run_lab)


def run_lab(asked: argparse.Namespace, language: str) -> int:
    try:
        return play_and_tell(asked, language)
    except CannotRun as refused:
        print(f"tablee: {lab_words(language).refusal(refused)}", file=sys.stderr)
        return 2


def play_and_tell(asked: argparse.Namespace, language: str) -> int:
    from .needs import need_extra

    meta = find(asked.game)
    need_extra()
    from .plan import make_plan, split_values
    from .running import carry_out

    if asked.resume and asked.out is None:
        raise CannotRun("nothing_to_resume", folder="-o")
    fixed = pairs(asked.fixed)
    varied = {name: split_values(meta, name, text) for name, text in pairs(asked.vary).items()}
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # where one's own module:NAME is; workers take the path over
    seats = asked.seats.split(",") if asked.seats else usual_seats(meta, fixed)
    plan = make_plan(
        meta.id,
        [name.strip() for name in seats],
        asked.games,
        fixed,
        varied,
        asked.pack,
        asked.rotate,
        asked.seed,
        engine=asked.engine,
        gpu=asked.gpu,
        patience=asked.patience,
    )
    with progress(plan.games * len(plan.variants), language) as tell:
        backend = asked.backend
        if asked.cluster is not None:
            backend = asked.cluster if "://" in asked.cluster else f"tcp://{asked.cluster}"
        study = carry_out(plan, asked.out, asked.resume, asked.workers, backend, language, tell)
    show(study, language)
    own = lab_words(language)
    if asked.out:
        print(own.label("written", file=asked.out / "report.html"))
    if not study.complete:
        print(own.label("interrupted" if asked.out else "interrupted_lost", folder=asked.out), file=sys.stderr)
        return 130
    return 0


def pairs(given: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise CannotRun("not_name_value", found=text)
        if name in found:
            raise CannotRun("twice", option=name)
        found[name] = value
    return found


def usual_seats(meta: Meta, fixed: Mapping[str, str]) -> list[str]:
    """Four, if the game takes four."""
    from .plan import read_value

    least, most = meta.players(meta.read_options({name: read_value(meta, name, v) for name, v in fixed.items()}))
    return ["regular"] * max(least, min(4, most))


def show(study: Study, language: str) -> None:
    """The figures as a table, and the findings as sentences."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.markup import escape
    from rich.padding import Padding
    from rich.table import Column, Table
    from rich.text import Text

    from .findings import Teller, findings
    from .report import overview, summary

    told, console = Teller(study, language), Console()
    for line in summary(told):
        console.print(Text(line))
    if study.played(0) and study.whole(0).any():
        heads, *lines = overview(told)
        table = Table(*(Column(escape(head), overflow="fold") for head in heads), box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for cells in lines:
            table.add_row(*map(Text, cells))
        console.print(table)
    section = ""
    for finding in findings(study, language):
        if finding.section != section:
            section = finding.section
            console.print(Text(f"\n{told.say(f'section_{section}')}", "bold"))
        console.print(Padding(Text(finding.text), (0, 0, 0, 2)))


@contextmanager
def progress(total: int, language: str) -> Iterator[Callable[[int], None]]:
    """A bar with the games done and the time left, on a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    own = lab_words(language)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        TextColumn(own.label("time_left")),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(own.label("playing"), total=total)
        yield lambda games: bar.advance(task, games)
