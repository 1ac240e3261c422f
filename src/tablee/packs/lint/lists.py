"""Closed lists: those of a pack, and those that its questions hold or name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tablee.judge import normal

from ..source import Item
from .finding import Finding, at
from .sheet import Sheet

ITEMS: Final = (6, 200)


def check_lists(sheet: Sheet) -> Iterator[Finding]:
    for item, held in sheet.lists:
        yield from _check_items(item, held.items)
        if not held.source:
            yield at(item, "no_source")
    for item, entry in sheet.questions:
        if entry.closed_list and entry.closed_list not in sheet.known:
            yield at(item, "unknown_list", list=entry.closed_list)
        elif sheet.answered(entry) == "list":
            items = sheet.known[entry.closed_list] if entry.closed_list else entry.accept
            least, most = ITEMS
            if not least <= len(items) <= most:
                yield at(item, "list_size", found=len(items), least=least, most=most)
            if not entry.closed_list:
                yield from _check_items(item, items)


def _check_items(item: Item, items: Sequence[str]) -> Iterator[Finding]:
    """Two items with one name could not be told apart."""
    names: dict[str, str] = {}
    for held in items:
        for name in held.split("|"):
            first = names.setdefault(normal(name), held)
            if first is not held:
                yield at(item, "items_alike", name=name, other=first)
