"""Every benchmark, one after another, and one page with our figures beside peers and limits.

    python -m bench.all [--quick] [--only NAME ...] [--page FILE]

Each runs as a process of its own, as `python -m bench.NAME` would; the page (default: `bench/report.html`) says on what
machine they ran, and what could not be measured there. Nothing on it comes from anywhere else.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any, Final, NamedTuple

PAGE: Final = Path(__file__).parent / "report.html"
QUICK: Final[Mapping[str, list[str]]] = {  # shorter runs; their figures are noisier
    "engine": ["--games", "30"],
    "judge": [],
    "server": ["--quick"],
    "fairness": ["--races", "2000"],
    "page": ["--runs", "1"],
    "lab": ["--games", "20000", "--duel", "200"],
    "evidence": ["--games", "200"],
    "bots": ["--games", "100"],
}
LONG: Final = ("bots",)  # left out of a quick run


class Row(NamedTuple):
    """A figure of ours; beside it, of the same run, a peer's and the least that can be reached."""

    what: str
    bench: str
    key: str
    unit: str
    peer: tuple[str, str] | None = None  # what it is, and its key
    limit: tuple[str, str] | None = None
    goal: str = ""


BOARDGAME_IO: Final = ("boardgame.io as documented", "boardgame_io_per_s")
ROWS: Final = (
    Row("DESfausse replayed", "engine", "desfausse_replay_per_s", "answers/s", BOARDGAME_IO),
    Row("… times boardgame.io as documented", "engine", "ratio_boardgame_io", "×", goal="≥ 45"),
    Row("… times boardgame.io tuned", "engine", "ratio_boardgame_io_tuned", "×"),
    Row("Blitz replayed", "engine", "blitz_replay_per_s", "answers/s", goal="≥ 300,000"),
    Row("Défizz replayed", "engine", "defizz_replay_per_s", "answers/s", goal="≥ 300,000"),
    Row("Egomaster replayed", "engine", "egomaster_replay_per_s", "answers/s", goal="≥ 300,000"),
    Row("DESfausse played at random", "engine", "desfausse_random_per_s", "answers/s"),
    Row("the longest of 1,000 games replayed", "engine", "longest_of_1000_ms", "ms", goal="≤ 10"),
    Row(
        "a stored move for six devices",
        "server",
        "move_cpu_us",
        "µs CPU",
        ("boardgame.io, nothing stored", "boardgame_io_cpu_us"),
    ),
    Row("… as a part of boardgame.io's", "server", "move_of_boardgame_io", "", goal="≤ 0.33"),
    Row("99 of 100 moves at 2,000 tables", "server", "p99_ms_2000_tables", "ms", goal="≤ 50"),
    Row("memory of a device, with its share of the table", "server", "seat_kb", "kB", goal="≤ 30"),
    Row("from nothing to the first answer", "server", "cold_start_s", "s", goal="≤ 1"),
    Row("durable appends", "server", "appends_per_s", "1/s", limit=("syncs of the disk alone", "fdatasync_per_s")),
    Row("a typed answer judged", "judge", "us_per_call", "µs", goal="≤ 35"),
    Row("… against some 200 rivals", "judge", "us_200_list", "µs", goal="≤ 150"),
    Row("right among accepted", "judge", "precision", ""),
    Row("accepted among right", "judge", "recall", ""),
    Row(
        "the wrong one wins a clear race",
        "fairness",
        "wrong_winner",
        "of races",
        ("in order of arrival", "wrong_by_arrival"),
        goal="≤ 0.01",
    ),
    Row("what a liar gains", "fairness", "liar_gain", "points", goal="≤ 1"),
    Row(
        "the lab's kernel",
        "lab",
        "kernel_games_per_s",
        "games/s",
        ("our engine", "engine_games_per_s"),
        ("the same games in C", "c_games_per_s"),
        "≥ 0.9 of C",
    ),
    Row("the kernel on a graphics card", "lab", "gpu_games_per_s", "games/s", goal="≥ 150 million on an H200"),
    Row("the best bot against three greedy ones", "lab", "top_against_greedy", "of wins", goal="≥ 0.38; par 0.25"),
    Row("first load of the page", "page", "gzip_kb", "kB gzip", goal="≤ 60"),
    Row("home, slow phone and network", "page", "home_s", "s", goal="≤ 1.2"),
    Row("playable, slow phone and network", "page", "playable_s", "s", goal="≤ 1.5"),
)


class Ran(NamedTuple):
    name: str
    command: str
    seconds: float
    failed: bool
    said: str
    figures: dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter runs, and no tournaments of bots")
    parser.add_argument("--only", nargs="+", choices=sorted(QUICK), help="these alone")
    parser.add_argument("--page", type=Path, default=PAGE, help="where to write (default: bench/report.html)")
    asked = parser.parse_args()
    names = [name for name in QUICK if (name in asked.only if asked.only else not (asked.quick and name in LONG))]
    runs = [run(name, QUICK[name] if asked.quick else []) for name in names]
    asked.page.write_text(page(runs, asked.quick), encoding="utf-8")
    print(f"written: {asked.page}")
    print(json.dumps({one.name: one.figures for one in runs}))
    if any(one.failed for one in runs):
        sys.exit(1)


def run(name: str, options: list[str]) -> Ran:
    """What it prints is shown while it prints it; its last line is its figures."""
    command = ["python", "-m", f"bench.{name}", *options]
    print(f"\n== {' '.join(command)}", flush=True)
    begun, said = time.monotonic(), []
    process = subprocess.Popen([sys.executable, *command[1:]], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for line in process.stdout:
        print(line, end="", flush=True)
        said.append(line)
    failed = process.wait() != 0
    try:
        figures: dict[str, Any] = json.loads(said[-1])
    except (IndexError, ValueError):
        failed, figures = True, {}
    return Ran(name, " ".join(command), time.monotonic() - begun, failed, "".join(said[:-1]), figures)


# ---------------------------------------------------------------- the page


def page(runs: list[Ran], quick: bool) -> str:
    figures = {one.name: one.figures for one in runs}
    rows = [_row(row, figures.get(row.bench, {})) for row in ROWS]
    head = "".join(f"<th>{title}" for title in ("what", "ours", "peer, same run", "limit, same run", "goal"))
    about = "".join(f"<dt>{escape(name)}<dd>{escape(value)}" for name, value in machine().items())
    note = "<p>A quick run: shorter, and so noisier.</p>" if quick else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tablée, measured</title>'
        f"<style>{STYLE}</style><h1>Tablée, measured</h1><p>Made by <code>python -m bench.all</code>. Every figure was "
        f"measured in one run on this machine:</p>{note}<dl>{about}</dl>"
        f"<table><tr>{head}{''.join(rows)}</table>{''.join(_section(one) for one in runs)}</html>\n"
    )


def _row(row: Row, figures: Mapping[str, Any]) -> str:
    """What was not measured is said, too."""
    cells = (
        escape(row.what),
        _figure(figures.get(row.key), row.unit),
        _beside(row.peer, figures),
        _beside(row.limit, figures),
        escape(row.goal),
    )
    return "<tr>" + "".join(f"<td>{cell}" for cell in cells)


def _beside(other: tuple[str, str] | None, figures: Mapping[str, Any]) -> str:
    if other is None:
        return ""
    return f"{_figure(figures.get(other[1]))} <small>{escape(other[0])}</small>"


def _figure(value: Any, unit: str = "") -> str:
    if not isinstance(value, int | float):
        return "<i>not measured here</i>"
    size = abs(value)
    told = f"{value:,.0f}" if size >= 100 else f"{value:.1f}" if size >= 10 else f"{value:.3g}"
    return f"<b>{told}</b> {escape(unit)}"


def _section(one: Ran) -> str:
    state = " — <strong>failed</strong>" if one.failed else ""
    every = "".join(f"<tr><td>{escape(str(k))}<td>{escape(str(v))}" for k, v in one.figures.items())
    return (
        f"<h2>{escape(one.name)}{state}</h2><p><code>{escape(one.command)}</code>, {one.seconds:.0f} s</p>"
        f"<pre>{escape(one.said)}</pre><details><summary>every figure</summary><table>{every}</table></details>"
    )


def machine() -> dict[str, str]:
    """What the figures depend on."""
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg()) if hasattr(os, "getloadavg") else "?"
    return {
        "processor": _first_of("/proc/cpuinfo", "model name") or platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "memory": _first_of("/proc/meminfo", "MemTotal") or "?",
        "system": platform.platform(),
        "Python": platform.python_version(),
        "Tablée": _said("git", "describe", "--always", "--dirty") or "?",
        "when": time.strftime("%Y-%m-%d %H:%M %z"),
        "load at the end (1, 5, 15 minutes)": load,
    }


def _first_of(file: str, name: str) -> str | None:
    try:
        lines = Path(file).read_text().splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(name)), None)


def _said(*command: str) -> str | None:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse } td, th { text-align: left; padding: .3rem .8rem; border-bottom: 1px solid #ddd }
pre { overflow-x: auto; background: #f6f6f4; padding: 1rem } small, i { color: #666 } i { white-space: nowrap }
dl { display: grid; grid-template-columns: max-content auto; gap: .1rem 1rem } dt { color: #666 } dd { margin: 0 }
"""


if __name__ == "__main__":
    main()
