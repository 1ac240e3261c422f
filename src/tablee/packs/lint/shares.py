"""What a box is made of, as far as its tags tell: for a Saturday night, of our time, about women as well as men."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from .finding import Finding
from .sheet import Sheet

BOUNDS: Final = {"pop": (0.35, 1.0), "2000s": (0.20, 1.0), "school": (0.0, 0.03)}  # of all questions
WOMEN: Final = 0.40  # of the people who are answers, at least


def check_shares(sheet: Sheet) -> Iterator[Finding]:
    total = len(sheet.questions)
    if not total:
        return
    tags: Counter[str] = Counter(tag for _, entry in sheet.questions for tag in entry.tags)
    for tag, (least, most) in BOUNDS.items():
        if not least * total <= tags[tag] <= most * total:
            bounds = {"least": f"{least:.0%}", "most": f"{most:.0%}"}
            yield sheet.whole("share", tag=tag, count=tags[tag], total=total, **bounds)
    people = tags["woman"] + tags["man"]
    if tags["woman"] < WOMEN * people:
        yield sheet.whole("women", count=tags["woman"], total=people, least=f"{WOMEN:.0%}")
