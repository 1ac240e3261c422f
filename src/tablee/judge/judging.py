"""The judge: is this typed answer right? Deterministic; when in doubt it says so, and people decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from .counting import judge_number
from .matching import compare
from .normal import normal
from .question import Question, prepare
from .remarks import apposition, somewhere
from .text import LONGEST, Form, fold
from .verdict import Verdict
from .wrapping import affirmed, alternatives, brackets, enumeration, nothing_said, pauses, somebody_near, unwrap

Kind = Literal["text", "number"]
_READ: Final = 8 * LONGEST  # invisible characters may be among them


def judge(
    answer: str,
    accept: Sequence[str],
    rivals: Sequence[str] = (),
    kind: Kind = "text",
    unit: str | None = None,
    asked: str = "",
) -> Verdict:
    """Whether `answer` means one of `accept` rather than one of `rivals` (plausible wrong answers) or anything else.

    `asked` is the question: whoever repeats its words besides the answer says nothing else.

    >>> judge("euh... lautriche ?", ["Autriche"], ["Australie", "Hongrie"])
    <right: “Autriche” by its sound>
    >>> judge("Paris ou Lyon", ["Paris"]), judge("Gambie", ["Zambie"], ["Gambie"]) == "wrong"
    (<wrong: several answers at once>, True)
    >>> judge("la pilule rouge", ["rouge"], ["bleue"], asked="De quelle couleur est la pilule ?") == "right"
    True
    >>> judge("une heure et demie", ["90"], kind="number", unit="minutes") == "right"
    True
    """
    text = fold(answer[:_READ]).strip()
    if len(text) > LONGEST and (len(answer) > _READ or len(text) > 3 * max(map(len, accept), default=0)):
        return Verdict("wrong", "too_long")
    if kind == "number":
        verdict = judge_number(text, tuple(accept), unit, asked)
        if verdict is not None:
            return verdict
    return _judge_text(text, prepare(tuple(accept), tuple(rivals), asked), answer.strip().isupper())


def same_answer(a: str, b: str) -> bool:
    """Whether two answers name the same thing, so that the second is a repetition (Ping-Pong).

    >>> same_answer("les Kiwis", "kiwi"), same_answer("Allemagne", "lalemagne"), same_answer("Iran", "Irak")
    (True, True, False)
    """
    if normal(a) == normal(b):
        return True
    return judge(a, (b,)) == "right" or judge(b, (a,)) == "right"


def _judge_text(text: str, question: Question, shouted: bool) -> Verdict:
    verdict = _compare(text, question, shouted)
    if verdict != "right" and nothing_said(text):
        return Verdict("wrong", "empty")
    if verdict == "right" or verdict.reason in ("rival", "empty") or text.isalnum():
        return verdict
    if (rest := affirmed(text)) is not None:
        corrected = _judge_text(rest, question, shouted)
        return corrected if corrected != "wrong" or verdict == "wrong" else Verdict("wrong", "negated")
    phrase = unwrap(text)
    structured = _judge_structure(phrase.text, question, shouted)
    if structured is not None:
        verdict = structured
    elif phrase.text != text:
        verdict = max(verdict, _compare(phrase.text, question, shouted), key=_rank)
    if verdict == "unsure" and verdict.reason == "extra" and somebody_near(phrase.text):
        return Verdict("wrong", "other_detail", said=phrase.text[:40], good="")
    if phrase.negated and verdict == "right":
        return Verdict("wrong", "negated")
    return verdict


def _judge_structure(text: str, question: Question, shouted: bool) -> Verdict | None:
    """Alternatives, a remark in brackets, an enumeration; None if the phrase is of one piece."""
    thoughts = pauses(text)
    if len(thoughts) > 1:
        return _judge_thoughts(thoughts, question, shouted)
    options = alternatives(text)
    if len(options) > 1 and not question.chooses:
        return _judge_options([_compare(option, question, shouted) for option in options])
    if "(" in text or "[" in text:
        outside, inside = brackets(text)
        return _judge_remark(outside, inside, question, shouted)
    parts = enumeration(text)
    return _judge_parts(parts, question, shouted) if len(parts) > 1 else None


def _judge_thoughts(thoughts: list[str], question: Question, shouted: bool) -> Verdict:
    """«Euh, attends… Titanic»: the last word counts, unless one before it was another answer."""
    *before, last = (unwrap(thought).text for thought in thoughts)
    verdict = _compare(last, question, shouted)
    if verdict == "right" and any(_compare(one, question, shouted).reason == "rival" for one in before):
        return Verdict("unsure", "several")
    if verdict == "wrong" and _compare(before[0], question, shouted) == "right" and verdict.reason != "rival":
        return Verdict("unsure", "extra", said=last[:40])
    return verdict


def _compare(text: str, question: Question, shouted: bool) -> Verdict:
    said = Form(text)
    if not said.words:
        return Verdict("wrong", "empty")
    literal = Form(text, numerals=False) if question.literal else None
    return compare(said, literal, question, shouted)


def _judge_options(verdicts: list[Verdict]) -> Verdict:
    """«A ou B» is only right if both are."""
    if all(verdict == "right" for verdict in verdicts):
        return verdicts[0]
    if any(verdict == "right" for verdict in verdicts):
        return Verdict("wrong", "several")
    return max(verdicts, key=_rank)


def _judge_remark(outside: str, inside: str, question: Question, shouted: bool) -> Verdict:
    """«Vienne (Autriche)»: the remark must not be another answer."""
    verdict, remark = _compare(outside, question, shouted), _compare(inside, question, shouted)
    if verdict == "wrong" and remark == "right" and len(outside.strip()) < 4:
        return remark  # «He (hélium)»
    if remark == "wrong" and remark.reason == "rival" and verdict == "right":
        return Verdict("wrong", "several")
    if verdict == "unsure" and verdict.reason == "other_word" and remark.reason == "different":
        return Verdict("right", "sound", good=verdict.params["good"])
    return verdict


def _judge_parts(parts: list[str], question: Question, shouted: bool) -> Verdict:
    """«Lisbonne, Portugal» or «Lisbonne, Porto»."""
    verdicts = [_compare(part, question, shouted) for part in parts]
    if all(verdict == "right" for verdict in verdicts):
        return verdicts[0]
    if any(verdict == "right" for verdict in verdicts):
        others = [verdict for verdict in verdicts if verdict != "right"]
        if any(verdict.reason == "rival" for verdict in others):
            return Verdict("wrong", "several")
        if verdicts[0] == "right" and all(map(_only_tells, parts[1:])):
            return verdicts[0]
        return _compare(" ".join(parts), question, shouted)
    return max(verdicts, key=_rank)


def _only_tells(part: str) -> bool:
    """«Paris, France», «Dumas, l’auteur des Trois Mousquetaires»."""
    words = Form(part).words
    return bool(words) and (apposition(words) or somewhere(words))


def _rank(verdict: Verdict) -> int:
    return 2 if verdict == "right" else 1 if verdict == "unsure" else 0
