"""Numbers as people type them: French formats and words, halves and dozens, eras, and quantities with units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from .numerals import NUMBER_WORDS, numbers_in, roman
from .phonetic import sound
from .vocabulary import COLLECTIVE, NUMBER_SLIPS, SCALES, SHARES, SMALL, TENS, UNITS, Unit


class Quantity(NamedTuple):
    """What a text says. «4.807» may be two numbers, so that there may be several values."""

    values: tuple[float, ...]
    unit: Unit | None
    decimals: int = 0
    share: bool = False  # «la moitié»: fits 0.5 as well as 50 %
    era: bool = False  # «après J.-C.»
    comma: bool = False
    bound: bool = False  # «plus de 100»


def read(folded: str) -> Quantity | None:
    """The one quantity of a text; None if there is none, or more than one.

    >>> read("1h30").values, read("2,5 millions").values, read("52 av. j.-c.").values, read("4.807").values
    ((5400.0,), (2500000.0,), (-52.0,), (4807.0, 4.807))
    >>> read("1514 ou 1515") is None
    True
    """
    if len(folded) > 200:
        return None
    text, sign, era = _era(folded)
    tokens = _prepare(text)
    found = _numbers(tokens)
    if not found:
        return _roman_only(tokens, sign)
    quantity = _sum_up(tokens, found) if len(found) > 1 else _single(tokens, *found[0])
    if quantity is None or sign > 0:
        return quantity and quantity._replace(era=era, comma="," in text)
    return quantity._replace(values=tuple(-abs(value) for value in quantity.values))


def several(folded: str) -> bool:
    return len(_numbers(_prepare(folded))) > 1


def unit_named(folded: str) -> Unit | None:
    return _unit_at(_WORD.findall(folded), 0)[0]


def _era(folded: str) -> tuple[str, int, bool]:
    text, before = _BEFORE_CHRIST.subn(" ", folded)
    text, after = _AFTER_CHRIST.subn(" ", text)
    text, minus = _MINUS.subn(" ", text)
    return text, -1 if before or minus else 1, bool(after)


def _prepare(text: str) -> list[str]:
    """Words and numbers; numbers in words become digits, «virgule» a comma."""
    if _SELDOM.search(text):
        text = _MINUTES.sub(" min ", _SECONDS.sub(" s ", _DECIMAL_DEGREES.sub(r"\1,\2 °", text)))
        text = _PRODUCT.sub(lambda found: str(int(found[1]) * int(found[2])), text)
    text = _GROUPS.sub("", _BY_THE_HOUR.sub(" km/h", _MIXED.sub(_add_up, text)))
    text = _SCALED.sub(_multiply, _PER_CENT.sub(" % ", _PER.sub("/", text)))
    words = [NUMBER_SLIPS.get(word, word) for word in _WORD.findall(text)]
    words = numbers_in(" ".join(map(_number_word, words)).split())
    return list(_decimals_in_words(words))


def _add_up(found: re.Match[str]) -> str:
    whole, top, bottom = map(int, found.groups())
    return f"{whole + top / bottom:g}" if 0 < top < bottom else found[0]


def _multiply(found: re.Match[str]) -> str:
    value = _values(found[1])[-1] * SCALES[found[2]]
    return f"{value:.0f} " if value < 1e30 else found[0]


@lru_cache(maxsize=4096)
def _number_word(word: str) -> str:
    """A misspelt number word, set right: «catre», «cinqante»."""
    if word in NUMBER_WORDS or word in UNITS or not word.isalpha() or len(word) < 4 or word in _KNOWN:
        return word
    if 6 < len(word) < 60 and (parts := _apart(word)):
        return " ".join(parts)
    heard = _heard().get(sound(word))
    if heard:
        return heard
    return _one_off(word, _LONG_WORDS) or word if len(word) > 5 else word


def _apart(word: str) -> list[str]:
    """Number words that ran together: «quatrevingt», «centsoixante».

    >>> _apart("centsoixante"), _apart("dixhuit"), _apart("centaure")
    (['cent', 'soixante'], ['dix', 'huit'], [])
    """
    ends: dict[int, list[str]] = {0: []}  # how the beginnings of each length can be read
    for at in range(len(word)):
        for part in _PARTS if at in ends else ():
            if word.startswith(part, at):
                ends.setdefault(at + len(part), [*ends[at], part])
    return ends.get(len(word), [])


def _one_off(word: str, known: tuple[str, ...]) -> str | None:
    """The known word that is one slip away."""
    found = extractOne(word, known, scorer=OSA.distance, score_cutoff=1)
    return found[0] if found else None


def _decimals_in_words(words: list[str]) -> Iterator[str]:
    at = 0
    while at < len(words):
        if at + 2 < len(words) and words[at].isdigit() and words[at + 1] == "virgule" and words[at + 2].isdigit():
            yield f"{words[at]},{words[at + 2]}"
            at += 3
            continue
        yield words[at]
        at += 1


class _Number(NamedTuple):
    start: int
    end: int
    values: tuple[float, ...]
    share: bool = False


def _numbers(tokens: list[str]) -> list[_Number]:
    """All numbers, with their millions and halves. «Une» is only one if nothing else is."""
    found: list[_Number] = []
    at = 0
    while at < len(tokens):
        number = _number_at(tokens, at)
        if number is None:
            at += 1
            continue
        found.append(number)
        at = number.end
    return found or [_Number(at, at + 1, (1.0,)) for at, word in enumerate(tokens) if word in ("un", "une")][:1]


def _number_at(tokens: list[str], at: int) -> _Number | None:
    word = tokens[at]
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    if word in ("un", "une"):
        if after in COLLECTIVE:
            return _Number(at, at + 2, (COLLECTIVE[after],))
        if after in SHARES:
            return _number_at(tokens, at + 1)
        if after == "virgule" and tokens[at + 2 : at + 3] and tokens[at + 2].isdigit():
            return _Number(at, at + 3, (float(f"1.{tokens[at + 2]}"),))
        half = after == "et" and tokens[at + 2 : at + 3] and tokens[at + 2] in SHARES
        if not half and _unit_at(tokens, at + 1)[0] is None:
            return None
        return _with_half(tokens, _Number(at, at + 1, (1.0,)))
    if word in SHARES and after in COLLECTIVE:  # «demi-douzaine»
        return _Number(at, at + 2, (SHARES[word] * COLLECTIVE[after],))
    if word in COLLECTIVE or word in SHARES:
        return _Number(at, at + 1, (COLLECTIVE.get(word, SHARES.get(word, 0.0)),), share=word in SHARES)
    if not word[0].isdigit():
        return None
    if "/" in word:
        top, bottom = word.split("/")
        return _Number(at, at + 1, (int(top) / int(bottom),), share=True) if int(bottom) else None
    values, end = _values(word), at + 1
    if after in COLLECTIVE:
        return _Number(at, at + 2, tuple(value * COLLECTIVE[after] for value in values))
    if len(values) == 1 and after in SHARES and values[0] < 10 and after not in ("demi", "demie"):
        return _Number(at, at + 2, (values[0] * SHARES[after],), share=True)
    return _with_half(tokens, _Number(at, end, values))


def _with_half(tokens: list[str], number: _Number) -> _Number:
    """«deux millions et demi»; after a unit, «et demie» is found when quantities are summed up."""
    scale = next((scale for scale in (1e9, 1e6) if number.values[0] and number.values[0] % scale == 0), 1.0)
    if tokens[number.end : number.end + 1] == ["et"] and tokens[number.end + 1 : number.end + 2]:
        part = SHARES.get(tokens[number.end + 1])
        if part:
            values = tuple(value + part * scale for value in number.values)
            return number._replace(end=number.end + 2, values=values)
    return number


def _values(word: str) -> tuple[float, ...]:
    """«4.807»: a point before three digits may part the thousands; a French comma does not."""
    if len(word) > 40:
        return (float("inf"),)
    if "." in word or "," in word:
        decimal = float(word.replace(",", "."))
        whole, _, rest = word.partition(".")
        if len(rest) == 3 and len(whole) < 4 and whole != "0":
            return (float(whole + rest), decimal)
        return (decimal,)
    return (float(int(word)),)


def _single(tokens: list[str], start: int, end: int, values: tuple[float, ...], share: bool) -> Quantity | None:
    unit, after = _unit_at(tokens, end)
    if unit and tokens[after : after + 1] == ["et"] and tokens[after + 1 : after + 2]:
        part = SHARES.get(tokens[after + 1], 0.0)
        values = tuple(value + part for value in values)
    return Quantity(values, unit, share=share)


def _sum_up(tokens: list[str], found: list[_Number]) -> Quantity | None:
    """«1 h 30», «2 millions 500 mille», «90 (quatre-vingt-dix)»: one quantity in several numbers."""
    if len({number.values for number in found}) == 1:
        return _single(tokens, *found[0])
    if any(word in _BETWEEN for word in tokens):
        return None
    if all(a.end == b.start for a, b in pairwise(found)):
        if not all(a.values[0] >= 1e3 and a.values[0] % _above(b.values[0]) == 0 for a, b in pairwise(found)):
            return None
        unit, _ = _unit_at(tokens, found[-1].end)
        total = sum(number.values[-1] for number in found)
        return Quantity((total * (unit.factor if unit else 1),), unit and Unit(unit.dimension, 1.0))
    total, last = 0.0, None
    for number in found:
        unit, _ = _unit_at(tokens, number.end)
        if unit is None:
            unit = last if number.share else _below(last, number.values[-1])
        if unit is None or (
            last and (unit.dimension != last.dimension or unit.factor >= last.factor) and not number.share
        ):
            return None
        total += number.values[-1] * unit.factor
        last = unit
    return Quantity((total,), Unit(last.dimension, 1.0)) if last else None


def _above(value: float) -> float:
    """«2 millions 500 mille» is one number, «2500 500» is not."""
    return 1e9 if value >= 1e6 else 1e6 if value >= 1e3 else 1e3


def _below(unit: Unit | None, value: float) -> Unit | None:
    """What «30» means in «1 h 30», «32» in «7 m 32», «5» in «1 m 5»."""
    if unit is None:
        return None
    if unit.dimension == "time":
        return Unit("time", unit.factor / (60 if unit.factor in (3600, 60) else 100)) if unit.factor <= 3600 else None
    if unit.dimension in ("volume", "mass") and value < 10:
        return Unit(unit.dimension, unit.factor / 10)  # «3 kilos 2»
    if unit.dimension in ("length", "volume", "money") and value < 100:
        return Unit(unit.dimension, unit.factor / 100)
    if value < 1000:
        return Unit(unit.dimension, unit.factor / 1000)
    return None


def _unit_at(tokens: list[str], at: int) -> tuple[Unit | None, int]:
    """The unit that stands here, and where it ends."""
    for length in (3, 2, 1):
        name = " ".join(tokens[at : at + length])
        if len(tokens) >= at + length and name in UNITS:
            return UNITS[name], at + length
    near = _misspelt_unit(tokens[at]) if at < len(tokens) else None
    return (near, at + 1) if near else (None, at)


@lru_cache(maxsize=4096)
def _misspelt_unit(word: str) -> Unit | None:
    if len(word) < 5 or not word.isalpha():
        return None
    near = _one_off(word, _LONG_UNITS)
    return UNITS[near] if near else None


def _roman_only(tokens: list[str], sign: int) -> Quantity | None:
    tokens = [_ROMAN_ORDINAL.sub(r"\1", word) for word in tokens]  # «XVIIIe siècle»
    values = [value for word in tokens if (value := roman(word))]
    rest = [word for word in tokens if not roman(word)]
    if len(values) != 1 or any(word not in _ARTICLES for word in rest):
        return None
    return Quantity((float(sign * values[0]),), None)


# ---------------------------------------------------------------- words

_ARTICLES: Final = frozenset(("le", "la", "les", "en", "l", "an", "annee", "au", "siecle"))
_BETWEEN: Final = frozenset(("ou", "entre", "soit", "voire", "a", "ni"))
_KNOWN: Final = frozenset(("moins", "environ", "plus", "annee", "annees", "avant", "apres", "avec", "sans", "presque"))
_WORD: Final = re.compile(r"\d+/\d+|\d+(?:[.,]\d+)?|[a-z]+(?:/[a-z]+)?(?:[23](?!\d))?|[%€$]|° ?[cf]?\b|°")
_GROUPS: Final = re.compile(
    r"(?<=\d)(?:[ '](?=\d{3}(?!\d))|\.(?=\d{3},\d)|[.,](?=\d{3}[.,]\d{3}(?!\d))|(?<=[.,]\d{3})[.,](?=\d{3}(?!\d)))"
)
_PER: Final = re.compile(
    r"(?<=[a-z]) ?(?:/|par|a l'?) ?(?=(?:h|s|heure|seconde|min|minute|jour|an|kg|litre|m3|km2|km|cm3)s?\b)"
)
_MIXED: Final = re.compile(r"(?<![\d/.,])(\d{1,6}) +(\d{1,2})/(\d{1,2})(?![\d/])")  # «2 1/2»
_BY_THE_HOUR: Final = re.compile(r"(?<=[a-z0-9])(?<!km)(?<!kilometres) a l'?heure\b")
_PER_CENT: Final = re.compile(r"\bp(?:our|r|\.)? ?cents?\b")
_SELDOM: Final = re.compile(r"['\"°x*]|degre|fois")
_SECONDS: Final = re.compile(r"(?<=\d)(?:''|\")(?=\d|$)")
_MINUTES: Final = re.compile(r"(?<=\d)'(?=\d{2}(?!\d)|$)")
_DECIMAL_DEGREES: Final = re.compile(r"(\d+) ?(?:°|degres?) ?(\d)(?![\d.,])")  # «37°2»
_PRODUCT: Final = re.compile(r"(?<![\d.,/])(\d{1,6}) ?(?:x|\*|fois) ?(\d{1,6})(?![\d.,/])")  # «64 (8 × 8)»
_SCALED: Final = re.compile(r"(\d+(?:[.,]\d+)?) ?(mille|milliers?|millions?|milliards?|billions?|k|mds?)\b(?: d[e'])?")
_MINUS: Final = re.compile(rf"(?<![\w])(?:- ?(?=\d)|(?<!au )moins (?=\d|(?:{'|'.join(SMALL | TENS)})\b))")
_CHRIST: Final = r"(?:j[. -]*c\b\.?|jesus[ -]*christ|notre ere|n\.? ?e\b\.?)"
_BEFORE_CHRIST: Final = re.compile(rf"\b(?:avant|avt|av)\b\.? *{_CHRIST}")
_AFTER_CHRIST: Final = re.compile(rf"\b(?:apres|apr|ap)\b\.? *{_CHRIST}")
_ROMAN_ORDINAL: Final = re.compile(r"^([ivx]+)(?:e|eme|ieme|er)$")
_PARTS: Final = tuple(sorted((*NUMBER_WORDS, "et", "un"), key=len, reverse=True))
_LONG_UNITS: Final = tuple(name for name in UNITS if len(name) > 5 and name.isalpha())
_LONG_WORDS: Final = tuple(sorted(word for word in NUMBER_WORDS if len(word) > 5))


@cache
def _heard() -> dict[str, str]:
    return {sound(word): word for word in sorted(NUMBER_WORDS) if len(word) > 3 and not word.endswith("s")}
