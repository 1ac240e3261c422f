"""Lines that people type, while time passes and other things are printed."""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from typing import Final, Protocol

try:
    import readline
except ImportError:  # Windows: what is half typed is not drawn again
    readline = None  # type: ignore[assignment]
try:
    import termios
except ImportError:
    termios = None  # type: ignore[assignment]

PROMPT: Final = "› "
GLANCE: Final = 0.1  # seconds between two looks at Ctrl-C and at what is half typed


@dataclass(frozen=True)
class Line:
    text: str
    typing: int = 0  # milliseconds since its first keystroke, where that is known


class Keyboard(Protocol):
    clears: bool  # a person sees this: the screen may be wiped

    def read(self, seconds: float | None, wanted: bool) -> Line | None:
        """The next line, or None after so many seconds. `wanted`: somebody is asked; otherwise it may merely wait.

        Raises EOFError when no more lines come, and KeyboardInterrupt.
        """

    def half_typed(self) -> str:
        """What stands in the line that is being typed, where that is known."""

    def hide(self) -> None:
        """Something is going to be printed."""

    def unhide(self) -> None:
        """It has been."""


class Typed:
    """The real keyboard. A thread reads, since no system can wait for both a line and a moment."""

    def __init__(self) -> None:
        self.clears = sys.stdin.isatty() and sys.stdout.isatty()
        self._wishes: Queue[None] = Queue()
        self._lines: Queue[str | None] = Queue()
        self._reading = False
        self._began: float | None = None
        self._rest = b""
        self._settings = termios.tcgetattr(sys.stdin) if termios and self.clears else None
        Thread(target=self._work, daemon=True).start()

    def __enter__(self) -> Typed:
        return self

    def __exit__(self, *raised: object) -> None:
        self.hide()
        if self._settings and termios:  # the thread may still sit in a line editor that has turned the echo off
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._settings)

    def read(self, seconds: float | None, wanted: bool) -> Line | None:
        if not self._reading and (wanted or self.clears):  # a script's lines are for the questions alone
            self._reading, self._began = True, None
            self._wishes.put(None)
        until = None if seconds is None else time.monotonic() + seconds
        while until is None or time.monotonic() < until:
            try:
                line = self._lines.get(timeout=GLANCE if until is None else min(GLANCE, until - time.monotonic()))
            except (Empty, ValueError):  # ValueError: the moment has come just now
                self._began = (self._began or time.monotonic()) if self.half_typed() else None
                continue
            self._reading = False
            if line is None:
                raise EOFError
            return Line(line, int((time.monotonic() - self._began) * 1000) if self._began else 0)
        return None

    def hide(self) -> None:
        if self._reading and self.clears:
            sys.stdout.write("\r\x1b[K")
            sys.stdout.flush()

    def unhide(self) -> None:
        if self._reading and self.clears:
            sys.stdout.write(PROMPT + self.half_typed())
            sys.stdout.flush()

    def half_typed(self) -> str:
        return readline.get_line_buffer() if readline and self._reading and self.clears else ""

    # ------------------------------------------------------------ inside

    def _work(self) -> None:
        while True:
            self._wishes.get()
            try:
                self._lines.put(input(PROMPT) if self.clears else self._next_line())
            except (EOFError, OSError, ValueError):
                self._lines.put(None)

    def _next_line(self) -> str:
        """From a pipe. Not through sys.stdin, whose lock a thread that waits for ever would take to the grave."""
        while b"\n" not in self._rest:
            more = os.read(sys.stdin.fileno(), 4096)
            if not more:
                if not self._rest:
                    raise EOFError
                more = b"\n"
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace")
