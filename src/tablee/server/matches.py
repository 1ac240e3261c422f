"""One match after another at a table: started, ended, and brought back after a fault or a restart."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tablee.bots import find_bots
from tablee.engine import Invalid, Match, NotAllowed, find, games
from tablee.house import find_referee
from tablee.house.provable import Provenance, commit
from tablee.house.trial import find_trial

from . import evening, kept, ownpacks
from .orders import rematch
from .protocol import Rematch
from .running import Running
from .starting import dice_givers, first_match
from .state import TableState
from .store import Conflict, Guest, MatchRecord, StoreFailed

if TYPE_CHECKING:
    from .table import Live

SEEDS_WITHIN: Final = 3.0  # seconds
RETRY: Final = 1.0  # seconds between two looks at a store that failed
log = logging.getLogger("tablee.table")


def rehearse() -> None:
    """Every game, its box, its referee and its bots are read before anyone needs them: a table that another node hands
    over goes on at once."""
    for game in games().values():
        header = Match.new(game.id, [str(seat) for seat in range(game.seats)]).header
        find_referee(header)
        for make in find_bots(game).values():
            make(Random(), header)


async def start(table: Live) -> None:
    """Raises Refused with what is missing."""
    await _with_packs(table)
    await _wait_for_seeds(table)
    async with table.lock:
        state = await _with_packs(table)
        match = first_match(state)
        id, secret = state.next, bytes.fromhex(state.secret)
        seeds = tuple(state.seeds[guest] for guest in dice_givers(state) if guest in state.seeds and not state.trial)
        state.renew_dice()
        state.phase, state.match, state.stopped, state.eager = "playing", id, False, False
        evening.drop_vote(state)
        for place in state.places:
            place.left = False
        await kept.keep(table.store, table.packs, match.header.packs)
        provenance = Provenance(commit(secret, id), seeds, state.real)
        record = MatchRecord(id, state.id, match.header, provenance, table.store.time())
        sitting = {guest for place in state.places for guest in place.guests}
        watching = {guest for guest in table.people if guest not in sitting}
        guests = [Guest(guest, guest == state.host) for guest in sitting | watching]
        await table.store.new_match(state.record(), record, secret, guests)
        table.state, table.watchers, table.reading = state, watching, set()
        _run(table, id, match, secret, provenance)
    table.tell_lobby()
    table.look_round()
    for guest in tuple(table.people):  # some came while it was stored
        await admit(table, guest)


async def _with_packs(table: Live) -> TableState:
    """The state, with guests' packs as they are now. Raises Refused if that makes no match."""
    state = table.state.copy()
    state.own = await ownpacks.latest(table.store, state.own)
    first_match(state)
    return state


async def admit(table: Live, guest: str) -> None:
    """Whoever watches a match may see it again; as many as may watch at once."""
    state = table.state
    if state.match is None or state.phase == "lobby" or state.seats_of(guest) or guest in table.watchers:
        return
    if len(table.watchers) < table.settings.spectators:
        table.watchers.add(guest)
        with suppress(StoreFailed, Conflict):  # the match may have been erased meanwhile
            await table.store.admit(state.match, Guest(guest, guest == state.host))


def seedless(table: Live) -> list[str]:
    """Those who are here and have no part in the dice of the next match yet."""
    return [guest for guest in dice_givers(table.state) if guest in table.people and guest not in table.state.seeds]


async def _wait_for_seeds(table: Live) -> None:
    """Devices give theirs without being told; one that does not is named, and may be sent away."""
    with suppress(TimeoutError):
        async with asyncio.timeout(SEEDS_WITHIN):
            while seedless(table):
                table.seeded = table.seeded or asyncio.Event()
                await table.seeded.wait()
    for guest in seedless(table):
        names = [member.name for place in table.state.places for member in place.members if member.guest == guest]
        raise NotAllowed("no_seed", name=names[0] if names else "")


def _run(table: Live, id: str, match: Match, secret: bytes, provenance: Provenance) -> None:
    trial = find_trial(find(match.header.game)) if table.state.trial else None
    state, seeds, real = table.state, provenance.seeds, provenance.real
    table.running = Running(id, match, secret, seeds, state.pace, table.store, table, table.settings.hold, trial, real)
    for seat in range(len(table.state.places)):
        seat_bot(table, seat)


def seat_bot(table: Live, seat: int) -> None:
    """The bot that plays for this seat now, if one does."""
    assert table.running
    name, header = table.state.places[seat].bot, table.running.match.header
    makers = find_bots(find(header.game))
    table.running.seat_bot(seat, makers[name](Random(), header) if name else None)


async def finish(table: Live) -> None:
    """What is kept of a match that is over; then the end is told."""
    running = table.running
    if running is None or running.match.result is None:
        return
    told = msgspec.json.encode([event for _, event in told_events(running.match)])
    try:
        async with table.lock:
            state = table.state.copy()
            if state.match != running.id:
                return
            now = table.store.time()
            if state.phase == "playing":
                state.phase = "over"
                if not state.trial:
                    evening.note(state, running.id, running.match.result, now)
            await table.store.finish(state.record(), now, running.match.result, told)
            table.state = state
        if table.running is running:  # else the table has gone on to something else
            running.end()
    except Exception as problem:
        stand_still(table, problem)
    table.tell_lobby()


def told_events(match: Match) -> list[tuple[int, list[Any]]]:
    """All that was told in a match, by the length of the log."""
    again = Match(match.header)
    told = [(0, list(again.news))]
    for number, reply in enumerate(match.log, 1):
        if events := again.reply(reply):
            told.append((number, events))
    return told


# ---------------------------------------------------------------- faults and restarts


async def wake_up(table: Live) -> None:
    """Bring the match back from the store, after a restart or a long sleep."""
    if table.running or table.state.phase == "lobby" or table.state.match is None or table.trouble:
        return
    async with table.lock:
        if table.running or table.trouble:
            return
        try:
            if table.state.phase == "over" and not await _follows_these_rules(table, table.state.match):
                await _clear(table)
            else:
                await _rebuild(table, table.state.match)
        except Exception as problem:
            stand_still(table, problem)


async def _follows_these_rules(table: Live, id: str) -> bool:
    record = await table.store.match(id)
    return record is None or record.header.rules == find(record.header.game).version


async def _clear(table: Live) -> None:
    """A match that was over before the rules' version moved on cannot be laid out again: it is told of elsewhere, and
    the table is ready for the next one."""
    state = table.state.copy()
    rematch(state, "", Rematch(""))
    await table.store.save_table(state.record())
    table.state = state


async def _rebuild(table: Live, id: str) -> None:
    store = table.store
    found = await store.whole(id)
    if found is None:
        raise RuntimeError(f"match {id} is gone")
    header = found.record.header
    await kept.fetch(store, table.packs, header.packs)
    await ownpacks.know(store, header.packs)
    _run(table, id, Match.replay(header, found.log), found.secret, found.record.provenance)
    assert table.running
    table.people.expect(guest for place in table.state.places for guest in place.guests)
    if table.running.over:
        table.running.close()
        if table.state.phase == "playing":
            table.stopped(None)
        else:
            table.running.end()


def stand_still(table: Live, problem: BaseException) -> None:
    """A store that failed is waited for, and then the match goes on from what it has kept. A match of another version
    of the rules waits for that version, or for the host to leave it. A fault in a game or a bot stops this table and
    no other; the log of the match tells how to repeat it."""
    match, seq = table.state.match, len(table.running.match.log) if table.running else 0
    if isinstance(problem, Conflict) and table.lost:
        table.lost()
        return
    if table.running:
        table.running.close()
        table.running = None
    if isinstance(problem, StoreFailed):
        log.error("table %s: storage failed, paused: %s", table.state.id, problem)
        table.trouble = "storage"
        table.spawn(_recover(table))
    elif isinstance(problem, Invalid) and problem.code == "other_rules":
        log.warning("table %s: match %s cannot go on: %s", table.state.id, match, problem)
        table.trouble = "rules"
    else:
        log.error("table %s: match %s broke after %d answers", table.state.id, match, seq, exc_info=problem)
        table.trouble = "broken"
    table.tell_lobby()


async def _recover(table: Live) -> None:
    while table.trouble == "storage":
        await asyncio.sleep(RETRY)
        async with table.lock:
            try:
                await table.store.save_table(table.state.record())  # a disk that can be read may still be full
                if table.state.match is not None and table.state.phase == "playing":
                    await _rebuild(table, table.state.match)
            except StoreFailed:
                continue
            except Exception as problem:
                stand_still(table, problem)
                return
        table.trouble = None
    log.info("table %s: storage is back", table.state.id)
    table.tell_lobby()
    table.look_round()
    table.show_all()
