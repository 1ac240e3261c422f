"""Somebody else's file is read in a process of its own, which may take so long and so much memory and no more."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, Final, TypeVar

from tablee.engine import Invalid, Refused

T = TypeVar("T")
SECONDS: Final = 30.0
MEGABYTES: Final = 1_024
STARTING: Final = 60.0  # seconds for the process itself, which do not count
SLOWER: Final = 10  # times as long by the clock as by the processor: others work on this machine, too


def bounded(file: Path, work: Callable[..., T], *given: Any, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> T:
    """What `work` returns. Raises what it refuses, or Invalid when it took too much; `file` is named then."""
    worker = Worker(seconds, megabytes)
    try:
        return worker.run(file.name, work, *given)
    finally:
        worker.close()


class Worker:
    """A process that does one thing after another, each within the limits. One that takes too much is ended, and the
    next thing is done by a new process. To be used from threads: whoever calls it waits."""

    def __init__(self, seconds: float, megabytes: int = MEGABYTES) -> None:
        self.seconds, self.megabytes = seconds, megabytes
        self._turn = threading.Lock()
        self._process: SpawnProcess | None = None
        self._line: Connection

    def run(self, name: str, work: Callable[..., T], *given: Any) -> T:
        """What `work` returns. Raises what it refuses, or Invalid when it took too much; `name` is what it is about."""
        with self._turn:
            try:
                self._start()
                self._line.send((self.seconds, work, given))
                if not self._line.poll(SLOWER * self.seconds):
                    raise EOFError
                result, refused = self._line.recv()
            except (EOFError, OSError):  # it was ended, for want of time or memory
                self._end()
                raise Invalid("too_costly", file=name, seconds=int(self.seconds), megabytes=self.megabytes) from None
        if refused:
            code, params = refused
            if code == "bad_file":
                params = {"file": name, **params}
            raise Invalid(code, **params)
        found: T = result
        return found

    def close(self) -> None:
        """Whatever it is doing: whoever waits for that hears that it was ended."""
        if process := self._process:
            process.kill()
        with self._turn:
            self._end()

    def _start(self) -> None:
        if self._process and self._process.is_alive():
            return
        self._end()
        context = get_context("spawn")
        self._line, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs, self.megabytes), daemon=True)
        process.start()
        self._process = process
        theirs.close()
        if not self._line.poll(STARTING):
            raise EOFError
        self._line.recv()

    def _end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.join()
            self._line.close()
            self._process = None


def _serve(line: Connection, megabytes: int) -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit; time is still limited
        import resource

        size = megabytes * 1_048_576
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    line.send("ready")
    with suppress(MemoryError, EOFError, KeyboardInterrupt):
        while True:
            seconds, work, given = line.recv()
            _limit(seconds)
            reply = _attempt(work, given)
            _limit(0)
            line.send(reply)
    line.close()


def _attempt(work: Callable[..., object], given: Sequence[Any]) -> tuple[object, tuple[str, dict[str, Any]] | None]:
    """What it made, or the code and parameters of what it refused."""
    try:
        return work(*given), None
    except Refused as refused:
        return None, (refused.code, refused.params)
    except RecursionError:
        return None, (Invalid("too_deep").code, {})
    except MemoryError:
        raise
    except Exception as error:  # a damaged file has found a hole in a reader: it is refused, and no more
        return None, ("bad_file", {"problem": type(error).__name__})


def _limit(seconds: float) -> None:
    """Seconds of the processor from now on, so that a busy machine refuses nothing that is fine. Then it is ended."""
    if hasattr(signal, "setitimer"):  # not on Windows, where the clock alone decides
        signal.setitimer(signal.ITIMER_PROF, seconds)
