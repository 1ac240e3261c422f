"""What became of the latest orders, so that one that is sent again gets the same answer and has no second effect."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

KEPT: Final = 64  # of each guest


class Recent:
    def __init__(self) -> None:
        self._of: dict[str, OrderedDict[str, bytes | None]] = {}

    def is_new(self, guest: str, id: str) -> bool:
        """Whether this order has not been seen before; from now on it has."""
        orders = self._of.setdefault(guest, OrderedDict())
        if id in orders:
            return False
        orders[id] = None
        if len(orders) > KEPT:
            orders.popitem(last=False)
        return True

    def answer(self, guest: str, id: str) -> bytes | None:
        """None: it is still being carried out."""
        orders = self._of.get(guest)
        return orders.get(id) if orders else None

    def keep(self, guest: str, id: str, answer: bytes) -> None:
        if id in self._of.get(guest, ()):
            self._of[guest][id] = answer

    def forget(self, guest: str) -> None:
        self._of.pop(guest, None)
