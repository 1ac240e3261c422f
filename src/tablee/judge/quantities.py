"""Numbers as people type them: French formats and words, halves and dozens, eras, and quantities with units."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import pairwise
from math import isclose
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from .numerals import NUMBER_WORDS, numbers_in, roman
from .phonetic import sound
from .verdict import Verdict
from .vocabulary import COLLECTIVE, IDIOMS, MONTHS, NUMBER_SLIPS, SCALES, SHARES, SMALL, TENS, UNITS, Unit
from .wrapping import brackets, unwrap


class Quantity(NamedTuple):
    """What a text says. «4.807» may be two numbers, so that there may be several values."""

    values: tuple[float, ...]
    unit: Unit | None
    decimals: int = 0
    share: bool = False  # «la moitié»: fits 0.5 as well as 50 %
    era: bool = False  # «après J.-C.»
    comma: bool = False
    bound: bool = False  # «plus de 100»


def judge_number(folded: str, accept: tuple[str, ...], unit: str | None, asked: str = "") -> Verdict | None:
    """None if what is accepted is no number: then it is judged as text."""
    wanted = [_expected(text, unit) for text in accept]
    if not wanted or any(quantity is None for quantity in wanted):
        return None
    if folded.isdecimal() and len(folded) < 30:
        said: Quantity | None = Quantity((float(folded),), None)
    else:
        if (dated := _FULL_DATE.search(folded)) or (dated := _SHORT_YEAR.fullmatch(folded)):
            folded = _century(dated["year"], wanted)
        if (idiom := _IDIOM.search(folded.replace("-", " "))) and not _starts(idiom[0], asked):
            return Verdict("wrong", "no_number")
        folded = _FROM_ONE.sub("", folded)
        said = read(unwrap(_ODDS.sub("", folded)).text) or read(folded)
        if said is None and "(" in folded:  # «361 (19 × 19)»
            said = read(brackets(folded)[0])
    if said is None:
        several = len(_numbers(_prepare(folded))) > 1
        return Verdict("wrong", "several" if several else "no_number")
    if _BOUND.search(folded):
        said = said._replace(bound=True)
    if said.values[0] < 0 and _BELOW.search(_asked(asked)):
        said = said._replace(values=tuple(map(abs, said.values)))  # «−89», where degrees below zero are counted
    elif said.unit is None and 10 <= said.values[0] < 100 and _YEAR.search(_asked(asked)):
        said = said._replace(values=(float(_century(f"{said.values[0]:.0f}", wanted)),))
    if unit and said.unit == _PERCENT and not any(quantity and quantity.unit for quantity in wanted):
        return Verdict("wrong", "unit")  # «20 %», where things are counted
    verdicts = [_fits(said, quantity, text) for quantity, text in zip(wanted, accept, strict=True) if quantity]
    return next((v for v in verdicts if v == "right"), None) or next(
        (v for v in verdicts if v == "unsure"), verdicts[0]
    )


def _century(year: str, wanted: list[Quantity | None]) -> str:
    """«en 81», where a year of the last hundred is asked for."""
    target = str(int(wanted[0].values[0])) if wanted[0] else ""
    return target if len(year) == 2 and len(target) == 4 and target[:2] in ("19", "20") and target[2:] == year else year


def _fits(said: Quantity, wanted: Quantity, shown: str) -> Verdict:
    if said.unit and wanted.unit and not _comparable(said.unit.dimension, wanted.unit.dimension):
        return Verdict("wrong", "unit")
    factor = said.unit.factor / wanted.unit.factor if said.unit and wanted.unit else 1.0
    values = [value * factor for value in said.values]
    if said.share and wanted.unit == _PERCENT:
        values = [value * 100 for value in values]
    target = wanted.values[0]
    if any(isclose(value, target, rel_tol=1e-12, abs_tol=1e-12) for value in values):
        return Verdict("unsure", "about") if said.bound else Verdict("right", "same", good=shown)
    if wanted.decimals and any(round(value, wanted.decimals) == target for value in values):
        return Verdict("right", "same", good=shown)  # more digits of it than were asked
    if any(value == -target for value in values) and target < 0 and not said.era:
        return Verdict("unsure", "about")
    if said.unit == UNITS["m"] and not wanted.unit and any(isclose(value * 1e6, target) for value in values):
        return Verdict("right", "same", good=shown)  # «3M»: millions, where no length is asked for
    if wanted.unit == UNITS["euros"] and any(target < value < target + 1 and value % 1 >= 0.9 for value in values):
        return Verdict("right", "same", good=shown)  # «499,99 €»
    if said.comma and not said.unit and any(isclose(1000 * value, target) for value in values):
        return Verdict("unsure", "about")  # «4,807» for 4807, the English way
    return Verdict("wrong", "digits")


def _comparable(said: str, wanted: str) -> bool:
    return said == wanted or {said, wanted} in _DEGREES


_DEGREES: Final = ({"degrees", "celsius"}, {"degrees", "fahrenheit"}, {"degrees", "kelvin"})


@lru_cache(maxsize=2048)
def _asked(question: str) -> str:
    from .text import fold

    return fold(question)


def _starts(idiom: str, question: str) -> bool:
    """«On se met sur son… combien ?»: the number is what the idiom is asked for."""
    return bool(question) and idiom.split()[0] in _asked(question).replace(".", " ").split()


@lru_cache(maxsize=2048)
def _expected(text: str, unit: str | None) -> Quantity | None:
    """An accepted answer. Its point is a decimal point, unless it stands before three digits and a unit says more."""
    from .text import fold

    folded = fold(text).strip()
    plain = folded.replace(" ", "").replace(",", ".")
    try:
        found: Quantity | None = Quantity((float(plain),), None, _decimals(plain))
    except ValueError:
        found = read(folded)
        if found is not None:
            number = re.search(r"-?\d+\.\d+", folded)
            if number and len(found.values) > 1:
                found = found._replace(values=(float(number[0]),))
            decimals = _decimals(number[0]) if number else 0
            found = found._replace(values=found.values[:1], decimals=decimals)
    if found is not None and unit and found.unit is None:
        found = found._replace(unit=_unit_at(_WORD.findall(fold(unit)), 0)[0])
    return found


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


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


def _era(folded: str) -> tuple[str, int, bool]:
    text, before = _BEFORE_CHRIST.subn(" ", folded)
    text, after = _AFTER_CHRIST.subn(" ", text)
    text, minus = _MINUS.subn(" ", text)
    return text, -1 if before or minus else 1, bool(after)


def _prepare(text: str) -> list[str]:
    """Words and numbers; numbers in words become digits, «virgule» a comma."""
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
    if len(word) > 8 and _RUN_TOGETHER.fullmatch(word):
        return " ".join(_NUMBER_WORD.findall(word))
    heard = _heard().get(sound(word))
    if heard:
        return heard
    return _one_off(word, _LONG_WORDS) or word if len(word) > 5 else word


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
        return Unit("time", unit.factor / 60) if unit.factor in (3600, 60) else None
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
_BOUND: Final = re.compile(r"\b(?:plus|moins) (?:de|d'|que)\b|\bpresque\b|\bau (?:moins|plus)\b")
_MIXED: Final = re.compile(r"(?<![\d/.,])(\d{1,6}) +(\d{1,2})/(\d{1,2})(?![\d/])")  # «2 1/2»
_BY_THE_HOUR: Final = re.compile(r"(?<=[a-z0-9])(?<!km)(?<!kilometres) a l'?heure\b")
_PER_CENT: Final = re.compile(r"\bp(?:our|\.)? ?cents?\b")
_SCALED: Final = re.compile(r"(\d+(?:[.,]\d+)?) ?(mille|milliers?|millions?|milliards?|billions?|k|mds?)\b(?: d[e'])?")
_MINUS: Final = re.compile(rf"(?<![\w])(?:- ?(?=\d)|(?<!au )moins (?=\d|(?:{'|'.join(SMALL | TENS)})\b))")
_CHRIST: Final = r"(?:j[. -]*c\b\.?|jesus[ -]*christ|notre ere|n\.? ?e\b\.?)"
_BEFORE_CHRIST: Final = re.compile(rf"\b(?:avant|avt|av)\b\.? *{_CHRIST}")
_AFTER_CHRIST: Final = re.compile(rf"\b(?:apres|apr|ap)\b\.? *{_CHRIST}")
_BELOW: Final = re.compile(r"dessous|sous zero|sous 0|au dessous|negati")
_YEAR: Final = re.compile(r"\b(?:annees?|quand|date|millesime)\b")
_FROM_ONE: Final = re.compile(r"\bde (?:0|1|un|zero) a (?=\S)")  # «de 1 à 90»
_ODDS: Final = re.compile(r"\b(?:1|une?) (?:chance )?sur (?=\d)")  # «une chance sur 1 000»
_FULL_DATE: Final = re.compile(rf"^(?:le )?\d{{1,2}}(?:er)? (?:{'|'.join(MONTHS)}) (?P<year>\d{{4}})$")
_SHORT_YEAR: Final = re.compile(r"(?:c'est )?(?:en|l'an|l'annee) '?(?P<year>\d{2})")
_IDIOM: Final = re.compile(rf"\b(?:{IDIOMS})\b")
_NUMBER_WORD: Final = re.compile("|".join(sorted((*NUMBER_WORDS, "et", "un"), key=len, reverse=True)))
_RUN_TOGETHER: Final = re.compile(rf"(?:{_NUMBER_WORD.pattern}){{2,}}")  # «quatrevingt»
_PERCENT: Final = Unit("percent", 1.0)
_LONG_UNITS: Final = tuple(name for name in UNITS if len(name) > 5 and name.isalpha())
_LONG_WORDS: Final = tuple(sorted(word for word in NUMBER_WORDS if len(word) > 5))


@cache
def _heard() -> dict[str, str]:
    return {sound(word): word for word in sorted(NUMBER_WORDS) if len(word) > 3 and not word.endswith("s")}
