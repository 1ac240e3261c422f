"""The word lists of words.toml and english.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

_FOUND: Final[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "words.toml").read_text("utf-8"))


class Unit(NamedTuple):
    dimension: str
    factor: float


def _set(name: str) -> frozenset[str]:
    return frozenset(_FOUND[name].split())


STOP: Final = _set("stop")
PARTICLES: Final = _set("particles")
KIN: Final = _set("kin")
TITLES: Final = _set("titles")
VERBS: Final = _set("verbs")
SUBJECTS: Final = _set("subjects")
SMALL_TALK: Final = _set("small_talk")
KINDS: Final = _set("kinds")
PLAIN_KINDS: Final = _set("plain_kinds")
PEOPLE: Final = _set("people")
AREAS: Final = _set("areas")
EPITHETS: Final = _set("epithets")
AFTER_DIGITS: Final[dict[str, str]] = _FOUND["after_digits"]
OWN: Final = _set("own")
AMOUNTS: Final = _set("amounts")
SHORT: Final = _set("short")
COMPANY: Final = _set("company")
ADJECTIVES: Final = _set("adjectives")
COLOURS: Final = _set("colours")
TONES: Final = _set("tones")
SHADES: Final = COLOURS | TONES
PRAISE: Final = _set("praise")
IDIOMS: Final[str] = _FOUND["idioms"].replace("\n", "")
SMALL_WORDS: Final[dict[str, str]] = _FOUND["small_words"]
FOREIGN: Final[dict[str, str]] = _FOUND["foreign"]
MONTHS: Final[list[str]] = _FOUND["months"].split()
BEFORE: Final[str] = "|".join(_FOUND["before"])
AFTER: Final[str] = "|".join(_FOUND["after"])
ABBREVIATIONS: Final[dict[str, str]] = _FOUND["abbreviations"]
IRREGULAR: Final[dict[str, str]] = _FOUND["irregular"]
MONTH_NAMES: Final[dict[str, str]] = _FOUND["month_names"]

SMALL: Final[dict[str, int]] = _FOUND["small"]
TENS: Final[dict[str, int]] = _FOUND["tens"]
LARGE: Final[dict[str, int]] = _FOUND["large"]
ORDINALS: Final[dict[str, int]] = _FOUND["ordinals"]
NUMBER_VARIANTS: Final[dict[str, str]] = _FOUND["number_variants"]
NUMBER_SLIPS: Final[dict[str, str]] = _FOUND["number_slips"]
COLLECTIVE: Final[dict[str, float]] = _FOUND["collective"]
SHARES: Final[dict[str, float]] = _FOUND["shares"]
SCALES: Final[dict[str, float]] = _FOUND["scales"]


def _units() -> dict[str, Unit]:
    prefixes = {"kilo": 1e3, "hecto": 1e2, "deca": 10.0, "": 1.0, "deci": 0.1, "centi": 0.01, "milli": 1e-3}
    units: dict[str, Unit] = {}
    for dimension, (name, sign) in _FOUND["prefixed"].items():
        for prefix, factor in prefixes.items():
            unit = Unit(dimension, factor)
            units |= dict.fromkeys((prefix + name, prefix + name + "s"), unit)
            if prefix != "deca":
                units[prefix[:1] + sign] = unit
    for dimension, names in _FOUND["units"].items():
        for alike, factor in names.items():
            for name in alike.split("|") if "|" in alike else alike.split():
                units[name] = Unit(dimension, float(factor))
    return units


UNITS: Final = _units()
_ALIKE: Final = [frozenset(line.split()) for line in _FOUND["first_names"].strip().splitlines()]
NAMESAKES: Final = {name: alike for alike in _ALIKE for name in alike}


def english() -> Iterator[tuple[str, str]]:
    """English names of every day, each with the French one."""
    for pairs in tomllib.loads((Path(__file__).parent / "english.toml").read_text("utf-8")).values():
        for pair in pairs.replace("\n", " ").split(", "):
            name, _, french = pair.strip().partition("=")
            yield name, french
