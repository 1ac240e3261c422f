"""The right answers and the plausible wrong ones, made ready for many comparisons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from .lexicon import FRENCH, LEVEL, PLACE, THING, is_common, is_first_name, look_up
from .text import Form, fold, stem
from .verdict import Verdict
from .vocabulary import FOREIGN, KIN, KINDS, PARTICLES, PEOPLE, TITLES, english


class Good(Form):
    """One accepted answer. For a person, and whatever else is named like one, first names stand apart."""

    __slots__ = ("given", "initials", "named", "ordered", "proper", "raw", "shouted", "stem_of", "surname", "tail")

    def __init__(self, raw: str, *, numerals: bool = True) -> None:
        super().__init__(fold(raw), numerals=numerals)
        self.raw = raw
        self.stem_of = {word: stem(word) for word in self.content}
        self.given, self.surname = _person(raw) if not self.numbers else ((), ())
        self.tail = "".join(self.words).removeprefix("".join(self.given)) if self.surname else None
        self.named = bool(self.given) and (is_first_name(self.given[0]) or _foreign_person(self))
        self.shouted = len(self.content) == 1 and raw.isupper() and len(self.joined) > 1
        self.initials = initials(self)
        self.ordered = _is_sentence(self)
        self.proper = _capital(raw)[:1].isupper()


class Question:
    """Accepted answers and rivals, each under all the forms in which it can be recognised at once."""

    __slots__ = (
        "acronyms",
        "asked",
        "chooses",
        "compared",
        "generic",
        "given",
        "good",
        "good_joined",
        "known",
        "literal",
        "names",
        "rival_acronyms",
        "rival_joined",
        "rival_letters",
        "rival_stems",
        "rival_words",
        "rivals",
        "titled",
    )

    def __init__(self, accept: tuple[str, ...], rivals: tuple[str, ...], asked: str = "") -> None:
        self.asked = frozenset(map(stem, Form(fold(asked), numerals=False).content)) - KIN - _DENYING if asked else ()
        self.good = [good for raw in accept if (good := Good(raw)).words]
        plain = [Good(raw, numerals=False) for raw in accept]
        self.compared = list({(good.content, good.given, good.shouted): good for good in reversed(self.good)}.values())[
            ::-1
        ]
        self.literal = [good for good in plain if good.words and all(good.words != other.words for other in self.good)]
        bad = [(raw, form) for raw in rivals if (form := Form(fold(raw))).words]
        common = {fold(word) for raw in accept for word in raw.split() if word[0].islower()}
        for good in self.good:  # «Le rap», «Rap»
            good.proper = good.proper and fold(_capital(good.raw)) not in common
        self.known = _known((*self.good, *self.literal), bad)
        mine = {w for good in self.good for w in good.stem_of.values()}
        self.rival_words = {stem(word) for _, form in bad for word in form.content}
        self.generic = _generic(form.content for _, form in bad)
        self.rival_stems = {w: raw for raw, form in bad for w in map(stem, form.content) if w not in mine}
        self.good_joined = {good.joined for good in self.good}
        self.names = {word for good in self.good if good.named for word in good.content}
        self.rivals = [raw for raw, _ in bad]
        self.rival_joined = [form.joined for _, form in bad]
        self.given = {good.given[0] for good in self.good if good.given}
        self.titled = any(good.words[0] in TITLES for good in self.good)  # «Monsieur Hulot»
        self.chooses = any("ou" in good.words for good in self.good)  # «être ou ne pas être»
        self.rival_letters = " ".join(self.rival_joined)
        self.acronyms = {short: good for good in self.good for short in good.initials}
        self.rival_acronyms = {short: raw for raw, form in bad for short in initials(form)}

    def recognise(self, said: Form) -> Verdict | None:
        """Right or wrong, if it is one of the known answers but for spaces, plural and the order of words."""
        known, words = self.known, said.words
        return (
            known.get(" ".join(words))
            or known.get("".join(words))
            or known.get(said.joined)
            or known.get("=" + said.key)
        )


def _generic(rivals: Iterable[tuple[str, ...]]) -> set[str]:
    """Words that rivals share which have nothing else in common: «Nintendo», where all are consoles."""
    company: dict[str, set[str]] = {}
    found: set[str] = set()
    for roots in ({*map(stem, words)} for words in rivals if len(words) > 1):
        for root in roots:
            others = roots - {root}
            if root in company and company[root].isdisjoint(others):
                found.add(root)
            company[root] = company.get(root, set()) | others
    return found


def _capital(raw: str) -> str:
    """The first word that is no article."""
    words = raw.replace("’", "'").replace("'", "' ").split()
    return next((word for word in words if fold(word).strip("'") not in _ARTICLES), raw)


def _known(goods: Iterable[Good], bad: Iterable[tuple[str, Form]]) -> dict[str, Verdict]:
    """The verdict under each key; the strictest keys come first when one is looked for."""
    goods = list(goods)
    right = {key: good.raw for good in goods for key in (*_keys(good), letters(good.raw))}
    abroad = {key: good.raw for good in goods for form in _abroad(good) for key in _keys(form)}
    wrong = {key: raw for raw, form in bad for key in _keys(form)}
    verdicts = {key: Verdict("wrong", "rival", rival=raw) for key, raw in wrong.items()}
    for key, raw in right.items():
        both = key in wrong
        verdicts[key] = (
            Verdict("unsure", "near_rival", rival=wrong[key]) if both else Verdict("right", "same", good=raw)
        )
    return {key: Verdict("right", "same", good=raw) for key, raw in abroad.items()} | verdicts


def _abroad(good: Good) -> list[Form]:
    """The names that others give to it: «Germany», «The Godfather», «strawberries»."""
    names = _names_abroad()
    return [*names.get("".join(good.words), ()), *names.get(good.key, ())]


@cache
def _names_abroad() -> dict[str, list[Form]]:
    found: dict[str, list[Form]] = {}
    for name, french in (*FOREIGN.items(), *english()):
        form = Form(french)
        for key in {"".join(form.words), form.key, form.joined}:
            found.setdefault(key, []).append(Form(name))
    return found


def _foreign_person(good: Good) -> bool:
    """«Barack Obama»: two words that no list knows as French words or places."""
    words = (*good.given, *good.surname)
    known = look_up(good.joined) | look_up("".join(good.words))
    return (
        len(good.given) == 1
        and len(good.surname) == 1
        and min(map(len, words)) > 3
        and not known & (PLACE | THING)
        and not look_up(good.given[0]) & (PLACE | THING)
        and not any(map(is_common, words))
    )


def _keys(form: Form) -> tuple[str, ...]:
    plain = " ".join(form.words), "".join(form.words), form.joined
    return plain if _is_sentence(form) else (*plain, "=" + form.key)


def letters(raw: str) -> str:
    """As it is written, run together: «BFMTV»."""
    plain = fold(raw)
    return plain if _SIGN.search(plain) else _APART.sub("", plain)


def _is_sentence(form: Form) -> bool:
    """«La charrue avant les bœufs», «les doigts dans le nez»: the order of the words is what it says."""
    return len(form.content) > 1 and not _RELATING.isdisjoint(form.words)


_APART: Final = re.compile(r"[\W_]+")
_SIGN: Final = re.compile(r"[&+€$%°]")
_ARTICLES: Final = ("le", "la", "l", "les", "un", "une", "du", "des", "the")
_DENYING: Final = frozenset(("pas", "sauf", "non", "ni", "jamais"))
_RELATING: Final = frozenset(("avant", "apres", "dans", "sur", "sous", "contre", "vers", "que"))


def initials(form: Form) -> Iterable[str]:
    """«rdc», «lsda»: with and without the small words."""
    if len(form.content) < 2:
        return ()
    return {"".join(w[0] for w in form.words), "".join(w[0] for w in form.content)}


@lru_cache(maxsize=2048)
def prepare(accept: tuple[str, ...], rivals: tuple[str, ...], asked: str = "") -> Question:
    return Question(accept, rivals, asked)


def _person(raw: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """First names and surname, if it is written like a name: capitals in every part."""
    chunks = raw.replace("’", "'").split()
    if len(chunks) < 2 or "," in raw or "(" in raw:
        return (), ()
    tail = 1 + (fold(chunks[-1]) in KIN)
    if len(chunks) == tail or not all(
        chunk[0].isupper() or fold(chunk) in PARTICLES or chunk[:2] == "d'"
        for chunk in chunks[: len(chunks) + 1 - tail]
    ):
        return (), ()
    given = Form(fold(chunks[0]), numerals=False).words
    rest = [w for chunk in chunks[1:] for w in Form(fold(chunk), numerals=False).words]
    first = next((i for i, w in enumerate(rest) if w in PARTICLES), max(0, len(rest) - _size(chunks[-tail:])))
    if first and rest[first] in PARTICLES and not is_first_name(rest[first - 1]):
        first -= 1  # «Giscard d'Estaing»
    surname = tuple(w for w in rest[first:] if w not in PARTICLES)
    if not given or not surname or given[0] in PARTICLES or _is_place(given[0]):
        return (), ()
    if look_up(given[0]) & (FRENCH | LEVEL) > FRENCH + 3:
        return (given, surname) if is_first_name(given[0]) else ((), ())
    return (*given, *(w for w in rest[:first])), surname


def _is_place(word: str) -> bool:
    """«Gare de Lyon» is nobody’s name."""
    return word in KINDS and word not in PEOPLE and word not in TITLES and not word.startswith("saint")


def _size(chunks: list[str]) -> int:
    return len(Form(fold(" ".join(chunks)), numerals=False).words)
