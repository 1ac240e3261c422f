"""What a single question says: its mode, text, clue or keyword, answer, date and source."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import Final

from tablee.judge import normal

from ..format import Entry, PackMode
from ..source import Item
from .finding import Finding, advise, at
from .sheet import Sheet

TEXT: Final = 120  # characters
ANSWER: Final = (4, 30)  # words, characters
_STEM: Final = 4  # letters
_SOON: Final = datetime.timedelta(days=365)

_YEAR: Final = re.compile(r"(?<!\d)(?:1\d|20)\d\d(?!\d)")
_IN: Final = re.compile(r"\b(?:en|in) ((?:1\d|20)\d\d)\b", re.I)  # not a season, nor a championship
_NOW: Final = re.compile(r"\b(?:actuel\w*|à ce jour|en ce moment|currently|at present)\b", re.I)
_STRAIGHT: Final = re.compile(r"[^\W\d]+'[^\W\d]*")
_NAMES: Final = ("id", "list", "source")  # for the program
# Words that tell nothing of an answer, in their normal form.
_SMALL: Final = (
    {"a", "and", "au", "aux", "avec", "ce", "d", "dan", "de", "du", "en", "et", "in", "l", "la", "le", "of", "par"}
) | {"pour", "que", "qui", "sa", "san", "se", "son", "sous", "sur", "the", "un", "une"}


def check_wording(
    sheet: Sheet, allowed: Sequence[PackMode], item: Item, entry: Entry, today: datetime.date
) -> Iterator[Finding]:
    """`allowed`: the modes that it may have."""
    deed = sheet.answered(entry) == "deed"
    if entry.mode not in [mode.name for mode in allowed]:
        yield at(item, "mode", mode=entry.mode or "—", expected=", ".join(mode.name or "—" for mode in allowed))
    if not entry.text.strip():
        yield at(item, "no_text")
    if len(entry.text) > TEXT:
        yield at(item, "long_text", found=len(entry.text), most=TEXT)
    yield from _check_hint(item, entry, deed)
    yield from _check_answer(sheet, item, entry)
    yield from _check_date(item, entry, today)
    if entry.media and not entry.media.about.strip():
        yield at(item, "no_about")
    if not entry.source and not deed:
        yield at(item, "no_source")


def _check_hint(item: Item, entry: Entry, deed: bool) -> Iterator[Finding]:
    hint = entry.hint
    if not hint.strip():
        yield at(item, "no_hint")
    if not deed and (told := given_away(hint, entry)):
        yield at(item, "given_away", hint=hint, answer=told)


def _check_answer(sheet: Sheet, item: Item, entry: Entry) -> Iterator[Finding]:
    answered, mode = sheet.answered(entry), sheet.modes.get(entry.mode)
    if answered == "number":
        try:
            number = float(str(entry.answer))
        except ValueError:
            number = float("nan")
        if not isfinite(number):
            yield at(item, "no_number", answer=str(entry.answer))
    elif answered == "words" and not entry.right:
        yield at(item, "no_answer")
    answer = str(entry.answer or "")
    words, characters = ANSWER
    if count_words(answer) > words or len(answer) > characters:
        yield at(item, "long_answer", answer=answer, words=words, characters=characters)
    if mode and not entry.closed_list and len(set(entry.rivals)) < mode.rivals:
        yield at(item, "few_rivals", found=len(set(entry.rivals)), least=mode.rivals)


def _check_date(item: Item, entry: Entry, today: datetime.date) -> Iterator[Finding]:
    now = _NOW.search(entry.text)
    if (now or entry.expires) and not _YEAR.search(entry.text):
        yield at(item, "undated", word=now[0] if now else f"expires = {entry.expires}")
    if entry.expires is None and any(int(year) >= today.year for year in _IN.findall(entry.text)):
        yield at(item, "no_expires", year=today.year)
    elif entry.expires and entry.expires < today:
        yield at(item, "expired", date=entry.expires.isoformat())
    elif entry.expires and entry.expires <= today + _SOON:
        yield from advise([at(item, "expires_soon", date=entry.expires.isoformat())])


def check_apostrophes(sheet: Sheet) -> Iterator[Finding]:
    """Wherever something is told: ’ and not '."""
    for item in sheet.source.items:
        for told in _strings({name: held for name, held in item.table.items() if name not in _NAMES}):
            if straight := _STRAIGHT.search(told):
                yield at(item, "apostrophe", word=straight[0])
                break


def _strings(held: object) -> Iterator[str]:
    if isinstance(held, str):
        yield held
    elif isinstance(held, dict | list):
        for inner in held.values() if isinstance(held, dict) else held:
            yield from _strings(inner)


def given_away(hint: str, entry: Entry) -> str:
    """The answer of which the hint says too much: any word of `answer`, or the whole of another right answer."""
    said = normal(hint).split()
    if entry.answer is not None and any(_says(said, word) for word in _telling(str(entry.answer))):
        return str(entry.answer)
    for name in (name for held in entry.accept for name in held.split("|")):
        words = _telling(name)
        if sum(map(len, words)) >= _STEM and all(_says(said, word) for word in words):
            return name
    return ""


def _telling(answer: str) -> list[str]:
    """The words that tell something, in their normal form."""
    return [word for word in normal(answer).split() if word not in _SMALL]


def _says(said: list[str], word: str) -> bool:
    """Whatever the ending: "marseillaise" says "Marseille"; "port" does not say "Portugal"."""
    stem = word.rstrip("e")
    return word in said or (len(stem) >= _STEM and any(other.startswith(stem) for other in said))


def count_words(text: str) -> int:
    """French punctuation that stands apart is no word."""
    return sum(any(letter.isalnum() for letter in word) for word in text.split())
