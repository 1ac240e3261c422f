"""The active player answers alone: the solo questions of Egomaster, which have no icon."""

from __future__ import annotations

from typing import Final

from tablee.engine import Script, text

from ..events import Attempted, GaveUp
from ..mode import Mode
from ..table import Attempt, Challenge, QuizTable
from ..verdicts import Outcome, judge
from .race import check, odds


def play(table: QuizTable, challenge: Challenge) -> Script[Outcome]:
    """EG-58: one answer; silence is wrong. Spoken aloud, the verdict alone is entered."""
    active, question = table.active, challenge.question
    assert question
    said: str | None = None
    if table.types(active):
        said = yield from text(active, "answer", rule=table.cites.alone, about=question.about)
        if said is None:
            table.tell(GaveUp(active))
            return Outcome(missed=(active,))
    attempt = Attempt(active, said)
    challenge.attempts.append(attempt)
    table.tell(Attempted(active, said, None))
    yield from judge(table, challenge, attempt)
    return reckon(table, challenge)


def reckon(table: QuizTable, challenge: Challenge) -> Outcome:
    active = table.active
    right = [attempt.verdict for attempt in challenge.attempts] == ["right"]
    return Outcome(winner=active) if right else Outcome(missed=(active,))


SOLO: Final = Mode(
    name=None,
    answered="words",
    won_by="being_right",
    in_turn=True,
    stage="alone",
    mark="◈",
    play=play,
    reckon=reckon,
    check=check,
    odds=odds,
)
