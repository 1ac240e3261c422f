"""The judge's self-test: it accepts what a pack accepts, and rejects its rivals."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from tablee.judge import normal

from ..format import Entry
from ..source import Item
from .finding import Finding, at
from .sheet import Sheet

Judge = Callable[..., Any]


@cache
def the_judge() -> Judge | None:
    judge = getattr(importlib.import_module("tablee.judge"), "judge", None)
    return judge if callable(judge) else None


def check_judging(judge: Judge, sheet: Sheet, item: Item, entry: Entry) -> Iterator[Finding]:
    """A closed list is tested once, where it stands; a question, with its own answers and rivals."""
    answered = sheet.answered(entry)
    if answered == "deed" or (answered == "list" and entry.closed_list):
        return
    if answered == "list":
        yield from check_list(judge, item, entry.accept)
        return
    numeric = isinstance(entry.answer, int | float)
    rivals = (*entry.rivals, *_others(sheet.known.get(entry.closed_list or "", ()), entry.right))
    settings = {"kind": "number" if numeric else "text", "unit": entry.unit}
    for answer in entry.right:
        verdict = judge(answer, entry.right, rivals, **settings)
        if verdict != "right":
            yield at(item, "not_accepted", answer=answer, verdict=str(verdict))
    for rival in entry.rivals:
        verdict = judge(rival, entry.right, rivals, **settings)
        if verdict != "wrong":
            yield at(item, "not_rejected", rival=rival, verdict=str(verdict))


def check_list(judge: Judge, item: Item, items: Sequence[str]) -> Iterator[Finding]:
    """Every name of every item is right among the others."""
    groups = [tuple(held.split("|")) for held in items]
    for group in groups:
        others = [name for other in groups if other is not group for name in other]
        for name in group:
            verdict = judge(name, group, others)
            if verdict != "right":
                yield at(item, "not_accepted", answer=name, verdict=str(verdict))


def _others(items: Sequence[str], right: Sequence[str]) -> tuple[str, ...]:
    """What else stands in the list of the right answer."""
    plain = {normal(answer) for answer in right}
    groups = [item.split("|") for item in items]
    return tuple(name for group in groups if plain.isdisjoint(map(normal, group)) for name in group)
