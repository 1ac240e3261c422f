"""So much in so much time."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

MOST: Final = 10_000


class Bucket:
    """Tokens drip in at a steady rate; whoever finds none left has been too quick."""

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._left, self._at = size, 0.0

    def take(self, now: float) -> bool:
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def draw(self, amount: float, now: float) -> float:
        """Take so much, whether it is there or not: the seconds until it would have been."""
        self._fill(now)
        self._left -= amount
        return max(0.0, -self._left / self.rate)

    def give_back(self) -> None:
        self._left = min(self.size, self._left + 1)

    def _fill(self, now: float) -> None:
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now


class Buckets:
    """One for each address or guest, of which the least recently seen are forgotten."""

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, whose: str, now: float) -> bool:
        return self._find(whose).take(now)

    def draw(self, whose: str, amount: float, now: float) -> float:
        return self._find(whose).draw(amount, now)

    def give_back(self, whose: str) -> None:
        self._find(whose).give_back()

    def _find(self, whose: str) -> Bucket:
        bucket = self._of.get(whose)
        if bucket is None:
            bucket = self._of[whose] = Bucket(self.rate, self.size)
            if len(self._of) > MOST:
                self._of.popitem(last=False)
        self._of.move_to_end(whose)
        return bucket
