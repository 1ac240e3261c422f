"""What is said at a table: the last lines, and what people think of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from tablee.engine import NotAllowed

from .protocol import ChatLine, Erased, Notice, Reacted, Reaction, Said
from .state import Place

LINES: Final = 50
ENOUGH: Final = 2  # seats that report a line: it is removed


class Talk:
    def __init__(self, tell: Callable[[Said | Erased | Reacted], None]) -> None:
        """`tell`: to everyone at the table."""
        self.lines: list[ChatLine] = []
        self._tell = tell
        self._said = 0
        self._reports: dict[int, set[int]] = {}

    def say(self, seat: int, place: Place, text: str) -> ChatLine:
        self._said += 1
        line = ChatLine(self._said, seat, place.name, text)
        self.lines.append(line)
        del self.lines[:-LINES]
        self._tell(Said(line))
        return line

    def react(self, seat: int, place: Place, what: Reaction) -> None:
        if not place.muted:
            self._tell(Reacted(seat, what))

    def report(self, number: int, seat: int) -> Notice | None:
        """What the host is to be told. What enough seats report is removed without him."""
        line = self._find(number)
        seats = self._reports.setdefault(number, set())
        seats.add(seat)
        if len(seats) >= ENOUGH:
            self.erase(number)
            return None
        return Notice("reported", {"line": line.line, "name": line.name, "text": line.text})

    @property
    def reported(self) -> tuple[ChatLine, ...]:
        """The lines that somebody has reported, and how many did."""
        counts = {number: len(seats) for number, seats in self._reports.items()}
        return tuple(replace(line, reports=counts[line.line]) for line in self.lines if line.line in counts)

    def erase(self, number: int) -> None:
        self.lines.remove(self._find(number))
        self._reports.pop(number, None)
        self._tell(Erased(number))

    def _find(self, number: int) -> ChatLine:
        for line in self.lines:
            if line.line == number:
                return line
        raise NotAllowed("no_line")
