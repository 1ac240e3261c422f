"""Twins: a question that answers another one, or asks the same in other words, in one box or in two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import Final

from msgspec import Struct

from tablee.judge import normal

from ..format import Answered, Entry
from ..source import Item
from .finding import Finding, at
from .sheet import Sheet
from .twice import ALIKE, likeness

RARE: Final = 12  # questions at most that hold a word which still tells what they are about
LINKS: Final = (1, 2)  # such words in common that make twins: in one box, in two
_LETTERS: Final = 4  # of a name or word that tells something
_YEARS: Final = range(1000, 2100)
# Words of asking: they link nothing, however few questions there are.
_ASKING: Final = frozenset(
    normal(
        "année appelez appelle après autre autres avec avez cette chaque chez citez combien comme comment"
        " compris comprise comptez date depuis dites donnez dont elle elles entre fait font laquelle lequel"
        " leur leurs même mesure moins nomme nommez partir petit pour premier première quand quel quelle quels"
        " quelles quelques quoi sait seul seule sont tous tout toute toutes trois trouve votre what when which"
        " whose with"
    ).split()
)


class _Told(Struct, frozen=True):
    box: int
    item: Item
    entry: Entry
    answered: Answered
    names: tuple[str, ...]  # what answers it, in normal form
    said: str  # text and hint, in normal form
    words: frozenset[str]


def check_twins(sheets: Sequence[Sheet]) -> Iterator[Finding]:
    told = [
        _tell(box, item, entry, sheet.answered(entry))
        for box, sheet in enumerate(sheets)
        for item, entry in sheet.questions
    ]
    held = Counter(word for one in told for word in one.words)
    rare = {word for word, count in held.items() if count <= RARE}
    yield from _giving_away(told, rare)
    yield from _asked_twice(told, rare)


def _giving_away(told: Sequence[_Told], rare: set[str]) -> Iterator[Finding]:
    """The answer of one stands in text, clue or keyword of another that is about the same thing, or each answers the
    other. A name alone gives nothing away: many questions speak of Paris."""
    by_word: dict[str, list[tuple[_Told, str]]] = {}
    for one in told:
        for name in one.names:
            by_word.setdefault(name.split()[0], []).append((one, name))
    for other in told:
        given: set[str] = set()
        for word in set(other.said.split()):
            for one, name in by_word.get(word, ()):
                if one is other or one.item.place in given or not _stands(name, other):
                    continue
                mutual = any(_stands(theirs, one) for theirs in other.names)
                if mutual or _linked(one, other, rare - set(name.split())):
                    given.add(one.item.place)
                    item = one.item
                    yield at(item, "twin", answer=name, other=_place(other), told=other.entry.text)


def _asked_twice(told: Sequence[_Told], rare: set[str]) -> Iterator[Finding]:
    """Years and other numbers are often the same by chance. One list may be played in two boxes, but once in each."""
    by_name: dict[str, list[_Told]] = {}
    by_list: dict[Hashable, _Told] = {}
    for one in told:
        earlier = {id(other): other for name in one.names for other in by_name.get(name, ())}
        for other in earlier.values() if one.answered != "number" else ():
            if other.answered != "number" and _same(one, other, rare):
                item, text = one.item, one.entry.text
                yield at(item, "asked_twice", text=text, other=_place(other), told=other.entry.text)
        for name in one.names:
            by_name.setdefault(name, []).append(one)
        if one.answered == "list":
            first = by_list.setdefault((one.box, one.entry.closed_list or frozenset(one.entry.accept)), one)
            if first is not one:
                item, text = one.item, one.entry.text
                yield at(item, "asked_twice", text=text, other=_place(first), told=first.entry.text)


def _tell(box: int, item: Item, entry: Entry, answered: Answered) -> _Told:
    text, hint = normal(entry.text), normal(entry.hint)
    words = {word for word in (*text.split(), *hint.split()) if len(word) >= _LETTERS} - _ASKING
    return _Told(box, item, entry, answered, _names(entry, answered), f" {text} · {hint} ", frozenset(words))


def _names(entry: Entry, answered: Answered) -> tuple[str, ...]:
    if answered in ("list", "deed"):
        return ()
    if answered == "number":
        return (str(entry.answer),) if entry.answer in _YEARS and not entry.unit else ()
    return tuple(name for name in map(normal, entry.right) if len(name) >= _LETTERS)


def _stands(name: str, other: _Told) -> bool:
    return f" {name} " in other.said


def _linked(one: _Told, other: _Told, rare: set[str]) -> bool:
    return len(one.words & other.words & rare) >= LINKS[one.box != other.box]


def _same(one: _Told, other: _Told, rare: set[str]) -> bool:
    """By what they ask, not by their hints; near copies are found elsewhere."""
    texts = normal(one.entry.text), normal(other.entry.text)
    links = set.intersection(rare, one.words, *(set(text.split()) for text in texts))
    return len(links) >= LINKS[one.box != other.box] and likeness(*texts) < ALIKE


def _place(told: _Told) -> str:
    return f"{told.item.id} ({told.item.file.name})"
