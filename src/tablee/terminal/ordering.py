"""From what somebody types to an order of the protocol."""

from __future__ import annotations

from typing import Any, TypeAlias

from tablee.engine import Refused, Words, find, games
from tablee.server.protocol import (
    AddBot,
    Chat,
    Decide,
    Gather,
    HandOver,
    Leave,
    Lend,
    Lobby,
    Lock,
    Mute,
    NewEvening,
    Order,
    Pause,
    React,
    Rematch,
    Remove,
    Rename,
    Replace,
    SetUp,
    Sit,
    Start,
    Vote,
    Youngest,
)

from .answers import Unclear, fold
from .command import read_setting
from .evening import read_vote
from .lobby import SIGNS, read_pace, read_reaction, read_seat, read_strength, youngest_first

Wanted: TypeAlias = tuple[type[Order], dict[str, Any]]


def order_of(lobby: Lobby, own: Words, name: str, rest: str) -> Wanted:
    """Raises Unclear, with what was expected."""
    try:
        return _host_order(lobby, own, name, rest) or _own_order(lobby, own, name, rest)
    except Refused as refused:
        raise Unclear(own.refusal(refused)) from None
    except Unclear as unclear:
        if " " in str(unclear) and str(unclear).endswith("."):
            raise
        raise Unclear(own.label("expected", expected=str(unclear))) from None


def _host_order(lobby: Lobby, own: Words, name: str, rest: str) -> Wanted | None:
    first, _, more = rest.partition(" ")
    match name:
        case "start":
            return Start, {}
        case "bot":
            return AddBot, {"strength": read_strength(lobby, rest)}
        case "game":
            found = [id for id, meta in games().items() if rest and fold(meta.name).startswith(fold(rest))]
            if len(found) != 1:
                raise Unclear(", ".join(sorted(games())))
            return SetUp, {"game": found[0]}
        case "option":
            option, value = read_setting(find(lobby.game), rest.replace(" ", ""), own)
            others = {known: held for known, held in lobby.options.items() if known != option}
            return SetUp, {"options": others if value is None else {**others, option: value}}
        case "pace":
            return SetUp, {"pace": read_pace(rest)}
        case "kick":
            return Remove, {"seat": read_seat(lobby, rest)}
        case "lock" | "unlock":
            return Lock, {"on": name == "lock"}
        case "mute" | "unmute":
            return Mute, {"seat": read_seat(lobby, rest), "on": name == "mute"}
        case "host":
            return HandOver, {"seat": read_seat(lobby, rest)}
        case "youngest":
            return Youngest, {"order": youngest_first(lobby, rest.replace(",", " ").split())}
        case "pause" | "resume":
            return Pause, {"on": name == "pause"}
        case "replace":
            return Replace, {"seat": read_seat(lobby, first), "strength": read_strength(lobby, more.strip())}
        case "rematch":
            return Rematch, {}
        case "evening":
            return Gather, {}
        case "decide":
            return Decide, {}
        case "new":
            return NewEvening, {}
    return None


def _own_order(lobby: Lobby, own: Words, name: str, rest: str) -> Wanted:
    if name == "sit":
        return Sit, {"name": rest}
    if name == "lend":
        return Lend, {}
    seat, rest = _speaker(lobby, own, rest)
    match name:
        case "rename":
            return Rename, {"seat": seat, "name": rest}
        case "sign":
            if rest not in map(str, range(1, len(SIGNS) + 1)):
                raise Unclear(", ".join(f"{number} {sign}" for number, sign in enumerate(SIGNS, 1)))
            return Rename, {"seat": seat, "sign": int(rest) - 1}
        case "say":
            return Chat, {"seat": seat, "text": rest}
        case "vote":
            return Vote, {"seat": seat, "game": read_vote(rest)}
        case "react":
            return React, {"seat": seat, "what": read_reaction(rest)}
    assert name == "leave"
    return Leave, {"seat": seat}


def _speaker(lobby: Lobby, own: Words, rest: str) -> tuple[int, str]:
    """Which of the seats at this keyboard it is about: the only one, or the one that is named in front."""
    if not lobby.mine:
        raise Unclear(own.label("you_have_no_seat"))
    if len(lobby.mine) == 1:
        return lobby.mine[0], rest
    first, _, more = rest.partition(" ")
    for seat in lobby.mine:
        if first == str(seat + 1) or fold(first) == fold(lobby.seats[seat].name):
            return seat, more.strip()
    seats = ", ".join(f"{seat + 1} {lobby.seats[seat].name}" for seat in lobby.mine)
    raise Unclear(own.label("who_says", seats=seats))
