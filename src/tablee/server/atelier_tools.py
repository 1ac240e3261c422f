"""The tools of the atelier: checks and the judge, files from elsewhere and for elsewhere, links to share."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

import segno
from aiohttp import web
from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.engine import Invalid, NotAllowed, languages
from tablee.engine.words import FIRST
from tablee.packs import media, workshop
from tablee.packs.bounded import Worker
from tablee.packs.document import Held, decode, files_of, slug
from tablee.packs.new import kinds

from .answers import answer
from .history import tokens
from .limits import Buckets
from .names import a_token, guest_of
from .pack_access import body, following, opened, order, store, told, unfolded

if TYPE_CHECKING:
    from .app import Server

T = TypeVar("T")
FOREIGN: Final = 1.0  # seconds of the processor, for somebody else's file…
OURS: Final = 5.0  # …and to check a pack that was let in, and is not larger than the settings say
WAITING: Final = 24  # things to do at once, in each of the two processes…
SHARE: Final = 8  # …and of one address: whoever asks for much keeps nobody else from writing
MEGABYTES: Final = 768
LARGEST_FILE: Final = 4_000_000  # bytes of somebody else's file
LARGEST_BUNDLE: Final = 24_000_000


class Workshop:
    """The processes in which packs are checked, and files from elsewhere read: never in the server's own."""

    def __init__(self) -> None:
        self._desk, self._gate = Bench(OURS), Bench(FOREIGN)
        self.files = Buckets(1.0, 12.0)  # from one address: they cost most

    async def check(self, caller: str, name: str, work: Callable[..., T], *given: Any) -> T:
        """Something of ours. Raises Refused."""
        return await self._desk.do(caller, name, work, *given)

    async def take_in(self, caller: str, name: str, work: Callable[..., T], *given: Any) -> T:
        """Something from elsewhere: however long it takes, nobody who writes waits for it. Raises Refused."""
        return await self._gate.do(caller, name, work, *given)

    async def close(self) -> None:
        await self._desk.close()
        await self._gate.close()


class Bench:
    """A process, the thread that waits for it, and those who wait in line: not more than so many."""

    def __init__(self, seconds: float) -> None:
        self._worker, self._thread = Worker(seconds, MEGABYTES), ThreadPoolExecutor(1, "workshop")
        self._line: Counter[str] = Counter()  # by address

    async def do(self, caller: str, name: str, work: Callable[..., T], *given: Any) -> T:
        if self._line.total() >= WAITING or self._line[caller] >= SHARE:
            raise NotAllowed("too_fast")
        self._line[caller] += 1
        try:
            run = partial(self._worker.run, name, work, *given)
            return await asyncio.get_running_loop().run_in_executor(self._thread, run)
        finally:
            self._line -= Counter((caller,))

    async def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._worker.close)


def language_of(request: web.Request) -> str:
    wanted = request.query.get("lang", FIRST)
    return wanted if wanted in languages() else FIRST


# ---------------------------------------------------------------- checked and tried


class About1(Struct, frozen=True, forbid_unknown_fields=True):
    entry: Annotated[str, Meta(max_length=60)] | None = None


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    entry: Annotated[str, Meta(max_length=60)]
    text: Annotated[str, Meta(max_length=200)]


async def check(server: Server, request: web.Request) -> web.StreamResponse:
    """What `tablee packs lint` says of it."""
    record = await opened(server, request)
    wanted = await order(request, About1)
    record, data = await unfolded(server, record)
    found = await server.workshop.check(
        server.caller(request), record.about.title, workshop.check, data, language_of(request), wanted.entry
    )
    return answer({"version": record.version, "findings": found})


async def try_judge(server: Server, request: web.Request) -> web.StreamResponse:
    record = await opened(server, request)
    wanted = await order(request, Try)
    record, data = await unfolded(server, record)
    ruled = await server.workshop.check(
        server.caller(request), record.about.title, workshop.rule, data, wanted.entry, wanted.text, language_of(request)
    )
    return answer(ruled)


# ---------------------------------------------------------------- from elsewhere and for elsewhere


async def bring(server: Server, request: web.Request) -> web.StreamResponse:
    """What a file would bring, and what would be left out. Nothing is kept: the device sends it back as a new pack."""
    if not server.workshop.files.take(server.caller(request), time.monotonic()):
        raise NotAllowed("too_fast")
    name, game = request.query.get("name", "")[:120], request.query.get("game", "")
    if game not in kinds():
        raise Invalid("unknown_game", game=game, known=", ".join(kinds()))
    data = await body(request, LARGEST_BUNDLE if name.endswith(".tablee") else LARGEST_FILE)
    brought = await server.workshop.take_in(
        server.caller(request), name, workshop.bring, name, data, game, language_of(request)
    )
    return answer({"document": brought.document, "left": brought.left, "files": len(brought.files)})


async def take_bundle(server: Server, request: web.Request) -> workshop.Brought:
    """A `.tablee` file, read. Raises Refused."""
    if not server.workshop.files.take(server.caller(request), time.monotonic()):
        raise NotAllowed("too_fast")
    game = request.query.get("game", "")
    data = await body(request, LARGEST_BUNDLE)
    return await server.workshop.take_in(
        server.caller(request), "pack.tablee", workshop.bring, "pack.tablee", data, game, language_of(request)
    )


async def send(server: Server, request: web.Request) -> web.StreamResponse:
    record = await opened(server, request)
    format = request.query.get("format", "toml")
    record, data = await unfolded(server, record)
    files = {}
    for hash, name in files_of(decode(data)).items() if format == "tablee" else ():
        if (held := await server.store.blob(hash)) is not None:
            files[name] = held
    made, left = await server.workshop.check(
        server.caller(request), record.about.title, workshop.send, data, format, language_of(request), files
    )
    headers = {
        "Content-Disposition": f'attachment; filename="{slug(record.about.title)}.{workshop.SUFFIXES[format]}"',
        "Cache-Control": "no-store",
        "X-Left-Out": str(left),
    }
    return web.Response(body=made, headers=headers, content_type="application/octet-stream")


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["edit", "read"]
    on: bool = True


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    path: Annotated[str, Meta(max_length=200, pattern=r"^/atelier#[A-Za-z0-9_.:-]+$")]


async def link(server: Server, request: web.Request) -> web.StreamResponse:
    """A new secret to open it with; the former one opens nothing any more. Only its hash is kept."""
    record = await opened(server, request, write=True)
    wanted = await order(request, Link)
    secret = a_token() if wanted.on else ""
    about: dict[str, Any] = {wanted.kind: guest_of(secret) if secret else ""}
    record, data = await unfolded(server, record)
    document = decode(data)
    record = await store(server, *following(record, document), before=document, **about)
    return answer({**told(server, record, tokens(request)), "secret": secret})


async def qr_code(server: Server, request: web.Request) -> web.StreamResponse:
    await opened(server, request)
    wanted = await order(request, Shown)
    qr = segno.make(f"{server.urls[0]}{wanted.path}", micro=False)
    svg = qr.svg_inline(scale=8, border=2, dark="#231812", light="#fdf7eb", omitsize=True)
    body = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in svg else svg
    return answer({"svg": body, "url": f"{server.urls[0]}{wanted.path}"})


# ---------------------------------------------------------------- what tables thought of it


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    ids: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=200)]


async def marks(server: Server, request: web.Request) -> web.StreamResponse:
    record = await opened(server, request, write=True)
    return answer(await server.store.marks(record.id))


async def drop_marks(server: Server, request: web.Request) -> web.StreamResponse:
    record = await opened(server, request, write=True)
    wanted = await order(request, Marks)
    await server.store.drop_marks(record.id, wanted.ids)
    return answer({})


# ---------------------------------------------------------------- pictures and sounds


async def add_media(server: Server, request: web.Request) -> web.StreamResponse:
    """A picture or a sound for one entry, in the version that the device has seen."""
    record = await opened(server, request, write=True)
    if not server.workshop.files.take(server.caller(request), time.monotonic()):
        raise NotAllowed("too_fast")
    entry, version = request.query.get("entry", ""), request.query.get("version", "")
    record, data = await unfolded(server, record)
    if version != str(record.version):
        raise NotAllowed("pack_changed")
    document = decode(data)
    where = next((n for n, one in enumerate(document.tables) if one.id == entry and one.array == "question"), None)
    if where is None:
        raise Invalid("unknown_entry", entry=entry)
    name, kept = await server.workshop.take_in(
        server.caller(request), "media", media.clean, await body(request, media.MOST + 1)
    )
    table = {**document.tables[where].table, "media": {"file": name, "about": request.query.get("about", "")[:200]}}
    tables = [*document.tables]
    tables[where] = Held(tables[where].array, table)
    changed = replace(document, tables=tuple(tables))
    record = await store(server, *following(record, changed), before=document, files={name: kept})
    return answer({**told(server, record, tokens(request)), "media": table["media"]})


async def show_media(server: Server, request: web.Request) -> web.StreamResponse:
    """Whoever knows its name has been told of it: it is the hash of its bytes. Only what we have cleaned is served."""
    name = request.match_info["name"]
    data = await server.store.blob(name.partition(".")[0]) if media.NAME.fullmatch(name) else None
    ending = name.rpartition(".")[2]
    if data is None or media.type_of(data) != ending:
        raise NotAllowed("not_found")
    headers = {
        "Cache-Control": "private, max-age=86400, immutable",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Content-Disposition": "inline",
    }
    return web.Response(body=data, headers=headers, content_type=media.TYPES[ending])
