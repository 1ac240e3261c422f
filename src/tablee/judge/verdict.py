"""What the judge says: right, wrong or unsure, with a reason that can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

Ruling = Literal["right", "wrong", "unsure"]


class Verdict(str):
    """A word, so that it compares with one; and why, as a code with parameters.

    >>> verdict = Verdict("unsure", "near_rival", rival="Loiret")
    >>> verdict == "unsure", verdict.explain("fr")
    (True, 'trop proche de « Loiret »')
    """

    __slots__ = ("params", "reason")

    reason: str
    params: Mapping[str, str]

    def __new__(cls, ruling: Ruling, reason: str, **params: str) -> Verdict:
        verdict = super().__new__(cls, ruling)
        verdict.reason, verdict.params = reason, params
        return verdict

    def __repr__(self) -> str:
        return f"<{self}: {self.explain('en')}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (str(self), self.reason, dict(self.params))

    def explain(self, language: str = "fr") -> str:
        """The reason as a phrase, in French or English."""
        french, english = REASONS[self.reason]
        return (english if language == "en" else french).format_map(self.params)


def _make(ruling: Ruling, reason: str, params: dict[str, str]) -> Verdict:
    return Verdict(ruling, reason, **params)


REASONS: Final[Mapping[str, tuple[str, str]]] = {
    "same": ("c’est « {good} »", "that is “{good}”"),
    "spelling": ("« {good} », à l’orthographe près", "“{good}”, but for the spelling"),
    "sound": ("« {good} », à l’oreille", "“{good}” by its sound"),
    "short": ("« {good} » en abrégé", "“{good}” in short"),
    "longer": ("« {good} » avec une précision", "“{good}” with a detail"),
    "empty": ("pas de réponse", "no answer"),
    "too_long": ("bien trop long pour une réponse", "far too long for an answer"),
    "rival": ("c’est « {rival} »", "that is “{rival}”"),
    "several": ("plusieurs réponses à la fois", "several answers at once"),
    "digits": ("ce n’est pas le même nombre", "that is another number"),
    "unit": ("ce n’est pas la même unité", "that is another unit"),
    "no_number": ("un nombre était attendu", "a number was expected"),
    "first_name": ("le prénom ne suffit pas", "the first name is not enough"),
    "other_detail": ("« {said} » ne va pas avec « {good} »", "“{said}” does not go with “{good}”"),
    "too_general": ("trop vague", "too vague"),
    "different": ("c’est autre chose", "that is something else"),
    "near_rival": ("trop proche de « {rival} »", "too close to “{rival}”"),
    "other_word": ("« {said} » est un autre mot que « {good} »", "“{said}” is another word than “{good}”"),
    "namesake": ("« {rival} » porte le même nom", "“{rival}” has the same name"),
    "part": ("il manque une partie de « {good} »", "a part of “{good}” is missing"),
    "extra": ("« {said} » en plus", "“{said}” besides"),
    "negated": ("est-ce une négation ?", "is that a denial?"),
    "far": ("loin de « {good} »", "far from “{good}”"),
    "about": ("presque le même nombre", "nearly the same number"),
}
