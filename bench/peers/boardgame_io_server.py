"""The peer boardgame.io as a server: CPU for one move that six connected clients see. It stores nothing."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.peers.boardgame_io import INSTALL_LIMIT_S, SOURCE, Unavailable, find_node, run

MATCHES = 20


def measure(seconds: float) -> dict[str, float] | None:
    """None, with a reason on stderr, where it cannot be measured."""
    try:
        node, npm = find_node()
        with tempfile.TemporaryDirectory(prefix="boardgame_io_") as folder:
            copy = Path(folder, "peer")
            shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("node_modules"))
            run([*npm, "install", "--no-audit", "--no-fund", "--silent"], copy, INSTALL_LIMIT_S)
            return _measure(node, copy, seconds)
    except Unavailable as reason:
        print(f"boardgame.io not measured: {reason}", file=sys.stderr)
        return None


def _measure(node: list[str], folder: Path, seconds: float) -> dict[str, float]:
    from bench.server import cpu

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    environment = {**os.environ, "NODE_ENV": "production"}
    quiet = {"cwd": folder, "env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    server = subprocess.Popen([*node, "server.cjs", "serve", port], **quiet)  # type: ignore[call-overload]
    try:
        while "ready" not in (line := server.stdout.readline()):
            if not line:
                raise Unavailable("its server does not start")
        load = subprocess.Popen([*node, "server.cjs", "load", port, str(MATCHES), str(seconds)], **quiet)  # type: ignore[call-overload]
        try:
            if "ready" not in load.stdout.readline():
                raise Unavailable("its clients do not connect")
            before = cpu(server.pid)
            moves = json.loads(load.stdout.readline())["moves"]
            spent = cpu(server.pid) - before
        finally:
            load.kill()
            load.wait()
        if not moves:
            raise Unavailable("its clients make no moves")
        return {"cpu_us": spent / moves * 1e6, "moves_per_s": moves / seconds}
    finally:
        server.kill()
        server.wait()
