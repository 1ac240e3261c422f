"""How sentences are filled in, by the forms that a language gives in the table `[language]` of its words.

A sentence holds fields like `{name}`; after a colon stands how the value is written (docs/words.md):

- `{n:dé|dés}` one of the forms, chosen by the number, the length of a list, or how many people a name joins with « & »;
- `{amount:n}` a number with the language's separators; without it a number is only given its minus;
- `{n:words}` a small number in words; `{what:capital}` with a capital; `{said:quoted}` between quotation marks;
- `{name:de}` after a word that joins it, if need be elided or contracted, as `[language.joins]` says;
- `{names}` of a list is an enumeration, `{names:or}` one of alternatives, as `[language.lists]` says.

Several can follow each other: `{n:words:capital}`. A field that is not given stays as it is written.
The page does the same in `web/src/words/wording.ts`; both run the cases of `tests/wording.toml`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

MINUS: Final = "\u2212"
_FIELD: Final = re.compile(r"\{\{|\}\}|\{(\w+)(?::([^{}]*))?\}")


class Join(Struct, frozen=True, forbid_unknown_fields=True):
    """A small word before another: plain, elided before a vowel, or run together with the beginning of the other."""

    plain: str
    elided: str
    contracted: dict[str, str] = {}


class Language(Struct, frozen=True, forbid_unknown_fields=True):
    """The forms of a language."""

    name: str  # as its own people call it
    plurals: tuple[str, ...]  # patterns of digits: a number that fits the first takes the first form …; others the last
    vowels: str  # a pattern, without accents and capitals: before it words are elided
    thousands: str
    decimal: str
    quotes: tuple[str, str]
    inner_quotes: tuple[str, str]  # instead of the others, inside them
    counts: tuple[str, ...]  # the small numbers in words, from zero
    lists: dict[str, tuple[str, str]]  # between parts, and before the last
    joins: dict[str, Join] = {}

    def fill(self, template: str, params: Mapping[str, object]) -> str:
        """The sentence with its fields filled in."""

        def put(found: re.Match[str]) -> str:
            whole, field, ways = found[0], found[1], found[2]
            if field is None:
                return whole[0]
            if field not in params:
                return whole
            value = params[field]
            if ways and "|" in ways:
                return self.form(value, ways.split("|"))
            for way in ways.split(":") if ways else ():
                value = self._write(value, way)
            return self.text(value)

        return _FIELD.sub(put, template)

    def text(self, value: object) -> str:
        if isinstance(value, list | tuple):
            return self.enumerate(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return str(value)
        return _digits(value).replace("-", MINUS).replace(".", self.decimal)

    def form(self, value: object, forms: list[str]) -> str:
        digits = _digits(_count(value))
        for pattern, form in zip(self.plurals, forms, strict=False):
            if re.fullmatch(pattern, digits.lstrip("-")):
                return form
        return forms[-1]

    def number(self, value: float, digits: int | None = None) -> str:
        """With separators between thousands, and so many digits after the point; by itself, as many as it has."""
        whole, _, decimals = (_digits(value) if digits is None else f"{value:.{digits}f}").partition(".")
        apart = re.sub(r"(?<=\d)(?=(\d{3})+$)", self.thousands, whole).replace("-", MINUS)
        return f"{apart}{self.decimal}{decimals}" if decimals else apart

    def enumerate(self, parts: list[object] | tuple[object, ...], kind: str = "and") -> str:
        *first, last = [self.text(part) for part in parts] or [""]
        between, before_last = self.lists[kind]
        return f"{between.join(first)}{before_last}{last}" if first else last

    def quoted(self, text: str) -> str:
        """Never in two pairs of marks: what stood in its own loses them, marks inside become the inner ones."""
        (opening, closing), inner = self.quotes, self.inner_quotes
        text = text.strip()
        if text.startswith(opening) and text.endswith(closing) and text.count(opening) == 1:
            return text
        return opening + text.replace(opening, inner[0]).replace(closing, inner[1]) + closing

    def joined(self, join: Join, text: str) -> str:
        for start, instead in join.contracted.items():
            if text.startswith(start):
                return instead + text.removeprefix(start)
        plain = "".join(part for part in unicodedata.normalize("NFD", text.lower()) if not unicodedata.combining(part))
        return (join.elided if re.match(self.vowels, plain) else join.plain) + text

    def _write(self, value: object, way: str) -> object:
        if way == "n" and isinstance(value, int | float):
            return self.number(value)
        if way == "words" and isinstance(value, int) and 0 <= value < len(self.counts):
            return self.counts[value]
        if way == "capital":
            text = self.text(value)
            return text[:1].upper() + text[1:]
        if way == "quoted":
            return self.quoted(self.text(value))
        if way in self.lists and isinstance(value, list | tuple):
            return self.enumerate(value, way)
        if way in self.joins:
            return self.joined(self.joins[way], self.text(value))
        return value


def _digits(value: float) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _count(value: object) -> float:
    if isinstance(value, int | float):
        return value
    if isinstance(value, list | tuple):
        return len(value) if len(value) != 1 else _count(value[0])
    return 1 + str(value).count(" & ")


def plain(sentence: str) -> str:
    """As it is told of one, with its fields still open: `{seat} rolls {dice}.`"""
    return _FIELD.sub(lambda found: found[2].split("|")[0] if "|" in (found[2] or "") else f"{{{found[1]}}}", sentence)


def ways(sentence: str) -> list[tuple[str, Any]]:
    """The fields of a sentence, each with the ways it is written in."""
    return [(found[1], found[2] or "") for found in _FIELD.finditer(sentence) if found[1]]
