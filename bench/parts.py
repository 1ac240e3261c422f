"""Where a move's time goes: the server's CPU by part, and its system calls. Part of `python -m bench.server --parts`.

The server is sampled by its own CPU time, every two milliseconds of it, in the thread that plays; what other threads
use is known from the system. A sample belongs to the innermost function that is named below.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Final

EVERY: Final = 0.002  # seconds of CPU
RULES: Final = "the rules"
HOUSE: Final = "the house: dice, bots, clocks"
VIEW: Final = "what everyone sees"
BRINGS: Final = "what options bring"
ENCODE: Final = "news put together and encoded"
SEND: Final = "sending"
READ: Final = "reading and decoding"
TABLE: Final = "the table: who may, whom to tell"
STORE: Final = "handing over to the store"
REST: Final = "the loop, and what it waits for"
WRITER: Final = "the store's thread"

PARTS: Final[dict[tuple[str, str], str]] = {  # file and function; an empty function stands for the whole file
    ("engine/match.py", "public"): VIEW,
    ("engine/match.py", "mine"): VIEW,
    ("engine/match.py", "brings"): BRINGS,
    ("engine/match.py", ""): RULES,
    ("house/house.py", ""): HOUSE,
    ("house/provable.py", ""): HOUSE,
    ("server/fairness.py", ""): HOUSE,
    ("server/play.py", ""): HOUSE,
    ("server/update.py", ""): ENCODE,
    ("server/running.py", "_build"): ENCODE,
    ("server/running.py", ""): TABLE,
    ("server/socket.py", "send"): SEND,
    ("server/people.py", "send"): SEND,
    ("server/frames.py", "frame"): SEND,
    ("server/frames.py", ""): READ,
    ("server/socket.py", ""): READ,
    ("server/door.py", ""): READ,
    ("server/limits.py", ""): READ,
    ("server/table.py", ""): TABLE,
    ("server/doing.py", ""): TABLE,
    ("server/people.py", ""): TABLE,
    ("server/recent.py", ""): TABLE,
    ("server/sqlite.py", ""): STORE,
    ("server/sqlite_writer.py", ""): STORE,
}


def part_of(frame: FrameType | None) -> str:
    """By the innermost frame that is named."""
    while frame is not None:
        code = frame.f_code
        file = "/".join(code.co_filename.rsplit("/", 2)[-2:])
        found = PARTS.get((file, code.co_name)) or PARTS.get((file, ""))
        if found:
            return found
        if "aiohttp" in code.co_filename:
            return READ
        frame = frame.f_back
    return REST


def serve(told: str, arguments: list[str]) -> None:
    """`tablee` with these arguments, sampled from SIGUSR1 to SIGUSR2; then the samples are told in a file."""
    from tablee import cli

    samples: Counter[str] = Counter()

    def begin(number: int, frame: FrameType | None) -> None:
        samples.clear()
        signal.setitimer(signal.ITIMER_PROF, EVERY, EVERY)

    def end(number: int, frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        Path(told + ".new").write_text(json.dumps(samples))
        Path(told + ".new").replace(told)

    signal.signal(signal.SIGPROF, lambda number, frame: samples.update([part_of(frame)]))
    signal.signal(signal.SIGUSR1, begin)
    signal.signal(signal.SIGUSR2, end)
    sys.argv = ["tablee", *arguments]
    cli.main()


def measure(server: int, told: Path, people: Callable[[float], dict[str, float]], seconds: float) -> dict[str, float]:
    """µs a move by part, and system calls a move, of a server that `serve` runs."""
    from bench.server import cpu

    os.kill(server, signal.SIGUSR1)
    before, threads = cpu(server), _threads(server)
    moves = people(seconds)["moves"]
    spent = cpu(server) - before
    others = sum(_threads(server).values()) - sum(threads.values()) - (_threads(server)[server] - threads[server])
    os.kill(server, signal.SIGUSR2)
    while not told.exists():
        time.sleep(0.01)
    samples: dict[str, int] = json.loads(told.read_text())
    each = (spent - others) / moves * 1e6 / max(1, sum(samples.values()))
    figures = {part: count * each for part, count in samples.items()} | {WRITER: others / moves * 1e6}
    figures = dict(sorted(figures.items(), key=lambda one: -one[1]))
    print(f"one move, six devices, stored: {spent / moves * 1e6:.0f} µs CPU")
    for part, micros in figures.items():
        print(f"  {part:<36}{micros:>6.0f} µs {micros / spent * moves / 1e4:>5.0f} %")
    calls = system_calls(server, people, seconds / 2)
    for name, count in calls.items():
        print(f"  {name:<36}{count:>6.1f} system calls")
    return {f"part_us {part}": micros for part, micros in figures.items()} | {
        f"calls {name}": count for name, count in calls.items()
    }


def system_calls(server: int, people: Callable[[float], dict[str, float]], seconds: float) -> dict[str, float]:
    """By name, a move, as strace counts them; nothing where it is not installed or not allowed."""
    strace = shutil.which("strace")
    if strace is None:
        print("  strace is not installed: system calls not counted", file=sys.stderr)
        return {}
    counting = subprocess.Popen([strace, "-f", "-c", "-p", str(server)], stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    if counting.poll() is not None:
        print("  strace may not look at the server: system calls not counted", file=sys.stderr)
        return {}
    moves = people(seconds)["moves"]
    counting.send_signal(signal.SIGINT)
    _, table = counting.communicate(timeout=30)
    rows = re.findall(r"^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?(\w+)$", table, re.MULTILINE)
    found = {name: int(count) / max(1.0, moves) for count, name in rows if name != "total"}
    return {name: count for name, count in sorted(found.items(), key=lambda one: -one[1]) if count >= 0.05}


def _threads(pid: int) -> dict[int, float]:
    """Seconds of CPU by thread; the one that plays has the number of the process."""
    ticks = os.sysconf("SC_CLK_TCK")
    found = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        fields = (task / "stat").read_text().rpartition(")")[2].split()
        found[int(task.name)] = (int(fields[11]) + int(fields[12])) / ticks
    return found


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2:])
