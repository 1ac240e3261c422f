"""Between drafts and packs: the questions of a pack as drafts, and drafts laid out as a pack for one of the games."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from ..format import CardEntry, Entry, Manifest, PageEntry
from ..toml import write_table
from .draft import Draft, Imported, Left, shuffled

PAGES: Final = 20  # of an Egomaster booklet, and questions on a page
ON_CARD: Final = 3
RIVALS: Final = 3  # that are drawn from a list
HINTS: Final = {"egomaster": "keyword", "defizz": "clue"}


def to_draft(entry: Entry, lists: Mapping[str, Sequence[str]], kept: Collection[str]) -> Draft:
    """A question of a pack. A list whose name says nothing to others (it is not `kept`) is written out."""
    draft = Draft(
        id=entry.id,
        text=entry.text,
        mode=entry.mode,
        hint=entry.hint,
        answer=entry.answer,
        accept=entry.accept,
        rivals=entry.rivals,
        closed_list=entry.closed_list,
        unit=entry.unit,
        source=(entry.source,) if isinstance(entry.source, str) else entry.source,
        checked=entry.checked,
        expires=entry.expires,
        difficulty=entry.difficulty,
        age=entry.age,
        theme=entry.theme,
        tags=entry.tags,
    )
    if entry.closed_list and entry.closed_list not in kept:
        items = tuple(lists.get(entry.closed_list, ()))
        draft.closed_list = None
        if entry.mode == "ping_pong":
            draft.accept = items
        elif not entry.rivals:
            shown = [item.split("|")[0] for item in items]
            draft.rivals = tuple(shuffled(entry.id, [name for name in shown if name not in entry.right])[:RIVALS])
    if isinstance(entry, CardEntry):
        draft.game = {"kind": entry.kind, "card": entry.card}
        if entry.mode == "chance":
            draft.game |= {"resolve": entry.resolve, "sides": entry.sides, "tie": entry.tie}
            draft.game |= {"needs": entry.needs} if entry.needs else {}
    elif isinstance(entry, PageEntry):
        draft.game = {"booklet": entry.booklet, "page": entry.page, "number": entry.number}
    return draft


def to_pack(imported: Imported, game: str, id: str) -> str:
    """The text of a pack's file. What finds no place is added to what was left out."""
    title, language = imported.title or id, imported.language
    manifest = Manifest(id, game, title, language, imported.licence, ("?",), "1")
    lay_out = _pages if game == "egomaster" else _cards
    tables = [write_table("[pack]", {**msgspec.structs.asdict(manifest), "complete": None})]
    used: set[str] = set()
    for number, (draft, place, mode) in enumerate(lay_out(imported.drafts, imported.left), 1):
        name = draft.id if draft.id and draft.id not in used else f"{id}-{number:03}"
        used.add(name)
        tables.append(write_table("[[question]]", _fields(draft, game, name, place, mode)))
    return "\n".join(tables)


def _fields(draft: Draft, game: str, id: str, place: Mapping[str, object], mode: str | None) -> dict[str, object]:
    chance = {name: draft.game.get(name) for name in ("resolve", "sides", "tie", "needs")} if mode == "chance" else {}
    return {
        "id": id,
        **place,
        "mode": mode,
        HINTS[game]: _hint(draft, game),
        "text": draft.text,
        "answer": draft.answer,
        "accept": draft.accept,
        "rivals": draft.rivals,
        "list": draft.closed_list,
        "unit": draft.unit,
        **chance,
        "source": draft.source,
        "checked": draft.checked,
        "expires": draft.expires,
        "difficulty": draft.difficulty,
        "age": draft.age,
        "theme": draft.theme,
        "tags": draft.tags,
    }


def _hint(draft: Draft, game: str) -> str:
    """Its own, or what it is about, as long as the game has room for."""
    if draft.hint:
        return draft.hint
    about = re.split(r"[:/]", draft.theme or "")[-1].strip() or "?"
    return " ".join(about.split()[:3]) if game == "egomaster" else about[:60]


Placed = Iterator[tuple[Draft, dict[str, Any], str | None]]


def _mode(draft: Draft, typed: str) -> str:
    if draft.mode in ("ping_pong", "chance", "target"):
        return draft.mode
    return "target" if isinstance(draft.answer, int | float) and not draft.mode and not draft.rivals else typed


def _pages(drafts: Sequence[Draft], left: list[Left]) -> Placed:
    """Spread over booklets and pages, so that few questions already make a pack that can be played."""
    names = ("booklet", "page", "number")
    taken = {tuple(draft.game.get(name) for name in names) for draft in drafts if names[0] in draft.game}
    free = {
        booklet: [(page, number) for number in range(1, PAGES + 1) for page in range(1, PAGES + 1)]
        for booklet in ("solo", "duo", "multi")
    }
    for booklet, places in free.items():
        free[booklet] = [place for place in places if (booklet, *place) not in taken][::-1]
    for draft in drafts:
        mode = _mode(draft, "speed")
        if all(name in draft.game for name in names):
            place = {name: draft.game[name] for name in names}
            yield draft, place, None if place["booklet"] == "solo" else mode
            continue
        open_ones = ("solo", "duo", "multi") if mode == "speed" else ("duo", "multi")
        booklet = max(open_ones, key=lambda name: len(free[name]))
        if mode == "chance" or not free[booklet]:
            left.append(Left("no_room", draft.line or None, draft.id, {"mode": mode}))
            continue
        page, number = free[booklet].pop()
        where = {"booklet": booklet, "page": page, "number": number}
        yield draft, where, None if booklet == "solo" else mode


def _cards(drafts: Sequence[Draft], left: list[Left]) -> Placed:
    """Three on a card, duel and multi in turn."""
    del left  # there is room for any number of cards
    known = [draft for draft in drafts if "kind" in draft.game and "card" in draft.game]
    first = 1 + max((int(draft.game["card"]) for draft in known), default=0)
    counts = {"duel": 0, "multi": 0}
    for draft in drafts:
        mode = _mode(draft, "chrono")
        if "kind" in draft.game and "card" in draft.game:
            yield draft, {"kind": draft.game["kind"], "card": draft.game["card"]}, mode
            continue
        kind = min(counts, key=lambda name: counts[name] // ON_CARD)
        yield draft, {"kind": kind, "card": first + counts[kind] // ON_CARD}, mode
        counts[kind] += 1
