"""Who may open a pack, how orders about it are read, and how a version of it is kept."""

from __future__ import annotations

import asyncio
import time
import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
from aiohttp import web
from msgspec.structs import replace

from tablee.engine import Invalid, NotAllowed
from tablee.packs.document import Document, Held, checked, encode, files_of, hash_of, without
from tablee.packs.format import Manifest

from .history import tokens
from .ownpacks import may_read
from .shelf import OWN, PackRecord
from .starting import dice_givers
from .store import Conflict

if TYPE_CHECKING:
    from .app import Server

T = TypeVar("T")
BODY_WITHIN: Final = 20.0  # seconds
LARGEST_ORDER: Final = 65_536
LONGEST: Final = 1_000  # characters of one field
WIDEST: Final = 400  # items of one list
HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


async def opened(server: Server, request: web.Request, *, write: bool = False) -> PackRecord:
    """For whoever has its token or a link to it; for others it does not exist. Raises Refused."""
    server.may_ask(request)
    record = await server.store.own_pack(request.match_info["id"])
    held = tokens(request)
    if record is None or not (may_write(record, held) or (not write and may_read(record, held))):
        raise NotAllowed("no_pack")
    return record


def may_write(record: PackRecord, held: list[str]) -> bool:
    return any(guest in (record.owner, record.about.edit) for guest in held)


async def unfolded(server: Server, record: PackRecord) -> tuple[PackRecord, bytes]:
    """It and what stands in it: as it is now, where somebody has written meanwhile."""
    while (data := await server.store.blob(record.hash)) is None:
        later = await server.store.own_pack(record.id)
        if later is None or later.hash == record.hash:
            raise NotAllowed("no_pack")
        record = later
    return record, data


async def body(request: web.Request, most: int) -> bytes:
    """Not more than so many bytes, within some time. Raises Refused."""
    found = bytearray()
    try:
        async with asyncio.timeout(BODY_WITHIN):
            async for part in request.content.iter_any():
                found += part
                if len(found) > most:
                    raise Invalid("oversized")
    except (TimeoutError, ConnectionResetError):  # whoever left in the middle hears nothing of it
        raise Invalid("malformed", problem="nothing more came") from None
    return bytes(found)


async def order(request: web.Request, type_: type[T], most: int = LARGEST_ORDER) -> T:
    try:
        return msgspec.json.decode(await body(request, most), type=type_)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Invalid("malformed", problem=str(error)) from None


def told(server: Server, record: PackRecord, held: list[str]) -> dict[str, Any]:
    """What stands on the lid."""
    about, name = record.about, OWN + record.id
    writes = may_write(record, held)
    tables = [live.state for live in server.hall.tables.values() if name in live.state.packs] if writes else []
    using = [state for state in tables if not {*held}.isdisjoint(dice_givers(state))]  # others tell their code, or not
    return {
        "id": record.id,
        "version": record.version,
        "game": about.game,
        "title": about.title,
        "language": about.language,
        "authors": about.authors,
        "licence": about.licence,
        "entries": about.entries,
        "bytes": about.bytes,
        "shown": about.shown,
        "updated": record.updated,
        "may_write": writes,
        "mine": record.owner in held,
        "linked": {"edit": bool(about.edit), "read": bool(about.read)} if writes else None,
        "used_at": [{"code": state.code, "phase": state.phase} for state in using],
    }


async def store(
    server: Server,
    record: PackRecord,
    document: Document,
    *,
    before: Document | None = None,
    files: Mapping[str, bytes] | None = None,
    **about: Any,
) -> PackRecord:
    """Check, weigh and keep a version that was made of the one `before`, or of a pack that is copied, with these new
    files. Pictures and sounds that are in neither are not named by it: a hash opens nothing. What comes back is kept;
    else Refused is raised, and nothing changed."""
    limits, pack = server.settings, lid(document.pack)
    document = Document(pack, tuple(Held(one.array, tidy(one.table)) for one in document.tables))
    new = {name.partition(".")[0]: data for name, data in (files or {}).items()}
    earlier = files_of(before).keys() if before else set()
    known = {*new, *earlier, *await server.store.held(record.id)}
    document = checked(without(document, files_of(document).keys() - known))
    held = files_of(document)
    if len(held) > limits.media:
        raise NotAllowed("too_many_media", most=limits.media)
    if document.entries > limits.pack_entries:
        raise NotAllowed("too_many_entries", most=limits.pack_entries)
    data = encode(document)
    if len(data) > limits.pack_bytes:
        raise NotAllowed("pack_too_big", most=limits.pack_bytes // 1_000)
    added = sum(map(len, new.values())) + max(0, len(data) - record.about.bytes)
    if await server.store.weight() + added > limits.pack_megabytes * 1_000_000:
        raise NotAllowed("packs_full")
    record = replace(
        record,
        hash=hash_of(data),
        updated=time.time(),
        about=replace(
            record.about,
            title=pack.title,
            language=pack.language,
            authors=pack.authors,
            licence=pack.licence,
            entries=sum(held.array != "list" for held in document.tables),
            bytes=len(data),
            **about,
        ),
    )
    try:  # what was in the version before stays, for whoever takes it back
        await server.store.save_own(record, {**new, record.hash: data}, {record.hash, *held, *earlier}, limits.packs)
    except Conflict as conflict:
        if str(conflict) == "too_many_packs":
            raise NotAllowed("too_many_packs", most=limits.packs) from None
        raise NotAllowed("pack_changed") from None
    return record


def following(record: PackRecord, document: Document) -> tuple[PackRecord, Document]:
    """The version after this one."""
    version = record.version + 1
    return replace(record, version=version), replace(document, pack=replace(document.pack, version=str(version)))


def lid(pack: Manifest) -> Manifest:
    """As long as a lid has room for, wherever it is from: everyone may read it."""
    return replace(
        pack,
        title=seen(pack.title)[:80] or "?",
        language=seen(pack.language)[:8],
        licence=seen(pack.licence)[:60],
        authors=tuple(filter(None, (seen(name)[:60] for name in pack.authors[:12]))),
    )


def seen(text: str) -> str:
    """Without what cannot be seen, and what turns the direction of writing."""
    plain = unicodedata.normalize("NFC", text)
    return "".join(one for one in plain if unicodedata.category(one) not in HIDDEN).strip()


def tidy(value: Any, depth: int = 0) -> Any:
    """What was typed, without what cannot be seen; not longer, wider or deeper than people write. Raises Invalid."""
    if isinstance(value, str):
        plain = unicodedata.normalize("NFC", value)
        plain = "".join(one for one in plain if unicodedata.category(one) not in ("Cc", "Cs", "Cn"))
        if len(plain) > LONGEST:
            raise Invalid("too_long", longest=LONGEST)
        return plain
    if isinstance(value, dict | list) and (len(value) > WIDEST or depth > 3):
        raise Invalid("too_long", longest=WIDEST)
    if isinstance(value, dict):
        return {str(name)[:40]: tidy(held, depth + 1) for name, held in value.items()}
    if isinstance(value, list):
        return [tidy(held, depth + 1) for held in value]
    return value
