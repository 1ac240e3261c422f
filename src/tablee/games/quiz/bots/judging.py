"""Is it right? Honestly: by the answers one is shown, or by what one knows. None: one cannot say."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from tablee.engine import Ask, Value
from tablee.judge import normal

from ..referee import allowed, compare
from ..view import ChallengeView
from .memory import Recollection

ALIKE: Final = 0.5  # two answers that have less in common are not the same, whatever the judge says


def rule_on(ask: Ask, challenge: ChallengeView | None, kept: Recollection) -> Value:
    """The answer to any ask for a judgement."""
    right = find_right(ask, challenge, kept)
    match ask.name:
        case "verdict":
            return verdict(ask, right)
        case "declare":
            return "right" if right else "wrong"
        case "contest":
            return "contest" if right is False else "accept"
        case "appeal":
            return "accept"  # it says what it has read, and the house has read the same
        case "overturn":
            return None if right is None else "no" if right else "yes"
    return None if right is None else "right" if right else "wrong"


def verdict(ask: Ask, right: bool | None) -> Value:
    """A reader who cannot tell follows what is proposed. What was spoken aloud he has not heard: the table says."""
    about = ask.about or {}
    if right is not None:
        return "right" if right else "wrong"
    if "proposed" in about:
        return about["proposed"]
    return allowed(ask, "unsure") if "text" in about else None


def find_right(ask: Ask, challenge: ChallengeView | None, kept: Recollection) -> bool | None:
    about = ask.about or {}
    answers, text = about.get("answers"), about.get("text")
    if "seat" not in about:
        text = latest_right(challenge)
    if ask.name == "declare" and text is None:
        text = kept.answer  # what it has said itself
    if not isinstance(text, str):
        return None
    item = kept.names.get(normal(text), text)
    if isinstance(answers, tuple):
        return item in answers or seems_right(text, tuple(map(str, answers)))
    return True if item in kept.items else None


def seems_right(text: str, answers: Sequence[str]) -> bool | None:
    """As a person compares two answers."""
    ruling = compare(text, answers)
    if ruling != "unsure":
        return ruling == "right"
    alike = max((SequenceMatcher(None, normal(text), normal(answer)).ratio() for answer in answers), default=0.0)
    return None if alike >= ALIKE else False


def latest_right(challenge: ChallengeView | None) -> str | None:
    """The answer that won, as far as one can see."""
    attempts = challenge.attempts if challenge else []
    return next((attempt.text for attempt in reversed(attempts) if attempt.verdict == "right"), None)
