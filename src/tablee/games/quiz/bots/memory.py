"""What a bot has kept of the pack. It is made once, when the bot sits down, and asked only with what the seat is shown:
the text of a question, or the clue or keyword before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import exp
from random import Random
from typing import Final

from msgspec import Struct

from tablee.engine import PackRef
from tablee.judge import normal

from ..pack import AnyEntry, Known, questions
from ..questions import Question, read_entries
from .tempers import Temper

HUNCHES: Final = 0.5  # how often something comes to mind that it is not sure of
HUNCH_RIGHT: Final = 0.35  # and how often that is right after all
TASTES: Final = (-0.18, 0.0, 0.0, 0.18)  # a theme it is bad at, two like any other, one it is good at
UNRATED: Final = 3  # the difficulty of a question that does not say


class Recollection(Struct, frozen=True):
    """What it has kept of one question."""

    mode: str | None = None
    sure: bool = False
    answer: str | None = None  # perhaps a wrong one
    number: float = 0.0  # a belief, exact if it is sure
    items: tuple[str, ...] = ()  # of a list: in the order in which they come to mind
    names: Mapping[str, str] = {}  # by which it recognises an item of its own that others have said


NOTHING: Final = Recollection()


class Memory:
    def __init__(self, packs: tuple[PackRef, ...], temper: Temper, rng: Random) -> None:
        self.by_text: dict[str, Recollection] = {}
        known, themes = questions(packs), themes_of(packs)
        tastes = {theme: rng.choice(TASTES) for theme in dict.fromkeys(themes.values())}
        asked = sure = listed = lists = 0
        modes: dict[str | None, int] = {}
        hints: dict[str, Recollection | None] = {}  # None: it is not recognised, or stands for several questions
        for id, entry in known.items():
            question = entry.question
            kept = recall(entry, tastes[themes[id]], temper, rng)
            rings = rng.random() < temper.bells
            self.by_text[question.text] = kept
            hints[question.hint] = kept if rings and question.hint not in hints else None
            modes[kept.mode] = modes.get(kept.mode, 0) + 1
            answered = question.mode.answered
            if answered == "list":
                lists, listed = lists + 1, listed + len(kept.items)
            elif answered != "deed":
                asked, sure = asked + 1, sure + kept.sure
        self.by_hint = {hint: kept for hint, kept in hints.items() if kept}
        self.rate = sure / asked if asked else 0.0  # how much it knows of anything
        self.length = listed / lists if lists else 0.0  # how many items of a list it knows, as a rule
        self.modes: Mapping[str | None, float] = {mode: count / len(known) for mode, count in modes.items()}

    def of(self, text: str) -> Recollection:
        return self.by_text.get(text, NOTHING)

    def of_hint(self, hint: str | None) -> Recollection | None:
        """None: the clue rings no bell."""
        return self.by_hint.get(hint) if hint else None


@cache
def themes_of(packs: tuple[PackRef, ...]) -> Mapping[str, str | None]:
    """By the id of the question."""
    return {read.entry.id: read.entry.theme for read in read_entries(packs, AnyEntry)}


def recall(known: Known, taste: float, temper: Temper, rng: Random) -> Recollection:
    """How much of a question stays: more of the easy ones, and of what it likes."""
    question = known.question
    chance = min(0.98, max(0.0, temper.knows[(known.difficulty or UNRATED) - 1] + taste * temper.knows[1]))
    sure = rng.random() < chance
    mode = question.mode.name
    match question.mode.answered:
        case "deed":
            return Recollection(mode)
        case "list":
            items = some_items(question.answers, chance, temper.most_items, rng)
            return Recollection(mode, sure, items=items, names=question.names)
        case "number":
            number = question.truth if sure else believe(question.truth, temper.error, rng)
            return Recollection(mode, sure, number=number)
        case "words":
            return Recollection(mode, sure, question.answers[0] if sure else hunch(question, rng))


def hunch(question: Question, rng: Random) -> str | None:
    """What comes to mind beside the right answer: mostly something that stands near it."""
    if not question.rivals or rng.random() >= HUNCHES:
        return None
    return question.answers[0] if rng.random() < HUNCH_RIGHT else rng.choice(question.rivals)


def some_items(answers: Sequence[str], chance: float, most: int, rng: Random) -> tuple[str, ...]:
    """Nobody knows two hundred countries: lists run dry."""
    items = [item for item in answers if rng.random() < chance]
    rng.shuffle(items)
    return tuple(items[: most // 2 + int(rng.random() * (most - most // 2 + 1))])


def believe(truth: float, error: float, rng: Random) -> float:
    """Off by a believable amount, and as round as people say numbers; a year by some decades."""
    if truth.is_integer() and 1_000 <= truth <= 2_100:
        return float(round(truth + rng.gauss(0, 90 * error)))
    guess = truth * exp(rng.gauss(0, error))
    if abs(guess) < 20:
        return float(round(guess + rng.choice((-1, 0, 1))))
    return float(f"{guess:.2g}")


def next_item(kept: Recollection, said: Sequence[str]) -> str | None:
    """The first of its items that nobody has named, by whatever name."""
    taken = {kept.names.get(plain, plain) for plain in map(normal, said)}
    return next((item for item in kept.items if item not in taken and normal(item) not in taken), None)
