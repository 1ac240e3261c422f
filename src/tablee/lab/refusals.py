"""What the lab does not take, and why. Its sentences are in the lab's own catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablee.engine import Refused, Words
from tablee.engine.words import words_folders


class CannotRun(Refused):
    """A run that cannot be made as it was asked for."""

    def __str__(self) -> str:
        return lab_words("en").refusal(self)


@cache
def lab_words(language: str, game: str | None = None) -> Words:
    """With a game, what it says of its own measures too."""
    return Words(language, *words_folders(game), Path(__file__).parent, own="lab")
