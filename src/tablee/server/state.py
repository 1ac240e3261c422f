"""What is kept of a table besides the matches that are played at it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Container
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.engine import broken, find
from tablee.house.provable import commit

from .evening import Evening
from .evening import shown as evening_shown
from .names import a_token
from .ownpacks import Chosen
from .protocol import ChatLine, Lobby, OwnPack, Pace, Phase, SeatView
from .store import TableRecord

ORDERS: Final = 8  # of one guest
GUESTS: Final = 16


class Member(Struct):
    """Somebody who belongs to a seat. Without a guest: a team mate who looks at the other's device."""

    name: str
    guest: str | None = None
    days: int | None = None  # between the birthday and the day that a game asks about


class Place(Struct):
    """A seat: people, or a bot, or a bot in place of people who are away."""

    sign: int
    members: list[Member] = []
    bot: str | None = None
    bot_name: str = ""
    muted: bool = False
    left: bool = False  # its people got up during a game
    vote: str | None = None  # for the next game of the evening
    again: bool = False  # its people want a rematch

    @property
    def name(self) -> str:
        return " & ".join(member.name for member in self.members) or self.bot_name

    @property
    def guests(self) -> list[str]:
        return [member.guest for member in self.members if member.guest]


class TableState(Struct):
    id: str
    code: str
    game: str
    host: str | None = None  # a guest
    options: dict[str, Any] = {}  # those that are not as the book has them
    packs: tuple[str, ...] = ()
    own: dict[str, Chosen] = {}  # those of guests, by their names
    pace: Pace = "normal"
    places: list[Place] = []
    phase: Phase = "lobby"
    locked: bool = False
    stopped: bool = False  # by the host
    youngest: tuple[int, ...] = ()
    kicked: list[str] = []
    match: str | None = None
    next: str = ""  # the id of the next match, drawn with the secret of its dice
    secret: str = ""
    seeds: dict[str, str] = {}  # by guest: what their devices add to it
    eager: bool = False  # the first match starts as soon as everyone has given a seed
    orders: dict[str, list[str]] = {}  # by guest: ids of the latest that changed something here
    position: dict[str, Any] = {}  # how the table stands when a game starts
    trial: bool = False  # the next game, or the one being played, is the game's own trial
    real: bool = False  # real dice and cards lie on the table; people say what they show
    evening: Evening = msgspec.field(default_factory=Evening)

    def seats_of(self, guest: str) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if guest in place.guests)

    @property
    def next_host(self) -> str | None:
        """When the host is gone: the first person who sits here, if there is one."""
        return next((guest for place in self.places for guest in place.guests), self.host)

    def names(self, *, but: int | None = None) -> list[str]:
        """Every name at the table."""
        return [
            name
            for seat, place in enumerate(self.places)
            if seat != but
            for name in (*(member.name for member in place.members), place.bot_name)
            if name
        ]

    def remember(self, guest: str, order: str) -> None:
        """So that it has no second effect when it is sent again after a restart."""
        self.orders[guest] = [*self.orders.pop(guest, ()), order][-ORDERS:]
        for other in [*self.orders][:-GUESTS]:
            del self.orders[other]

    def copy(self) -> TableState:
        """One that can be changed; made as a restart would make it."""
        return msgspec.json.decode(msgspec.json.encode(self), type=TableState)

    def record(self) -> TableRecord:
        """As it is stored."""
        return TableRecord(self.id, self.code, msgspec.json.encode(self), self.match, time.time())

    def renew_dice(self) -> None:
        """For one match and no other. Before anyone adds a seed, the commitment is shown."""
        self.next, self.secret, self.seeds = a_token(), secrets.token_hex(32), {}

    @property
    def chosen(self) -> Struct:
        """The options, with those that are as the book has them."""
        return find(self.game).read_options(self.options)

    @property
    def pack_names(self) -> list[str]:
        """As the library knows them."""
        return [self.own[name].hash if name in self.own else name for name in self.packs]

    @property
    def team(self) -> int:
        """How many people share a seat."""
        return find(self.game).team_size(self.chosen)

    def shown(
        self,
        guest: str,
        here: Container[str],
        paused: str | None,
        watching: int,
        screen: bool = False,
        reports: tuple[ChatLine, ...] = (),
        loose: bool = False,
        reading: Container[str] = (),
    ) -> Lobby:
        """The table as this guest may know it."""
        meta, chosen, team = find(self.game), self.chosen, self.team
        birthday = meta.birthday
        seats = tuple(
            SeatView(
                name=place.name,
                sign=place.sign,
                bot=place.bot,
                person=bool(place.members),
                here=not place.members or any(other in here for other in place.guests),
                muted=place.muted,
                host=self.host in place.guests,
                reads=any(other in reading for other in place.guests),
                members=tuple(member.name for member in place.members) if team > 1 else (),
                vote=place.vote,
                again=place.again,
            )
            for place in self.places
        )
        return Lobby(
            table=self.id,
            code=self.code,
            game=self.game,
            phase=self.phase,
            options=self.options,
            packs=self.packs,
            pace=self.pace,
            players=meta.players(chosen),
            seats=seats,
            mine=self.seats_of(guest),
            host=guest == self.host,
            locked=self.locked,
            paused=paused,
            youngest=self.youngest,
            team=team,
            birthday=(birthday.month, birthday.day) if birthday and birthday.counts(chosen) else None,
            next=self.next,
            commitment=commit(bytes.fromhex(self.secret), self.next),
            match=self.match,
            trial=self.trial,
            real=self.real,
            evening=evening_shown(self),
            screen=screen,
            watching=watching,
            loose=loose and bool(meta.speed),
            reports=reports,
            own=tuple(OwnPack(name, one.title, one.entries) for name, one in self.own.items()),
            broken=tuple((one.id, one.package) for one in broken()) if guest == self.host else (),
        )
