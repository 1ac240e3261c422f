"""What is asked by plain HTTP: the shelf, the words, the rules, new tables, and finished matches."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Awaitable, Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import segno
from aiohttp import web
from msgspec import Raw, Struct

from tablee.bots import CHARACTERS, find_bots
from tablee.engine import (
    Event,
    Invalid,
    Match,
    Meta,
    NotAllowed,
    Refused,
    Words,
    find,
    games,
    languages,
    read_rules,
    values,
)
from tablee.engine.events import Away, Back
from tablee.engine.words import seat_fields, words_folders
from tablee.house.export import Export, rolls_of, write_export
from tablee.packs.library import shipped

from . import metrics
from .hall import Opening
from .names import guest_of
from .protocol import State, WaitingFor
from .store import MatchRecord
from .update import seen

if TYPE_CHECKING:
    from .app import Server

STATUS: Final = {
    "not_found": 404,
    "unknown_table": 404,
    "unknown_game": 404,
    "unknown_match": 404,
    "too_many_guesses": 429,
    "too_many_tables": 503,
    "only_host": 403,
    "wrong_host": 421,
    "wrong_origin": 403,
    "too_many_devices": 503,
}
STEPS: Final = 200  # at once
SHOWN: Final = ("labels", "page", "asks", "values", "events", "ends", "options", "refusals")  # tables of words
WORTH_COMPRESSING: Final = 2_048  # bytes
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
    add("/api/tables/{code}", serve(look_up))
    add("/api/qr/{code}.svg", serve(qr_code))
    add("/api/matches", serve(matches))
    add("/api/matches/{id}", serve(export))
    add("/api/matches/{id}/steps", serve(steps))
    add("/api/matches/{id}/dice", serve(dice))
    app.router.add_post("/api/tables", serve(open_table))
    app.router.add_delete("/api/matches/{id}", serve(delete))


def answer(what: object, status: int = 200, *, lasts: str = "no-store") -> web.Response:
    headers, body = {"Cache-Control": lasts}, msgspec.json.encode(what)
    response = web.Response(body=body, status=status, headers=headers, content_type="application/json")
    if len(body) > WORTH_COMPRESSING:
        response.enable_compression()
    return response


def refuse(refused: Refused) -> web.Response:
    params = {key: msgspec.to_builtins(value, enc_hook=str) for key, value in refused.params.items()}
    return answer({"code": refused.code, "params": params}, STATUS.get(refused.code, 400))


# ---------------------------------------------------------------- the house


async def health(server: Server, request: web.Request) -> web.StreamResponse:
    """Fine as long as the store takes something."""
    await server.store.tables()
    return answer({"status": "ok", "tables": len(server.hall.tables)})


async def figures(server: Server, request: web.Request) -> web.StreamResponse:
    return web.Response(text=metrics.tell(server), content_type="text/plain")


async def addresses(server: Server, request: web.Request) -> web.StreamResponse:
    return answer({"urls": server.urls})


async def qr_code(server: Server, request: web.Request) -> web.StreamResponse:
    table = server.find_table(request.match_info["code"], server.caller(request))
    qr = segno.make(f"{server.urls[0]}/{table.state.code}", micro=False)
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
    return answer([_game(meta.id) for meta in games().values()])


@cache
def _game(name: str) -> dict[str, Any]:
    meta = find(name)
    least, most = meta.players(meta.options())
    return {
        "id": meta.id,
        "name": meta.name,
        "minutes": meta.minutes,
        "age": meta.age,
        "players": (least, most),
        "speed": dict(meta.speed),
        "seats": min(max(meta.seats, least), most),
        "key_options": meta.key_options,
        "presets": meta.presets,
        "alone": meta.alone,
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


async def catalogue(server: Server, request: web.Request) -> web.StreamResponse:
    language, game = request.match_info["language"], request.match_info.get("game")
    if language not in languages():
        raise NotAllowed("not_found")
    return answer(_catalogue(language, game), lasts="no-cache")


@cache
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
    return answer(read_rules(find(game), language), lasts="no-cache")


# ---------------------------------------------------------------- tables


async def open_table(server: Server, request: web.Request) -> web.StreamResponse:
    if not server.openings.take(server.caller(request), time.monotonic()):
        raise NotAllowed("too_many_guesses")
    try:
        wanted = msgspec.json.decode(await request.read(), type=Opening)
    except msgspec.DecodeError as error:
        raise Invalid("malformed", problem=str(error)) from None
    table, token = await server.hall.open(wanted)
    return answer({"table": table.state.id, "code": table.state.code, "token": token}, 201)


async def look_up(server: Server, request: web.Request) -> web.StreamResponse:
    state = server.find_table(request.match_info["code"], server.caller(request)).state
    seats = len(state.places)
    told = {"table": state.id, "code": state.code, "game": state.game, "phase": state.phase}
    return answer({**told, "seats": seats, "locked": state.locked})


# ---------------------------------------------------------------- finished matches


def _tokens(request: web.Request) -> list[str]:
    """The hashes of the tokens that the device holds; never in an address."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    return [guest_of(token.strip()) for token in given.split(",")[:50] if token.strip()] if scheme == "Bearer" else []


async def matches(server: Server, request: web.Request) -> web.StreamResponse:
    found: dict[str, dict[str, Any]] = {}
    for token in _tokens(request):
        for record in await server.store.finished(token):
            guest = await server.store.guest(record.id, token)
            game = games().get(record.header.game)
            found[record.id] = {
                "id": record.id,
                "game": record.header.game,
                "name": game.name if game else record.header.game,
                "seats": record.header.seats,
                "started": record.started,
                "finished": record.finished,
                "result": record.result,
                "host": bool(guest and guest.host),
            }
    return answer(sorted(found.values(), key=lambda one: -one["finished"]))


async def _find(server: Server, request: web.Request, *, host: bool = False, watching: bool = False) -> MatchRecord:
    """A finished match, for somebody who sat there. For others it does not exist.

    `watching`: the television that is still at the table may look, too.
    """
    id = request.match_info["id"]
    record = await server.store.match(id)
    tokens = _tokens(request)
    guests = [guest for token in tokens if (guest := await server.store.guest(id, token))]
    table = server.hall.tables.get(record.table) if record and watching else None
    looks_on = table is not None and table.state.match == id and any(token in table.people for token in tokens)
    if record is None or record.finished is None or not (guests or looks_on):
        raise NotAllowed("unknown_match")
    if host and not any(guest.host for guest in guests):
        raise NotAllowed("only_host")
    return record


async def _export(server: Server, record: MatchRecord) -> Export:
    log, secret = await server.store.log(record.id), await server.store.secret(record.id)
    return Export(
        id=record.id,
        header=record.header,
        provenance=record.provenance,
        log=tuple(log),
        secret=secret.hex() if secret else None,
        result=record.result,
    )


async def export(server: Server, request: web.Request) -> web.StreamResponse:
    record = await _find(server, request)
    body = write_export(await _export(server, record))
    name = f"{record.header.game}-{record.id[:8]}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return web.Response(body=body, headers=headers, content_type="application/json")


async def delete(server: Server, request: web.Request) -> web.StreamResponse:
    record = await _find(server, request, host=True)
    await server.store.forget(ids=[record.id])
    return answer({})


async def dice(server: Server, request: web.Request) -> web.StreamResponse:
    """What a device needs to draw every roll of a match again, and to compare it with what it remembers."""
    export = await _export(server, await _find(server, request))
    told = {"id": export.id, "commitment": export.provenance.commitment, "seeds": export.provenance.seeds}
    return answer({**told, "secret": export.secret, "rolls": rolls_of(export)})


async def steps(server: Server, request: web.Request) -> web.StreamResponse:
    """A part of the match as a seat saw it, or as everyone may."""
    record = await _find(server, request, watching=True)
    log = await server.store.log(record.id)
    given = request.query.get("seat", "none")
    try:
        seat = None if given == "none" else int(given)
        first, count = int(request.query.get("first", 0)), min(STEPS, int(request.query.get("count", STEPS)))
    except ValueError:
        raise Invalid("malformed", problem="seat, first and count are numbers") from None
    if first < 0 or (seat is not None and not 0 <= seat < len(record.header.seats)):
        raise NotAllowed("no_seat")
    try:
        match = Match.replay(record.header, log[:first])
    except Invalid:  # the rules have a new version: what was told can still be shown
        told_then = await server.store.events(record.id)
        return answer({"total": 0, "header": record.header, "steps": [], "events": Raw(told_then or b"[]")})
    told = [_step(record.id, match, seat)] if first <= len(log) else []
    for reply in log[first : first + count - 1]:
        match.reply(reply)
        told.append(_step(record.id, match, seat))
    return answer({"total": len(log) + 1, "header": record.header, "steps": told})


def _step(id: str, match: Match, seat: int | None) -> State:
    asks = (ask for ask in match.asks if ask.name != "presence")
    waiting = tuple(WaitingFor(ask.name, ask.actors, ask.standing, ask.until) for ask in asks)
    mine = None if seat is None else match.mine(seat)
    return State(
        match=id,
        seq=len(match.log),
        now=max((reply.at for reply in match.log[-1:]), default=0),
        view=Raw(msgspec.json.encode(match.public())),
        events=seen(match.news, seat),
        waiting=waiting,
        look=seat,
        mine=Raw(msgspec.json.encode(mine)),
        result=match.result,
    )
