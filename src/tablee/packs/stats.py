"""`tablee packs stats`: what a pack holds, as counts and bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from tablee.engine import Words

from .rules import all_rules
from .source import Source

EIGHTHS: Final = " ▏▎▍▌▋▊▉█"
STEP: Final = 20  # characters


def count(source: Source) -> dict[str, dict[str, int]]:
    """Counts by part, mode, theme, difficulty and length, and by what the game names; for lists by item."""
    questions = [item.table for item in source.items if item.array == "question"]
    entries = [item.table for item in source.items if item.array != "list"]
    rules = all_rules().get(source.manifest.game if source.manifest else "")
    named = rules.counts if rules else {}
    lengths = Counter(len(str(table.get("text", ""))) // STEP * STEP for table in entries)
    sizes = {item.id: len(item.table.get("items", ())) for item in source.items if item.array == "list"}
    found: dict[str, dict[str, int]] = {
        **{name: _tally(table.get(field) for table in entries) for name, field in named.items()},
        "mode": _tally((table.get("mode") for table in questions), by_name=False),
        "theme": _tally((table.get("theme") for table in questions), by_name=False),
        "difficulty": _tally(table.get("difficulty") for table in entries),
        "length": {
            f"{low}–{low + STEP - 1}": lengths[low]
            for low in range(min(lengths, default=0), max(lengths, default=-1) + 1, STEP)
        },
        "items": sizes,
    }
    return {name: counts for name, counts in found.items() if counts}


def draw(counts: dict[str, dict[str, int]], own: Words, width: int) -> Iterator[str]:
    """A table of bars for each kind of count, no wider than the terminal."""
    for name, column in counts.items():
        yield ""
        yield f"  {own.tables['counts'][name]}"
        wide = max(len(key) for key in column)
        most = max(column.values())
        room = max(10, width - wide - 14)
        for key, number in column.items():
            yield f"    {key:<{wide}} {number:>5}  {bar(number, most, room)}".rstrip()


def bar(number: int, most: int, room: int) -> str:
    """
    >>> bar(3, 4, 2)
    '█▌'
    """
    eighths = round(number / (most or 1) * room * 8)
    return EIGHTHS[8] * (eighths // 8) + EIGHTHS[eighths % 8].strip()


def _tally(values: Iterable[object], *, by_name: bool = True) -> dict[str, int]:
    counts = Counter("—" if value is None else str(value) for value in values)
    return dict(sorted(counts.items()) if by_name else counts.most_common())
