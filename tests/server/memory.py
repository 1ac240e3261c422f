"""A store that forgets everything with the process, and fails when it is told to."""

from __future__ import annotations

import asyncio
import time
from asyncio import Future
from collections.abc import Collection, Iterable, Sequence
from typing import TypeVar

import msgspec

from tablee.engine import Reply, Result
from tablee.server.store import Conflict, Forgotten, Guest, MatchRecord, StoreFailed, TableRecord, Whole
from tests.server.memory_packs import MemoryPacks

T = TypeVar("T")


class MemoryStore(MemoryPacks):
    """Each change is done a little later, as on a disk."""

    def __init__(self, delay: float = 0.004) -> None:
        super().__init__()
        self.delay = delay
        self.failing = False
        self.kept: dict[str, TableRecord] = {}
        self.matches: dict[str, MatchRecord] = {}
        self.logs: dict[str, list[Reply]] = {}
        self.secrets: dict[str, bytes] = {}
        self.told: dict[str, bytes] = {}
        self.guests: dict[tuple[str, str], Guest] = {}

    def _later(self, value: T, problem: Exception | None = None) -> Future[T]:
        loop = asyncio.get_running_loop()
        future: Future[T] = loop.create_future()

        def settle() -> None:
            if future.cancelled():
                return
            if problem:
                future.set_exception(problem)
            else:
                future.set_result(value)

        loop.call_later(self.delay, settle)
        return future

    def _change(self, value: T = None) -> Future[T]:  # type: ignore[assignment]
        return self._later(value, StoreFailed("disk full") if self.failing else None)

    def time(self) -> float:
        return time.time()

    async def tables(self) -> list[TableRecord]:
        return list(self.kept.values())

    async def table(self, name: str) -> TableRecord | None:
        return next((one for one in self.kept.values() if name in (one.id, one.code)), None)

    def save_table(self, table: TableRecord) -> Future[None]:
        if not self.failing:
            self.kept[table.id] = table
        return self._change()

    def close_table(self, id: str) -> Future[None]:
        self.kept.pop(id, None)
        return self._change()

    def new_match(self, table: TableRecord, match: MatchRecord, secret: bytes, guests: Iterable[Guest]) -> Future[None]:
        if not self.failing:
            self.kept[table.id], self.matches[match.id] = table, match
            self.logs[match.id], self.secrets[match.id] = [], secret
            self.guests |= {(match.id, guest.token): guest for guest in guests}
        return self._change()

    def append(self, match: str, seq: int, replies: Sequence[Reply]) -> Future[None]:
        if self.failing:
            return self._change()
        log = self.logs[match]
        if seq != len(log):
            return self._later(None, Conflict())
        log += [msgspec.json.decode(msgspec.json.encode(reply), type=Reply) for reply in replies]
        return self._change()

    def beat(self) -> Future[None]:
        return self._change()

    def finish(self, table: TableRecord, finished: float, result: Result, events: bytes) -> Future[None]:
        match = table.match
        if not self.failing and match:
            self.kept[table.id] = table
            self.matches[match] = msgspec.structs.replace(self.matches[match], finished=finished, result=result)
            self.told[match] = events
        return self._change()

    def admit(self, match: str, guest: Guest) -> Future[None]:
        self.guests[match, guest.token] = guest
        return self._change()

    async def match(self, id: str) -> MatchRecord | None:
        return self.matches.get(id)

    async def log(self, match: str) -> list[Reply]:
        if self.failing:
            raise StoreFailed("disk full")
        return list(self.logs.get(match, ()))

    async def secret(self, match: str) -> bytes | None:
        return self.secrets.get(match)

    async def whole(self, match: str) -> Whole | None:
        record, log = await self.match(match), await self.log(match)
        return Whole(record, log, self.secrets[match]) if record else None

    async def events(self, match: str) -> bytes | None:
        return self.told.get(match)

    async def guest(self, match: str, token: str) -> Guest | None:
        return self.guests.get((match, token))

    async def finished(self, token: str) -> list[MatchRecord]:
        mine = [match for match, guest in self.guests if guest == token]
        return [record for id in mine if (record := self.matches[id]).finished is not None]

    def forget(
        self,
        *,
        before: float | None = None,
        ids: Collection[str] = (),
        name: str | None = None,
        table: str | None = None,
    ) -> Future[Forgotten]:
        gone = [id for id in ids if self.matches.pop(id, None)]
        return self._change(Forgotten(len(gone), 0))

    async def close(self) -> None:
        pass
