"""What is said at a table: the last lines, and what people think of them."""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec.structs import replace

from tablee.engine import NotAllowed

from .protocol import ChatLine

LINES: Final = 50
ENOUGH: Final = 2  # seats that report a line: it is removed


class Talk:
    def __init__(self) -> None:
        self.lines: deque[ChatLine] = deque(maxlen=LINES)
        self._said = 0
        self._reports: dict[int, set[int]] = {}

    def say(self, seat: int, name: str, text: str) -> ChatLine:
        self._said += 1
        line = ChatLine(self._said, seat, name, text)
        self.lines.append(line)
        return line

    def report(self, number: int, seat: int) -> tuple[ChatLine, bool]:
        """The line, and whether enough people have reported it now."""
        line = self._find(number)
        seats = self._reports.setdefault(number, set())
        seats.add(seat)
        return line, len(seats) >= ENOUGH

    @property
    def reported(self) -> tuple[ChatLine, ...]:
        """The lines that somebody has reported, and how many did."""
        counts = {number: len(seats) for number, seats in self._reports.items()}
        return tuple(replace(line, reports=counts[line.line]) for line in self.lines if line.line in counts)

    def erase(self, number: int) -> None:
        self.lines.remove(self._find(number))
        self._reports.pop(number, None)

    def _find(self, number: int) -> ChatLine:
        for line in self.lines:
            if line.line == number:
                return line
        raise NotAllowed("no_line")
