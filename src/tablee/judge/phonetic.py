"""How a French word sounds, roughly: words that are read aloud alike have the same key.

Accents are gone by then, so that every final e, é, er, ez is silent alike; that is coarse, and meant to be.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final


@lru_cache(maxsize=1 << 14)
def sound(word: str) -> str:
    """The key of a word in small letters without accents.

    >>> sound("elefan") == sound("elephant"), sound("kristof") == sound("christophe"), sound("rein") == sound("rhin")
    (True, True, True)
    >>> sound("poison") == sound("poisson"), sound("manet") == sound("monet")
    (False, False)
    """
    heard = _SPELLING.sub(_replace, _SILENT_END.sub("", word) or word)
    return _TWICE.sub(r"\1", heard)


def hurried(word: str) -> str:
    """The same without the e that is hardly spoken: «coquelicot» is typed «koklico»."""
    return _FAINT.sub("", sound(word))


@lru_cache(maxsize=1 << 12)
def english(word: str) -> str:
    """A word as a French ear would write it if it is English: «peaks», «steed», «ride».

    >>> english("peaks"), english("ride")
    ('piks', 'raide')
    """
    for spelling, heard in _ENGLISH:
        word = spelling.sub(heard, word)
    return word


_ENGLISH: Final = tuple(
    (re.compile(spelling), heard)
    for spelling, heard in (
        ("ee|ea(?!u)", "i"),
        ("igh|(?<=[bcdfghjklmnpqrstvwz])i(?=[bcdfgklmnpstvz]e$)", "ai"),
        ("(?<=[bcdfghjklmnpqrstvwz])a(?=[kmptv]e$)", "e"),
    )
)

# In this order: the first that fits is taken.
_RULES: Final = (
    ("(?:ai|ei)ll?(?=[aeiouy])", "ej"),
    ("(?:ai|ei)l$", "ej"),
    ("euill?|oeill?|ueill?", "2j"),
    ("ouill?(?=[aeiouy]|$)", "Uj"),
    ("(?<=[bcdfgjlmnpqrstvz])ill(?=[aeiouy])", "ij"),
    ("oin(?![aeiouyhnm])", "wI"),
    ("(?:ai|ei|i|y)[nm](?![aeiouyhnm])", "I"),
    ("(?<=[aeiou])y(?=[aeiou])", "j"),
    ("aient$|ait$|ais$|[ae]y$|ai|ei", "e"),
    ("eau|au", "o"),
    ("oeu|eu", "2"),
    ("oy(?=[aeiou])", "waj"),
    ("ouy(?=[aeiou])", "Uj"),
    ("oi|oy", "wa"),
    ("ou|oo", "U"),
    ("u[nm](?![aeiouyhnm])", "I"),
    ("(?<=i)en(?![aeiouyhnmt])", "I"),
    ("[ae][nm](?![aeiouyhnm])", "A"),
    ("o[nm](?![aeiouyhnm])", "O"),
    ("tion", "sjO"),
    ("sch|sh", "S"),
    ("ch(?=[rl])|ck|cq|qu|q|k", "k"),
    ("ch", "S"),
    ("ph", "f"),
    ("th", "t"),
    ("gn|ni(?=[aeo])", "N"),
    ("gu(?=[eiy])", "g"),
    ("ge(?=[aou])|g(?=[eiy])", "j"),
    ("cc(?=[eiy])", "ks"),
    ("sc(?=[eiy])|c(?=[eiy])|ss", "s"),
    ("c+", "k"),
    ("(?<=[aeiouy])s(?=[aeiouy])", "z"),
    ("x", "ks"),
    ("w", "v"),
    ("y", "i"),
    ("h", ""),
    ("u", "y"),
)
_SPELLING: Final = re.compile("|".join(f"({pattern})" for pattern, _ in _RULES))
_HEARD: Final = ("", *(heard for _, heard in _RULES))
_SILENT_END: Final = re.compile(r"(?:(?<=au)l[td]s?|(?<=...)e[rz]s?|ee?s?|ent|[tdsxzp]+|gt|gts|ct|b(?<=mb))$")
_FAINT: Final = re.compile(r"(?<=[bcdfgjklmnprstvzSN])e(?=[bcdfgjklmnprstvzSN])|(?<=...)et?$")
_TWICE: Final = re.compile(r"(.)\1+")


def _replace(found: re.Match[str]) -> str:
    return _HEARD[found.lastindex or 0]
