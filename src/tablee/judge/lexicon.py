"""What is known of single words: how common they are, and whether they are French, first names or places.

The table is made by tools/lexicon.py: sorted 32-bit hashes, then a byte for each. It is read when first needed.
"""

from __future__ import annotations

import sys
from array import array
from bisect import bisect_left
from functools import cache, lru_cache
from pathlib import Path
from typing import Final
from zlib import crc32

LEVEL: Final = 7  # the lowest three bits: 0 rare, 4 one in a million words, 7 very common
FRENCH: Final = 8
FIRST_NAME: Final = 16
PLACE: Final = 32
AREA: Final = 64  # a place that towns lie in
THING: Final = 128  # something else with a name of its own, such as a chemical element


@lru_cache(maxsize=1 << 14)
def look_up(word: str) -> int:
    """The flags of a word in small letters without accents; 0 if it is unknown.

    >>> bool(look_up("poison") & FRENCH), bool(look_up("antoine") & FIRST_NAME), look_up("poissson")
    (True, True, 0)
    """
    keys, flags = _table()
    key = crc32(word.encode("utf-8", "replace"))
    at = bisect_left(keys, key)
    return flags[at] if at < len(keys) and keys[at] == key else 0


def is_real(word: str) -> bool:
    """Whether somebody who types this may well mean it, rather than miss a key."""
    flags = look_up(word)
    return bool(flags & (PLACE | THING)) or flags & LEVEL >= (3 if flags & FRENCH or len(word) < 5 else 4)


def is_common(word: str) -> bool:
    """A French word that everybody knows."""
    flags = look_up(word)
    return bool(flags & FRENCH) and flags & LEVEL >= 4


def is_first_name(word: str) -> bool:
    return bool(look_up(word) & FIRST_NAME)


@cache
def _table() -> tuple[array[int], bytes]:
    raw = (Path(__file__).parent / "lexicon.bin").read_bytes()
    count = len(raw) // 5
    keys = array("I")
    keys.frombytes(raw[: 4 * count])
    if sys.byteorder == "big":
        keys.byteswap()
    return keys, raw[4 * count :]
