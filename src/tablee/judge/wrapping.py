"""What people put around an answer: hesitation, politeness, alternatives, a remark in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from .vocabulary import AFTER, BEFORE

_SEP: Final = r"[\s'\",.!?:;~*_-]"


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Compiled when first needed, because it takes a while."""
    before, after = (phrases.replace(" ", _SEP + "*") for phrases in (BEFORE, AFTER))
    return (
        re.compile(rf"{_SEP}*+(?:(?:{before})(?![a-z0-9]){_SEP}*+)+(?=\S)"),
        re.compile(rf"(?<!{_SEP})(?:{_SEP}++(?:{after})(?=$|{_SEP}))+{_SEP}*+$"),
    )


_NOT: Final = re.compile(
    rf"{_SEP}*(?:(?:ce |c{_SEP}?)?(?:ne |n{_SEP}?)?(?:est|serait|etait){_SEP})?"
    r"(?:(?:surtout|certainement|surement|absolument|sans doute|vraiment|en tout cas) )?"
    r"(?:pas|ni|jamais|(?:tout|n.importe (?:quoi|qui|ou)) sauf|sauf)\s+(?=\S)"
)
_NO_IDEA: Final = re.compile(
    rf"{_SEP}*(?:(?:euh+|heu+|ben|bah|alors|la|desolee?|franchement|moi){_SEP}+)*"
    rf"(?:(?:je |j)?(?:n.?e? ?)?(?:sais?|c) (?:pas|plus|rien)(?: du tout| moi)?|aucune idee|pas (?:la moindre )?idee"
    rf"|jsp|chais pas"
    rf"|je passe|passe|joker|je donne ma langue au chat|no idea|rien|\\?+){_SEP}*"
)
_RELATIVE: Final = re.compile(
    r"(?:le |la |l'|un |une |son |sa )?(?:grand[ -]|petit[ -]|beau[ -]|belle[ -])?"
    r"(?:pere|mere|frere|soeur|fils|fille|femme|mari|epouse?|cousine?|neveu|niece|oncle|tante|veuve|ami|amie|copain|chien)"
    r" (?:de |d'|du )"
)
_CORRECTED: Final = re.compile(
    r"(?:non,? )?(?:ce |c.)?(?:n.)?(?:est )?(?:pas|non) (?P<not>[^,]+?)"
    r"(?:, ?| mais | c.est )(?:mais )?(?:c.est )?(?P<is>[^,]+)$"
)
_NOT_THE_OTHER: Final = re.compile(
    r"(?P<is>[^,]+?)(?:,? (?:et |mais )?pas|,? et non|,? mais non) (?:pas )?"
    r"(?!(?:du tout|mal|vrai|sure?|certaine?|sur|si|que|trop|tres|encore|de doute|de betises?|la|le plus)\b)"
    r"(?P<not>[^,?]+)$"
)
_RATHER: Final = re.compile(
    r"(?P<not>.+?)[,.]*(?<! et)(?<! mais)(?<! ou) (?:ah |euh |heu )?(?:non|nan)[,.]* (?:non[,.]* )?"
    r"(?:pardon |plutot |attends |enfin )?"
    r"(?!(?:je|j|si|pas|mais|c|ca|il|plus|stop|identifie)\b)(?P<is>[^?]+)\??$"
)
_OR: Final = re.compile(
    r"\s+(?:ou(?:\s+(?:bien|alors|encore|peut[ -]etre|plutot|sinon))?|soit|voire|sinon)\s+"
    r"|;|\||(?<!\d)\s*/\s*|/(?!\d)|\n"
)
_PAUSE: Final = re.compile(r"\.{2,}")
_COMMA: Final = re.compile(r"\s*,\s+|,(?!\d)")
_BRACKETS: Final = re.compile(r"[(\[{]([^)\]}]*)[)\]}]?")


class Phrase(NamedTuple):
    """What is left when wrapping is taken off."""

    text: str
    negated: bool


def unwrap(folded: str) -> Phrase:
    """Without hesitation and politeness, unless nothing would be left.

    >>> unwrap("euh je crois que c'est paris ?").text, unwrap("c'est pas canberra par hasard ?")
    ('paris ?', Phrase(text='canberra', negated=False))
    """
    text = folded
    start, end = _patterns()
    if found := end.search(text):
        text = text[: found.start()]
    if found := start.match(text):
        text = text[found.end() :]
    if not any(c.isalnum() for c in text):
        return Phrase(folded, False)
    if found := _NOT.match(text):
        asked = "?" in folded or "hasard" in folded
        return Phrase(text[found.end() :], not asked)
    return Phrase(text, False)


def nothing_said(text: str) -> bool:
    """«Euh, je sais pas»: no answer at all."""
    return _NO_IDEA.fullmatch(text) is not None


def somebody_near(text: str) -> bool:
    """«Le frère de Louis XVI» is somebody else."""
    return _RELATIVE.match(text) is not None


def affirmed(text: str) -> str | None:
    """What is left when something else is denied: «pas Lyon, Marseille», «Marseille et non Lyon».

    >>> affirmed("pas lyon, marseille"), affirmed("ce n'est pas un requin mais une baleine")
    ('marseille', 'une baleine')
    >>> affirmed("pas lyon"), affirmed("marseille, je ne suis pas sur")
    (None, None)
    """
    if "pas" not in text and "non" not in text and "nan" not in text:
        return None
    found = _CORRECTED.match(text) or _NOT_THE_OTHER.match(text) or _RATHER.match(text)
    if found is None or _only_talk(found["is"]):
        return None
    return found["is"].strip(" ,.!?") or None


def _only_talk(text: str) -> bool:
    """«je sais» pas, «ce serait» pas: nothing is named before the denial."""
    found = _patterns()[0].match(text + " x")
    return found is not None and found.end() == len(text) + 1


def alternatives(text: str) -> list[str]:
    """The answers between which somebody will not decide.

    >>> alternatives("soit zola soit maupassant"), alternatives("14/07"), alternatives("foie/rein")
    (['zola', 'maupassant'], ['14/07'], ['foie', 'rein'])
    """
    return _parts(_OR.split(text.removeprefix("soit ")))


def pauses(text: str) -> list[str]:
    """What stands between points of silence.

    >>> pauses("euh attends... titanic !"), pauses("etc...")
    (['euh attends', ' titanic !'], ['etc...'])
    """
    parts = _parts(_PAUSE.split(text)) if ".." in text else []
    return parts if len(parts) > 1 else [text]


def enumeration(text: str) -> list[str]:
    """What stands between commas."""
    return _parts(_COMMA.split(text)) if "," in text else [text]


def brackets(text: str) -> tuple[str, str]:
    """What stands outside and inside of brackets.

    >>> brackets("lisbonne (portugal)")
    ('lisbonne ', 'portugal')
    """
    inside = " ".join(_BRACKETS.findall(text))
    return _BRACKETS.sub(" ", text).replace("  ", " "), inside


def _parts(found: Iterable[str]) -> list[str]:
    return [part for part in found if any(c.isalnum() for c in part)]
