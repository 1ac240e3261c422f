"""Which item of a list was meant? By the same tolerance for every name of an item; neighbours stay apart."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from .judging import judge
from .lexicon import PLACE, THING, look_up
from .phonetic import sound
from .spelling import allowed, skeleton, weight
from .text import Form, fold
from .verdict import Verdict
from .wrapping import unwrap

Items: TypeAlias = tuple[tuple[str, ...], ...]
"""The items of a list, each with all its names; the first is the one that is shown."""

NEAREST: Final = 4  # names that are looked at closely


def judge_list(answer: str, items: Items, rivals: Sequence[str] = (), asked: str = "") -> Verdict:
    """Whether `answer` means one of the items, and which: `verdict.item`. `asked`: the question.

    >>> planets = (("Mercure",), ("Vénus",), ("Terre", "planète bleue"), ("Mars",))
    >>> judge_list("la planete bleu", planets).item, judge_list("venuss", planets).item, judge_list("Pluton", planets)
    ('Terre', 'Vénus', <wrong: that is something else>)
    """
    known = _known(items, tuple(rivals))
    if (item := known.recognise(answer)) is not None:
        return Verdict("right", "same", good=items[item][0]).of(items[item][0])
    verdicts = [(item, known.judge(item, answer, asked)) for item in known.near(answer)]
    right = [(item, verdict) for item, verdict in verdicts if verdict == "right"]
    if len(right) == 1:
        item, verdict = right[0]
        return verdict.of(items[item][0])
    if right:
        return Verdict("unsure", "near_rival", rival=items[right[1][0]][0])
    slip = known.slip(answer) if all(verdict.reason in _SLIPS for _, verdict in verdicts) else None
    if slip is not None:
        shown = items[slip][0]
        return Verdict("right", "spelling", good=shown).of(shown)
    unsure = [verdict.of(items[item][0]) for item, verdict in verdicts if verdict == "unsure"]
    return next(iter(unsure), verdicts[0][1] if verdicts else Verdict("wrong", "different"))


class _Known:
    """A list made ready: its names as they are compared, and how each sounds."""

    def __init__(self, items: Items, rivals: tuple[str, ...]) -> None:
        self.items, self.rivals = items, rivals
        self.barred = {Form(fold(rival)).joined for rival in rivals}
        self.others: dict[int, tuple[str, ...]] = {}
        self.names: list[str] = []
        self.owner: list[int] = []
        self.heard: dict[str, set[int]] = {}
        self.exact: dict[str, set[int]] = {}
        self.words: dict[str, set[int]] = {}
        for number, names in enumerate(items):
            for name in names:
                form = Form(fold(name))
                self.names.append(form.joined)
                self.owner.append(number)
                self.heard.setdefault(sound(form.joined), set()).add(number)
                for key in (form.joined, form.key, "".join(form.words)):
                    self.exact.setdefault(key, set()).add(number)
                for word in form.content:
                    self.words.setdefault(word, set()).add(number)

    def recognise(self, answer: str) -> int | None:
        """The item that is named to the letter, but for accents, articles, spaces and plural."""
        form = Form(fold(answer[:400]).strip())
        found = self.exact.get("".join(form.words)) or self.exact.get(form.joined) or self.exact.get(form.key)
        return next(iter(found)) if found and len(found) == 1 and form.joined not in self.barred else None

    def near(self, answer: str) -> list[int]:
        """The items worth a closer look, the nearest first."""
        text = fold(answer[:400]).strip()
        found: dict[int, None] = {}
        for phrase in dict.fromkeys((text, unwrap(text).text)):
            form = Form(phrase)
            for key in (form.joined, form.key, "".join(form.words)):
                found |= dict.fromkeys(sorted(self.exact.get(key, ())))
            found |= dict.fromkeys(sorted(self.heard.get(sound(form.joined), ())))
            shared = [self.words[word] for word in form.content if word in self.words]
            for owners in sorted(shared, key=len)[:2]:
                found |= dict.fromkeys(sorted(owners)[:NEAREST])
            for _, _, at in extract(form.joined, self.names, scorer=OSA.normalized_distance, limit=NEAREST):
                found[self.owner[at]] = None
        return list(found)

    def slip(self, answer: str) -> int | None:
        """The one item that is a slip away: who answers to a list means something that stands there."""
        form = Form(unwrap(fold(answer[:400]).strip()).text)
        said = form.joined
        budget = max(1, allowed(len(said)))
        found = extract(said, self.names, scorer=OSA.distance, score_cutoff=budget, limit=8) if len(said) > 2 else []
        if not found or form.numbers:
            return None
        nearest = [at for _, distance, at in found if distance == found[0][1]]
        if len({self.owner[at] for at in nearest}) > 1:  # a first letter is seldom missed
            nearest = [at for at in nearest if self.names[at][0] == said[0]]
        if len({self.owner[at] for at in nearest}) != 1:
            return None
        if len(form.content) == 1 and _meant(said) and not any(_foreign(said, self.names[at]) for at in nearest):
            return None
        return self.owner[nearest[0]]

    def judge(self, item: int, answer: str, asked: str) -> Verdict:
        others = self.others.get(item)
        if others is None:
            names = (name for number, names in enumerate(self.items) if number != item for name in names)
            others = self.others[item] = (*names, *self.rivals)
        return judge(answer, self.items[item], others, asked=asked)


def _meant(word: str) -> bool:
    """Somebody who types this word may well mean it."""
    flags = look_up(word)
    return bool(flags & (PLACE | THING)) or weight(word) >= 5


def _foreign(said: str, name: str) -> bool:
    """«Kabul» for «Kaboul», but not «Guyane» for «Guyana»."""
    return said[0] == name[0] and said[-1] == name[-1] and skeleton(said) == skeleton(name)


_SLIPS: Final = ("far", "other_word", "near_rival", "different", "part", "too_general")


@lru_cache(maxsize=512)
def _known(items: Items, rivals: tuple[str, ...]) -> _Known:
    return _Known(items, rivals)
