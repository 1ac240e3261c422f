"""From what was typed to words that can be compared.

`fold` makes one letter of all its accents, capitals and look-alikes, and keeps the punctuation; `Form` is a phrase as
words. Abbreviations, dates, ordinals, roman numerals and numbers in words become the same whichever way they are
written.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise
from typing import Final

from .numerals import NUMBER_WORDS, numbers_in, roman
from .vocabulary import ABBREVIATIONS, AFTER_DIGITS, IRREGULAR, MONTH_NAMES, MONTHS, STOP

LONGEST: Final = 200  # characters of an answer that are read


class _Fold(dict[int, str]):
    """A table for `str.translate` that learns each character when it first meets it."""

    def __missing__(self, code: int) -> str:
        folded = _fold_one(chr(code))
        if code < 0x3000:  # hostile text must not fill the memory
            self[code] = folded
        return folded


def fold(text: str) -> str:
    """Small letters without accents; apostrophes, dashes and spaces of one kind; nothing that cannot be seen.

    >>> fold("L’ŒUVRE d\u200bu Père…"), fold("Раris")
    ("l'oeuvre du pere...", 'paris')
    """
    if text.isascii():
        return text.casefold()
    return text.translate(_FOLD)


class Form:
    """A phrase as words.

    >>> Form("l'an MDCC".casefold()).words, Form("Les 3 Mousquetaires".casefold()).content
    (('l', 'an', 'mdcc'), ('3', 'mousquetaires'))
    """

    __slots__ = ("_key", "content", "joined", "numbers", "words")

    def __init__(self, folded: str, *, numerals: bool = True) -> None:
        """`numerals`: whether numbers in words become digits."""
        self.words = words = _words(folded, numerals)
        self.content = content = tuple(w for w in words if w not in STOP) or words[-1:]
        if len(words) > 1 and len(words[-1]) == 1 and words[-1] in STOP and content != words[-1:]:  # «vitamine D»
            self.content = content = (*content, words[-1])
        if "the" in words and words[0] != "the" and content != words[-1:]:  # «caisses de thé»
            self.content = content = tuple(w for at, w in enumerate(words) if w not in STOP or (at and w == "the"))
        self.joined = "".join(content)
        self.numbers = () if self.joined.isalpha() else tuple(w for w in content if w.isdigit())
        self._key: str | None = None

    @property
    def key(self) -> str:
        """The same for any order of words, and for plural and singular."""
        if self._key is None:
            self._key = " ".join(sorted(map(stem, self.content)))
        return self._key

    def __repr__(self) -> str:
        return f"Form({' '.join(self.words)!r})"


def stem(word: str) -> str:
    """Without plural and some feminine endings.

    >>> stem("chevaux") == stem("cheval"), stem("vitraux") == stem("vitrail"), stem("boulangere") == stem("boulanger")
    (True, True, True)
    """
    if len(word) < 4:
        return word
    if word in IRREGULAR:
        return IRREGULAR[word]
    last = word[-1]
    if last in "sx":
        word = word[:-1]
        last = word[-1]
    if last == "e" and len(word) > 5 and word.endswith(_FEMININE_ENDINGS):
        return next(word[: -len(end)] + masculine for end, masculine in _FEMININE if word.endswith(end))
    if last == "u" and word[-2] == "a" and word[-3] != "e" and len(word) > 4:
        return word[:-1] + "l"
    if last == "l" and word[-3:] == "ail":
        return word[:-2] + "l"
    return word


_FEMININE: Final = (
    ("iere", "ier"),
    ("gere", "ger"),
    ("chere", "cher"),
    ("euse", "eur"),
    ("trice", "teur"),
    ("ienne", "ien"),
    ("eenne", "een"),
)
_FEMININE_ENDINGS: Final = tuple(ending for ending, _ in _FEMININE)

# «N'Djamena», «M'Bappé», «O'Connor»: French elides before vowels only.
_FOREIGN_APOSTROPHE: Final = re.compile(r"(?<=\b[mno])'(?=[bcdfgjkmnpqrstvwxz])")
_SPECIAL: Final = re.compile(r"[\d.&+€$%°]")
_PLAIN_WORD: Final = re.compile(r"[^\W_]+")
_WORD: Final = re.compile(r"[a-z]\.(?=[ -]?[a-z])|[^\W_]+")
_INITIALS: Final = re.compile(r"(?<![a-z0-9])[a-z](?:\.-?[a-z])+(?![a-z0-9])")
_DIGIT: Final = re.compile(r"\d")
_GROUPS: Final = re.compile(r"(?<=\d)[ .](?=\d{3}(?!\d))")
_DATE: Final = re.compile(
    r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?(?![\d/.-]?\d)"
    r"|(?<!\d)(?P<day>\d{1,2}) (?P<month>\d{2}) (?P<year>\d{4})(?!\d)"
)
_OH: Final = re.compile(r"(?<![a-z0-9])o+(?=\d)")  # «OO7»
_UNIT: Final = re.compile(r"(?<=\d)(?=(?:j|h|km|kg|m|ans?|min|cm|jours|heures)\b)")
_ORDINAL: Final = re.compile(r"(\d+)(?:er|ers|ere|re|e|es|eme|emes|ieme|iemes|nd|nde|d|i?em|o)$")
_ROMAN_ORDINAL: Final = re.compile(r"(i(?=er$|re$)|x{0,3}(?:ix|iv|v?i{0,3})(?=e))(?:er|re|e|eme|ieme)$")
_SIGNS: Final = {"&": " et ", "+": " plus ", "€": " euros ", "$": " dollars ", "%": " pour cent ", "°": " degres "}
_NUMBER: Final = re.compile(r"\b(?:n ?°|no\.|num\.?) ?(?=\d)")
_SIGN: Final = re.compile(r"[&+€$%°]")


def _words(folded: str, numerals: bool) -> tuple[str, ...]:
    if folded.isalpha():  # one word
        word = ABBREVIATIONS.get(folded, folded)
        if word[0] not in "ivx" and not (numerals and word in NUMBER_WORDS):
            return (word,)
    if "'" in folded:
        folded = _FOREIGN_APOSTROPHE.sub("", folded)
    if _SPECIAL.search(folded):
        words = _special_words(folded)
    else:
        words = [ABBREVIATIONS.get(w, w) for w in _PLAIN_WORD.findall(folded)]
    if numerals and not NUMBER_WORDS.isdisjoint(words):
        words = numbers_in(words)
    if len(words) > 1:
        for at, word in enumerate(words):
            if at and word[0] in "ivxl" and not (word in ("vi", "x", "v") and words[at - 1] in _BEFORE_NOUN):
                words[at] = _roman_word(word)
    if words and words[0][0] in "ivx" and words[0] not in _NOT_ROMAN:
        found = _ROMAN_ORDINAL.match(words[0])
        if found or (len(words) > 1 and words[1] in _AFTER_ROMAN):
            words[0] = str(roman(found[1] if found else words[0]) or words[0])
    return tuple(words)


def _special_words(folded: str) -> list[str]:
    """The same for text with digits, signs, or full stops that may belong to initials."""
    folded = _SIGN.sub(_spell_sign, _INITIALS.sub(_close_up, _NUMBER.sub("numero ", folded)))
    if not _DIGIT.search(folded):
        return [ABBREVIATIONS.get(w, w) for w in _WORD.findall(folded)]
    folded = _OH.sub(lambda found: "0" * len(found[0]), folded)
    folded = _UNIT.sub(" ", _DATE.sub(_spell_date, _GROUPS.sub("", folded)))
    words = [_digits(ABBREVIATIONS.get(w, w)) for w in _WORD.findall(folded)]
    if len(words) < 2:
        return words
    words = [MONTH_NAMES.get(w, w) for w in words]
    return [words[0], *(AFTER_DIGITS.get(w, w) if before.isdigit() else w for before, w in pairwise(words))]


def _spell_sign(found: re.Match[str]) -> str:
    return _SIGNS[found[0]]


def _close_up(found: re.Match[str]) -> str:
    return found[0].replace(".", "").replace("-", "")


def _spell_date(found: re.Match[str]) -> str:
    day, month, year = found["day"] or found[1], found["month"] or found[3], found["year"] or found[4]
    if not (1 <= int(day) <= 31 and 1 <= int(month) <= 12):
        return found[0]
    return f" {int(day)} {MONTHS[int(month) - 1]} {year or ''} "


def _digits(word: str) -> str:
    """«1er», «18eme», «07»: the number."""
    if word.isdecimal():
        return word  # «007» is not «7»
    if word[0].isdecimal() and (found := _ORDINAL.match(word)):
        return str(int(found[1])) if len(word) < 30 else word
    return word


def _roman_word(word: str) -> str:
    """After a name, «iv» is a number; «vie» and «mi» are words."""
    value = roman(word) if word not in _NOT_ROMAN else 0
    if not value and word not in _NOT_ROMAN and (found := _ROMAN_ORDINAL.match(word)):
        value = roman(found[1])
    return str(value) if value else word


_BEFORE_NOUN: Final = ("le", "la", "ma", "ta", "sa", "un", "une", "lettre")  # «la vi», «le X»
_AFTER_ROMAN: Final = ("e", "eme", "ieme", "siecle")
_NOT_ROMAN: Final = frozenset(
    (
        "l",
        "li",
        "d",
        "m",
        "c",
        "mi",
        "di",
        "ci",
        "dix",
        "mil",
        "mix",
        "lv",
        "ill",
        "il",
        "vie",
        "ive",
        "ie",
        "xe",
        "ver",
        "ixe",
    )
)


def _fold_one(char: str) -> str:
    if char in _ALIKE:
        return _ALIKE[char]
    category = unicodedata.category(char)
    if category in ("Zs", "Zl", "Zp"):
        return " "
    if category == "Cc":
        return " " if char in "\t\n\r\v\f" else ""
    if category[0] == "C" or category in ("Mn", "Me", "So", "Sk"):
        return ""
    if category == "Pd":
        return "-"
    parts = unicodedata.normalize("NFKD", char).casefold()
    return "".join(_ALIKE.get(c, c) for c in parts if not unicodedata.combining(c))


def _alike() -> dict[str, str]:
    """Letters that look like others, or are written in two; signs that stand for each other."""
    table = dict(zip("АВЕКМНОРСТУХІЅЈаеорсухіѕјкмт", "abekmhopctyxisjaeopcyxisjkmt", strict=True))
    table |= dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχ", "abezhikmnoptyxaikvoptux", strict=True))
    table |= {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "đ": "d", "ı": "i"}
    table |= {"ß": "ss", "ð": "d", "þ": "th", "×": "x", "€": "€", "π": "pi", "°": "°", "º": "o", "⁄": "/", "−": "-"}
    table |= dict.fromkeys("’‘ʼ´`′‛＇", "'") | dict.fromkeys("“”«»„", '"') | {"…": "...", "％": "%"}
    return table


_ALIKE: Final = _alike()
_FOLD: Final = _Fold()
