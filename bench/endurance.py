"""Long runs: do memory, descriptors and the database stay as they should?

python -m bench.endurance [--tables N] [--minutes N]        1,000 tables for 10 minutes
python -m bench.endurance --restart [--tables N] [--matches N]   a start with 2,000 tables and 10,000 finished matches
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from bench.server import LIMITS, load, memory, serving
from tablee.engine import Match, Result
from tablee.house.provable import Provenance, commit
from tablee.server.names import a_code
from tablee.server.sqlite import SqliteStore
from tablee.server.state import TableState
from tablee.server.store import Guest, MatchRecord


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--restart", action="store_true")
    parser.add_argument("--tables", type=int)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--matches", type=int, default=10_000)
    asked = parser.parse_args()
    if asked.restart:
        figures = restart(asked.tables or 2_000, asked.matches)
    else:
        figures = endure(asked.tables or 1_000, asked.minutes)
    print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}))


def endure(tables: int, minutes: float) -> dict[str, float]:
    """A look every tenth of the time."""
    rows: list[tuple[float, int, float]] = []
    with serving() as (url, server), load(url, tables, 2, 0, 1.0) as people:
        data = next(Path(path) for path in Path(f"/proc/{server}/cmdline").read_text().split("\0") if "bench_" in path)
        for number in range(10):
            told = people(minutes * 6)
            kept = sum(file.stat().st_size for file in data.glob("tablee.sqlite*")) / 1e6
            rows.append((memory(server) / 1e6, len(list(Path(f"/proc/{server}/fd").iterdir())), kept))
            print(
                f"{(number + 1) * minutes / 10:>6.1f} min {told['moves']:>8} moves, p99 {told['p99_ms']:>6.1f} ms, "
                f"{rows[-1][0]:>7.1f} MB, {rows[-1][1]:>6} descriptors, {kept:>7.1f} MB on disk",
                flush=True,
            )
    return {
        "memory_growth_mb": rows[-1][0] - rows[1][0],
        "descriptor_growth": rows[-1][1] - rows[1][1],
        "database_mb_a_minute": (rows[-1][2] - rows[1][2]) / (minutes * 0.8),
    }


def restart(tables: int, matches: int) -> dict[str, float]:
    with tempfile.TemporaryDirectory(prefix="tablee_endurance_") as folder:
        asyncio.run(fill(Path(folder), tables, matches))
        command = [sys.executable, "-m", "tablee.cli", "serve", "--port", "0", "--data", folder, *LIMITS]
        began = time.monotonic()
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout
            lines = [server.stdout.readline() for _ in range(3)]
            url = next(line.strip() for line in lines if "http" in line)
            with urllib.request.urlopen(f"{url}/healthz") as response:
                told = json.loads(response.read())
            ready = time.monotonic() - began
            assert told["tables"] == tables, told
            return {"restart_s": ready, "memory_mb": memory(server.pid) / 1e6}
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)


async def fill(folder: Path, tables: int, matches: int) -> None:
    store, codes = SqliteStore(folder), set[str]()
    header = Match.new("desfausse", ["ana", "bo"]).header
    result = Result(((0,), (1,)), (3, 2), "points")
    for number in range(max(tables, matches)):
        id, table = f"match-{number:016}", f"table-{number % tables:016}"
        state = TableState(table, a_code(codes), "desfausse", "guest")
        codes.add(state.code)
        state.renew_dice()
        state.match, state.phase = id, "over"
        record = MatchRecord(id, table, header, Provenance(commit(bytes(32), id), ("seed",)), 0.0)
        new = store.new_match(state.record(), record, bytes(32), [Guest("guest", True)])
        done = store.finish(state.record(), time.time(), result, b"[]")
        if number % 500 == 0:
            await asyncio.gather(new, done)
    await store.close()


if __name__ == "__main__":
    main()
