"""All tables of this server: opened, found by their code, brought back after a restart, closed when forgotten."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Protocol

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.engine import NotAllowed, Refused, find
from tablee.house.trial import KIND, find_trial

from .names import a_code, a_token, guest_of
from .orders import add_bot, set_up, sit
from .ownpacks import let_in
from .protocol import AddBot, Pace, SetUp, Sign, Sit
from .settings import Settings
from .starting import first_match
from .state import TableState
from .store import Conflict, Store, StoreFailed, TableRecord
from .table import Live

if TYPE_CHECKING:
    from .cluster.relay import Relayed

UNENTERED: Final = 600.0  # seconds for which a table waits for the first who sits down
SWEEP: Final = 60.0  # seconds between two looks for what nobody needs any more
DAY: Final = 86_400.0
MOST_PACKS: Final = 8  # on one table
TRIES: Final = 8  # codes
log = logging.getLogger("tablee.hall")


class Opening(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is wanted of a new table. With a name one sits at once; with `start` the game begins as soon as one's
    device has given its part in the dice."""

    game: str
    name: str | None = None
    sign: Sign | None = None
    bots: list[str] = []
    options: dict[str, object] = {}
    packs: list[Annotated[str, Meta(max_length=80)]] = []
    pace: Pace = "normal"
    start: bool = False
    position: dict[str, object] = {}  # how the table stands at the start; only where the settings allow it
    trial: bool = False  # the game's own trial instead: its options, bots and position, without a clock


def as_trial(wanted: Opening) -> Opening:
    """The table that the game's trial sets: one person, kind bots, no clock. Raises Refused: it has none."""
    trial = find_trial(find(wanted.game))
    if trial is None or wanted.name is None:
        raise NotAllowed("no_trial", game=find(wanted.game).name)
    bots, options, start = [KIND] * trial.bots, dict(trial.options), dict(trial.start)
    return replace(wanted, bots=bots, options=options, position=start, pace="none", start=True)


def _fit_options(state: TableState) -> None:
    """What was chosen for the next match, where this version of the game still offers it. Raises Refused: no game."""
    game = find(state.game)
    try:
        game.read_options(state.options)
    except Refused as refused:
        log.warning("table %s: its options are as the book has them from now on: %s", state.id, refused)
        state.options = {}


class Elsewhere(Protocol):
    """The other nodes of a cluster."""

    async def find(self, name: str) -> Live | Relayed | None:
        """A table that does not stand here, as yet."""

    def lost(self, table: Live) -> None:
        """Another has written where this table's log goes on."""

    async def sweep(self, unentered: float, idle: float) -> None:
        """Close what nobody runs and nobody needs."""


class Hall:
    def __init__(self, store: Store, settings: Settings, packs: Path) -> None:
        self.store, self.settings, self.packs = store, settings, packs
        self.elsewhere: Elsewhere | None = None
        self.tables: dict[str, Live] = {}
        self.codes: dict[str, str] = {}
        self.set_aside: list[str] = []  # tables whose row cannot be read; they stay in the store
        self.started = time.time()

    async def load(self) -> None:
        """Every table is as it was; its match is brought back when somebody comes."""
        for record in await self.store.tables():
            self.bring_back(record)

    def bring_back(self, record: TableRecord) -> Live | None:
        """None: its row cannot be read."""
        try:
            state = msgspec.json.decode(record.state, type=TableState)
            _fit_options(state)
            bytes.fromhex(state.secret)
        except (msgspec.DecodeError, UnicodeDecodeError, Refused, ValueError) as problem:
            log.error("table %s is set aside, its row cannot be used: %s", record.id, problem)
            if record.id not in self.set_aside:
                self.set_aside.append(record.id)
            return None
        return self._keep(Live(state, self.store, self.settings, self.packs))

    def _keep(self, table: Live) -> Live:
        self.tables[table.state.id] = table
        self.codes[table.state.code] = table.state.id
        if others := self.elsewhere:
            table.lost = lambda: others.lost(table)
        return table

    async def find(self, name: str) -> Live | Relayed:
        """By code or id. Raises Refused."""
        table: Live | Relayed | None = self.tables.get(self.codes.get(name.upper(), name))
        if table is None and self.elsewhere:
            table = await self.elsewhere.find(name)
        if table is None:
            raise NotAllowed("unknown_table", table=name)
        return table

    def drop(self, table: Live) -> None:
        """Another node runs it; its devices will find that one."""
        if self.tables.get(table.state.id) is table:
            del self.tables[table.state.id]
            self.codes.pop(table.state.code, None)
        table.close("closing")

    async def open(self, wanted: Opening) -> tuple[Live, str]:
        """A new table, and the token of its host. Raises Refused."""
        if len(self.tables) >= self.settings.tables:
            raise NotAllowed("too_many_tables")
        find(wanted.game)
        if wanted.position and not self.settings.positions:
            raise NotAllowed("no_positions")
        if wanted.trial:
            wanted = as_trial(wanted)
        token = a_token()
        guest = guest_of(token)
        crowded = self.elsewhere is not None  # how many tables the others have is not known here
        state = TableState(a_token(), a_code(self.codes, crowded), wanted.game, guest, position=wanted.position)
        state.trial = wanted.trial
        state.renew_dice()
        packs, state.own = await let_in(self.store, {}, wanted.packs[:MOST_PACKS])
        set_up(state, guest, SetUp("", options=dict(wanted.options), packs=packs or None, pace=wanted.pace))
        if wanted.name is not None:
            sit(state, guest, Sit("", wanted.name, sign=wanted.sign))
        for strength in wanted.bots:
            add_bot(state, guest, AddBot("", strength))
        if wanted.start:
            first_match(state)
            state.eager = True
        for _ in range(TRIES):
            try:
                await self.store.save_table(state.record())
                break
            except Conflict:  # a table of another node is called so
                state.code = a_code(self.codes, crowded)
        else:
            raise NotAllowed("too_many_tables")
        return self._keep(Live(state, self.store, self.settings, self.packs)), token

    async def sweep(self) -> None:
        """For ever: close tables that nobody has used, let sleep those where nobody is, forget old matches."""
        while True:
            try:
                await self.tidy()
            except StoreFailed as failed:
                log.warning("could not tidy up: %s", failed.reason)
            except Conflict as lost:  # a table has moved meanwhile
                log.info("could not tidy up: %s", lost)
            await asyncio.sleep(SWEEP)

    async def tidy(self) -> None:
        """Ages are counted by a clock that nobody can set."""
        for table in list(self.tables.values()):
            unused = table.loop.time() - table.used
            if table.people:
                continue
            if unused > (self.settings.idle * 3_600 if table.entered else UNENTERED):
                await self.close_table(table)
            elif unused > self.settings.grace:
                table.sleep()
        if self.elsewhere:
            await self.elsewhere.sweep(UNENTERED, self.settings.idle * 3_600)
        if self.settings.retention:
            gone = await self.store.forget(before=self.store.time() - self.settings.retention * DAY)
            if gone.matches:
                log.info("forgot %d old matches", gone.matches)

    async def close_table(self, table: Live) -> None:
        table.close("closed")
        self.tables.pop(table.state.id, None)
        self.codes.pop(table.state.code, None)
        await self.store.close_table(table.state.id)

    def close(self) -> None:
        for table in self.tables.values():
            table.close("closing")
