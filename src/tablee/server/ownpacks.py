"""Packs of guests at a table: let in with their key, made known for a match, and brought back with it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from tablee.engine import NotAllowed, PackRef
from tablee.packs import library
from tablee.packs.document import playable

from .names import guest_of
from .shelf import OWN, Mark, PackRecord, PackShelf

if TYPE_CHECKING:
    from .running import Running

MARKS: Final = 200  # of one pack
ANSWERS: Final = 30  # in one mark
LONGEST: Final = 120  # characters of one


class Chosen(Struct, frozen=True):
    """A guest's pack on a table: what its people may know of it, and the version that would be played."""

    title: str
    entries: int
    hash: str


def opens(record: PackRecord, guests: Iterable[str]) -> bool:
    """Whether one of these tokens or secrets (their hashes) is a key to it."""
    about = record.about
    return any(guest in (record.owner, about.edit, about.read) for guest in guests if guest)


def may_read(record: PackRecord, guests: Iterable[str]) -> bool:
    return record.about.shown or opens(record, guests)


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


async def mark(shelf: PackShelf, id: str | None, running: Running | None) -> list[str]:
    """What is played, or was just, for its authors to look at again, with what people said. Raises Refused."""
    found = running.match.on_table() if running else []
    if id is None or running is None or not found:
        raise NotAllowed("nothing_to_mark")
    ids = {ref.hash: ref.id.removeprefix(OWN) for ref in running.match.header.packs}
    for one in found:
        if one.pack in ids:
            name = hashlib.sha256(f"{id} {one.pack} {one.entry}".encode()).hexdigest()[:24]
            said = tuple((text[:LONGEST], verdict) for text, verdict in one.answers[:ANSWERS])
            await shelf.add_mark(Mark(name, ids[one.pack], one.entry, one.text, time.time(), said), MARKS)
    return [one.text for one in found]


def gather(marks: Iterable[Mark]) -> list[dict[str, Any]]:
    """Marks by entry, the most marked first: how often, and what was answered how often. Nobody is named."""
    found: dict[tuple[str, str], list[Mark]] = {}
    for one in marks:
        found.setdefault((one.pack, one.entry), []).append(one)
    told = []
    for (pack, entry), made in found.items():
        answers = Counter(answer for one in made for answer in one.answers)
        said = [{"text": text, "verdict": verdict, "times": times} for (text, verdict), times in answers.most_common()]
        told.append({"pack": pack, "entry": entry, "text": made[-1].text, "marked": len(made), "answers": said})
    return sorted(told, key=lambda one: -int(str(one["marked"])))


async def _make_known(shelf: PackShelf, record: PackRecord) -> Chosen:
    await know(shelf, [PackRef(OWN + record.id, record.hash)])
    return Chosen(record.about.title, record.about.entries, record.hash)
