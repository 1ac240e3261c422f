"""Words that belong together, one of each phrase, and how well they fit."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from rapidfuzz.distance import OSA

from .lexicon import AREA, FIRST_NAME, FRENCH, LEVEL, PLACE, THING, is_common, is_first_name, is_real, look_up
from .phonetic import hurried, sound
from .question import Good
from .spelling import NONE, SAME, Relation, Tie, allowed, begins_alike, relate, skeleton, slipped, weight
from .text import Form, stem
from .verdict import Verdict
from .vocabulary import NAMESAKES

_TWICE: Final = re.compile(r"(.)\1")


class Match(NamedTuple):
    verdict: Verdict
    distance: int  # of the letters, when the verdict is due to them; else -1


def wrong(reason: str, **params: str) -> Match:
    return Match(Verdict("wrong", reason, **params), -1)


def unsure(reason: str, **params: str) -> Match:
    return Match(Verdict("unsure", reason, **params), -1)


DIFFERENT: Final = wrong("different")


def leave_out_equal(good: Good, said: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What is left of both when equal words are taken out, then those that only differ in number and gender."""
    missing, extra = list(good.content), []
    for word in said:
        if word in missing:
            missing.remove(word)
        else:
            extra.append(word)
    if missing and extra:
        stems = [good.stem_of[word] for word in missing]
        for word in tuple(extra):
            root = stem(word)
            if root in stems:
                at = stems.index(root)
                del stems[at], missing[at]
                extra.remove(word)
    return missing, extra


def pair_up(missing: list[str], extra: list[str], good: Good) -> list[tuple[str, Relation]]:
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
            short = (len(word) < 3 or wanted in good.given) and _short_name(word, wanted, good)
            relation = SAME if short else relate(word, wanted)
            if relation.tie > Tie.TYPO and not whole and _cut_off(word, wanted):
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
    if _contracted(word, wanted) or word in NAMESAKES.get(wanted, ()):
        return True
    female = wanted[-1] == "e" and len(wanted) - len(word) < 3 and is_first_name(word)
    return len(word) > 2 and wanted.startswith(word) and not female


def _contracted(word: str, wanted: str) -> bool:
    """«Fçois»: the beginning, the end, and some letters between them in their order."""
    if not 3 <= len(word) < len(wanted) or word[0] != wanted[0] or word[-2:] != wanted[-2:] or is_first_name(word):
        return False
    rest = iter(wanted)
    return all(letter in rest for letter in word)


def _cut_off(word: str, wanted: str) -> bool:
    """«pain au choc», when the other words are there."""
    return len(word) > 3 and wanted.startswith(word) and not is_first_name(word)


def spelt(relations: list[tuple[str, Relation]], said: Form, good: Good) -> Match:
    """Every word has its counterpart: how well do they fit?"""
    if not relations:
        return Match(Verdict("right", "same", good=good.raw), -1)
    worst = max(relation.tie for _, relation in relations)
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
        if alone and is_common(changed) and (len(changed) < 7 or sound(changed) != sound(good.joined)):
            return Match(Verdict("unsure", "other_word", said=changed, good=good.raw), -1)
        return Match(Verdict("right", "sound", good=good.raw), distance)
    changed, apart = next((word, relation.distance) for word, relation in relations if relation.tie == worst)
    if worst == Tie.TYPO:
        if distance > allowed(len(good.joined)) + 2:
            return Match(Verdict("unsure", "far", good=good.raw), distance)
        return Match(Verdict("right", "spelling", good=good.raw), distance)
    if worst == Tie.HOMOPHONE:
        flags = look_up(changed)
        unmeant = good.proper and flags & LEVEL < 5 and not flags & (PLACE | THING | FIRST_NAME)  # «macha» for «Masha»
        unmeant = unmeant or (good.proper and flags & LEVEL < 6 and _single(changed, _counterpart(changed, good)))
        if alone and not unmeant and flags & (FRENCH | PLACE | THING | FIRST_NAME) != FIRST_NAME:
            return Match(Verdict("unsure", "other_word", said=changed, good=good.raw), 1)
        return Match(Verdict("right", "sound", good=good.raw), distance)
    if worst == Tie.OTHER:
        wanted = _counterpart(changed, good)
        if apart == 1 and _meant_as(changed, wanted, alone):
            return Match(Verdict("right", "spelling", good=good.raw), distance)
        sure = alone and _meant(changed, wanted, distance)
        return Match(Verdict("wrong" if sure else "unsure", "other_word", said=changed, good=good.raw), distance)
    if not alone and distance < allowed(len(good.joined)) and not is_real(changed):
        return Match(Verdict("right", "spelling", good=good.raw), distance)
    return Match(Verdict("unsure", "far", good=good.raw), distance)


def _meant_as(changed: str, wanted: str, alone: bool) -> bool:
    """A word of its own, but a slip nevertheless: «croisant», or «Patrick Sebastian»."""
    if look_up(changed) & PLACE and look_up(wanted) & (PLACE | THING) and _abroad(changed, wanted):
        return True  # «Hamburg»
    if alone:
        return weight(changed) + 2 <= weight(wanted) and weight(changed) < 5 and _doubled(changed, wanted)
    if look_up(changed) & FIRST_NAME and look_up(wanted) & FIRST_NAME:  # «Luis de Funès», but no «Louise»
        return changed.rstrip("e") != wanted.rstrip("e")
    if len(changed) == len(wanted) - 1 and len(wanted) > 3:
        return True  # «doit de vote»: a letter was lost, and the other words say what was meant
    return slipped(changed, wanted) or (changed[0] == wanted[0] and weight(changed) < 5)


def _single(changed: str, wanted: str) -> bool:
    """«glen» for «Glenn»: one of two equal letters is missing."""
    return len(changed) == len(wanted) - 1 > 2 and _TWICE.sub(r"\1", wanted) == _TWICE.sub(r"\1", changed)


def _abroad(changed: str, wanted: str) -> bool:
    """As others spell it: the same consonants, the same beginning and end."""
    bones = skeleton(wanted)
    return len(bones) > 2 and changed[0] == wanted[0] and changed[-1] == wanted[-1] and skeleton(changed) == bones


def _doubled(a: str, b: str) -> bool:
    """They differ in a letter that is doubled in one of them."""
    return len(a) != len(b) and _TWICE.sub(r"\1", a) == _TWICE.sub(r"\1", b)


def _meant(changed: str, wanted: str, distance: int) -> bool:
    """A word that nobody types by a slip: «hache» for «vache», «papille» for «papillon»."""
    if distance > 1:
        flags = look_up(changed)
        foreign = skeleton(changed) == skeleton(wanted)
        return bool(flags & FRENCH) or weight(changed) >= 3 or (flags & LEVEL > 1 and not foreign)
    if changed[0] != wanted[0]:
        return weight(changed) >= 3
    if look_up(changed) & FIRST_NAME and not wanted.startswith(changed):
        return weight(changed) >= 3
    return bool(look_up(changed) & AREA) or look_up(changed) & LEVEL >= (6 if slipped(changed, wanted) else 5)


def _counterpart(changed: str, good: Good) -> str:
    return min(good.content, key=lambda word: OSA.distance(changed, word))


def glued(said: Form, good: Good) -> Match | None:
    """Words that ran together or fell apart, perhaps misspelt as well."""
    if len(said.content) == len(good.content) or said.numbers != good.numbers or len(good.joined) < 6:
        return None
    if abs(len(said.joined) - len(good.joined)) > 7:
        return None
    whole = "".join(said.words), "".join(good.words)
    if OSA.distance(*whole, score_cutoff=2) <= 1 and len(whole[1]) > 7 and not is_real(whole[0]):
        return Match(Verdict("right", "spelling", good=good.raw), 1)
    distance = OSA.distance(said.joined, good.joined, score_cutoff=7)
    if distance <= allowed(len(good.joined)) and not (len(said.content) == 1 and is_real(said.joined)):
        return Match(Verdict("right", "spelling", good=good.raw), distance)
    heard = distance <= 7 and begins_alike(said.joined, good.joined)
    if heard and (sound(said.joined) == sound(good.joined) or hurried(said.joined) == hurried(good.joined)):
        return Match(Verdict("right", "sound", good=good.raw), 1)
    return None
