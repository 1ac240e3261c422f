"""What stands there twice: ids, and texts that say nearly the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from rapidfuzz import fuzz

from tablee.judge import normal

from ..format import Answered, Entry
from ..source import Item
from .finding import Finding, at
from .sheet import Sheet

ALIKE: Final = 85  # of 100


def check_twice(sheet: Sheet) -> Iterator[Finding]:
    """Inside one pack."""
    ids: dict[tuple[str, str], Item] = {}
    for item in sheet.source.items:
        first = ids.setdefault((item.array, item.id), item)
        if item.id and first is not item:
            yield at(item, "id_twice", other=first.place)


def check_alike(sheets: Sequence[Sheet]) -> Iterator[Finding]:
    """Over all packs: questions with the same answer and nearly the same text, and whatever else has the same text."""
    groups: dict[Hashable, list[tuple[Item, str]]] = {}
    for sheet in sheets:
        for item, entry in sheet.questions:
            groups.setdefault(_answer(sheet.answered(entry), entry), []).append((item, entry.text))
        for item, held in sheet.others:
            if text := getattr(held, "text", ""):
                groups.setdefault((item.array, normal(text)), []).append((item, text))
    for group in groups.values():
        plain = [(item, text, normal(text)) for item, text in group]
        for number, (item, text, words) in enumerate(plain):
            for other, told, theirs in plain[:number]:
                if likeness(words, theirs) >= ALIKE:
                    yield at(item, "alike", text=text, other=f"{other.id} ({other.file.name})", told=told)
                    break


def _answer(answered: Answered, entry: Entry) -> Hashable:
    if answered == "list":
        return entry.closed_list or frozenset(map(normal, entry.accept))
    return answered == "deed", "" if entry.answer is None else normal(str(entry.answer))


def likeness(text: str, other: str) -> float:
    """Word order does not make another question."""
    return max(
        fuzz.ratio(text, other, score_cutoff=ALIKE),
        fuzz.token_sort_ratio(text, other, score_cutoff=ALIKE),
    )
