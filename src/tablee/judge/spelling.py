"""How two words are related: the same, misspelt, heard alike, mistyped, or different."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA, Levenshtein

from .lexicon import AREA, FIRST_NAME, FRENCH, LEVEL, PLACE, THING, is_real, look_up
from .phonetic import by_ear, english, hurried, sound
from .text import stem
from .vocabulary import MONTHS, SHORT


class Tie(IntEnum):
    """From the closest to none."""

    SAME = 0
    SOUND = 1
    TYPO = 2
    HOMOPHONE = 3  # sounds alike, but is a word of its own
    OTHER = 4  # a letter away, but a word of its own
    NEAR = 5  # too far for a slip, too near for another thing
    NONE = 9


class Relation(NamedTuple):
    tie: Tie
    distance: int


SAME: Final = Relation(Tie.SAME, 0)
NONE: Final = Relation(Tie.NONE, 99)

# First letters that may stand for the same sound: most pairs of words need no closer look.
_BEGINNING: Final = {
    letter: alike[0]
    for alike in ("aeiouyh", "ckqs", "pf", "gj", "vw", "b", "d", "l", "m", "n", "r", "t", "x", "z")
    for letter in alike
}
_MONTHS: Final = frozenset(MONTHS)
_NO_VOWELS: Final = str.maketrans("", "", "aeiouy2UIAOw")
_KEYS: Final = ("azertyuiop", "qsdfghjklm", "wxcvbn")


def relate(said: str, good: str) -> Relation:
    """How the word that was typed is related to the right one. Both are folded.

    >>> relate("poidson", "poisson").tie.name, relate("poison", "poisson").tie.name, relate("serf", "cerf").tie.name
    ('TYPO', 'OTHER', 'HOMOPHONE')
    """
    if said == good:
        return SAME
    if len(said) == 1 or said[1] == ".":
        return NONE  # initials are looked at where the whole name is known
    if said[0] != good[0] != said[1] and not begins_alike(said, good):
        half = max(len(said), len(good)) // 2
        if OSA.distance(said, good, score_cutoff=half) > half:
            return NONE  # most pairs of words
    if not (said.isalpha() and good.isalpha()):
        return NONE if said.isdigit() or good.isdigit() else _mistyped(said, good)
    if said[:3] == good[:3] and stem(said) == stem(good):
        return SAME
    if good[-2:] == "al" and said.removesuffix("x") == good[:-2] + "eau":
        return SAME  # «chevaux» written «cheveaux»
    if said in _MONTHS and good in _MONTHS:
        return NONE
    if len(good) > 2 and said[0] in "ldjsc" and said[1] == good[0] and good[0] in "aeiouyh":
        bare = relate(said[1:], good)  # «lautriche»: the article has lost its apostrophe
        if bare.tie <= Tie.TYPO and not is_real(said):
            return max(bare, Relation(Tie.SOUND, 1))
    if said in SHORT and good.startswith(said) and len(good) > len(said) + 1:
        return SAME
    return _mistyped(said, good)


def begins_alike(said: str, good: str) -> bool:
    return _BEGINNING.get(said[0]) == _BEGINNING.get(good[0])


def allowed(length: int) -> int:
    """How many slips a word of this length may have."""
    return (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2)[length] if length < 12 else 3


def _mistyped(said: str, good: str) -> Relation:
    longest = max(len(good), len(said))
    distance = OSA.distance(said, good, score_cutoff=longest // 2 + 1)
    flags = look_up(said)
    if distance > longest // 2:
        if not begins_alike(said, good):
            return NONE
        if len(good) > 3 and said[0] == good[0] and not is_real(said) and _heard_alike(said, good):
            return Relation(Tie.SOUND, 1)  # «oizo»
        if len(good) > 3 and not flags and _as_heard(said, good):
            return Relation(Tie.SOUND, 1)
        begun = (said[:5] == good[:5] and len(said) > 5) or (len(said) > 3 and good.startswith(said))
        return Relation(Tie.NEAR, distance) if begun and not is_real(said) else _same_bones(said, good, distance)
    if distance == 1 and not flags and len(good) > 4 and said[1:] != good[1:]:
        return Relation(Tie.TYPO, 1)  # the most frequent case; how it sounds makes no difference
    alike = len(good) > 2 and _heard_alike(said, good)
    inflected = not flags & (PLACE | THING | FIRST_NAME) and _inflected(said, good)
    known = distance > 1 or is_real(said) or not (alike or _missed(said, good, flags))
    if flags and known and not inflected and not _foreign_ending(said, good, flags):
        return _other_word(said, good, distance, alike or _foreign_ear(said, good, flags))
    if inflected or (alike and (len(good) > 3 or not flags)):
        return Relation(Tie.SOUND, 1 if alike else distance)
    return _slip(said, good, distance)


def _heard_alike(said: str, good: str) -> bool:
    if not begins_alike(said, good):
        return False
    if sound(said) == sound(good):
        return True
    if (abroad := english(good)) != good and not look_up(good) & FRENCH and sound(said) == sound(abroad):
        return True
    return good[-1] in "srxt" and said[:3] == good[:3] and _spoken(said) == _spoken(good)


def _spoken(word: str) -> str:
    """With the last letter, which is heard in many names: «jupitaire», «venusse»."""
    return sound(word + "se" if word[-1] == "s" else word + "e" if word[-1] in "rxt" else word)


def _other_word(said: str, good: str, distance: int, alike: bool) -> Relation:
    if alike:
        return Relation(Tie.HOMOPHONE if is_real(said) else Tie.SOUND, 1)
    return Relation(Tie.OTHER, distance) if distance <= allowed(len(good)) + 1 else NONE


def _slip(said: str, good: str, distance: int) -> Relation:
    """No word that one knows: how far may it be?"""
    if said[1:] == good[1:] and said[0] not in _NEIGHBOURS.get(good[0], "") and by_ear(said) != by_ear(good):
        return Relation(Tie.NEAR, distance)  # another first letter often makes another word
    budget = allowed(len(good))
    if distance > 1 and not begins_alike(said, good):
        budget = 0  # «kirigami», «origami»
    if distance <= budget and not _doubtful(said, good):
        return Relation(Tie.TYPO, distance)
    if distance <= budget + 1 and len(good) > 5 and (slipped(said, good) or _nearly_heard(said, good)):
        return Relation(Tie.TYPO, distance)
    if len(good) < 4 and distance == 1 and slipped(said, good):
        return Relation(Tie.TYPO, distance)
    if len(good) > 3 and _as_heard(said, good):
        return Relation(Tie.SOUND, 1)
    bones = _same_bones(said, good, distance)
    return min(bones, Relation(Tie.NEAR, distance)) if 10 * distance <= 4 * max(len(said), len(good)) else bones


def _as_heard(said: str, good: str) -> bool:
    """«koklico», or «pikatchou»."""
    if len(good) > 5 and hurried(said) == hurried(good):
        return True
    return _by_ear(said, good)


def _by_ear(said: str, good: str) -> bool:
    heard, meant = by_ear(said), by_ear(good)
    return len(meant) > 3 and (heard == meant or ("ch" in good and heard == by_ear(good.replace("ch", "k"))))


def _foreign_ear(said: str, good: str, flags: int) -> bool:
    """«estaban»: a word somewhere, but neither it nor the name is French."""
    return not (flags & (FRENCH | PLACE | THING) or look_up(good) & (FRENCH | PLACE)) and _by_ear(said, good)


def _same_bones(said: str, good: str, distance: int) -> Relation:
    """«Chekspir» for «Shakespeare»: all consonants are there."""
    if len(good) < 6 or abs(len(said) - len(good)) > 4 or not begins_alike(said, good):
        return NONE
    bones = skeleton(good)
    if len(bones) < 4 or skeleton(said) != bones or look_up(said):
        return NONE
    return Relation(Tie.SOUND if len(bones) > 4 and sound(said)[0] == sound(good)[0] else Tie.NEAR, distance)


def _foreign_ending(said: str, good: str, flags: int) -> bool:
    """«Barcelona» for «Barcelone», but not «Guyana» for «Guyane», nor «Angela» for «Angèle»."""
    good = good.removesuffix("s")  # «lasagna»
    if said[:-1] != good[:-1] or {said[-1], good[-1]} != {"a", "e"} or flags & (FRENCH | AREA):
        return False
    return flags & LEVEL < 2 or bool((flags | look_up(good)) & (PLACE | AREA))


def skeleton(word: str) -> str:
    """The consonants, as they are heard."""
    return sound(word).translate(_NO_VOWELS)


def _doubtful(said: str, good: str) -> bool:
    """In a word of four letters one slip leaves too little."""
    if len(good) > 4:
        return False
    return len(said) < 4 or not slipped(said, good)


def _inflected(said: str, good: str) -> bool:
    """Masculine or feminine, singular or plural: «brut» and «brute», «bienvenu» and «bienvenue»."""
    short, long = sorted((stem(said), stem(good)), key=len)
    if len(short) < 3 or long[-1] != "e":
        return False
    return long[:-1] == short or (long[-3:-1] == short[-1] * 2 and long[:-2] == short)


def slipped(said: str, good: str) -> bool:
    """Whether only neighbouring keys were hit, letters doubled or swapped."""
    if len(said) == len(good):
        pairs = [(a, b) for a, b in zip(said, good, strict=True) if a != b]
        if all(b in _NEIGHBOURS.get(a, "") for a, b in pairs):
            return True
        return len(pairs) == 2 and pairs[0] == pairs[1][::-1]
    for edit in Levenshtein.editops(good, said):
        if edit.tag == "replace" and good[edit.src_pos] not in _NEIGHBOURS.get(said[edit.dest_pos], ""):
            return False
        if edit.tag == "insert" and not _brushed(said, edit.dest_pos):
            return False
        if edit.tag == "delete" and good[edit.src_pos] not in good[max(0, edit.src_pos - 1) : edit.src_pos]:
            return False
    return True


def _missed(said: str, good: str, flags: int) -> bool:
    """A key was missed, and what came out is hardly a word. Another first letter is seldom a slip."""
    rare = flags & LEVEL < (3 if len(good) > 6 and not flags & FRENCH else 2)
    return said[0] == good[0] and rare and (len(said) < len(good) or slipped(said, good))


def _brushed(said: str, at: int) -> bool:
    """A key that was hit twice, or along with its neighbour."""
    near = said[at] + _NEIGHBOURS.get(said[at], "")
    return (at > 0 and said[at - 1] in near) or (at + 1 < len(said) and said[at + 1] in near)


def _nearly_heard(said: str, good: str) -> bool:
    heard = sound(good)
    return len(heard) > 3 and OSA.distance(sound(said), heard, score_cutoff=1) <= 1


def weight(word: str) -> int:
    """How surely a word is meant as it stands: 0 unknown to 7 everyday; a place counts as well known."""
    flags = look_up(word)
    level = flags & LEVEL
    if flags & (PLACE | THING):
        return max(level, 5)
    return level if flags & FRENCH else level - 1


def _neighbours() -> dict[str, str]:
    near: dict[str, str] = {}
    for r, row in enumerate(_KEYS):
        for c, key in enumerate(row):
            around = [(r, c - 1), (r, c + 1), (r - 1, c), (r - 1, c + 1), (r + 1, c), (r + 1, c - 1)]
            near[key] = "".join(_KEYS[y][x] for y, x in around if 0 <= y < 3 and 0 <= x < len(_KEYS[y]))
    return near


_NEIGHBOURS: Final = _neighbours()
