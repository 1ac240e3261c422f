"""How fast the store keeps answers: 100 tables append at once, each waits for its commit. The limit is the disk's sync.

python -m bench.store [--seconds S] [--writers N] [--folder FOLDER]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import tempfile
import time
from pathlib import Path

from tablee.engine import Match, Reply
from tablee.house.provable import Provenance, commit
from tablee.server.sqlite import SqliteStore
from tablee.server.store import MatchRecord, TableRecord

REPLIES = (
    Reply(1, "reroll", ("r1a", "r2a"), 123_456),
    Reply("dice", "roll", 5, 123_456),
    Reply("dice", "roll", 3, 123_456),
)
"""An answer and what the dice say to it: one append."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each of three rounds (default: 2)")
    parser.add_argument("--writers", type=int, default=100, help="tables that play at once (default: 100)")
    parser.add_argument("--folder", type=Path, help="on the disk that is to be measured (default: the temporary one)")
    asked = parser.parse_args()
    best = measure(asked.seconds, asked.writers, asked.folder)
    print(json.dumps({name: round(figure, 2) for name, figure in best.items()}))


def measure(seconds: float, writers: int = 100, where: Path | None = None) -> dict[str, float]:
    """The best of three rounds."""
    best: dict[str, float] = {}
    print("round  appends/s  fdatasync/s  ratio  CPU µs/append  latency ms")
    for number in range(1, 4):
        with tempfile.TemporaryDirectory(dir=where) as folder:
            syncs = fdatasyncs(Path(folder) / "raw", seconds / 4)
            rate, cpu = asyncio.run(appends(Path(folder), writers, seconds))
        latency = 1000 * writers / rate
        print(f"{number:>5}{rate:>11,.0f}{syncs:>13,.0f}{rate / syncs:>7.1f}{cpu:>15.1f}{latency:>12.2f}")
        if rate > best.get("appends_per_s", 0):
            best = {"appends_per_s": rate, "fdatasync_per_s": syncs, "append_cpu_us": cpu, "append_ms": latency}
    return best


def fdatasyncs(path: Path, seconds: float) -> float:
    """How often a page can be written and synced."""
    count, page = 0, bytes(4096)
    sync = getattr(os, "fdatasync", os.fsync)
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    began = time.perf_counter()
    while time.perf_counter() < began + seconds:
        os.write(file, page)
        sync(file)
        count += 1
    rate = count / (time.perf_counter() - began)
    os.close(file)
    return rate


async def appends(folder: Path, writers: int, seconds: float) -> tuple[float, float]:
    """Appends a second, and microseconds of CPU for each: of the loop's thread and the writer's together."""
    store = SqliteStore(folder)
    header = Match.new("desfausse", ["ana", "bo"]).header
    ids = [f"match-{number:016}" for number in range(writers)]
    for id in ids:
        record = MatchRecord(id, id, header, Provenance(commit(bytes(32), id), ("", "")), 0.0)
        await store.new_match(TableRecord(id, None, b"{}", id, 0.0), record, bytes(32), ())
    began, cpu = time.perf_counter(), time.process_time()
    counts = await asyncio.gather(*(play(store, id, began + seconds) for id in ids))
    cpu, took = time.process_time() - cpu, time.perf_counter() - began
    assert len(await store.log(ids[0])) == counts[0] * len(REPLIES)
    await store.close()
    return sum(counts) / took, cpu / sum(counts) * 1e6


async def play(store: SqliteStore, match: str, until: float) -> int:
    count = 0
    while time.perf_counter() < until:
        await store.append(match, count * len(REPLIES), REPLIES)
        count += 1
    return count


if __name__ == "__main__":
    main()
