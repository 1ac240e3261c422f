"""Whether the number that was typed is the one that was asked for."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isclose
from typing import Final

from .quantities import Quantity, read, several, unit_named
from .text import fold
from .verdict import Verdict
from .vocabulary import IDIOMS, MONTHS, SCALES, UNITS, Unit
from .wrapping import affirmed, brackets, pauses, unwrap


def judge_number(folded: str, accept: tuple[str, ...], unit: str | None, asked: str = "") -> Verdict | None:
    """None if what is accepted is no number: then it is judged as text."""
    wanted = [_expected(text, unit) for text in accept]
    if not wanted or any(quantity is None for quantity in wanted):
        return None
    if folded.isdecimal() and len(folded) < 30:
        said: Quantity | None = Quantity((float(folded),), None)
    else:
        if dated := _FULL_DATE.search(folded) or _IN_FIGURES.fullmatch(folded) or _SHORT_YEAR.fullmatch(folded):
            folded = _century(dated["year"], wanted)
        if (idiom := _IDIOM.search(folded.replace("-", " "))) and not _starts(idiom[0], asked):
            return Verdict("wrong", "no_number")
        folded = _FROM_ONE.sub("", folded)
        said = read(unwrap(_ODDS.sub("", folded)).text) or read(folded)
        if said is None and (rest := affirmed(folded) or brackets(pauses(folded)[-1])[0]):
            said = read(rest)  # «2008, non, 2009», «82… 1982», «361 (un carré)»
    if said is None:
        return Verdict("wrong", "several" if several(folded) else "no_number")
    if _BOUND.search(folded):
        said = said._replace(bound=True)
    if said.values[0] < 0 and _BELOW.search(_asked(asked)):
        said = said._replace(values=tuple(map(abs, said.values)))  # «−89», where degrees below zero are counted
    elif said.unit is None and said.values[0] in _TWO_DIGITS and _YEAR.search(_asked(asked)):
        said = said._replace(values=(float(_century(f"{said.values[0]:.0f}", wanted)),))
    if unit and said.unit == _PERCENT and not any(quantity and quantity.unit for quantity in wanted):
        return Verdict("wrong", "unit")  # «20 %», where things are counted
    if unit and (scale := SCALES.get(_asked(unit).split()[0])) and said.values[0] >= scale:
        said = said._replace(values=tuple(value / scale for value in said.values), unit=None)  # «119 millions»
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
    return fold(question)


def _starts(idiom: str, question: str) -> bool:
    """«On se met sur son… combien ?»: the number is what the idiom is asked for."""
    return bool(question) and idiom.split()[0] in _asked(question).replace(".", " ").split()


@lru_cache(maxsize=2048)
def _expected(text: str, unit: str | None) -> Quantity | None:
    """An accepted answer. Its point is a decimal point, unless it stands before three digits and a unit says more."""
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
        found = found._replace(unit=unit_named(fold(unit)))
    return found


def _decimals(text: str) -> int:
    return len(text.partition(".")[2])


_BOUND: Final = re.compile(r"\b(?:plus|moins) (?:de|d'|que)\b|\bpresque\b|\bau (?:moins|plus)\b")
_BELOW: Final = re.compile(r"dessous|sous zero|sous 0|au dessous|negati")
_TWO_DIGITS: Final = range(10, 100)
_YEAR: Final = re.compile(r"\b(?:annees?|quand|date|millesime)\b")
_FROM_ONE: Final = re.compile(r"\bde (?:0|1|un|zero) a (?=\S)")  # «de 1 à 90»
_ODDS: Final = re.compile(r"\b(?:1|une?) (?:chance )?sur (?=\d)")  # «une chance sur 1 000»
_FULL_DATE: Final = re.compile(rf"^(?:le )?\d{{1,2}}(?:er)? (?:{'|'.join(MONTHS)}) (?P<year>\d{{4}})$")
_IN_FIGURES: Final = re.compile(r"(?:le )?\d{1,2}([/.-])\d{1,2}\1(?P<year>\d{4})")
_SHORT_YEAR: Final = re.compile(r"(?:c'est )?(?:en|l'an|l'annee) '?(?P<year>\d{2})")
_IDIOM: Final = re.compile(rf"\b(?:{IDIOMS})\b")
_PERCENT: Final = Unit("percent", 1.0)
