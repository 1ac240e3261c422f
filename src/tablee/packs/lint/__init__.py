"""`tablee packs lint`: everything that can be checked about a pack without knowing the world."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence
from typing import Final

from ..library import shipped
from ..rules import all_rules
from ..source import Item, Source, read
from .balance import check_balance
from .finding import Finding, advise, at, near
from .judging import check_judging, check_list, the_judge
from .lists import check_lists
from .mix import check_lengths, check_targets
from .shares import check_shares
from .sheet import Sheet, fill_in
from .twice import check_alike, check_twice
from .twins import check_twins
from .wording import TEXT, check_apostrophes, check_wording, count_words

__all__ = [
    "TEXT",
    "Finding",
    "Item",
    "Sheet",
    "at",
    "check_lengths",
    "check_targets",
    "count_words",
    "lint",
    "near",
    "shipped_lists",
]

SAMPLE: Final = 50  # questions from which on it is worth saying how a pack of one's own is mixed

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
    rules = all_rules()
    for sheet in sheets:
        findings += sheet.findings
        if sheet.game not in rules:
            continue
        own = rules[sheet.game]
        findings += own.check(sheet)
        findings += [*check_twice(sheet), *check_lists(sheet)]
        for item, held in sheet.lists:
            findings += check_list(judge, item, held.items) if judge else ()
            progress(done := done + 1, total)
        for item, entry in sheet.questions:
            findings += check_wording(sheet, own.modes.get(entry.part, ()), item, entry, today)
            findings += check_judging(judge, sheet, item, entry) if judge else ()
            progress(done := done + 1, total)
        mix = (*check_balance(sheet), *check_shares(sheet), *own.mix(sheet))
        straight = check_apostrophes(sheet)
        if sheet.complete:
            findings += [*own.fill(sheet), *mix, *straight]
        elif sheet.game == "lists":
            findings += straight
        else:
            findings += advise((*(mix if len(sheet.questions) >= SAMPLE else ()), *straight))
    findings += [*check_alike(sheets), *check_twins(sheets)]
    return sorted(findings, key=lambda finding: _where(finding, sources))


def _where(finding: Finding, sources: Sequence[Source]) -> tuple[int, str, int]:
    pack = next(n for n, source in enumerate(sources) if finding.file.is_relative_to(source.path))
    return pack, str(finding.file), finding.line or 0


def shipped_lists() -> dict[str, tuple[str, ...]]:
    path = shipped().get("lists")
    sheet = fill_in(read(path), {}) if path else None
    return sheet.known if sheet else {}
