"""Matches that are over, for those who were there: listed, shown again step by step, taken home, deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from aiohttp import web
from msgspec import Raw

from tablee.engine import Invalid, Match, NotAllowed, Reply, find, games
from tablee.engine.events import Whispered, kind
from tablee.house.export import Export, rolls_of, write_export
from tablee.story import Told, tell

from . import kept
from .answers import answer
from .beats import HOLDS, heaviest
from .names import guest_of
from .ownpacks import know
from .protocol import BeatView, State, WaitingFor
from .store import MatchRecord
from .update import seen

if TYPE_CHECKING:
    from .app import Server

TOKENS: Final = 12  # as many tables as the page remembers
STEPS: Final = 200  # at once
WHISPERED: Final = kind(Whispered.__name__)


def tokens(request: web.Request) -> list[str]:
    """The hashes of the tokens that the device holds; never in an address."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    held = dict.fromkeys(token.strip() for token in given.split(",") if token.strip()) if scheme == "Bearer" else {}
    return [guest_of(token) for token in [*held][:TOKENS]]


async def matches(server: Server, request: web.Request) -> web.StreamResponse:
    server.may_ask(request)
    found: dict[str, dict[str, Any]] = {}
    for token in tokens(request):
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


async def _find(server: Server, request: web.Request, *, host: bool = False) -> MatchRecord:
    """A finished match, for somebody who sat there or watched. For others it does not exist."""
    server.may_ask(request)
    id = request.match_info["id"]
    record = await server.store.match(id)
    guests = [guest for token in tokens(request) if (guest := await server.store.guest(id, token))]
    if record is None or record.finished is None or not guests:
        raise NotAllowed("unknown_match")
    if host and not any(guest.host for guest in guests):
        raise NotAllowed("only_host")
    await know(server.store, record.header.packs)
    await kept.fetch(server.store, server.hall.packs, record.header.packs)
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
    real, rolls = export.provenance.real, await server.aside(rolls_of, export)
    return answer({**told, "real": real, "secret": export.secret, "rolls": rolls})


async def steps(server: Server, request: web.Request) -> web.StreamResponse:
    """A part of the match as a seat saw it, or as everyone may."""
    record = await _find(server, request)
    log = await server.store.log(record.id)
    given = request.query.get("seat", "none")
    try:
        seat = None if given == "none" else int(given)
        first, count = int(request.query.get("first", 0)), min(STEPS, max(1, int(request.query.get("count", STEPS))))
    except ValueError:
        raise Invalid("malformed", problem="seat, first and count are numbers") from None
    if first < 0 or (seat is not None and not 0 <= seat < len(record.header.seats)):
        raise NotAllowed("no_seat")
    table = await server.store.table(record.table)
    about = {"header": record.header, "table": table.code if table else None}
    try:
        told = await server.aside(_steps, record, log, seat, first, count)
    except Invalid:  # the rules have a new version: what was told can still be shown
        told_then = await server.store.events(record.id)
        retold = await server.aside(_retold, told_then or b"[]", seat)
        return answer({**about, "total": 0, "steps": [], "events": retold, "result": record.result})
    return answer({**about, "total": len(log) + 1, "steps": told})


def _retold(told: bytes, seat: int | None) -> list[dict[str, Any]]:
    """Events as they were stored, for this seat: `Whispered.seen_by`, without the types of that time."""
    events = [event for news in msgspec.json.decode(told) for event in news]
    heard = (
        (event["what"] if seat in event["to"] else event["others"]) if event["event"] == WHISPERED else event
        for event in events
    )
    return [event for event in heard if event]


async def story(server: Server, request: web.Request) -> web.StreamResponse:
    """What is told of the match as a whole."""
    record = await _find(server, request)
    log = await server.store.log(record.id)
    try:
        told = await server.aside(tell, record.header, log, find(record.header.game))
    except Invalid:  # the rules have a new version, or the game has gone
        told = Told()
    return answer(told)


def _steps(record: MatchRecord, log: list[Reply], seat: int | None, first: int, count: int) -> list[State]:
    match = Match.replay(record.header, log[:first])
    told = [_step(record.id, match, seat)] if first <= len(log) else []
    for reply in log[first : first + count - 1]:
        match.reply(reply)
        told.append(_step(record.id, match, seat))
    return told


def _step(id: str, match: Match, seat: int | None) -> State:
    asks = (ask for ask in match.asks if ask.name != "presence")
    waiting = tuple(WaitingFor(ask.name, ask.actors, ask.standing, ask.until) for ask in asks)
    mine = None if seat is None else match.mine(seat)
    now = max((reply.at for reply in match.log[-1:]), default=0)
    return State(
        match=id,
        seq=len(match.log),
        now=now,
        view=Raw(msgspec.json.encode(match.public())),
        events=seen(match.news, seat),
        waiting=waiting,
        look=seat,
        mine=Raw(msgspec.json.encode(mine)),
        beat=_beat(match, seat, now),
        result=match.result,
    )


def _beat(match: Match, seat: int | None, now: int) -> BeatView | None:
    """The moment that was held here, for as long as at a normal pace."""
    weight = heaviest(match.news)
    told = [event for event in match.news if event.held()]
    return BeatView(len(match.log), weight, now, now + HOLDS[weight], events=seen(told, seat)) if weight else None
