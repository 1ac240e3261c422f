"""The automatic judge of both quiz games: what the house says of a typed answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from tablee.engine import Ask, Choice, Header, Value
from tablee.judge import Verdict, judge, judge_list

from .pack import questions
from .questions import NO_ITEM, Question

Ruling = Literal["right", "wrong", "unsure"]


def referee(header: Header) -> Callable[[Ask], Value]:
    """Answers the asks for a verdict in this match. What it cannot tell, it leaves to the table."""
    known = questions(header.packs)

    def rule(ask: Ask) -> Value:
        about = ask.about or {}
        found = known.get(str(about.get("question")))
        text, answers = about.get("text"), about.get("answers")
        if not isinstance(text, str):
            return allowed(ask, "unsure")
        if found and ask.name == "item":
            return find_item(found.question, text)
        if found:
            return allowed(ask, judge_question(found.question, text))
        return allowed(ask, compare(text, tuple(map(str, answers)) if isinstance(answers, tuple) else ()))

    return rule


def find_item(question: Question, text: str) -> str:
    """DZ-89, EG-41: as which item of the list this is right, if the house knows."""
    verdict = judge_list(text, question.items, question.rivals, question.text)
    return verdict.item if verdict == "right" and verdict.item else NO_ITEM


def judge_question(question: Question, text: str) -> Ruling:
    """With all that the pack knows of this question: other names of the items, wrong answers, and the unit."""
    return _word(rule_on(question, text))


def rule_on(question: Question, text: str) -> Verdict:
    """The same, with the reason."""
    if question.items:
        return judge_list(text, question.items, question.rivals, question.text)
    return _judge(text, question.answers, question.rivals, question.unit, question.text)


def compare(text: str, answers: Sequence[str]) -> Ruling:
    """As the judge of typed answers says."""
    return _word(_judge(text, answers))


def _judge(
    text: str, answers: Sequence[str], rivals: Sequence[str] = (), unit: str | None = None, asked: str = ""
) -> Verdict:
    kind: Literal["text", "number"] = "number" if answers and all(map(_is_number, answers)) else "text"
    return judge(text, answers, rivals, kind, unit, asked)


def _word(verdict: Verdict) -> Ruling:
    return "right" if verdict == "right" else "wrong" if verdict == "wrong" else "unsure"


def allowed(ask: Ask, ruling: Ruling) -> Value:
    """Some asks have no room for a doubt."""
    options = ask.form.options if isinstance(ask.form, Choice) else ()
    return ruling if ruling in options else "wrong"


def _is_number(answer: str) -> bool:
    try:
        float(answer)
    except ValueError:
        return False
    return True
