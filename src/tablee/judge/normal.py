"""The normal form under which two answers are the same (BL-35). Frozen with the rules: replays depend on it."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_LEADING_ARTICLE = re.compile(r"^(?:le|la|les|l|un|une|des|du|the|a|an) (?=.)")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae"})


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """Without accents, case, punctuation, leading article and plural endings.

    >>> normal("Les  Kiwis !"), normal("l’Été"), normal("The Rocks")
    ('kiwi', 'ete', 'rock')
    """
    bare = text.casefold()
    if not bare.isascii():
        decomposed = unicodedata.normalize("NFKD", bare).casefold().translate(_LIGATURES)
        bare = "".join(c for c in decomposed if not unicodedata.combining(c))
    words = " ".join("".join(c if c.isalnum() else " " for c in bare).split())
    return " ".join(_singular(word) for word in _LEADING_ARTICLE.sub("", words).split())


def _singular(word: str) -> str:
    return word[:-1] if len(word) > 2 and word[-1] in "sx" else word
