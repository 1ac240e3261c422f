"""What is asked by plain HTTP: the shelf, the words, the rules, new tables, and finished matches."""

from __future__ import annotations

import asyncio
import time
import tomllib
from collections.abc import Awaitable, Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import segno
from aiohttp import web
from msgspec import Struct

from tablee.bots import CHARACTERS, find_bots
from tablee.engine import (
    Event,
    Invalid,
    Meta,
    NotAllowed,
    Words,
    find,
    games,
    languages,
    read_rules,
    values,
)
from tablee.engine.events import Away, Back
from tablee.engine.words import seat_fields, words_folders
from tablee.house.lengths import read_lengths
from tablee.house.trial import find_trial
from tablee.packs.library import shipped

from . import history, metrics
from .answers import answer, still
from .hall import Opening
from .names import is_code

if TYPE_CHECKING:
    from .app import Server

SHOWN: Final = (  # tables of words
    *("labels", "page", "learn", "trial", "hints"),
    *("asks", "values", "events", "ends", "options", "refusals", "highlights", "chapters"),
)
BODY_WITHIN: Final = 10.0  # seconds
DRAWN: Final = {  # what a drawing may be made of
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
HERE: Final = Path(__file__).parent


def add_routes(app: web.Application, server: Server) -> None:
    def serve(handler: Callable[[Server, web.Request], Awaitable[web.StreamResponse]]) -> Any:
        return partial(handler, server)

    add = app.router.add_get
    add("/healthz", serve(health))
    add("/metrics", serve(figures))
    add("/api/games", serve(shelf))
    add("/api/words/{language}", serve(catalogue))
    add("/api/words/{language}/{game}", serve(catalogue))
    add("/api/rules/{language}/{game}", serve(rules))
    add("/api/address", serve(addresses))
    add("/games/{game}/{path:.+}", serve(drawing))
    add("/api/tables/{code}", serve(look_up))
    add("/api/qr/{code}.svg", serve(qr_code))
    add("/api/matches", serve(history.matches))
    add("/api/matches/{id}", serve(history.export))
    add("/api/matches/{id}/steps", serve(history.steps))
    add("/api/matches/{id}/story", serve(history.story))
    add("/api/matches/{id}/dice", serve(history.dice))
    app.router.add_post("/api/tables", serve(open_table))
    app.router.add_delete("/api/matches/{id}", serve(history.delete))


# ---------------------------------------------------------------- the house


async def health(server: Server, request: web.Request) -> web.StreamResponse:
    """Fine as long as the store takes something; asked often, it is asked to once a second."""
    told = {"tables": len(server.hall.tables)}
    if server.node and not server.node.ready:
        return answer({"status": "other nodes serve better", **told}, 503)
    if await server.pulse():
        return answer({"status": "ok", **told})
    return answer({"status": "the store takes nothing", **told}, 503)


async def figures(server: Server, request: web.Request) -> web.StreamResponse:
    return web.Response(text=metrics.tell(server), content_type="text/plain")


async def addresses(server: Server, request: web.Request) -> web.StreamResponse:
    return answer({"urls": server.urls})


async def qr_code(server: Server, request: web.Request) -> web.StreamResponse:
    code = request.match_info["code"].upper()
    if not is_code(code):  # whether there is such a table, nobody learns from this
        raise NotAllowed("not_found")
    qr = segno.make(f"{server.urls[0]}/{code}", micro=False)
    svg = qr.svg_inline(scale=8, border=2, dark="#231812", light=None, omitsize=True)
    body = svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1) if "xmlns" not in svg else svg
    return web.Response(text=body, content_type="image/svg+xml")


# ---------------------------------------------------------------- the shelf


class OptionShown(Struct, omit_defaults=True):
    name: str
    kind: str  # toggle, choice, number
    default: Any
    values: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None


async def shelf(server: Server, request: web.Request) -> web.StreamResponse:
    return still(request, _shelf)


def _shelf() -> list[dict[str, Any]]:
    return [_game(meta.id) for meta in games().values()]


@cache
def _game(name: str) -> dict[str, Any]:
    meta = find(name)
    least, most = meta.players(meta.options())
    return {
        "id": meta.id,
        "name": meta.name,
        "minutes": meta.minutes,
        "lengths": read_lengths(meta),
        "age": meta.age,
        "players": (least, most),
        "speed": dict(meta.speed),
        "seats": min(max(meta.seats, least), most),
        "key_options": meta.key_options,
        "presets": meta.presets,
        "alone": meta.alone,
        "secret": meta.load().has_secrets,
        "trial": find_trial(meta) is not None,
        "box": meta.load().hand is not None,
        "drawing": f"/games/{meta.id}/table.js" if meta.page else None,
        "colours": meta.colours,
        "bots": strengths(meta),
        "options": [_option(meta, field) for field in msgspec.structs.fields(meta.options)],
        "packs": _packs(meta.id),
    }


def strengths(meta: Meta) -> list[str]:
    """The bots to offer: the characters, where the game has them; other strategies are for the lab."""
    known = list(find_bots(meta))
    return [one.id for one in CHARACTERS if one.id in known] or known


def _option(meta: Meta, field: Any) -> OptionShown:
    known = tuple(value for value in values(meta.options, field.name) if not isinstance(value, list))
    schema = msgspec.json.schema(meta.options)
    bounds = schema["$defs"][meta.options.__name__]["properties"][field.name] if "$defs" in schema else {}
    if known and all(
        isinstance(value, bool) for value in known
    ):  # 0 and 1 are numbers, though Python takes them for equal
        return OptionShown(field.name, "toggle", field.default)
    if bounds.get("type") == "integer" and "minimum" in bounds:
        return OptionShown(field.name, "number", field.default, known, bounds["minimum"], bounds.get("maximum"))
    every = known if field.default in known else (field.default, *known)
    return OptionShown(field.name, "choice", field.default, every)


def _packs(game: str) -> list[dict[str, str]]:
    """Only the head of each file: a pack is read in full when it is played."""
    found = []
    for id, path in shipped().items():
        heads = [path] if path.is_file() else sorted(path.glob("*.toml"))
        for head in heads:
            text = head.read_text("utf-8")
            if text.lstrip().startswith("[pack]") or "\n[pack]\n" in text:
                manifest = tomllib.loads(text.partition("\n[[")[0])["pack"]
                if manifest["game"] == game:
                    found.append({"id": id, "title": manifest["title"], "language": manifest["language"]})
    return found


async def drawing(server: Server, request: web.Request) -> web.StreamResponse:
    """How a game from elsewhere draws itself: files of the folder that it names, and of no other."""
    folder = find(request.match_info["game"]).page
    file = (folder / request.match_info["path"]).resolve() if folder else None
    if not folder or not file or not file.is_relative_to(folder.resolve()) or file.suffix not in DRAWN:
        raise NotAllowed("not_found")
    try:
        body = file.read_bytes()
    except OSError:
        raise NotAllowed("not_found") from None
    return web.Response(body=body, content_type=DRAWN[file.suffix], headers={"Cache-Control": "no-cache"})


async def catalogue(server: Server, request: web.Request) -> web.StreamResponse:
    language, game = request.match_info["language"], request.match_info.get("game")
    if language not in languages():
        raise NotAllowed("not_found")
    return still(request, _catalogue, language, game)


def _catalogue(language: str, game: str | None) -> dict[str, Any]:
    """What the page shows of it, and no more."""
    tables = {name: table for name, table in server_words(language, game).tables.items() if name in SHOWN}
    if game is None:
        return {
            **tables,
            "shelf": {id: Words(language, meta.folder).tables.get("shelf", {}) for id, meta in games().items()},
        }
    events: tuple[type[Event], ...] = (*find(game).load().events, Away, Back)
    fields = {str(event.__struct_config__.tag): sorted(seat_fields(event)) for event in events}
    return {**tables, "seat_fields": fields}


@cache
def server_words(language: str, game: str | None = None) -> Words:
    """The words of the server, over those of the engine, under those of a game."""
    engine, *own = words_folders(game)
    return Words(language, engine, HERE, *own, own="command")


async def rules(server: Server, request: web.Request) -> web.StreamResponse:
    language, game = request.match_info["language"], request.match_info["game"]
    if language not in languages():
        raise NotAllowed("not_found")
    return still(request, _rules, language, game)


def _rules(language: str, game: str) -> Any:
    return read_rules(find(game), language)


# ---------------------------------------------------------------- tables


async def open_table(server: Server, request: web.Request) -> web.StreamResponse:
    if not server.openings.take(server.caller(request), time.monotonic()):
        raise NotAllowed("too_many_guesses")
    try:
        async with asyncio.timeout(BODY_WITHIN):
            wanted = msgspec.json.decode(await request.read(), type=Opening)
    except TimeoutError:
        raise Invalid("malformed", problem="nothing more came") from None
    except msgspec.DecodeError as error:
        raise Invalid("malformed", problem=str(error)) from None
    table, token = await server.hall.open(wanted)
    return answer({"table": table.state.id, "code": table.state.code, "token": token}, 201)


async def look_up(server: Server, request: web.Request) -> web.StreamResponse:
    state = (await server.find_table(request.match_info["code"], server.caller(request))).state
    seats = len(state.places)
    told = {"table": state.id, "code": state.code, "game": state.game, "phase": state.phase}
    return answer({**told, "seats": seats, "locked": state.locked})
