"""Seats that go from one device to another with a one-time code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablee.engine import NotAllowed

from .names import a_lent_code
from .state import TableState

LENT_FOR: Final = 300.0  # seconds
TRIES: Final = 5  # wrong codes at one table in that time


class Lending:
    def __init__(self, time: Callable[[], float]) -> None:
        self._time = time
        self._lent: dict[str, tuple[str, float]] = {}
        self._wrong: list[float] = []  # when somebody came with a wrong code

    def lend(self, guest: str) -> str:
        """A code for whoever is to have this guest's seats; the one before is good no more."""
        self._lent = {code: lent for code, lent in self._lent.items() if lent[0] != guest}
        code = a_lent_code()
        self._lent[code] = (guest, self._time() + LENT_FOR)
        return code

    def take(self, guest: str, code: str) -> str:
        """Whose seats this code gives. Raises Refused; who guesses finds that no code is good any more."""
        now = self._time()
        if len(self._wrong) == TRIES and now - self._wrong[0] < LENT_FOR:
            self._lent.clear()
            raise NotAllowed("too_many_guesses")
        lender, until = self._lent.get(code.upper(), ("", 0.0))
        if not lender or now > until or lender == guest:
            self._wrong = [*self._wrong, now][-TRIES:]
            raise NotAllowed("bad_code")
        del self._lent[code.upper()]
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
