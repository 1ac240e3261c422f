"""Words that have no counterpart: what is missing, what is too much, and what stands for something else."""

from __future__ import annotations

from typing import Final

from rapidfuzz.distance import OSA
from rapidfuzz.process import extractOne

from .lexicon import AREA, FIRST_NAME, FRENCH, PLACE, THING, is_common, is_first_name, is_real, look_up
from .pairing import DIFFERENT, Match, spelt, unsure, wrong
from .question import Good, Question
from .remarks import ARTICLES, around, belongs, explained, is_year, names_somebody, related, somewhere
from .spelling import Relation, Tie, relate, weight
from .text import Form, stem
from .verdict import Verdict
from .vocabulary import (
    ADJECTIVES,
    AMOUNTS,
    COLOURS,
    COMPANY,
    KIN,
    KINDS,
    OWN,
    PARTICLES,
    PLAIN_KINDS,
    PRAISE,
    SHADES,
    SMALL_TALK,
    STOP,
    SUBJECTS,
    TITLES,
    TONES,
    VERBS,
)

SAINTS: Final = ("saint", "sainte")
_ELSE: Final = FRENCH | FIRST_NAME | PLACE


def part(
    missing: list[str], relations: list[tuple[str, Relation]], said: Form, good: Good, question: Question
) -> Match:
    """Something is missing: a first name may, the name itself may not."""
    found = spelt(relations, said, good)
    if found.verdict != "right":
        return found if found.verdict == "wrong" or good.given else DIFFERENT
    if good.numbers and all(word in KINDS for word in missing):
        return Match(Verdict("right", "short", good=good.raw), found.distance)  # «le XVIe»
    rest = said.content
    shared = _shared_with_rival(rest, question)
    unheard = not good.numbers and not any(look_up(word) & _ELSE for word in rest)
    if unheard and shared is None and all(stem(word) in question.rival_words for word in missing):
        return Match(Verdict("right", "short", good=good.raw), found.distance)  # «Olympus», when all others are «Mons»
    if good.given:
        return _part_of_name(missing, said, good, question, found.distance)
    if all((word in KINDS and word not in SAINTS) or _is_verb(word, good) for word in missing):
        distinctive = any(not is_common(w) and not look_up(w) & (FIRST_NAME | PLACE) for w in rest)
        if shared is None and (distinctive or all(_is_verb(word, good) for word in missing)):
            return Match(Verdict("right", "short", good=good.raw), found.distance)
        return unsure("part", good=good.raw)
    share = 1 - sum(map(len, missing)) / len(good.joined)
    if share >= 0.7 and len(rest) > 2 and shared is None:
        return Match(Verdict("right", "short", good=good.raw), found.distance)
    if len(rest) == 1 and (rest[0] in KINDS or is_first_name(rest[0])):
        return wrong("too_general")
    if len(rest) == 1 and good.proper and rest[0] in good.content[1:]:
        return wrong("too_general")  # «York»
    if len(rest) == 1 and is_common(rest[0]) and (rest[0] == good.content[0] or weight(rest[0]) > 4):
        return wrong("too_general")
    if len(rest) == 1 and rest[0] != good.content[0] and (is_common(rest[0]) or look_up(rest[0]) & PLACE):
        return wrong("too_general")  # «Ferrand», «ordure»
    return unsure("part", good=good.raw) if share >= (0.3 if len(rest) == 1 else 0.5) else wrong("too_general")


def _is_verb(word: str, good: Good) -> bool:
    """«avoir», and the «tomber» of «tomber dans les pommes»."""
    if word in VERBS:
        return True
    begins = word == good.words[0] and len(good.words) > 2 and (good.words[1] in STOP or len(good.content) > 2)
    return begins and word.endswith(("er", "ir", "ire", "ndre", "rdre", "ttre")) and is_common(word)


def _part_of_name(missing: list[str], said: Form, good: Good, question: Question, distance: int = -1) -> Match:
    if any(word in good.surname for word in missing):
        if said.content == good.surname[:1] and len(said.joined) > 5 and not look_up(said.joined) & _ELSE:
            return Match(Verdict("right", "short", good=good.raw), distance)  # «Giscard»
        if all(word in good.given or word in PARTICLES for word in said.content) or good.named:
            exact = all(word in good.content for word in said.content)
            return wrong("first_name") if exact or len(said.content) > 1 else unsure("part", good=good.raw)
        return unsure("part", good=good.raw)
    if "-" in good.raw and len(good.given) > 1 and good.given[0] in missing and good.given[1] not in missing:
        return unsure("part", good=good.raw)  # «Paul Belmondo» is somebody else
    shared = _shared_with_rival(good.surname, question)
    if shared is not None and all(word in missing for word in good.given):
        return unsure("namesake", rival=shared)
    if look_up(said.joined) & PLACE and good.given[0] in question.good_joined:
        return unsure("part", good=good.raw)  # «Bergerac», where «Cyrano» is enough
    doubtful = not good.named and (any(w not in KINDS for w in missing) or look_up(said.joined) & PLACE)
    unheard = len(good.content) == 2 and len(good.surname[-1]) > 4 and not look_up(good.surname[-1]) & _ELSE  # «Obama»
    if doubtful and not unheard:
        return unsure("part", good=good.raw)
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


def more(extra: list[str], judged: Match, said: Form, good: Good, question: Question) -> Match:
    """The answer is there, and something besides: a remark, a detail, or another answer?"""
    extra = [word for word in extra if word not in good.content]  # «Rome, Rome»
    head, tail = around(said, extra)
    if extra and question.asked and "".join(extra) not in question.rival_joined:
        somebody = bool(question.given)  # «devant sa sœur Christine»: another one is named
        told = [word for word in extra if stem(word) in question.asked and not (somebody and is_first_name(word))]
        extra = [word for word in extra if word not in told]  # «la pilule rouge»
    if not extra:
        return judged
    for word in extra:
        if stem(word) in question.rival_stems and stem(word) not in question.generic:
            return wrong("several")
    if not good.numbers and said.numbers and good.proper:
        if tail[:1] and tail[0].isdigit() and tail[0] != "1" and not is_year(tail[0]):
            return wrong("digits")  # the third part, or the third of that name; of a year the table may think
        extra = [word for word in extra if word != "1"]
        if not extra:
            return judged
    besides = " ".join(extra)[:40]
    if any(_near_rival_word(word, question) for word in extra):
        return unsure("extra", said=besides)
    if any(word in KIN and not (word in head and word in PRAISE) for word in extra) and not related(tail):
        return unsure("extra", said=besides)
    if "".join(extra) in question.good_joined:  # «Ronaldo CR7»
        return judged
    if belongs(head):
        return wrong("other_detail", said=besides, good=good.raw)
    if judged.verdict == "right" and explained(head, tail, extra, good, whole=good.joined not in question.names):
        return Match(Verdict("right", "longer", good=good.raw), judged.distance)
    named = tail[:1] and tail[0] in ARTICLES  # «Elvis, le King»
    if not named and good.surname == () and len(good.content) == 1 and _other_first_name(extra, question):
        return wrong("other_detail", said=besides, good=good.raw)
    if question.titled and any(map(is_first_name, extra)):
        return unsure("extra", said=besides)  # «Nicolas Hulot» is not «Monsieur Hulot»
    local = all(word in ADJECTIVES and word in COMPANY for word in extra) or somewhere(tail)  # «Guyane française»
    if look_up("".join(said.words)) & (PLACE | THING) and not local:
        return DIFFERENT  # «Val-de-Marne» is no kind of «Marne»
    before = said.content[-1] not in extra
    if judged.verdict.reason in ("sound", "spelling") and not good.given and any(map(is_first_name, extra)):
        return unsure("extra", said=besides)  # «Jean Reno» is not «Renaud»
    shaded = tail[:1] and tail[0] in SHADES and not good.proper
    plural = any(word[-1] in "sx" for word in (*good.content, *said.content))
    if all(_harmless(word, good, before, plural) or (shaded and _shade(word, good)) for word in extra):
        if judged.verdict == "right":
            return Match(Verdict("right", "longer", good=good.raw), judged.distance)
        return judged
    if len(tail) == 1 and _surname(tail[0]) and len(good.content) == 1 and is_first_name(good.joined):
        return wrong("other_detail", said=besides, good=good.raw)  # «Penelope Cruz»
    after = next((word for word in tail if word in extra), None)
    if good.joined in question.names and after and not is_common(after):
        return wrong("other_detail", said=besides, good=good.raw)  # «Elvis Costello»
    return unsure("extra", said=besides)


def _surname(word: str) -> bool:
    """A word that may be one."""
    return len(word) > 2 and word.isalpha() and not is_common(word)


def _near_rival_word(word: str, question: Question) -> bool:
    if len(word) < 5 or look_up(word) or not question.rival_stems:
        return False
    return extractOne(word, question.rival_stems.keys(), scorer=OSA.distance, score_cutoff=1) is not None


def _other_first_name(extra: list[str], question: Question) -> bool:
    """«Jackie Kennedy», when «John Kennedy» stands among the accepted answers."""
    if not question.given:
        return False
    given = question.given - TITLES - KINDS  # of «Capitaine Haddock» nobody asks the first name
    names = [word for word in extra if is_first_name(word) and word not in TITLES] if given else []
    return any(all(relate(word, one).tie > Tie.NEAR for one in given) for word in names)


def _harmless(word: str, good: Good, before: bool, plural: bool) -> bool:
    """`before`: the answer ends what was said."""
    if word in PLAIN_KINDS or word in TITLES or word in SMALL_TALK or word in SUBJECTS or word in OWN:
        return True
    if word in AMOUNTS and before:
        return True
    if word in ADJECTIVES and not good.proper:
        return True
    if word in PRAISE and before and good.proper and names_somebody(good):
        return True
    if (before or good.given) and good.proper and word in COMPANY:
        return True
    if word == "1":
        return "un" in good.words or "une" in good.words
    if word.isdigit() and not good.proper:
        return plural and len(word) < 3  # «deux cornes»
    if len(word) < 5 and any(w in STOP and OSA.distance(w, word, score_cutoff=1) < 2 for w in good.words):
        return True  # «dde», «laa»
    if good.proper and word in KINDS and (before or good.given):
        return True
    if look_up(word) & AREA:
        return not look_up(good.joined) & AREA
    initial = len(word) == 1 or word[1] == "."
    if good.given:
        return not is_common(word) and not initial
    if not good.proper or not before or len(good.content) > 1:
        return False
    return initial or (is_first_name(word) and not look_up(good.joined) & PLACE)  # but «Whitney Houston»


def _shade(word: str, good: Good) -> bool:
    """«brique rouge», «rouge vif», but not «bleu blanc»."""
    return word in TONES or (word in COLOURS and good.joined not in COLOURS)


def mixed(missing: list[str], extra: list[str], said: Form, good: Good, question: Question) -> Match:
    """Some words are missing, and there are others instead."""
    for word in extra:
        if stem(word) in question.rival_stems:
            return wrong("rival", rival=question.rival_stems[stem(word)])
    if len(extra) == len(said.content) and len(missing) == len(good.content):
        return DIFFERENT  # they have nothing in common
    if good.given and not any(word in good.surname for word in missing):
        if is_first_name(good.surname[-1]) and good.given[0] in KINDS:
            return wrong("other_detail", said=" ".join(extra)[:40], good=good.raw)  # «saint Pierre», «l’abbé Pierre»
        if "".join(extra) in question.good_joined:
            return Match(Verdict("right", "longer", good=good.raw), -1)  # «Ronaldo CR7»
        if is_first_name(good.surname[-1]) and said.words[-1] in extra and said.words[-2] in good.surname:
            return wrong("other_detail", said=" ".join(extra)[:40], good=good.raw)  # «Pascal Obispo»
        nameless = not any(map(is_first_name, extra))
        if nameless and all(word in TITLES or word in COMPANY or word in KINDS for word in extra):
            return _part_of_name(missing, said, good, question)
        if nameless and any(word in COMPANY or word in KINDS for word in extra):
            return unsure("extra", said=" ".join(extra)[:40])
        if any(word in first for word in extra for first in good.given if len(word) > 3):
            return Match(Verdict("right", "short", good=good.raw), -1)
        if not any(is_first_name(word) or is_common(word) or len(word) < 3 for word in extra):
            return unsure("extra", said=" ".join(extra)[:40])
        return wrong("other_detail", said=" ".join(extra)[:40], good=good.raw)
    if good.named and all(word in missing for word in good.surname):
        return DIFFERENT  # «Anne-Sophie Lapix»
    if all(word in VERBS for word in missing) and all(word in SUBJECTS for word in extra):
        return Match(Verdict("right", "same", good=good.raw), -1)
    kept = sum(map(len, said.content)) - sum(map(len, extra))
    lost = sum(map(len, missing)) + sum(map(len, extra))
    if kept > lost and len(missing) == len(extra) == 1 and len(good.content) > 2 and not is_real(extra[0]):
        return unsure("part", good=good.raw)  # «Empire Steit Building»
    if kept > 2 * lost and len(good.content) > 2:
        return unsure("part", good=good.raw)
    return DIFFERENT
