"""A phrase against the accepted answers: word by word, then what is missing, what is too much, and who is nearer."""

from __future__ import annotations

from typing import Final, NamedTuple

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from .lexicon import AREA, FIRST_NAME, PLACE, THING, is_common, is_first_name, is_real, look_up
from .phonetic import hurried, sound
from .question import Good, Question
from .spelling import NONE, SAME, Relation, Tie, allowed, relate, slipped, weight
from .text import Form, stem
from .verdict import Verdict
from .vocabulary import (
    ADJECTIVES,
    COMPANY,
    KIN,
    KINDS,
    MONTHS,
    PARTICLES,
    PLAIN_KINDS,
    SMALL_TALK,
    SMALL_WORDS,
    STOP,
    SUBJECTS,
    TITLES,
    VERBS,
)

SAINTS: Final = ("saint", "sainte")


class Match(NamedTuple):
    verdict: Verdict
    distance: int  # of the letters, when the verdict is due to them; else -1


def compare(said: Form, literal: Form | None, question: Question, shouted: bool) -> Verdict:
    """`literal`: the same words with their numerals as they were typed. `shouted`: in capitals."""
    known = question.recognise(said)
    if known is not None:
        return known
    known = _acronym(said, question, shouted)
    if known is not None:
        return known
    best = Match(_FAR, -1)
    for form, goods in ((said, question.good), (literal, question.literal)):
        if form is None or (form is literal and said.numbers):
            continue
        for good in goods:
            found = match(form, good, question)
            if _RANK[found.verdict] > _RANK[best.verdict]:
                best = found
    if best.verdict != "right" and (heard := _read_aloud(said, question)):
        return heard
    if best.verdict != "wrong" and best.distance >= 0:
        return _against_rivals(said, best, question)
    if best.verdict == "wrong":
        return _spelt_out(said, question) or best.verdict
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
    """«La vi et belle»: word by word it sounds the same, small words included."""
    if len(said.words) < 3:
        return None
    for good in question.good:
        if len(good.words) == len(said.words) and all(map(_alike, said.words, good.words)):
            return Verdict("right", "sound", good=good.raw)
    return None


def _alike(said: str, good: str) -> bool:
    if said == good or SMALL_WORDS.get(said, said) == SMALL_WORDS.get(good, good):
        return True
    return good.isalpha() and min(len(said), len(good)) > 3 and said[0] == good[0] and sound(said) == sound(good)


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
    found = extractOne(said.joined, question.rival_joined, scorer=OSA.distance, score_cutoff=max(1, best.distance))
    if found is None:
        return best.verdict
    rival = question.rivals[found[2]]
    if found[1] < best.distance:
        return Verdict("wrong", "rival", rival=rival)
    return Verdict("unsure", "near_rival", rival=rival) if found[1] == best.distance else best.verdict


def match(said: Form, good: Good, question: Question) -> Match:
    """One accepted answer."""
    if "1" in said.numbers and "1" not in good.numbers and ("un" in good.words or "une" in good.words):
        said = Form(" ".join("un" if word == "1" else word for word in said.words), numerals=False)
    if said.numbers != good.numbers and good.numbers:
        trimmed = _full_year(said, good)
        if trimmed is None:
            return _other_number(said, good)
        said = trimmed
    if said.joined == good.tail:  # «degaulle»
        said = Form(" ".join(good.surname))
    if good.numbers and any(_grown(word, good) for word in said.content):
        return _unsure("far", good=good.raw)
    missing, extra = _leave_out_equal(good.content, said.content)
    relations = _pair_up(missing, extra, good)
    for word, relation in relations:
        if relation.tie >= Tie.TYPO and stem(word) in question.rival_stems:
            return _wrong("rival", rival=question.rival_stems[stem(word)])
    if missing or extra:
        glued = _glued(said, good)
        if glued is not None:
            return glued
    if missing and extra:
        return _mixed(missing, extra, said, good, question)
    if missing:
        return _part(missing, relations, said, good, question)
    judged = _spelt(relations, said, good)
    if extra and judged.verdict != "wrong":
        return _more(extra, judged, said, good, question)
    return judged


def _grown(word: str, good: Good) -> bool:
    """«GasherbrumI»: a numeral has run into the name, and may be a part of another one."""
    return word[-1] in "ivx" and word not in good.content and word.rstrip("ivx") in good.content


def _leave_out_equal(good: tuple[str, ...], said: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What is left of both when equal words are taken out, then those that only differ in number and gender."""
    missing, extra = list(good), []
    for word in said:
        if word in missing:
            missing.remove(word)
        else:
            extra.append(word)
    if missing and extra:
        stems = [stem(word) for word in missing]
        for word in tuple(extra):
            root = stem(word)
            if root in stems:
                at = stems.index(root)
                del stems[at], missing[at]
                extra.remove(word)
    return missing, extra


def _pair_up(missing: list[str], extra: list[str], good: Good) -> list[tuple[str, Relation]]:
    """Take out of both lists the words that belong together."""
    found: list[tuple[str, Relation]] = []
    whole = len(missing) == len(good.content)
    for word in tuple(extra):  # «JJ», «SG»: initials of several words in a row
        if 2 <= len(word) <= 4 and len(word) <= len(missing) and word.isalpha():
            heads = "".join(w[0] for w in missing)
            at = heads.find(word)
            if at >= 0:
                del missing[at : at + len(word)]
                extra.remove(word)
                found.append((word, Relation(Tie.SAME, 0)))
    for wanted in tuple(missing):
        best, chosen = NONE, ""
        for word in extra:
            relation = SAME if _short_name(word, wanted, good) else relate(word, wanted)
            if relation.tie > Tie.TYPO and _cut_off(word, wanted, whole):
                relation = Relation(Tie.TYPO, 1)
            if relation < best:
                best, chosen = relation, word
        if best.tie <= Tie.NEAR:
            missing.remove(wanted)
            extra.remove(chosen)
            found.append((chosen, best))
    return found


def _short_name(word: str, wanted: str, good: Good) -> bool:
    """«V.» for «Victor», if it is not the last word; «Rafa» for «Rafael», but not «Louis» for «Louise»."""
    if len(word) == 1 or word[1] == ".":
        return word[0] == wanted[0] and wanted != good.content[-1] and not wanted.isdigit()
    if wanted not in good.given:
        return False
    if len(word) == 2:
        return wanted.startswith(word)  # «Ch. de Gaulle»
    if _contracted(word, wanted):
        return True
    return len(word) > 2 and wanted.startswith(word) and not (wanted[-1] == "e" and is_first_name(word))


def _contracted(word: str, wanted: str) -> bool:
    """«Fçois»: the beginning, the end, and some letters between them in their order."""
    if not 3 <= len(word) < len(wanted) or word[0] != wanted[0] or word[-2:] != wanted[-2:] or is_first_name(word):
        return False
    rest = iter(wanted)
    return all(letter in rest for letter in word)


def _cut_off(word: str, wanted: str, whole: bool) -> bool:
    """«pain au choc», when the other words are there."""
    return not whole and len(word) > 3 and wanted.startswith(word) and not is_first_name(word)


def _spelt(relations: list[tuple[str, Relation]], said: Form, good: Good) -> Match:
    """Every word has its counterpart: how well do they fit?"""
    worst = max((relation.tie for _, relation in relations), default=Tie.SAME)
    distance = sum(relation.distance for _, relation in relations)
    alone = len(said.content) == 1
    if good.shouted and worst > Tie.SAME and len(good.joined) < 6 and sorted(said.joined) != sorted(good.joined):
        return Match(Verdict("wrong", "different"), -1)
    if good.shouted and worst > Tie.SAME:  # «SNCB» is no slip for «SNCF»
        return Match(Verdict("unsure" if distance < 2 else "wrong", "far", good=good.raw), distance)
    if worst == Tie.SAME:
        return Match(Verdict("right", "same", good=good.raw), -1)
    if worst == Tie.SOUND:
        changed = next(word for word, relation in relations if relation.tie == worst)
        if alone and is_common(changed):
            return Match(Verdict("unsure", "other_word", said=changed, good=good.raw), -1)
        return Match(Verdict("right", "sound", good=good.raw), distance)
    changed = next(word for word, relation in relations if relation.tie == worst)
    if worst == Tie.TYPO:
        if distance > allowed(len(good.joined)) + 2:
            return Match(Verdict("unsure", "far", good=good.raw), distance)
        return Match(Verdict("right", "spelling", good=good.raw), distance)
    if worst == Tie.HOMOPHONE:
        if alone:
            return Match(Verdict("unsure", "other_word", said=changed, good=good.raw), 1)
        return Match(Verdict("right", "sound", good=good.raw), distance)
    if worst == Tie.OTHER:
        if not alone and distance == 1 and slipped(changed, _counterpart(changed, good)):
            return Match(Verdict("right", "spelling", good=good.raw), distance)
        sure = alone and weight(changed) >= (6 if distance == 1 else 3)
        return Match(Verdict("wrong" if sure else "unsure", "other_word", said=changed, good=good.raw), distance)
    if not alone and distance < allowed(len(good.joined)) and not is_real(changed):
        return Match(Verdict("right", "spelling", good=good.raw), distance)
    return Match(Verdict("unsure", "far", good=good.raw), distance)


def _counterpart(changed: str, good: Good) -> str:
    return min(good.content, key=lambda word: OSA.distance(changed, word))


def _glued(said: Form, good: Good) -> Match | None:
    """Words that ran together or fell apart, perhaps misspelt as well."""
    if len(said.content) == len(good.content) or said.numbers != good.numbers or len(good.joined) < 6:
        return None
    whole = "".join(said.words), "".join(good.words)
    if OSA.distance(*whole, score_cutoff=2) <= 1 and len(whole[1]) > 7 and not is_real(whole[0]):
        return Match(Verdict("right", "spelling", good=good.raw), 1)
    distance = OSA.distance(said.joined, good.joined, score_cutoff=7)
    if distance <= allowed(len(good.joined)) and not (len(said.content) == 1 and is_real(said.joined)):
        return Match(Verdict("right", "spelling", good=good.raw), distance)
    if distance <= 7 and (sound(said.joined) == sound(good.joined) or hurried(said.joined) == hurried(good.joined)):
        return Match(Verdict("right", "sound", good=good.raw), 1)
    return None


def _part(
    missing: list[str], relations: list[tuple[str, Relation]], said: Form, good: Good, question: Question
) -> Match:
    """Something is missing: a first name may, the name itself may not."""
    spelt = _spelt(relations, said, good)
    if spelt.verdict != "right":
        return spelt if spelt.verdict == "wrong" or good.given else _wrong("different")
    if good.numbers and all(word in KINDS or word in COMPANY for word in missing):
        return Match(Verdict("right", "short", good=good.raw), spelt.distance)  # «le XVIe»
    if good.given:
        return _part_of_name(missing, said, good, question, spelt.distance)
    rest = said.content
    shared = _shared_with_rival(rest, question)
    if all((word in KINDS and word not in SAINTS) or _is_verb(word, good) for word in missing):
        distinctive = any(not is_common(w) and not look_up(w) & (FIRST_NAME | PLACE) for w in rest)
        if shared is None and (distinctive or (len(rest) > 1 and all(_is_verb(word, good) for word in missing))):
            return Match(Verdict("right", "short", good=good.raw), spelt.distance)
        return _unsure("part", good=good.raw)
    share = 1 - sum(map(len, missing)) / len(good.joined)
    if share >= 0.75 and len(rest) > 2 and shared is None:
        return Match(Verdict("right", "short", good=good.raw), spelt.distance)
    if len(rest) == 1 and (rest[0] in KINDS or is_first_name(rest[0])):
        return _wrong("too_general")
    if len(rest) == 1 and is_common(rest[0]) and (rest[0] == good.content[0] or weight(rest[0]) > 4):
        return _wrong("too_general")
    return _unsure("part", good=good.raw) if share >= 0.3 else _wrong("too_general")


def _is_verb(word: str, good: Good) -> bool:
    """«avoir», and the «tomber» of «tomber dans les pommes»."""
    if word in VERBS:
        return True
    begins = word == good.words[0] and len(good.words) > 2 and good.words[1] in STOP
    return begins and word.endswith(("er", "ir", "ire", "ndre", "rdre", "ttre")) and is_common(word)


def _part_of_name(missing: list[str], said: Form, good: Good, question: Question, distance: int = -1) -> Match:
    if any(word in good.surname for word in missing):
        if said.content == good.surname[:1] and len(said.joined) > 5 and not look_up(said.joined):
            return Match(Verdict("right", "short", good=good.raw), distance)  # «Giscard»
        if all(word in good.given or word in PARTICLES for word in said.content) or good.named:
            return _wrong("first_name")
        return _unsure("part", good=good.raw)
    if len(good.given) > 1 and good.given[0] in missing and good.given[1] not in missing:
        return _unsure("part", good=good.raw)  # «Paul Belmondo» is somebody else
    shared = _shared_with_rival(good.surname, question)
    if shared is not None and all(word in missing for word in good.given):
        return _unsure("namesake", rival=shared)
    if not good.named and (any(w not in KINDS for w in missing) or look_up(said.joined) & PLACE):
        return _unsure("part", good=good.raw)
    return Match(Verdict("right", "short", good=good.raw), distance)


def _shared_with_rival(words: tuple[str, ...], question: Question) -> str | None:
    """A rival that has all these words."""
    joined = [stem(word) for word in words]
    if any(word not in question.rival_letters for word in joined):
        return None
    for rival, letters in zip(question.rivals, question.rival_joined, strict=True):
        if all(word in letters for word in joined):
            return rival
    return None


def _more(extra: list[str], judged: Match, said: Form, good: Good, question: Question) -> Match:
    """The answer is there, and something besides: a remark, a detail, or another answer?"""
    extra = [word for word in extra if word not in good.content]  # «Rome, Rome»
    if not extra:
        return judged
    for word in extra:
        if stem(word) in question.rival_stems:
            return _wrong("several")
    if not good.numbers and said.numbers and proper_name(good):
        if any(word.isdigit() and word != "1" for word in extra):
            return _wrong("digits")  # the third part, or the third of that name
        extra = [word for word in extra if word != "1"]
        if not extra:
            return judged
    more = " ".join(extra)[:40]
    if any(_near_rival_word(word, question) for word in extra):
        return _unsure("extra", said=more)
    if any(word in KIN for word in extra):
        return _unsure("extra", said=more)
    if good.surname == () and len(good.content) == 1 and _other_first_name(extra, question):
        return _wrong("other_detail", said=more, good=good.raw)
    proper = good.raw[:1].isupper()
    if look_up("".join(said.words)) & (PLACE | THING):  # «Val-de-Marne» is no kind of «Marne»
        return _wrong("different")
    before = said.content[-1] not in extra
    if judged.verdict.reason in ("sound", "spelling") and not good.given and any(map(is_first_name, extra)):
        return _unsure("extra", said=more)  # «Jean Reno» is not «Renaud»
    if all(_harmless(word, good, proper, before) for word in extra):
        if judged.verdict == "right":
            return Match(Verdict("right", "longer", good=good.raw), judged.distance)
        return judged
    return _unsure("extra", said=more)


def proper_name(good: Good) -> bool:
    return good.raw[:1].isupper()


def _near_rival_word(word: str, question: Question) -> bool:
    if len(word) < 5 or look_up(word) or not question.rival_stems:
        return False
    return extractOne(word, question.rival_stems.keys(), scorer=OSA.distance, score_cutoff=1) is not None


def _other_first_name(extra: list[str], question: Question) -> bool:
    """«Jackie Kennedy», when «John Kennedy» stands among the accepted answers."""
    if not question.given:
        return False
    return any(is_first_name(word) and all(relate(word, g).tie > Tie.NEAR for g in question.given) for word in extra)


def _harmless(word: str, good: Good, proper: bool, before: bool) -> bool:
    """`proper`: the answer is a proper noun; `before`: it ends what was said."""
    if word in PLAIN_KINDS or word in TITLES or word in SMALL_TALK or word in SUBJECTS:
        return True
    if word in ADJECTIVES and not proper:
        return True
    if (before or good.given) and proper and word in COMPANY:
        return True
    if word == "1":
        return "un" in good.words or "une" in good.words
    if len(word) < 5 and any(w in STOP and OSA.distance(w, word, score_cutoff=1) < 2 for w in good.words):
        return True  # «dde», «laa»
    if proper and word in KINDS and (before or good.given):
        return True
    if look_up(word) & AREA:
        return not look_up(good.joined) & AREA
    initial = len(word) == 1 or word[1] == "."
    if good.given:
        return not is_common(word) and not initial
    return proper and before and len(good.content) == 1 and (is_first_name(word) or initial)


def _mixed(missing: list[str], extra: list[str], said: Form, good: Good, question: Question) -> Match:
    """Some words are missing, and there are others instead."""
    for word in extra:
        if stem(word) in question.rival_stems:
            return _wrong("rival", rival=question.rival_stems[stem(word)])
    if good.given and not any(word in good.surname for word in missing):
        if all(word in TITLES or word in COMPANY or word in KINDS for word in extra):
            return _part_of_name(missing, said, good, question)
        if not any(map(is_first_name, extra)) and any(word in COMPANY or word in KINDS for word in extra):
            return _unsure("extra", said=" ".join(extra)[:40])
        if any(word in first for word in extra for first in good.given if len(word) > 3):
            return Match(Verdict("right", "short", good=good.raw), -1)
        if not any(is_first_name(word) or is_common(word) or len(word) < 3 for word in extra):
            return _unsure("extra", said=" ".join(extra)[:40])
        return _wrong("other_detail", said=" ".join(extra)[:40], good=good.raw)
    if all(word in VERBS for word in missing) and all(word in SUBJECTS for word in extra):
        return Match(Verdict("right", "same", good=good.raw), -1)
    kept = sum(map(len, said.content)) - sum(map(len, extra))
    lost = sum(map(len, missing)) + sum(map(len, extra))
    if kept > 2 * lost and len(good.content) > 2:
        return _unsure("part", good=good.raw)
    return _wrong("different")


def _full_year(said: Form, good: Good) -> Form | None:
    """«6 juin 44», «Coupe du monde 98» with the century that is meant."""
    *others, year = good.numbers
    if len(year) != 4 or len(good.content) < 2 or [*said.numbers] != [*others, year[2:]]:
        return None
    if year[:2] not in ("19", "20") and not any(month in good.content for month in MONTHS):
        return None
    return Form(" ".join(year if word == year[2:] else word for word in said.words))


def _other_number(said: Form, good: Good) -> Match:
    if said.numbers or good.content[-1].isdigit() or any(month in good.content for month in MONTHS):
        return _wrong("digits")
    words = [w for w in good.content if not w.isdigit()]
    if words and all(any(relate(a, b).tie <= Tie.TYPO for a in said.content) for b in words):
        return _unsure("part", good=good.raw)
    return _wrong("different")


def _wrong(reason: str, **params: str) -> Match:
    return Match(Verdict("wrong", reason, **params), -1)


def _unsure(reason: str, **params: str) -> Match:
    return Match(Verdict("unsure", reason, **params), -1)
