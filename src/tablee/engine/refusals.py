"""What is refused, and why: a code with parameters, which the catalogue turns into a sentence."""

from __future__ import annotations

from typing import TypeAlias

Param: TypeAlias = object


class Refused(ValueError):
    """Something was not taken, and nothing has changed."""

    def __init__(self, code: str, **params: Param) -> None:
        super().__init__(code, params)
        self.code, self.params = code, params

    def __str__(self) -> str:
        from .words import words  # a refusal is seldom printed, and the catalogue is read from disk

        return words("en").refusal(self)


class NotAsked(Refused):
    """Nobody put that question to this actor."""


class NotAllowed(Refused):
    """The question was put, but this is no answer to it."""


class Invalid(Refused):
    """A match, an option, a pack, a log or a scenario that cannot be used as it stands."""
