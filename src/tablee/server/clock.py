"""The clock of a match."""

from __future__ import annotations

from collections.abc import Callable


class MatchClock:
    """Milliseconds that stand still while the table is paused, and may pass faster than elsewhere."""

    def __init__(self, at: int, time: Callable[[], float]) -> None:
        self._at, self._time, self._since = at, time, 0.0
        self.running = False
        self.rate = 1

    def now(self) -> int:
        return self._at + int((self._time() - self._since) * 1000 * self.rate) if self.running else self._at

    def go(self, rate: int) -> None:
        """So many times as fast, from now on."""
        if rate != self.rate:
            self._at, self._since, self.rate = self.now(), self._time(), rate

    def leap(self, to: int) -> None:
        """It is as late as this."""
        self._at, self._since = max(self.now(), to), self._time()

    def start(self) -> None:
        if not self.running:
            self._since, self.running = self._time(), True

    def stop(self) -> None:
        self._at, self.running = self.now(), False
