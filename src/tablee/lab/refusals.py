"""What the lab does not take, and why. Its sentences are in the lab's own catalogue."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablee.engine import Refused, Words


class CannotRun(Refused):
    """A run that cannot be made as it was asked for."""

    def __str__(self) -> str:
        return lab_words("en").refusal(self)


@cache
def lab_words(language: str) -> Words:
    return Words(language, Path(__file__).parent)
