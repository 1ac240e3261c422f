"""What a table costs: CPU for a full move with six connected devices and the durable append, memory, start, growth.

    python -m bench.server [--quick] [--no-peer]
    python -m bench.server --parts                 where the time of a move goes, and its system calls

A move is one answer of a person with all that follows from it (dice, next question), stored, and told to six devices.
CPU is that of the server's process alone, which is the figure that a noisy machine spoils least. Peer: the server of
boardgame.io with six clients on the same machine in the same run; it stores nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bench import parts
from bench import store as store_bench
from bench.peers import boardgame_io_server

TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
LIMITS = [
    "--rate",
    "1e9",
    "--burst",
    "1e9",
    "--tables",
    "100000",
    "--devices",
    "100000",
    "--openings",
    "1e9",
    "--guesses",
    "1e9",
    "--connections",
    "100000",
    "--hold",
    "0",
    "--log",
    "error",
]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="shorter, and up to 500 tables only")
    parser.add_argument("--no-peer", action="store_true", help="leave boardgame.io out")
    parser.add_argument("--parts", action="store_true", help="where the time of a move goes, and nothing else")
    asked = parser.parse_args()
    if asked.parts:
        print(json.dumps({name: round(figure, 1) for name, figure in move_parts(12.0).items()}))
        return
    seconds = 4.0 if asked.quick else 12.0
    figures: dict[str, float] = {}
    figures["cold_start_s"] = cold_start()
    print(f"cold start to the first answer: {figures['cold_start_s']:.2f} s (goal 1.0)")
    figures |= move_cost(seconds)
    print(f"one move, six devices, stored: {figures['move_cpu_us']:.0f} µs CPU")
    peer = None if asked.no_peer else boardgame_io_server.measure(seconds)
    if peer:
        figures["boardgame_io_cpu_us"] = peer["cpu_us"]
        figures["move_of_boardgame_io"] = figures["move_cpu_us"] / peer["cpu_us"]
        print(f"boardgame.io, six clients, nothing stored: {peer['cpu_us']:.0f} µs CPU")
    figures |= growth((100, 500) if asked.quick else (100, 500, 1_000, 2_000), seconds)
    figures |= store_bench.measure(seconds / 2)
    print(json.dumps({name: round(figure, 3) for name, figure in figures.items()}))


def cold_start() -> float:
    """From nothing to an answer, the best of three."""
    best = 99.0
    for _ in range(3):
        started = time.monotonic()
        with serving() as (url, _):
            urllib.request.urlopen(f"{url}/healthz").read()
            best = min(best, time.monotonic() - started)
    return best


def move_cost(seconds: float) -> dict[str, float]:
    """Twenty tables of five players and a spectator: many enough that appends share their commits."""
    with serving() as (url, server), load(url, 20, 5, 1) as people:
        people(1.0)  # warm up
        before = cpu(server)
        told = people(seconds)
        spent = cpu(server) - before
    return {"move_cpu_us": spent / told["moves"] * 1e6, "moves_per_s": told["moves"] / seconds}


def move_parts(seconds: float) -> dict[str, float]:
    """The same people, and a server that is sampled while they play."""
    with tempfile.TemporaryDirectory(prefix="tablee_bench_") as folder:
        told = Path(folder, "samples.json")
        with serving("bench.parts", str(told)) as (url, server), load(url, 20, 5, 1) as people:
            people(1.0)
            return parts.measure(server, told, people, seconds)


def growth(sizes: tuple[int, ...], seconds: float) -> dict[str, float]:
    """The same people, more tables: each of two players, who think for a second or so."""
    figures: dict[str, float] = {}
    print("tables  devices   moves/s  CPU µs/move   p50 ms   p99 ms   kB/device  kB/idle table")
    for tables in sizes:
        with serving() as (url, server):
            empty = memory(server)
            with load(url, tables, 2, 0, pause=1.0) as people:
                idle = memory(server)
                people(2.0)
                before = cpu(server)
                told = people(seconds)
                spent = cpu(server) - before
                full = memory(server)
        seat, table = (full - empty) / (2 * tables) / 1024, (idle - empty) / tables / 1024
        row = {
            "moves_per_s": told["moves"] / seconds,
            "cpu_us": spent / max(1, told["moves"]) * 1e6,
            "p50_ms": told["p50_ms"],
            "p99_ms": told["p99_ms"],
        }
        print(
            f"{tables:>6}{2 * tables:>9}{row['moves_per_s']:>10,.0f}{row['cpu_us']:>13,.0f}{row['p50_ms']:>9.1f}"
            f"{row['p99_ms']:>9.1f}{seat:>12.1f}{table:>15.1f}"
        )
        figures |= {f"{name}_{tables}_tables": figure for name, figure in row.items()}
        figures["seat_kb"], figures["table_kb"] = seat, table
    return figures


@contextmanager
def serving(*module: str) -> Iterator[tuple[str, int]]:
    """A server in a process of its own, on a free port, with data that are gone afterwards."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="tablee_bench_") as data:
        command = [
            sys.executable,
            "-m",
            *(module or ("tablee.cli",)),
            "serve",
            "--port",
            str(port),
            "--data",
            data,
            *LIMITS,
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert process.stdout
            process.stdout.readline()
            yield f"http://127.0.0.1:{port}", process.pid
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


@contextmanager
def load(
    url: str, tables: int, seats: int, watching: int, pause: float = 0.0
) -> Iterator[Callable[[float], dict[str, float]]]:
    command = [sys.executable, "-m", "bench.load", url, str(tables), str(seats), str(watching), str(pause)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    assert process.stdout
    ready = process.stdout.readline()
    assert "ready" in ready, ready

    def play(seconds: float) -> dict[str, float]:
        assert process.stdin
        assert process.stdout
        process.stdin.write(f"{seconds}\n")
        process.stdin.flush()
        told: dict[str, float] = json.loads(process.stdout.readline())
        return told

    try:
        yield play
    finally:
        process.kill()
        process.wait()


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


if __name__ == "__main__":
    main()
