"""A phrase against the accepted answers: at once if it is known, else word by word, and who is nearer."""

from __future__ import annotations

from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from .leftover import mixed, more, part
from .lexicon import is_common, is_first_name, is_real, look_up
from .pairing import DIFFERENT, Match, glued, leave_out_equal, pair_up, spelt, unsure, wrong
from .phonetic import hurried, sound
from .question import Good, Question
from .remarks import belongs, is_kind
from .spelling import Tie, relate
from .text import Form, stem
from .verdict import Verdict
from .vocabulary import MONTHS, PEOPLE, SMALL_WORDS, STOP, TITLES


def compare(said: Form, literal: Form | None, question: Question, shouted: bool) -> Verdict:
    """`literal`: the same words with their numerals as they were typed. `shouted`: in capitals."""
    known = question.recognise(said)
    if known is not None:
        return known
    known = _acronym(said, question, shouted)
    if known is not None:
        return known
    best = Match(_FAR, -1)
    for form, goods in ((said, question.compared), (literal, question.literal)):
        if form is None or (form is literal and said.numbers):
            continue
        for good in goods:
            found = match(form, good, question)
            if _RANK[found.verdict] > _RANK[best.verdict]:
                best = found
                if best.verdict == "right":
                    break
    if best.verdict != "right" and (heard := _read_aloud(said, question) or _cut_short(said, question)):
        return heard
    if best.verdict != "wrong" and best.distance >= 0:
        return _against_rivals(said, best, question)
    if best.verdict == "wrong":
        return _introduced(said, question) or _spelt_out(said, question) or best.verdict
    return best.verdict


_FAR: Final = Verdict("wrong", "different")
_RANK: Final = {"wrong": 0, "unsure": 1, "right": 2}


def _acronym(said: Form, question: Question, shouted: bool) -> Verdict | None:
    """«RDC» for its three words, or the three words for «RDC»."""
    short = said.joined
    if len(said.content) == 1 and 2 <= len(short) <= 6 and (good := question.acronyms.get(short)):
        if short in question.rival_acronyms:
            return Verdict("unsure", "near_rival", rival=question.rival_acronyms[short])
        if shouted or (len(short) > 2 and not is_common(short)):
            return Verdict("right", "short", good=good.raw)
        return Verdict("unsure", "part", good=good.raw)
    return None


def _read_aloud(said: Form, question: Question) -> Verdict | None:
    """«La vi et belle», «pic nic»: it sounds the same, small words included."""
    if len(said.words) < 2:
        return None
    if len(said.words) == 2:
        first = said.joined[0] if len(said.content) == 2 and len(said.joined) > 5 else ""
        for good in question.good:
            if len(good.content) == 2 and good.joined[0] == first and hurried(good.joined) == hurried(said.joined):
                return Verdict("right", "sound", good=good.raw)
        return None
    for good in question.good:
        if len(good.words) == len(said.words) and all(map(_alike, said.words, good.words)):
            return Verdict("right", "sound", good=good.raw)
    return None


def _cut_short(said: Form, question: Question) -> Verdict | None:
    """«Mada», «Marsu»: the beginning of a name, and of no other that is near."""
    short = said.joined
    if len(said.content) > 1 or len(short) < 4 or short[-1] not in "aiouy" or is_real(short) or is_first_name(short):
        return None
    for good in question.good:
        if good.proper and len(good.joined) > len(short) + 2 and good.words[0].startswith(short):
            alone = len(good.content) == 1 and not any(one.startswith(short) for one in question.rival_joined)
            return Verdict("right", "short", good=good.raw) if alone else None
    return None


def _introduced(said: Form, question: Question) -> Verdict | None:
    """«Le site le bon coin»: what stands before the name says what it is."""
    words = said.words
    if len(words) < 2 or not is_kind(said.content[0]):
        return None
    if question.given and words[0] == said.content[0] and words[0] not in PEOPLE and words[0] not in TITLES:
        return None  # «Vin Diesel» is no wine
    after = 0
    for at, word in enumerate(words):
        if is_kind(word):
            after = at + 1
        elif word not in STOP:
            break
    for start in (after, after + 1) if 0 < after < len(words) - 1 else (after,):
        if not 0 < start < len(words) or belongs(words[:start]) or belongs(words[: start + 1]):
            continue
        known = question.recognise(Form(" ".join(words[start:])))
        if known == "right" and known.params["good"][:1].isupper():
            return known
    return None


def _alike(said: str, good: str) -> bool:
    if said == good or SMALL_WORDS.get(said, said) == SMALL_WORDS.get(good, good):
        return True
    return good.isalpha() and len(said) > 1 and said[0] == good[0] and sound(said) == sound(good)


def _spelt_out(said: Form, question: Question) -> Verdict | None:
    """The words of an accepted acronym, or its beginning."""
    if len(said.content) < 2:
        return None
    heads = "".join(w[0] for w in said.content)
    for good in question.good:
        if good.shouted and good.joined == heads and all(look_up(w) for w in said.content):
            return Verdict("right", "same", good=good.raw)
        if good.shouted and good.joined.startswith(heads):
            return Verdict("unsure", "far", good=good.raw)  # «acide désoxyribonucléique»
    return None


def _against_rivals(said: Form, best: Match, question: Question) -> Verdict:
    """A slip is only forgiven if no rival is as near."""
    if not question.rival_joined:
        return best.verdict
    near = max(1, min(best.distance, len(said.joined) // 2))
    found = extractOne(said.joined, question.rival_joined, scorer=OSA.distance, score_cutoff=near)
    if found is None:
        return best.verdict
    rival = question.rivals[found[2]]
    if found[1] < best.distance:
        return Verdict("wrong", "rival", rival=rival)
    if found[1] > best.distance:
        return best.verdict
    return Verdict("wrong", "different") if is_real(said.joined) else Verdict("unsure", "near_rival", rival=rival)


def match(said: Form, good: Good, question: Question) -> Match:
    """One accepted answer."""
    for figure, meant in _FIGURES if said.numbers else ():
        if figure in said.numbers and figure not in good.numbers and meant in good.words:
            said = Form(" ".join(meant if word == figure else word for word in said.words), numerals=False)
    if said.numbers != good.numbers and good.numbers:
        trimmed = _full_year(said, good)
        if trimmed is None:
            return _other_number(said, good)
        said = trimmed
    if said.joined == good.tail:  # «degaulle»
        said = Form(" ".join(good.surname))
    if good.numbers and any(_grown(word, good) for word in said.content):
        return unsure("far", good=good.raw)
    missing, extra = leave_out_equal(good, said.content)
    relations = pair_up(missing, extra, good)
    for word, relation in relations:
        if relation.tie >= Tie.TYPO and stem(word) in question.rival_stems:
            return wrong("rival", rival=question.rival_stems[stem(word)])
    if good.ordered and not (missing or extra or relations) and not _in_order(said, good):
        return DIFFERENT  # «le nez dans les doigts»
    if extra or (missing and relations):
        whole = glued(said, good)
        if whole is not None:
            return whole
    if missing and extra:
        return mixed(missing, extra, said, good, question)
    if missing:
        return part(missing, relations, said, good, question)
    judged = spelt(relations, said, good)
    if extra and judged.verdict != "wrong":
        return more(extra, judged, said, good, question)
    return judged


_FIGURES: Final = (("1", "un"), ("1", "une"), ("2", "de"))  # «1 gars 1 fille», «coup 2 foudre»


def _in_order(said: Form, good: Good) -> bool:
    return [*map(stem, said.content)] == [*map(stem, good.content)]


def _grown(word: str, good: Good) -> bool:
    """«GasherbrumI»: a numeral has run into the name, and may be a part of another one."""
    return word[-1] in "ivx" and word not in good.content and word.rstrip("ivx") in good.content


def _full_year(said: Form, good: Good) -> Form | None:
    """«6 juin 44», «Coupe du monde 98» with the century that is meant."""
    *others, year = good.numbers
    if len(year) != 4 or [*said.numbers] != [*others, year[2:]]:
        return None
    if year[:2] not in ("19", "20") and not any(month in good.content for month in MONTHS):
        return None
    return Form(" ".join(year if word == year[2:] else word for word in said.words))


def _other_number(said: Form, good: Good) -> Match:
    if said.numbers or good.content[-1].isdigit() or any(month in good.content for month in MONTHS):
        return wrong("digits")
    words = [w for w in good.content if not w.isdigit()]
    if words and all(any(relate(a, b).tie <= Tie.TYPO for a in said.content) for b in words):
        return unsure("part", good=good.raw)
    return DIFFERENT
