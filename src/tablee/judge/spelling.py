"""How two words are related: the same, misspelt, heard alike, mistyped, or different."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA, Levenshtein

from .lexicon import FRENCH, LEVEL, PLACE, is_common, is_real, look_up
from .phonetic import sound
from .text import stem


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

# What is cut off in speech, and does not name something else.
SHORT: Final = frozenset(
    """aspi saxo croco hippo rhino helico frigo ordi tele cine resto restau appart apero dico diapo expo labo meteo
    micro moto auto photo radio recre tram kine clim deco promo proprio basket foot hand volley rando trott trotti kilo
    champi gym geo philo techno info infos maths math bio compta psycho socio hosto anniv aprem dirlo prof proviseur
    velo vaisselle manif occas perm petit-dej imper fac bac bus car metro pneu stylo taxi zoo sax trompe accordeon
    harmo mayo choco cafet cata cathe conf coloc dermato gynéco gyneco ophtalmo homeo intox interro matos mob
    mobylette mytho para pedalo perf pizz pro pub reac reduc sana sécu secu sono sympa typo ado alu ampli archi beauf
    bibli biblio biscotte brico bulldo cabrio cardio catho choc climato combi crado dactylo décap demago disco doc
    estomac euro fluo gastro homo hypo impec kiwi limo lino logo mando mega memo mono moto nympho ortho pano parano
    patho pharma phone pseudo quadri raton rétro retro rhodo rococo scoot sous-off stereo strepto tango thermo tricot
    tyranno vibro xylo zodiac""".split()
)
_KEYS: Final = ("azertyuiop", "qsdfghjklm", "wxcvbn")


def relate(said: str, good: str) -> Relation:
    """How the word that was typed is related to the right one. Both are folded.

    >>> relate("poissson", "poisson").tie.name, relate("poison", "poisson").tie.name, relate("foi", "foie").tie.name
    ('TYPO', 'OTHER', 'HOMOPHONE')
    """
    if said == good:
        return SAME
    if len(said) == 1 or said[1] == ".":
        return SAME if said[0] == good[0] and not good.isdigit() else NONE
    if not (said.isalpha() and good.isalpha()):
        return NONE if said.isdigit() or good.isdigit() else _mistyped(said, good)
    if stem(said) == stem(good):
        return Relation(Tie.SAME, 0)
    if len(said) > len(good) > 2 and said[0] in "ldjsc" and said[1] == good[0] and good[0] in "aeiouyh":
        bare = relate(said[1:], good)  # «lautriche»: the article has lost its apostrophe
        if bare.tie <= Tie.TYPO and not is_common(said):
            return bare
    if good.startswith(said) and (said in SHORT or (len(said) > 3 and said[-1] in "o" and not is_common(said))):
        return SAME
    return _mistyped(said, good)


def allowed(length: int) -> int:
    """How many slips a word of this length may have."""
    return (0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2)[length] if length < 12 else 3


def _mistyped(said: str, good: str) -> Relation:
    longest = max(len(good), len(said))
    distance = OSA.distance(said, good, score_cutoff=longest // 2 + 1)
    if distance > longest // 2:
        return NONE
    inflected = _inflected(said, good)
    alike = len(good) > 2 and sound(said) == sound(good)
    if is_real(said) and not inflected:
        if alike:
            return Relation(Tie.HOMOPHONE, distance)
        return Relation(Tie.OTHER, distance) if distance <= allowed(len(good)) + 1 else NONE
    if inflected or (alike and len(good) > 3):
        return Relation(Tie.SOUND, distance)
    if distance <= allowed(len(good)) and not _doubtful(said, good):
        return Relation(Tie.TYPO, distance)
    if distance <= allowed(len(good)) + 1 and len(good) > 4 and (_slipped(said, good) or _nearly_heard(said, good)):
        return Relation(Tie.TYPO, distance)
    if len(good) < 4 and distance == 1 and _slipped(said, good):
        return Relation(Tie.TYPO, distance)
    return Relation(Tie.NEAR, distance) if 10 * distance <= 4 * longest else NONE


def _doubtful(said: str, good: str) -> bool:
    """In a word of four letters one slip leaves too little."""
    if len(good) > 4:
        return False
    return len(said) < 4 or (said[0] != good[0] and not _slipped(said, good))


def _inflected(said: str, good: str) -> bool:
    """Masculine or feminine, singular or plural: «brut» and «brute», «bienvenu» and «bienvenue»."""
    short, long = sorted((stem(said), stem(good)), key=len)
    if len(short) < 3 or long[-1] != "e":
        return False
    return long[:-1] == short or (long[-3:-1] == short[-1] * 2 and long[:-2] == short)


def _slipped(said: str, good: str) -> bool:
    """Whether only neighbouring keys were hit, letters doubled or swapped."""
    if len(said) == len(good):
        pairs = [(a, b) for a, b in zip(said, good, strict=True) if a != b]
        if all(b in _NEIGHBOURS.get(a, "") for a, b in pairs):
            return True
        return len(pairs) == 2 and pairs[0] == pairs[1][::-1]
    for edit in Levenshtein.editops(good, said):
        if edit.tag == "replace" and good[edit.src_pos] not in _NEIGHBOURS.get(said[edit.dest_pos], ""):
            return False
        if edit.tag == "insert" and said[edit.dest_pos] not in said[max(0, edit.dest_pos - 1) : edit.dest_pos]:
            return False
        if edit.tag == "delete" and good[edit.src_pos] not in good[max(0, edit.src_pos - 1) : edit.src_pos]:
            return False
    return True


def _nearly_heard(said: str, good: str) -> bool:
    heard = sound(good)
    return len(heard) > 3 and OSA.distance(sound(said), heard, score_cutoff=1) <= 1


def weight(word: str) -> int:
    """How surely a word is meant as it stands: 0 unknown to 7 everyday; a place counts as well known."""
    flags = look_up(word)
    level = flags & LEVEL
    if flags & PLACE:
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
