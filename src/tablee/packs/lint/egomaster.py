"""A complete Egomaster pack: three booklets of 20 pages with 20 questions, and a mix of icons in two of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ..format import PageEntry
from .finding import Finding
from .sheet import Sheet

PAGES: Final = 20
QUESTIONS: Final = 20  # on a page
SHARES: Final = {"speed": 0.40, "target": 0.30, "ping_pong": 0.30}
ABOUT: Final = 0.05  # how far a share may be off


def count_egomaster(sheet: Sheet) -> Iterator[Finding]:
    entries = [entry for _, entry in sheet.questions if isinstance(entry, PageEntry)]
    for booklet in ("solo", "duo", "multi"):
        inside = [entry for entry in entries if entry.booklet == booklet]
        pages = Counter(entry.page for entry in inside)
        for page in range(1, PAGES + 1):
            if pages[page] != QUESTIONS:
                yield sheet.whole("on_page", part=booklet, page=page, found=pages[page], expected=QUESTIONS)
        icons = Counter(entry.mode for entry in inside)
        for mode, share in SHARES.items() if booklet != "solo" and inside else ():
            if abs(icons[mode] / len(inside) - share) > ABOUT:
                found = f"{icons[mode] / len(inside):.0%}"
                yield sheet.whole("icons", part=booklet, mode=mode, found=found, expected=f"{share:.0%}")
