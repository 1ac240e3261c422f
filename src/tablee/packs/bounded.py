"""Somebody else's file is read in a process of its own, which may take so long and so much memory and no more."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final, TypeVar

from tablee.engine import Invalid, Refused

T = TypeVar("T")
SECONDS: Final = 30.0
MEGABYTES: Final = 1_024


def bounded(file: Path, work: Callable[..., T], *given: Any, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> T:
    """What `work` returns. Raises what it refuses, or Invalid when it took too much; `file` is named then."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_run, args=(theirs, megabytes, work, given), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(seconds):
            raise Invalid("too_costly", file=str(file), seconds=int(seconds), megabytes=megabytes)
        result, refused = ours.recv()
    except EOFError:  # it was ended, for want of memory
        raise Invalid("too_costly", file=str(file), seconds=int(seconds), megabytes=megabytes) from None
    finally:
        process.kill()
        process.join()
        ours.close()
    if refused:
        code, params = refused
        raise Invalid(code, **params)
    found: T = result
    return found


def _run(answer: Connection, megabytes: int, work: Callable[..., Any], given: tuple[Any, ...]) -> None:
    with suppress(ImportError, ValueError, OSError):  # Windows has no such limit; time is still limited
        import resource

        size = megabytes * 1_048_576
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    with suppress(MemoryError):
        try:
            answer.send((work(*given), None))
        except Refused as refused:
            answer.send((None, (refused.code, refused.params)))
    answer.close()
