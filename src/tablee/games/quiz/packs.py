"""What the packs of both quiz games have in common."""

from __future__ import annotations

from collections.abc import Collection

from tablee.engine import Invalid
from tablee.judge import Verdict
from tablee.packs.exchange import Draft
from tablee.packs.format import Entry
from tablee.packs.library import load
from tablee.packs.rules import Lists

from .questions import LISTS, Question, Read, lists_of, make_question
from .referee import rule_on


def mode_of(draft: Draft, typed: str) -> str:
    """The mode of a question from elsewhere; `typed`: what this game calls those that are answered in words."""
    if draft.mode in ("ping_pong", "chance", "target"):
        return draft.mode
    return "target" if isinstance(draft.answer, int | float) and not draft.mode and not draft.rivals else typed


def is_playable(entry: Entry, lists: Lists, modes: Collection[str | None]) -> bool:
    """Whether it has what its mode needs."""
    try:
        _question(entry, lists, modes)
    except Invalid:
        return False
    return bool(entry.text.strip())


def try_answer(entry: Entry, lists: Lists, text: str, modes: Collection[str | None]) -> Verdict:
    """What the referee of the house would say. Raises Invalid for a question that lacks what its mode needs."""
    question = _question(entry, lists, modes)
    if question.mode == "chance":
        raise Invalid("nothing_to_judge")
    return rule_on(question, text)


def _question(entry: Entry, lists: Lists, modes: Collection[str | None]) -> Question:
    known = lists_of(load(LISTS)) | dict(lists)
    return make_question(Read(entry.id, entry, known, "", 0, True, ""), entry.hint, modes)
