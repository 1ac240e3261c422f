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
LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; no letter that looks like a figure
CODE: Final = 4
LENT: Final = 6  # figures of a one-time code

_GRAPHEMES: Final = regex.compile(r"\X")
_HIDDEN: Final = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
_DIRECTIONS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


def clean_name(said: str, taken: Collection[str]) -> str:
    """The name as it will be shown. Raises Invalid."""
    name = " ".join(unicodedata.normalize("NFC", said).split())
    if not name or not any(character.isalnum() or not character.isascii() for character in name):
        raise Invalid("empty_name")
    if is_hidden(name):
        raise Invalid("bad_name")
    if len(_GRAPHEMES.findall(name)) > LONGEST_NAME or len(name) > 4 * LONGEST_NAME:
        raise Invalid("long_name", longest=LONGEST_NAME)
    if name.casefold() in {other.casefold() for other in taken}:
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
    return any(unicodedata.category(character) in _HIDDEN or character in _DIRECTIONS for character in text)


def a_code(taken: Collection[str]) -> str:
    """Four letters that no other table has now."""
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE))
        if code not in taken:
            return code


def a_lent_code() -> str:
    return f"{secrets.randbelow(10**LENT):0{LENT}}"


def a_token() -> str:
    """128 random bits; whoever has it, has the seat."""
    return secrets.token_urlsafe(16)


def guest_of(token: str) -> str:
    """All that is stored of a token: it cannot be turned back."""
    return hashlib.sha256(token.encode()).hexdigest()
