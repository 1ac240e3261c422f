"""What each order does at a table: play, talk, lend a seat, start. What only changes the kept state is in `orders`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from tablee.engine import NotAllowed

from . import matches, ownpacks, protocol
from .lending import move
from .names import clean_line
from .orders import carry_out, may, own
from .people import Device
from .protocol import Notice, Order, encode
from .running import Running
from .state import TableState
from .store import Guest

if TYPE_CHECKING:
    from .table import Live


def answer(table: Live, device: Device, order: protocol.Answer) -> None:
    """What becomes of it is told when it is stored."""
    guest = device.guest
    _may_decide(table, guest, order.seat).answer(order, (guest, order.id), device.trip)


async def do(table: Live, device: Device, order: Order) -> dict[str, Any] | None:
    """What is to be told at once; None: the answer comes when it is known."""
    guest = device.guest

    def carry(state: TableState) -> None:
        _must_be_allowed(state, guest, order)  # others may have changed the table before it was this one's turn
        carry_out(state, guest, order)

    _must_be_allowed(table.state, guest, order)
    if isinstance(order, protocol.Chat | protocol.React) and not table.chatter.take(table.loop.time()):
        raise NotAllowed("too_fast")
    match order:
        case protocol.Began():
            _may_decide(table, guest, order.seat).begin(order, device.trip)
        case protocol.GoOn():
            _may_decide(table, guest, order.seat).go_on(order.seat, order.beat)
        case protocol.Look():
            _look(table, device, order.seat)
        case protocol.Chat():
            return _chat(table, guest, order)
        case protocol.React():
            table.talk.react(order.seat, own(table.state, guest, order.seat), order.what)
        case protocol.Report():
            own(table.state, guest, order.seat)
            table.tell_host(table.talk.report(order.line, order.seat))
        case protocol.Reading():
            (table.reading.add if order.on else table.reading.discard)(guest)
            table.tell_lobby()
        case protocol.Mark():
            own(table.state, guest, order.seat)
            return {"marked": await ownpacks.mark(table.store, table.state.match, table.running)}
        case protocol.Erase():
            table.talk.erase(order.line)
        case protocol.Lend():
            if not table.state.seats_of(guest):
                raise NotAllowed("no_seat")
            return {"code": table.lending.lend(guest)}
        case protocol.Take():
            await _move(table, table.lending.take(guest, order.code), guest)
        case protocol.Skip():
            if table.running is None:
                raise NotAllowed("only_in_game")
            table.running.skip()
        case protocol.Start():
            await matches.start(table)
        case protocol.Seed():
            await table.change(carry, (guest, order.id))
            if waited := table.seeded:
                table.seeded = None
                waited.set()
            if table.state.eager and not matches.seedless(table):
                await matches.start(table)
        case protocol.HandToScreen():
            if (screen := table.screen) is None:
                raise NotAllowed("no_screen")

            def hand(state: TableState) -> None:
                _must_be_allowed(state, guest, order)
                state.host = screen

            await table.change(hand, (guest, order.id))
        case protocol.SetUp(packs=[_, *_] as wanted):
            names, own_ones = await ownpacks.let_in(table.store, table.state.own, wanted)

            def set_up(state: TableState) -> None:
                _must_be_allowed(state, guest, order)
                state.own |= own_ones
                carry_out(state, guest, msgspec.structs.replace(order, packs=names))

            await table.change(set_up, (guest, order.id))
        case _:
            await table.change(carry, (guest, order.id))
    return {}


def _must_be_allowed(state: TableState, guest: str, order: Order) -> None:
    if not may(state, guest, order):
        raise NotAllowed("only_host")


def _may_decide(table: Live, guest: str, seat: int) -> Running:
    """The match, if this guest may answer for this seat."""
    place = own(table.state, guest, seat)
    if table.running is None:
        raise NotAllowed(table.trouble or ("game_over" if table.state.phase == "over" else "only_in_game"))
    if table.state.stopped:
        raise NotAllowed("paused")
    if table.running.captains and place.guests[0] != guest:
        raise NotAllowed("only_captain", name=place.members[0].name)
    return table.running


def _look(table: Live, device: Device, seat: int | None) -> None:
    if seat is not None:
        own(table.state, device.guest, seat)
    device.look = seat
    if table.running and table.running.latest:
        table.show(device, table.running.latest)


def _chat(table: Live, guest: str, order: protocol.Chat) -> dict[str, Any] | None:
    place = own(table.state, guest, order.seat)
    if place.muted:
        raise NotAllowed("muted")
    text, tag = clean_line(order.text), (guest, order.id)
    table.chats[tag] = order.seat, place, text
    if table.running and table.running.chat(order.seat, text, tag):
        return None  # it is told when it is stored
    del table.chats[tag]
    return {"line": table.talk.say(order.seat, place, text).line}


async def _move(table: Live, lender: str, guest: str) -> None:
    """Another device has these seats from now on."""
    await table.change(lambda state: move(state, lender, guest))
    if table.state.match and table.running:
        for one in (Guest(guest, guest == table.state.host), Guest(lender, False)):
            await table.store.admit(table.state.match, one)
    table.people.tell(lambda device: encode(Notice("moved")), lender)
    table.show_all()
