"""What people put around an answer: hesitation, politeness, alternatives, a remark in brackets."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_BEFORE: Final = """
euh+|heu+|hum+|hm+|mm+h*|ben+|bah+|beh|be|bon|alors la|alors|donc|eh bien|et bien|oh+|ah+|ha+|oui|ouais|ok|mais|voila
non|nan|tiens|enfin|bref|attends|attendez|trop facile|facile|easy|finalement|peut etre|ptet|sans doute|surement
probablement|certainement|evidemment|forcement|clairement|bien sur|sans hesiter|sans hesitation|assurement|vite
(?:moi |perso |personnellement )?(?:je|j) (?:crois|pense|dirais?|dirait|dit|dis|parie|suppose|suis sure?|suis certaine?|opte pour
mise sur|parie sur|propose|tente|vote pour|vote|reponds?|repondrais?|mets|choisis|penche pour|vais dire|vais mettre
sais plus|sais pas|sais pas trop|ne sais pas|sais|pencherais pour|tenterais?|note|voulais dire|voulais ecrire)
j(?:crois|pense|dirais?|dirait|parie|tente|mets)|chais pas|sais pas|jsp|j ai envie de dire|moi|perso|aucune idee
pour moi|a mon avis|selon moi|d apres moi|au pif|au hasard|la reponse est|la reponse c est|la reponse|ma reponse est
ma reponse c est|ma reponse|reponse finale|reponse|c est|cest|c etait|cetait|ce serait|ca serait|sa serait|se serait
(?:ca|sa|ce|cela) (?:doit|devrait|peut|pourrait) etre|ca doit|c|s est|ca|il s agit|il s agirait|on dirait|on parle
qu il s agit|que c est|que c etait|que ce serait|que c|que|qu|(?:il|elle|on|ca|cela) s appelle|on l appelle|il y a|il y en a
y a|ce sont|est ce que c est|est ce que ce serait|est ce|serait ce|mdr+|lol+|allez|genre|svp|stp|salut|coucou|bonjour
il me semble|dernier mot|d habitude|normalement|evident|simple|logiquement|je|hop|youpi|trop simple|fastoche|yes|well
"""
_AFTER: Final = """
(?:enfin )?(?:je|j) (?:crois|pense|dirais?|suppose|sais plus|sais pas|suis sure?|suis presque sure?|suis pas sure?|suis certaine?)(?: bien)?
(?:enfin )?j(?:crois|pense|dirais?)|il me semble|me semble t il|si je (?:ne )?me trompe pas|j en suis sure?|j en suis certaine?
non|nan|hein|quoi|mdr+|lol+|ptdr+|xd+|haha+|hihi+|svp|stp|s il (?:te|vous) plait|merci|bien sur|bien entendu
evidemment|peut etre|ptet|sans doute|surement|probablement|certainement|forcement|a mon avis|selon moi|d apres moi|pour moi
par hasard|c est ca|c est bien ca|c est facile|facile|trop facile|voila|n est ce pas|pas vrai|mais pas sure?|pas sure?|au pif
au hasard|c est sur|sur et certain|jsp|sans certitude|c est mon dernier mot|dernier mot|ou pas|ou quoi|oui|ok|easy
de memoire|sans hesiter|sans hesitation|logique|c est evident|c est simple|evident|bref|obviously|ou un truc comme ca
ou quelque chose comme ca|un truc comme ca|je tente|c est|enfin bref|no doubt|trop simple|fastoche|et voila|clairement
"""
_SEP: Final = r"[\s'\",.!?:;~*_-]"


def _pattern(phrases: str) -> str:
    lines = "|".join(line.strip() for line in phrases.strip().splitlines())
    return lines.replace(" ", _SEP + "*")


_START: Final = re.compile(rf"{_SEP}*(?:(?:{_pattern(_BEFORE)})(?![a-z0-9]){_SEP}*)+(?=\S)")
_END: Final = re.compile(rf"(?:{_SEP}+(?:{_pattern(_AFTER)})(?=$|{_SEP}))+{_SEP}*$")
_FIRST_WORDS: Final = re.compile(r"[a-z]+")
_NOT: Final = re.compile(rf"{_SEP}*(?:n{_SEP}est{_SEP})?(?:surtout )?(?:pas|ni|tout sauf|sauf)\s+(?=\S)")
_OR: Final = re.compile(
    r"\s+(?:ou(?:\s+(?:bien|alors|encore|peut[ -]etre|plutot|sinon))?|soit|voire|sinon)\s+|;|\||(?<!\d)\s*/\s*|/(?!\d)|\n"
)
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
    if found := _END.search(text):
        text = text[: found.start()]
    if found := _START.match(text):
        text = text[found.end() :]
    if not _FIRST_WORDS.search(text) and not any(c.isalnum() for c in text):
        return Phrase(folded, False)
    if found := _NOT.match(text):
        asked = "?" in folded or "hasard" in folded
        return Phrase(text[found.end() :], not asked)
    return Phrase(text, False)


def alternatives(text: str) -> list[str]:
    """The answers between which somebody will not decide.

    >>> alternatives("soit zola soit maupassant"), alternatives("14/07"), alternatives("foie/rein")
    (['zola', 'maupassant'], ['14/07'], ['foie', 'rein'])
    """
    return _parts(_OR.split(text.removeprefix("soit ")))


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
