"""What people may call themselves, what they may say, and how tables, devices and matches are named."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from collections.abc import Collection
from typing import Final

import regex

from tablee.engine import Invalid

LONGEST_NAME: Final = 20  # graphemes
LONGEST_LINE: Final = 300  # characters of chat
LENT: Final = 8  # letters of a one-time code
LENT_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; no letter that looks like a figure

# A table is called across a room: syllables of a consonant and a vowel, as long as few tables make guessing hopeless.
CONSONANTS: Final = "BCDFGJKLMNPRSTVZ"
VOWELS: Final = "AEIOU"
SHORT, LONG = 2, 3  # syllables
FEW: Final = 64  # tables for which the short ones are enough
RUDE: Final = regex.compile(  # in French or English, at the beginning or the end
    "BITE|PUTE|PUTA|CACA|KAKA|PIPI|NAZI|PEDE|PEDO|SALO|CUL|CON|ZOB|NEG|NIK|FUC|FUK|RAPE|COCU|SADO|COKE|DOPE|TARE|SUCE"
    "|KIKE|DAGO"
)

_GRAPHEMES: Final = regex.compile(r"\X")
_HIDDEN: Final = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_UNSEEN: Final = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]")  # some turn the direction of writing
_PICTURE: Final = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}|[0-9#*]\ufe0f?\u20e3")
# Letters of other alphabets that are drawn like Latin ones, and figures that are drawn like letters.
_ALIKE: Final = str.maketrans(
    "абвгеёзийкмнорстухьѕіјһαβεικνορτυχγ0135|!",
    "abbreeaunkmhopctyxbsijhabeiknoptuxyoiesli",
)


def clean_name(said: str, taken: Collection[str]) -> str:
    """The name as it will be shown. Raises Invalid."""
    name = " ".join(unicodedata.normalize("NFC", said).split())
    if not name or not any(character.isalnum() or not character.isascii() for character in name):
        raise Invalid("empty_name")
    if is_hidden(name):
        raise Invalid("bad_name")
    if len(_GRAPHEMES.findall(name)) > LONGEST_NAME or len(name) > 4 * LONGEST_NAME:
        raise Invalid("long_name", longest=LONGEST_NAME)
    if skeleton(name) in {skeleton(other) for other in taken}:
        raise Invalid("same_name", name=name)
    return name


def clean_line(said: str) -> str:
    """A line of chat as it will be shown. Raises Invalid."""
    line = " ".join(said.split())
    if not line:
        raise Invalid("empty_line_of_chat")
    if len(line) > LONGEST_LINE:
        raise Invalid("too_long", longest=LONGEST_LINE)
    if is_hidden(line):
        raise Invalid("bad_name")
    return line


def is_hidden(text: str) -> bool:
    """Whether there is something in it that cannot be seen, or that turns the direction of writing."""
    if any(unicodedata.category(character) in _HIDDEN for character in text):
        return True
    return any(_UNSEEN.search(one) and not _PICTURE.match(one) for one in _GRAPHEMES.findall(text))


def skeleton(name: str) -> str:
    """What is left when all is away that eyes pass over: two names with the same look alike."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    kept = "".join(character for character in plain if character.isalnum() or unicodedata.category(character)[0] == "S")
    return kept.translate(_ALIKE).replace("l", "i") or name


def a_code(taken: Collection[str], crowded: bool = False) -> str:
    """A word that can be said, that shocks nobody, and that no other table has now. `crowded`: there are many more."""
    syllables = SHORT if len(taken) < FEW and not crowded else LONG
    while True:
        code = "".join(secrets.choice(CONSONANTS) + secrets.choice(VOWELS) for _ in range(syllables))
        if code not in taken and not RUDE.search(code):
            return code


def is_code(text: str) -> bool:
    """Whether a table may be called so; those from before are found, too."""
    return text.isascii() and text.isalpha() and text.isupper() and len(text) in (2 * SHORT, 2 * LONG)


def a_lent_code() -> str:
    return "".join(secrets.choice(LENT_LETTERS) for _ in range(LENT))


def a_token() -> str:
    """128 random bits; whoever has it, has the seat."""
    return secrets.token_urlsafe(16)


def guest_of(token: str) -> str:
    """All that is stored of a token: it cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()
