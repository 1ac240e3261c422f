"""Variety of a complete pack: no template, theme or difficulty takes too much of a booklet or deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from tablee.judge import normal

from .finding import Finding
from .sheet import Sheet

TEMPLATE: Final = 0.02
THEME: Final = 0.15
DIFFICULTY: Final = (0.10, 0.35)


def check_balance(sheet: Sheet) -> Iterator[Finding]:
    for part, questions in sheet.parts().items():
        entries = [entry for _, entry in questions]
        total = len(entries)
        for shape, count in Counter(template(entry.text) for entry in entries).most_common():
            if count > max(1, TEMPLATE * total):
                yield sheet.whole(
                    "template", part=part, template=shape, count=count, total=total, most=f"{TEMPLATE:.0%}"
                )
        for theme, count in Counter(entry.theme or "—" for entry in entries).most_common():
            if count > THEME * total:
                yield sheet.whole("theme", part=part, theme=theme, count=count, total=total, most=f"{THEME:.0%}")
        counts = Counter(entry.difficulty for entry in entries)
        least, most = DIFFICULTY
        for difficulty in range(1, 6):
            if not least * total <= counts[difficulty] <= most * total:
                yield sheet.whole(
                    "difficulty",
                    part=part,
                    difficulty=difficulty,
                    count=counts[difficulty],
                    total=total,
                    least=f"{least:.0%}",
                    most=f"{most:.0%}",
                )


def template(text: str) -> str:
    """How a question begins, and on what kind of word it ends: a number, a name or another word.

    >>> template("Quelle est la capitale du Pérou ?"), template("Quelle est la couleur du ciel ?")
    ('quelle est la … Abc', 'quelle est la … abc')
    """
    words = re.findall(r"\w+", text)
    if not words:
        return "…"
    last = "123" if words[-1].isdigit() else "Abc" if words[-1][0].isupper() else "abc"
    return f"{' '.join(normal(word) for word in words[:3])} … {last}"
