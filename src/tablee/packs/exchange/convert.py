"""Between drafts and packs: the questions of a pack as drafts, and drafts laid out as a pack for one of the games."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from ..format import Entry, Manifest
from ..rules import Places, places_of
from ..toml import write_table
from .draft import Draft, Imported, shuffled

RIVALS: Final = 3  # that are drawn from a list


def to_draft(entry: Entry, game: str, lists: Mapping[str, Sequence[str]], kept: Collection[str]) -> Draft:
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
        if draft.answered == "list":
            draft.accept = items
        elif not entry.rivals:
            shown = [item.split("|")[0] for item in items]
            draft.rivals = tuple(shuffled(entry.id, [name for name in shown if name not in entry.right])[:RIVALS])
    draft.game = places_of(game).place(entry)
    return draft


def to_pack(imported: Imported, game: str, id: str) -> str:
    """The text of a pack's file. What finds no place is added to what was left out."""
    places = places_of(game)
    title, language = imported.title or id, imported.language
    manifest = Manifest(id, game, title, language, imported.licence, ("?",), "1")
    tables = [write_table("[pack]", {**msgspec.structs.asdict(manifest), "complete": None})]
    used: set[str] = set()
    for number, (draft, place, mode) in enumerate(places.lay_out(imported.drafts, imported.left), 1):
        name = draft.id if draft.id and draft.id not in used else f"{id}-{number:03}"
        used.add(name)
        tables.append(write_table("[[question]]", _fields(draft, places, name, place, mode)))
    return "\n".join(tables)


def _fields(draft: Draft, places: Places, id: str, place: Mapping[str, object], mode: str | None) -> dict[str, object]:
    return {
        "id": id,
        **place,
        "mode": mode,
        places.hint: _hint(draft, places),
        "text": draft.text,
        "answer": draft.answer,
        "accept": draft.accept,
        "rivals": draft.rivals,
        "list": draft.closed_list,
        "unit": draft.unit,
        "source": draft.source,
        "checked": draft.checked,
        "expires": draft.expires,
        "difficulty": draft.difficulty,
        "age": draft.age,
        "theme": draft.theme,
        "tags": draft.tags,
    }


def _hint(draft: Draft, places: Places) -> str:
    """Its own, or what it is about, as long as the game has room for."""
    if draft.hint:
        return draft.hint
    about = re.split(r"[:/]", draft.theme or "")[-1].strip() or "?"
    return places.shorten(about)
