"""Numbers in French words (of France, Belgium and Switzerland) and in roman numerals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from .vocabulary import LARGE, NUMBER_VARIANTS, ORDINALS, SMALL, TENS

NUMBER_WORDS: Final = frozenset((*SMALL, *TENS, *LARGE, *ORDINALS, *NUMBER_VARIANTS, "cent", "mille")) - {"un", "une"}


def numbers_in(words: list[str], *, one: bool = False) -> list[str]:
    """The words, with each number in words written in digits. `one`: «un» and «une» alone are numbers too.

    >>> numbers_in("vingt mille lieues sous les mers".split())
    ['20000', 'lieues', 'sous', 'les', 'mers']
    >>> numbers_in("quatre vingt dix sept".split()), numbers_in(["un", "chat"]), numbers_in(["mille", "et", "une"])
    (['97'], ['un', 'chat'], ['1001'])
    """
    if NUMBER_WORDS.isdisjoint(words) and not one:
        return words
    found: list[str] = []
    at = 0
    while at < len(words):
        value, after = _read(words, at, one)
        if after > at and found and found[-1].strip("0") == "" and value < 100:
            found[-1] += str(value)  # «zéro zéro sept»
        elif after > at:
            found.append(str(value))
        else:
            found.append(words[at])
            after = at + 1
        at = after
    return found


def _read(words: Sequence[str], start: int, one: bool) -> tuple[int, int]:
    """The longest number that begins here, and where it ends; it ends where it starts if there is none."""
    total, current, at, end = 0, 0, start, start
    while at < len(words):
        word = NUMBER_VARIANTS.get(words[at], words[at])
        started = end > start
        if word == "et" and started and at + 1 < len(words):
            if NUMBER_VARIANTS.get(words[at + 1], words[at + 1]) in ("un", "onze", "unieme") and (current % 10 == 0):
                at += 1
                continue
            break
        if word == "un" and not (started or one or _then_large(words, at)):
            break
        step = _step(word, total, current, started)
        if step is None:
            break
        total, current = step
        at += 1
        end = at
        if word in ORDINALS:
            break
    return total + current, end


def _then_large(words: Sequence[str], at: int) -> bool:
    return at + 1 < len(words) and NUMBER_VARIANTS.get(words[at + 1], words[at + 1]) in LARGE


def _step(word: str, total: int, current: int, started: bool) -> tuple[int, int] | None:
    """The number with one more word; None if the word cannot follow."""
    slot = current % 100
    if word in ORDINALS and not started:
        return 0, ORDINALS[word]
    if word in ORDINALS or word == "unieme":
        small = 1 if word == "unieme" else ORDINALS[word]
        return (total, current + small) if _fits(small, slot) else None
    if word in SMALL:
        small = SMALL[word]
        if started and total + current == 0:
            return None
        return (total, current + small) if _fits(small, slot) or not started else None
    if word == "vingt" and slot == 4:
        return total, current + 76
    if word in TENS:
        return (total, current + TENS[word]) if slot == 0 else None
    if word == "cent":
        return (total, (current or 1) * 100) if current < 100 else None
    if word == "mille":
        return (total + (current or 1) * 1000, 0) if total % 10**6 == 0 else None
    if word in LARGE:
        below = total % (1000 * LARGE[word])
        return total - below + (below + current or 1) * LARGE[word], 0
    return None


def _fits(small: int, slot: int) -> bool:
    if small == 0:
        return False
    if slot == 0:
        return True
    if small < 10:
        return slot in _FULL_TENS or (small > 6 and slot in (10, 70, 90))
    return slot in (60, 80)


_FULL_TENS: Final = frozenset((20, 30, 40, 50, 60, 70, 80, 90))


@lru_cache(maxsize=1024)
def roman(word: str) -> int:
    """The value of a roman numeral in small letters, up to 3999; 0 if it is none.

    >>> roman("xiv"), roman("iix"), roman("vie")
    (14, 0, 0)
    """
    if len(word) > 15 or not _ROMAN.fullmatch(word):
        return 0
    value, last = 0, 0
    for letter in reversed(word):
        digit = _LETTERS[letter]
        value += digit if digit >= last else -digit
        last = max(last, digit)
    return value


_LETTERS: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_ROMAN: Final = re.compile(r"(?=.)m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
