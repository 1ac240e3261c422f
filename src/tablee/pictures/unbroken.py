"""Text that keeps its no-break spaces: rich breaks lines at any space, so that French question marks stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.text import Text

SPACES, HELD = "\u202f\u00a0", "\ue000\ue001"  # the latter are private characters, and as wide
HOLD: Final = str.maketrans(SPACES, HELD)
RELEASE: Final = str.maketrans(HELD, SPACES)


class Unbroken:
    def __init__(self, text: Text) -> None:
        self.text = text

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        text = self.text
        held = _exchange(text, HOLD)
        justify, overflow = text.justify or options.justify, text.overflow or options.overflow
        no_wrap = text.no_wrap if text.no_wrap is not None else options.no_wrap
        for line in held.wrap(console, options.max_width, justify=justify, overflow=overflow, no_wrap=no_wrap):
            line.justify, line.no_wrap = "left", True  # the wrapping has seen to both
            yield _exchange(line, RELEASE)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, _exchange(self.text, HOLD))


def _exchange(text: Text, characters: dict[int, int]) -> Text:
    """The same text, as long as before, with the same styles."""
    changed = text.copy()
    changed.plain = text.plain.translate(characters)
    return changed
