"""A Blitz pack: themes that do not overlap; a complete one has 54 with the symbols of BL-10, and enough examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, get_args

from tablee.judge import Verdict, judge_list, left_to_the_table, normal, ruled
from tablee.packs.lint import TEXT, Finding, Item, Sheet, at, count_words
from tablee.packs.rules import Lists, PackRules

from .cards import RARER, SYMBOLS, THEMES, Answers, Theme, deal

EXAMPLES: Final = 20
BORDERLINE: Final = 3
PHRASE: Final = 5  # words: too long to type


def check(sheet: Sheet) -> Iterator[Finding]:
    """BL-06: no tag twice, and no example twice in a theme."""
    tags: dict[str, Item] = {}
    for item, theme in sheet.all(Theme):
        first = tags.setdefault(normal(theme.tag), item)
        if first is not item:
            yield at(item, "tag_twice", tag=theme.tag, other=first.id)
        if len(theme.text) > TEXT:
            yield at(item, "long_text", found=len(theme.text), most=TEXT)
        if theme.instead_of and not any(one.id == theme.instead_of and one.spoken for _, one in sheet.all(Theme)):
            yield at(item, "stands_in", other=theme.instead_of)
        if not theme.spoken and 2 * sum(count_words(one) >= PHRASE for one in theme.examples) > len(theme.examples):
            yield at(item, "phrases", words=PHRASE)
        for example, count in Counter(map(normal, theme.examples)).items():
            if count > 1:
                yield at(item, "items_alike", name=example, other=example)


def fill(sheet: Sheet) -> Iterator[Finding]:
    themes = sheet.all(Theme)
    letter = (sheet.source.manifest.letter if sheet.source.manifest else None) or "—"
    if letter not in RARER:
        yield sheet.whole("letter", letter=letter, expected=", ".join(RARER))
    for answers in get_args(Answers):  # a deck for those who type, and one for those who speak
        dealt = deal((theme for _, theme in themes), answers)
        if len(dealt) != THEMES:
            yield sheet.whole("themes", answers=answers, found=len(dealt), expected=THEMES)
        symbols = Counter(theme.symbol for theme in dealt)
        for symbol in SYMBOLS:
            expected = 6 if symbol in RARER.get(letter, ()) else 7
            if letter in RARER and symbols[symbol] != expected:
                yield sheet.whole("symbols", answers=answers, symbol=symbol, found=symbols[symbol], expected=expected)
    for item, theme in themes:
        if len(theme.examples) < EXAMPLES:
            yield at(item, "few_examples", found=len(theme.examples), least=EXAMPLES)
        if len(theme.borderline) < BORDERLINE:
            yield at(item, "few_borderline", found=len(theme.borderline), least=BORDERLINE)


def try_answer(theme: Theme, lists: Lists, text: str) -> Verdict:
    """BL-48: the table decides; what the pack knows of an answer is ticked beforehand."""
    del lists
    said = normal(text)
    for case in theme.borderline:
        if normal(case.answer) == said:
            return ruled("right" if case.ruling == "yes" else "wrong", case.why)
    verdict = judge_list(text, tuple((example,) for example in theme.examples))
    return verdict if verdict == "right" else left_to_the_table()


PACKS: Final = PackRules(
    {"theme": Theme},
    check,
    fill,
    counts={"symbol": "symbol"},
    playable=lambda theme, lists: bool(theme.text.strip() and theme.tag.strip()),
    judge=try_answer,
)
