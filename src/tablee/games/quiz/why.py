"""Which rule answers why something happened, in each game's own numbering."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from tablee.engine import Event

from .mode import WonBy
from .table import QuizTable


class Why(Struct, frozen=True):
    won: Mapping[WonBy, str]  # by what wins a question
    refused: Mapping[str, str]  # by the kind of challenge: nobody plays against the active player
    told: Mapping[str, str]  # by event


def answering(rules: Why) -> Callable[[QuizTable, Event], str | None]:
    def why(table: QuizTable, event: Event) -> str | None:
        kind = str(event.__struct_config__.tag)
        challenge = table.challenge or table.previous
        if kind != "won" or challenge is None:
            return rules.told.get(kind)
        if not challenge.put or challenge.question is None:
            return rules.refused.get(challenge.kind)
        return rules.won[challenge.question.mode.won_by]

    return why
