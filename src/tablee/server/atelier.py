"""The atelier over plain HTTP: packs of one's own, listed, written, checked, tried, imported, sent and shared."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from aiohttp import web
from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.engine import Invalid, NotAllowed
from tablee.engine.words import FIRST
from tablee.packs import workshop
from tablee.packs.document import Document, Held, decode, files_of, without
from tablee.packs.format import Manifest
from tablee.packs.library import shipped
from tablee.packs.new import kinds
from tablee.packs.source import read

from .answers import answer, made, still
from .atelier_tools import (
    add_media,
    bring,
    check,
    drop_marks,
    link,
    marks,
    qr_code,
    send,
    show_media,
    take_bundle,
    try_judge,
)
from .history import TOKENS, tokens
from .names import a_token, guest_of
from .ownpacks import may_read, opens
from .pack_access import LARGEST_ORDER, following, may_write, opened, order, store, told, unfolded
from .shelf import OWN, About, PackRecord

if TYPE_CHECKING:
    from .app import Server

Title = Annotated[str, Meta(min_length=1, max_length=80)]


def add_routes(app: web.Application, server: Server) -> None:
    def serve(handler: Callable[[Server, web.Request], Awaitable[web.StreamResponse]]) -> Any:
        return partial(handler, server)

    add = app.router.add_route
    add("GET", "/api/atelier", serve(stock))
    add("GET", "/api/packs", serve(mine))
    add("POST", "/api/packs", serve(new))
    add("POST", "/api/packs/import", serve(bring))
    add("POST", "/api/packs/bundle", serve(bundle))
    add("GET", "/api/packs/{id}", serve(show))
    add("PATCH", "/api/packs/{id}", serve(change))
    add("DELETE", "/api/packs/{id}", serve(delete))
    add("GET", "/api/packs/{id}/file", serve(send))
    add("POST", "/api/packs/{id}/check", serve(check))
    add("POST", "/api/packs/{id}/try", serve(try_judge))
    add("POST", "/api/packs/{id}/link", serve(link))
    add("POST", "/api/packs/{id}/qr", serve(qr_code))
    add("POST", "/api/packs/{id}/media", serve(add_media))
    add("GET", "/api/media/{name}", serve(show_media))
    add("GET", "/api/packs/{id}/marks", serve(marks))
    add("DELETE", "/api/packs/{id}/marks", serve(drop_marks))


# ---------------------------------------------------------------- the shelf


async def stock(server: Server, request: web.Request) -> web.StreamResponse:
    """What comes with Tablée: the packs, and the closed lists that questions may name."""
    await server.aside(made, _stock)  # once: nobody's game waits while files are read
    return still(request, _stock)


def _stock() -> dict[str, Any]:
    """Of packs only the head, and how much is in them; the lists in full."""
    packs: list[dict[str, Any]] = []
    lists: list[dict[str, Any]] = []
    for id, path in shipped().items():
        texts = [f"\n{file.read_text('utf-8')}" for file in ([path] if path.is_file() else sorted(path.glob("*.toml")))]
        head = next((text for text in texts if text.lstrip().startswith("[pack]") or "\n[pack]\n" in text), None)
        if head is None:
            continue
        manifest = tomllib.loads(head.partition("\n[[")[0])["pack"]
        if manifest["game"] in kinds():
            entries = sum(text.count("\n[[question]]") + text.count("\n[[theme]]") for text in texts)
            told = {name: manifest[name] for name in ("game", "title", "language")}
            packs.append({"id": id, **told, "entries": entries})
        elif manifest["game"] == "lists":
            for item in read(path).items:
                items = [str(one).split("|")[0] for one in item.table.get("items", ())]
                lists.append({"id": item.id, "title": str(item.table.get("title") or item.id), "items": items})
    return {"games": kinds(), "packs": packs, "lists": lists}


async def mine(server: Server, request: web.Request) -> web.StreamResponse:
    """What lies on the shelf of this device: its own packs, those that it has a link to (`also` names them, their keys
    come with its tokens), and those that are shown to everyone."""
    server.may_ask(request)
    held = tokens(request)
    found = {record.id: record for guest in held for record in await server.store.own_packs(guest)}
    for id in request.query.get("also", "").split(",")[:TOKENS]:
        record = await server.store.own_pack(id) if id else None
        if record and opens(record, held):
            found[id] = record
    others = [record for record in await server.store.shown_packs() if record.id not in found]
    settings = server.settings
    packs = []
    for record in sorted(found.values(), key=lambda one: -one.updated):
        marks = await server.store.marks(record.id) if may_write(record, held) else []
        packs.append({**told(server, record, held), "marks": len(marks)})
    return answer(
        {
            "packs": packs,
            "shown": [told(server, record, held) for record in others],
            "limits": {"packs": settings.packs, "bytes": settings.pack_bytes, "entries": settings.pack_entries},
        }
    )


class New(Struct, frozen=True, forbid_unknown_fields=True):
    """A new pack: empty, a copy of one that can be opened or comes with Tablée, or what an import has shown."""

    game: str
    title: Title
    language: Annotated[str, Meta(max_length=8)] = FIRST
    author: Annotated[str, Meta(max_length=60)] = ""
    copy: Annotated[str, Meta(max_length=80)] | None = None
    document: Document | None = None


async def new(server: Server, request: web.Request) -> web.StreamResponse:
    """The pack, and to a device that has none yet, the token that owns it."""
    if not server.openings.take(server.caller(request), time.monotonic()):
        raise NotAllowed("too_fast")
    wanted = await order(request, New, server.settings.pack_bytes + LARGEST_ORDER)
    if wanted.document is not None:  # it was shown without its files
        wanted = replace(wanted, document=without(wanted.document, files_of(wanted.document)))
    return await _make(server, request, wanted, {})


async def _make(server: Server, request: web.Request, wanted: New, files: dict[str, bytes]) -> web.StreamResponse:
    held, token = tokens(request), None
    if not held:
        token = a_token()
        held = [guest_of(token)]
    limits = server.settings
    if len(await server.store.own_packs(held[0])) >= limits.packs:
        raise NotAllowed("too_many_packs", most=limits.packs)
    if await server.store.count_own() >= limits.all_packs:
        raise NotAllowed("packs_full")
    id = a_token()
    source = await _begin(server, server.caller(request), wanted, held)
    manifest = replace(source.pack, id=OWN + id, title=wanted.title, complete=False, letter=None, version="1")
    if wanted.author:
        manifest = replace(manifest, authors=tuple(dict.fromkeys((*manifest.authors, wanted.author))))
    record = PackRecord(id, held[0], 1, "", About(manifest.game, "", "", 0, 0), time.time())
    before = source if wanted.copy else None
    record = await store(server, record, replace(source, pack=manifest), before=before, files=files)
    return answer({**told(server, record, held), "token": token}, 201)


async def bundle(server: Server, request: web.Request) -> web.StreamResponse:
    """A `.tablee` file becomes a pack, pictures and sounds included."""
    brought = await take_bundle(server, request)
    title = brought.document.pack.title[:80] or "?"
    return await _make(
        server, request, New(brought.document.pack.game, title, document=brought.document), brought.files
    )


async def _begin(server: Server, caller: str, wanted: New, held: list[str]) -> Document:
    if wanted.document is not None:
        if wanted.document.pack.game != wanted.game:
            raise Invalid("other_game", game=wanted.document.pack.game)
        return wanted.document
    if wanted.copy is None:
        if wanted.game not in kinds():
            raise Invalid("unknown_game", game=wanted.game, known=", ".join(kinds()))
        authors = (wanted.author,) if wanted.author else ()
        return Document(Manifest("", wanted.game, wanted.title, wanted.language, "CC BY-SA 4.0", authors, "1"))
    if wanted.copy in shipped():
        document = await server.workshop.check(caller, wanted.copy, workshop.shipped_document, shipped()[wanted.copy])
    else:
        record = await server.store.own_pack(wanted.copy)
        if record is None or not may_read(record, held):
            raise NotAllowed("no_pack")
        document = decode((await unfolded(server, record))[1])
    if document.pack.game != wanted.game:
        raise Invalid("other_game", game=document.pack.game)
    return document


# ---------------------------------------------------------------- one pack


async def show(server: Server, request: web.Request) -> web.StreamResponse:
    record, data = await unfolded(server, await opened(server, request))
    return answer({**told(server, record, tokens(request)), "content": decode(data).tables})


class Put(Struct, frozen=True, forbid_unknown_fields=True):
    """An entry as it is from now on; a new one at this place, or at the end. Without a table: it goes."""

    array: Annotated[str, Meta(max_length=20)]
    id: Annotated[str, Meta(min_length=1, max_length=60)]
    table: dict[str, Any] | None = None
    at: int | None = None


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What changes, in the version that the device has seen: whoever saw another one is told, and loses nothing."""

    version: int
    put: Annotated[list[Put], Meta(max_length=400)] = []
    title: Title | None = None
    language: Annotated[str, Meta(max_length=8)] | None = None
    licence: Annotated[str, Meta(min_length=1, max_length=60)] | None = None
    authors: Annotated[list[Annotated[str, Meta(min_length=1, max_length=60)]], Meta(max_length=12)] | None = None
    shown: bool | None = None


async def change(server: Server, request: web.Request) -> web.StreamResponse:
    record, held = await opened(server, request, write=True), tokens(request)
    wanted = await order(request, Change, server.settings.pack_bytes + LARGEST_ORDER)
    record, data = await unfolded(server, record)
    if wanted.version != record.version:
        raise NotAllowed("pack_changed")
    document = decode(data)
    tables = list(document.tables)
    for one in wanted.put:
        where = next((n for n, held_ in enumerate(tables) if (held_.array, held_.id) == (one.array, one.id)), None)
        if where is not None:
            del tables[where]
        if one.table is not None:
            at = where if where is not None else len(tables) if one.at is None else max(0, one.at)
            tables.insert(at, Held(one.array, {**one.table, "id": one.id}))
    pack = replace(
        document.pack,
        title=wanted.title or document.pack.title,
        language=wanted.language or document.pack.language,
        licence=wanted.licence or document.pack.licence,
        authors=document.pack.authors if wanted.authors is None else tuple(wanted.authors),
    )
    shown = record.about.shown if wanted.shown is None else wanted.shown
    next_one = following(record, Document(pack, tuple(tables)))
    record = await store(server, *next_one, before=document, shown=shown)
    return answer(told(server, record, held))


async def delete(server: Server, request: web.Request) -> web.StreamResponse:
    record = await opened(server, request, write=True)
    if record.owner not in tokens(request):
        raise NotAllowed("only_owner")
    await server.store.delete_own(record.id)
    return answer({})
