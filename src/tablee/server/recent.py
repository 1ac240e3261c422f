"""What became of the latest orders, so that one that is sent again gets the same answer and has no second effect."""

from __future__ import annotations

from typing import Final

from .protocol import Done, encode

KEPT: Final = 64  # of each guest


class Recent:
    __slots__ = ("_of",)

    def __init__(self) -> None:
        self._of: dict[str, dict[str, bytes | None]] = {}  # by guest and order; nothing to read: it was done

    def is_new(self, guest: str, id: str) -> bool:
        """Whether this order has not been seen before; from now on it has."""
        orders = self._of.setdefault(guest, {})
        if id in orders:
            return False
        orders[id] = None
        if len(orders) > KEPT:
            del orders[next(iter(orders))]
        return True

    def answer(self, guest: str, id: str) -> bytes | None:
        """None: it is still being carried out."""
        answer = self._of.get(guest, {}).get(id)
        return encode(Done(id)) if answer == b"" else answer

    def keep(self, guest: str, id: str, answer: bytes) -> None:
        """Without an answer: that it was done, and nothing else."""
        if id in self._of.get(guest, ()):
            self._of[guest][id] = answer

    def forget(self, guest: str) -> None:
        self._of.pop(guest, None)
