"""What is played with: lists that last a round, and numbers that have to be guessed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import floor, log10
from statistics import median
from typing import Final

from .finding import Finding, at
from .sheet import Sheet

SHORT: Final = 7  # items of a list that is soon empty…
HARD: Final = 4  # …and the difficulty that it is fit for
ESTIMATES: Final = 0.75  # numbers that nobody knows and everybody can guess
FEW: Final = (12, 0.05)  # numbers so small that they are counted on fingers, and how many may be
MAGNITUDES: Final = 6  # orders of magnitude to spread over


def check_lengths(sheet: Sheet, medians: Mapping[str, int]) -> Iterator[Finding]:
    """Of the lists of questions that have one, by booklet or deck."""
    sizes: dict[str, list[int]] = {}
    for item, entry in sheet.questions:
        if sheet.answered(entry) != "list":
            continue
        size = len(sheet.known.get(entry.closed_list, ()) if entry.closed_list else entry.accept)
        sizes.setdefault(entry.part, []).append(size)
        if size <= SHORT and (entry.difficulty or HARD) < HARD:
            yield at(item, "short_list", found=size, difficulty=entry.difficulty, most=SHORT, least=HARD)
    for part, found in sizes.items():
        if median(found) < medians[part]:
            yield sheet.whole("median_list", part=part, found=median(found), least=medians[part])


def check_targets(sheet: Sheet) -> Iterator[Finding]:
    """Few numbers that one knows or counts on fingers; small ones and huge ones."""
    entries = [entry for _, entry in sheet.questions if sheet.answered(entry) == "number"]
    numbers = [abs(float(entry.answer)) for entry in entries if isinstance(entry.answer, int | float)]
    if not numbers:
        return
    total = len(entries)
    guesses = sum("estimate" in entry.tags for entry in entries)
    if guesses < ESTIMATES * total:
        yield sheet.whole("estimates", count=guesses, total=total, least=f"{ESTIMATES:.0%}")
    small, share = FEW
    if (few := sum(number <= small for number in numbers)) > share * total:
        yield sheet.whole("small_numbers", count=few, total=total, small=small, most=f"{share:.0%}")
    magnitudes = {floor(log10(number)) for number in numbers if number}
    if len(magnitudes) < MAGNITUDES:
        yield sheet.whole("magnitudes", found=len(magnitudes), least=MAGNITUDES)
