"""A Blitz pack: themes that do not overlap; a complete one has 54 with the symbols of BL-10, and enough examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from tablee.judge import normal

from ..format import Symbol
from ..source import Item
from .finding import Finding, at
from .sheet import Sheet
from .wording import TEXT

THEMES: Final = 54
EXAMPLES: Final = 20
BORDERLINE: Final = 3
RARER: Final = {"A": ("circle", "star"), "B": ("diamond", "cross"), "C": ("diamond", "star")}  # BL-10


def check_themes(sheet: Sheet) -> Iterator[Finding]:
    """BL-06: no tag twice, and no example twice in a theme."""
    tags: dict[str, Item] = {}
    for item, theme in sheet.themes:
        first = tags.setdefault(normal(theme.tag), item)
        if first is not item:
            yield at(item, "tag_twice", tag=theme.tag, other=first.id)
        if len(theme.text) > TEXT:
            yield at(item, "long_text", found=len(theme.text), most=TEXT)
        for example, count in Counter(map(normal, theme.examples)).items():
            if count > 1:
                yield at(item, "items_alike", name=example, other=example)


def count_blitz(sheet: Sheet) -> Iterator[Finding]:
    if len(sheet.themes) != THEMES:
        yield sheet.whole("themes", found=len(sheet.themes), expected=THEMES)
    letter = (sheet.source.manifest.letter if sheet.source.manifest else None) or "—"
    if letter not in RARER:
        yield sheet.whole("letter", letter=letter, expected=", ".join(RARER))
    symbols = Counter(theme.symbol for _, theme in sheet.themes)
    for symbol in get_args(Symbol):
        expected = 6 if symbol in RARER.get(letter, ()) else 7
        if letter in RARER and symbols[symbol] != expected:
            yield sheet.whole("symbols", symbol=symbol, found=symbols[symbol], expected=expected)
    for item, theme in sheet.themes:
        if len(theme.examples) < EXAMPLES:
            yield at(item, "few_examples", found=len(theme.examples), least=EXAMPLES)
        if len(theme.borderline) < BORDERLINE:
            yield at(item, "few_borderline", found=len(theme.borderline), least=BORDERLINE)
