"""Seats that go from one device to another with a one-time code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablee.engine import NotAllowed

from .names import a_lent_code
from .state import TableState

LENT_FOR: Final = 300.0  # seconds


class Lending:
    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._lent: dict[str, tuple[str, float]] = {}

    def lend(self, guest: str) -> str:
        """A code for whoever is to have this guest's seats."""
        code = a_lent_code()
        self._lent[code] = (guest, self._time() + LENT_FOR)
        return code

    def take(self, guest: str, code: str) -> str:
        """Whose seats this code gives. Raises Refused."""
        lender, until = self._lent.get(code, ("", 0.0))
        if not lender or self._time() > until or lender == guest:
            raise NotAllowed("bad_code")
        del self._lent[code]
        return lender


def move(state: TableState, lender: str, guest: str) -> None:
    """All that was the lender's is the guest's."""
    for place in state.places:
        for member in place.members:
            if member.guest == lender:
                member.guest = guest
    if state.host == lender:
        state.host = guest
    state.seeds.pop(lender, None)
