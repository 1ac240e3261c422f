"""Which rule answers why something happened, in each game's own numbering."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from tablee.engine import Event

from .mode import WonBy
from .table import Challenge, QuizTable


class Why(Struct, frozen=True):
    won: Mapping[WonBy, str]  # by what wins a question; luck, too, where dice decide between equals
    nobody: Mapping[WonBy, str]  # nobody was right
    last_standing: str  # of a race, who wins without an answer by option
    refused: Mapping[str, str]  # by the kind of challenge: nobody plays against the active player
    told: Mapping[str, str]  # by event
    tied: Mapping[WonBy, str] = {}  # the turn restarts because some were equally good


def answering(rules: Why) -> Callable[[QuizTable, Event], str | None]:
    def why(table: QuizTable, event: Event) -> str | None:
        kind = str(event.__struct_config__.tag)
        challenge = table.challenge or table.previous
        if challenge is None or kind not in ("won", "nobody_right", "restarted"):
            return rules.told.get(kind)
        if not challenge.put or challenge.question is None:
            return rules.refused.get(challenge.kind)
        won_by = challenge.question.mode.won_by
        if kind == "won":
            return why_won(rules, table, challenge, won_by)
        return rules.tied[won_by] if challenge.tied else rules.nobody[won_by]

    return why


def why_won(rules: Why, table: QuizTable, challenge: Challenge, won_by: WonBy) -> str:
    if challenge.throws:
        return rules.won["luck"]
    if won_by == "time" and all(attempt.verdict != "right" for attempt in challenge.attempts):
        return rules.last_standing if table.last_standing_wins else rules.nobody[won_by]
    return rules.won[won_by]
