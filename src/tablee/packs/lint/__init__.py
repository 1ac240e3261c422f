"""`tablee packs lint`: everything that can be checked about a pack without knowing the world."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ..library import shipped
from ..source import Source, read
from .balance import check_balance
from .blitz import check_themes, count_blitz
from .defizz import count_defizz
from .egomaster import count_egomaster
from .finding import Finding, near
from .judging import check_judging, check_list, the_judge
from .lists import check_lists
from .sheet import Sheet, fill_in
from .twice import check_alike, check_twice
from .wording import check_wording

__all__ = ["Finding", "lint", "near", "shipped_lists"]

COUNTS: Final[dict[str, Callable[[Sheet], Iterator[Finding]]]] = {
    "defizz": count_defizz,
    "egomaster": count_egomaster,
    "blitz": count_blitz,
}
Progress = Callable[[int, int], None]  # how many questions of how many


def lint(
    sources: Sequence[Source], today: datetime.date, progress: Progress = lambda done, total: None
) -> list[Finding]:
    """All findings about some packs, which are also compared with each other; pack by pack, as they stand there."""
    known = shipped_lists()
    sheets = [fill_in(source, known) for source in sources]
    total, done = sum(len(sheet.questions) + len(sheet.lists) for sheet in sheets), 0
    judge = the_judge()
    findings = []
    for sheet in sheets:
        findings += sheet.findings
        findings += [*check_twice(sheet), *check_lists(sheet), *check_themes(sheet)]
        for item, held in sheet.lists:
            findings += check_list(judge, item, held.items) if judge else ()
            progress(done := done + 1, total)
        for item, entry in sheet.questions:
            findings += check_wording(sheet.game, item, entry, today)
            findings += check_judging(judge, sheet, item, entry) if judge else ()
            progress(done := done + 1, total)
        if sheet.complete and sheet.game in COUNTS:
            findings += [*COUNTS[sheet.game](sheet), *check_balance(sheet)]
    findings += check_alike(sheets)
    return sorted(findings, key=lambda finding: _where(finding, sources))


def _where(finding: Finding, sources: Sequence[Source]) -> tuple[int, str, int]:
    pack = next(n for n, source in enumerate(sources) if finding.file.is_relative_to(source.path))
    return pack, str(finding.file), finding.line or 0


def shipped_lists() -> dict[str, tuple[str, ...]]:
    path = shipped().get("lists")
    sheet = fill_in(read(path), {}) if path else None
    return sheet.known if sheet else {}
