"""The words of the pack tools: a catalogue of their own, with what the games find and count in their packs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tablee.engine import Words, games


@cache
def tool_words(language: str) -> Words:
    own = Words(language, Path(__file__).parent)
    for meta in games().values():
        theirs = Words(language, meta.folder).tables if meta.packs else {}
        for name in ("findings", "counts", "headers"):
            own.tables[name] |= theirs.get(name, {})
    return own
