"""This node among the others: what it runs while its lease lasts, what it relays, and what it gives up in time."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import Task
from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tablee.engine import Invalid, NotAllowed

from ..names import a_token
from ..state import TableState
from ..store import StoreFailed, TableRecord
from .far import Fars
from .lease import RENEWED, Lease, Neighbour
from .messages import AnySaid, Come, Echo, Felt, Give, Go, Reset
from .post import Post
from .relay import Relayed, Relays
from .wire import LocalWire, Wire

if TYPE_CHECKING:
    from ..hall import Hall
    from ..postgres import PostgresStore
    from ..table import Live

EARLY: Final = 1.0  # seconds before the end of its lease at which a node stops what it cannot renew
AGAIN: Final = 0.5  # seconds between two attempts at a database that does not answer
WITHIN: Final = 1.5  # seconds in which it must
HEARD: Final = 3 * RENEWED  # seconds for which a neighbour's sign of life counts
HELD: Final = 30.0  # seconds for which devices are kept waiting for a database that is away
UNWIRED: Final = 3  # renewals at which others had the broker, and we did not
log = logging.getLogger("tablee.node")


class Node:
    def __init__(self, store: PostgresStore, wire: Wire, hall: Hall, url: str) -> None:
        self.store, self.wire, self.hall, self.url = store, wire, hall, url
        self.lease = Lease(store)
        self.post = Post(wire, self._hear, self._broken)
        self.relays, self.fars = Relays(self.post), Fars(self.post, hall.tables.get)
        self.neighbours: dict[str, Neighbour] = {}
        self.taken = self.handed_over = self.lapses = 0
        self._lapsed: float | None = 0.0  # since when nothing is ours
        self._cut = self._leaving = False
        self._unwired = 0
        self._sign = 0.0  # when another node was last known to reach the database
        self._tasks: set[Task[None]] = set()
        self._staying: Task[None] | None = None

    async def start(self) -> None:
        """Raises Invalid or StoreFailed, and then nothing has been begun."""
        await self.wire.open(self._turned)
        try:
            if await self._register() and isinstance(self.wire, LocalWire):
                await self.lease.let_go(resign=True)
                raise Invalid("needs_broker")
        except BaseException:
            await self.wire.close()
            raise
        self._lapsed = None
        self._staying = asyncio.get_running_loop().create_task(self._stay())

    async def _register(self) -> int:
        id = a_token()
        await self.wire.listen(id, self.post.receive, self._hear_all)
        self.post.begin(id)
        others = await self.lease.register(id, self.url)
        self.store.owner = id
        log.info("node %s, beside %d others", id, others)
        return others

    @property
    def ready(self) -> bool:
        """Whether devices are well served here."""
        return self._lapsed is None and not self._cut and not self._leaving

    @property
    def lease_left(self) -> float:
        return max(0.0, self.lease.until - time.monotonic()) if self._lapsed is None else 0.0

    # ------------------------------------------------------------ tables

    async def find(self, name: str) -> Live | Relayed | None:
        """Run it here if nobody does. Raises Refused: not here, not now."""
        if not self.ready:
            raise NotAllowed("closing")
        for _ in range(2):  # somebody may have been quicker
            found = await self.lease.find(name)
            if found is None:
                return None
            if found.owner == self.lease.id:
                return await self._bring_back(found.record)
            if found.owner:
                state = msgspec.json.decode(found.record.state, type=TableState)
                return Relayed(state, found.owner, self.relays, self.post)
        raise NotAllowed("closing")  # its rules are another version's

    async def _bring_back(self, record: TableRecord) -> Live:
        if table := self.hall.tables.get(record.id):
            return table
        table = self.hall.bring_back(record) if self.ready else None
        if table is None:  # we stop, or it cannot be read here; perhaps by a newer program
            await self.lease.let_go(record.id)
            raise NotAllowed("closing")
        self.taken += 1
        return table

    def lost(self, table: Live) -> None:
        """Its log has gone on without us: the next node that one of its devices reaches runs it, as the log is now."""
        if not table.frozen:
            table.freeze()
            self._spawn(self._forsake(table))

    async def _forsake(self, table: Live) -> None:
        try:
            await self.lease.let_go(table.state.id)
        except StoreFailed as failed:
            log.warning("table %s is left to our lease: %s", table.state.id, failed.reason)
        self.hall.drop(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def sweep(self, unentered: float, idle: float) -> None:
        if gone := await self.lease.forsaken(unentered, idle):
            log.info("closed %d tables that nobody runs", gone)

    async def leave(self) -> None:
        """Others run everything from now on: what was answered is stored, what was not is asked again there."""
        self._leaving = True
        if self._staying:
            self._staying.cancel()
        await self._hand_over(resign=True)
        self.relays.let_go()
        self.post.flush()
        await self.wire.close()

    async def _hand_over(self, *, resign: bool = False) -> None:
        tables = [*self.hall.tables.values()]
        for table in tables:
            table.freeze()
        try:
            await self.lease.let_go(resign=resign)
            self.handed_over += len(tables)
        except StoreFailed as failed:
            log.warning("tables are left to their lease: %s", failed.reason)
        self._drop(tables)

    def _drop(self, tables: Iterable[Live]) -> None:
        for table in tables:
            self.hall.drop(table)

    # ------------------------------------------------------------ the lease

    async def _stay(self) -> None:
        while True:
            await asyncio.sleep(self._pause())
            try:
                await (self._renew() if self._lapsed is None else self._come_back())
            except StoreFailed as failed:
                log.warning("the database does not answer: %s", failed.reason)
            except Exception:
                log.exception("a renewal failed")
            if self._lapsed is None and time.monotonic() > self.lease.until - EARLY:
                self._lapse()
            if self._lapsed is not None and self.hall.tables:
                self._give_up()

    def _pause(self) -> float:
        """Until the next renewal; shorter, when another's lease ends before that."""
        if self._lapsed is not None or self.lease_left < max(2 * EARLY, 6.0 - 1.5 * RENEWED):
            return AGAIN
        return min([RENEWED, *(max(0.1, one.left + 0.05) for one in self.neighbours.values())])

    async def _renew(self) -> None:
        try:
            async with asyncio.timeout(WITHIN):
                found = await self.lease.renew(self.wire.up)
        except TimeoutError:
            raise StoreFailed("no answer in time") from None
        if found is None:
            self._lapse()
            return
        self.neighbours = found
        self.wire.send_all(self.lease.id.encode())
        for gone in (self.relays.owners | self.fars.nodes) - found.keys():
            log.info("node %s is gone", gone)
            self._broken(gone)
            self.post.forget(gone)
        self._unwired = self._unwired + 1 if not self.wire.up and any(one.wired for one in found.values()) else 0
        if self._unwired >= UNWIRED and not self._cut:
            log.error("cut off from the broker, which others reach: %d tables are theirs", len(self.hall.tables))
            self._cut = True
            await self._hand_over()
        elif self._cut and self.wire.up:
            log.info("the broker is back")
            self._cut = False

    def _lapse(self) -> None:
        """Nothing is ours any more. Whoever sits at our tables is told to wait."""
        log.error("the lease is over; %d tables stand still", len(self.hall.tables))
        self._lapsed = time.monotonic()
        self.lapses += 1
        self.store.owner = ""  # nobody's name
        for table in self.hall.tables.values():
            table.suspend()

    def _give_up(self) -> None:
        """If others reach the database, we are cut off from it, and our devices find them. If nobody does, it is away
        for all; they wait here, for a while."""
        assert self._lapsed is not None
        now = time.monotonic()
        cut_off = now - self._sign < HEARD and self._sign > self._lapsed - RENEWED
        if cut_off or now - self._lapsed > HELD:
            log.error("%d tables are given up", len(self.hall.tables))
            self._drop([*self.hall.tables.values()])

    async def _come_back(self) -> None:
        """Under another name, with those of our tables that nobody has taken meanwhile."""
        await self._register()
        self._lapsed, self._unwired = None, 0
        self.relays.let_go()
        self.fars.part()
        for table in [*self.hall.tables.values()]:
            found = await self.lease.find(table.state.id)
            if found and found.owner == self.lease.id:
                await table.resume(found.record)
            else:
                self.hall.drop(table)
        log.info("the lease is back, with %d tables", len(self.hall.tables))

    # ------------------------------------------------------------ the wire

    def _hear(self, node: str, said: AnySaid) -> None:
        match said:
            case Come() | Go() | Give() | Felt() | Echo():
                self.fars.hear(node, said)
            case Reset():
                self._broken(node)
            case _:
                self.relays.hear(node, said)

    def _hear_all(self, data: bytes) -> None:
        if data.decode(errors="replace") != self.lease.id:
            self._sign = time.monotonic()

    def _broken(self, node: str) -> None:
        """Something between us and that node was lost: its devices begin anew, and ours."""
        self.fars.part(node)
        self.relays.let_go(node)

    def _turned(self) -> None:
        """The broker is away, or back."""
        self.fars.part()
        if self.wire.up:
            for node in self.relays.owners:
                self.post.say(node, Reset())
            self.relays.let_go()
