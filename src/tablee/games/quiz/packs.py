"""What the packs of both quiz games have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.engine import Invalid
from tablee.judge import Verdict
from tablee.packs.exchange import Draft
from tablee.packs.format import Entry
from tablee.packs.library import load
from tablee.packs.rules import Lists

from .mode import Mode
from .questions import LISTS, Question, Read, lists_of, make_question
from .referee import rule_on


def mode_of(draft: Draft, modes: Iterable[Mode]) -> Mode | None:
    """The mode of a question from elsewhere: among these the first that is answered alike. None: there is none."""
    number = isinstance(draft.answer, int | float) and not draft.mode and not draft.rivals
    answered = draft.answered or ("number" if number else "words")
    return next((mode for mode in modes if mode.answered == answered), None)


def is_playable(entry: Entry, lists: Lists, modes: Mapping[str | None, Mode]) -> bool:
    """Whether it has what its mode needs."""
    try:
        _question(entry, lists, modes)
    except Invalid:
        return False
    return bool(entry.text.strip())


def try_answer(entry: Entry, lists: Lists, text: str, modes: Mapping[str | None, Mode]) -> Verdict:
    """What the referee of the house would say. Raises Invalid for a question that lacks what its mode needs."""
    question = _question(entry, lists, modes)
    if question.mode.answered == "deed":
        raise Invalid("nothing_to_judge")
    return rule_on(question, text)


def _question(entry: Entry, lists: Lists, modes: Mapping[str | None, Mode]) -> Question:
    known = lists_of(load(LISTS)) | dict(lists)
    return make_question(Read(entry.id, entry, known, "", 0, True, ""), entry.hint, modes)
