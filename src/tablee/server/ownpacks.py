"""Packs of guests at a table: let in with their key, made known for a match, and brought back with it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from msgspec import Struct

from tablee.engine import NotAllowed, PackRef
from tablee.packs import library
from tablee.packs.document import playable

from .names import guest_of
from .shelf import OWN, PackRecord, PackShelf


class Chosen(Struct, frozen=True):
    """A guest's pack on a table: what its people may know of it, and the version that would be played."""

    title: str
    entries: int
    hash: str


def may_read(record: PackRecord, guests: Iterable[str]) -> bool:
    """Whether one of these tokens or secrets (their hashes) opens it."""
    about = record.about
    return about.shown or any(guest in (record.owner, about.edit, about.read) for guest in guests if guest)


async def let_in(
    shelf: PackShelf, known: dict[str, Chosen], wanted: Sequence[str]
) -> tuple[list[str], dict[str, Chosen]]:
    """Names without their keys, and what is known of guests' packs. One that lies on the table already needs no key,
    so that whoever sits there can prepare a game with it, and nobody can open it. Raises Refused."""
    names, found = [], {}
    for one in wanted:
        if not one.startswith(OWN):
            names.append(one)
            continue
        id, _, key = one.removeprefix(OWN).partition(":")
        name = OWN + id
        record = await shelf.own_pack(id)
        if record is None or not (name in known or may_read(record, [guest_of(key)] if key else [])):
            raise NotAllowed("no_pack")
        found[name] = await _make_known(shelf, record)
        names.append(name)
    return names, found


async def latest(shelf: PackShelf, chosen: dict[str, Chosen]) -> dict[str, Chosen]:
    """As they are written now. Raises Refused, if one is gone."""
    found = {}
    for name, before in chosen.items():
        record = await shelf.own_pack(name.removeprefix(OWN))
        if record is None:
            raise NotAllowed("pack_gone", title=before.title)
        found[name] = await _make_known(shelf, record)
    return found


async def know(shelf: PackShelf, refs: Iterable[PackRef]) -> None:
    """The packs that a match was begun with, after a restart; what else there is, the library finds."""
    for ref in refs:
        if ref.id.startswith(OWN) and not library.is_known(ref.hash):
            data = await shelf.blob(ref.hash)
            if data is not None:
                library.keep(await asyncio.to_thread(playable, data))


async def _make_known(shelf: PackShelf, record: PackRecord) -> Chosen:
    await know(shelf, [PackRef(OWN + record.id, record.hash)])
    return Chosen(record.about.title, record.about.entries, record.hash)
