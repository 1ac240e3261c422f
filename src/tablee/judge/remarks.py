"""What stands around a name and only says more about it: «Zola, l’auteur de Germinal», «la série Friends»."""

from __future__ import annotations

from typing import Final

from .lexicon import AREA, PLACE, is_common, is_first_name, look_up
from .question import Good
from .text import Form, stem
from .vocabulary import ADJECTIVES, AREAS, COMPANY, EPITHETS, KIN, KINDS, PEOPLE, PLAIN_KINDS, STOP

ARTICLES: Final = ("le", "la", "l", "les", "un", "une")
ALIAS: Final = ("dit", "dite", "alias", "surnomme", "surnommee", "aka")
BY: Final = ("de", "d", "du", "des", "par", "avec")
NOT: Final = ("pas", "sauf", "ni", "jamais", "non", "plus", "sans", "anti", "faux", "fausse")
WHERE: Final = ("en", "au", "aux", "dans", "a")
WITH: Final = ("dans", "sur", "chez", "avec", "pour", "en")
SIDES: Final = ("nord", "sud", "est", "ouest", "basse", "haute", "nouvelle")
RELATIVES: Final = KIN | {"femme", "mari", "epouse", "epoux", "ami", "amie", "compagnon", "compagne"}
_NAMING: Final = KINDS | COMPANY | PLAIN_KINDS
LONGEST: Final = 4  # words of an epithet


def around(said: Form, extra: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words before the answer, and after it."""
    words = said.words
    core = [at for at, word in enumerate(words) if word not in extra and word not in STOP]
    return (words[: core[0]], words[core[-1] + 1 :]) if core else ((), words)


def is_kind(word: str) -> bool:
    """A noun that says what the name is the name of."""
    return word in _NAMING or stem(word) in _NAMING


def apposition(words: tuple[str, ...]) -> bool:
    """«l’auteur de Germinal», «roi de France», «la planète rouge»."""
    noun, *rest = words[1:] if len(words) > 1 and words[0] in ARTICLES else words
    if related(words):
        return True
    return (
        is_kind(noun)
        and (stem(noun) not in ADJECTIVES or words[0] in ARTICLES)
        and (len(rest) < 2 or rest[0] in STOP or is_kind(rest[0]))
    )


def somewhere(words: tuple[str, ...]) -> bool:
    """«en Afrique», «France»."""
    names = [word for word in words if word not in STOP]
    return bool(names) and all(look_up(word) & AREA or word in AREAS for word in names if word not in SIDES)


def names_one_thing(good: Good) -> bool:
    """A proper name, or a word that is not on everybody’s lips: «labrador»."""
    return good.proper or good.joined.isdigit() or not any(map(is_common, good.content))


def explained(head: tuple[str, ...], tail: tuple[str, ...], extra: list[str], good: Good, whole: bool) -> bool:
    """Whether what was said besides stands all before or all after the name, and only says more about it.

    `whole`: it is no part of a longer name that is accepted.
    """
    if not good.proper and all(word in tail for word in extra) and _owned(tail):
        return True
    if tail and all(word in tail for word in extra) and _placed(tail, good):
        return True
    if not names_one_thing(good):
        return False
    if all(word in tail for word in extra):
        return _follows(tail, good, whole)
    if all(word in head for word in extra):
        return _leads(head, good)
    both = head and tail and all(word in head or word in tail for word in extra)
    return bool(both) and _leads(head, good) and _follows(tail, good, whole)  # «le film Titanic de James Cameron»


def _placed(tail: tuple[str, ...], good: Good) -> bool:
    """«Michael Jackson dans Thriller», «un drone avec caméra»; but «Lyon-sur-Mer»."""
    if tail[0] not in WITH or len(tail) < 2 or tail[1] in NOT or tail[1].isdigit():
        return False
    return tail[0] in ("avec", "dans") or not look_up(good.joined) & PLACE


def related(words: tuple[str, ...]) -> bool:
    """«la femme d’Ulysse»."""
    noun, *rest = words[1:] if len(words) > 1 and words[0] in ARTICLES else (*words, "")
    return noun in RELATIVES and bool(rest) and rest[0] in ("de", "d", "du", "des")


def names_somebody(good: Good) -> bool:
    """A person, or somebody who has but one name."""
    if good.named:
        return True
    return len(good.content) == 1 and not is_common(good.joined) and not look_up(good.joined) & PLACE


def is_year(word: str) -> bool:
    return len(word) == 4 and word.isdigit() and word < "2100"


def _owned(tail: tuple[str, ...]) -> bool:
    """«la poitrine de Materazzi»: whose it is does not matter."""
    names = [word for word in tail if word not in STOP]
    return tail[0] in ("de", "d", "du") and not any(is_common(word) or look_up(word) & PLACE for word in names)


def _follows(tail: tuple[str, ...], good: Good, whole: bool) -> bool:
    """Whether what comes after a name explains it, rather than makes another one of it."""
    if tail[0] in ALIAS or apposition(tail):
        return not good.numbers or tail[0] not in ARTICLES  # «Louis XVI, le roi soleil»
    if tail[0] in WHERE and somewhere(tail):
        return True
    called = whole and tail[0] in ARTICLES and tail[-1] not in EPITHETS and is_common(tail[-1])  # «Rémy le rat»
    if not called and not _unmistakable(good):
        return False
    if tail[0] in BY:  # «Guernica de Picasso»
        names = [word for word in tail if word not in STOP and word not in BY]
        somebody = any(map(is_first_name, names))
        return all(not is_common(word) and (somebody or not look_up(word) & PLACE) for word in names)
    # «Astérix le Gaulois», but «Alexandre le Grand»
    return tail[0] in ("le", "la", "l") and 1 < len(tail) <= LONGEST and not any(look_up(w) & PLACE for w in tail[1:])


def _leads(head: tuple[str, ...], good: Good) -> bool:
    """«Le roi de la pop Michael Jackson», «un pot de Nutella»."""
    names = [word for word in head if word not in STOP]
    if not names:
        return True
    if good.named:
        return is_kind(names[0]) and not is_first_name(names[-1])
    if good.joined.isdigit():
        return all(map(is_kind, names))  # «l’agent 007»
    if not _unmistakable(good):
        return False
    return not any(word in NOT or is_first_name(word) or not is_common(word) for word in names)


def belongs(head: tuple[str, ...]) -> bool:
    """«Le chanteur de» Queen is not Queen."""
    while head and head[-1] in ("la", "le", "l", "les"):
        head = head[:-1]
    return len(head) > 1 and head[-1] in ("de", "d", "du", "des") and head[-2] in PEOPLE


def _unmistakable(good: Good) -> bool:
    """A name that is nothing else: no first name, no place, no word of every day."""
    if good.named:
        return True
    last = good.content[-1]
    if (len(good.content) == 1 and look_up(last) & PLACE) or is_first_name(last):
        return False
    return any(not is_common(word) for word in good.content)
