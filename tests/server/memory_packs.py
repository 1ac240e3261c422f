"""Guests' packs in a store that forgets everything with the process."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Collection

from tablee.server.shelf import Mark, PackRecord


class MemoryPacks:
    def __init__(self) -> None:
        self.written: dict[str, PackRecord] = {}
        self.blobs: dict[str, bytes] = {}
        self.names: dict[str, set[str]] = {}
        self.marked: dict[str, Mark] = {}

    def _change(self) -> Future[None]:
        raise NotImplementedError

    def save_own(self, pack: PackRecord, blobs: dict[str, bytes], held: Collection[str], most: int = 0) -> Future[None]:
        self.written[pack.id] = pack
        self.blobs |= blobs
        self.names[pack.id] = set(held)
        return self._change()

    def delete_own(self, id: str) -> Future[None]:
        self.written.pop(id, None)
        return self._change()

    async def own_pack(self, id: str) -> PackRecord | None:
        return self.written.get(id)

    async def own_packs(self, owner: str) -> list[PackRecord]:
        return [pack for pack in self.written.values() if pack.owner == owner]

    async def shown_packs(self) -> list[PackRecord]:
        return [pack for pack in self.written.values() if pack.about.shown]

    async def count_own(self) -> int:
        return len(self.written)

    async def weight(self) -> int:
        return sum(map(len, self.blobs.values()))

    async def blob(self, hash: str) -> bytes | None:
        return self.blobs.get(hash)

    async def held(self, pack: str) -> set[str]:
        return self.names.get(pack, set())

    def add_mark(self, mark: Mark, most: int) -> Future[None]:
        self.marked[mark.id] = mark
        return self._change()

    async def marks(self, pack: str | None) -> list[Mark]:
        return [mark for mark in self.marked.values() if pack in (None, mark.pack)]

    def drop_marks(self, pack: str, ids: Collection[str]) -> Future[None]:
        for id in ids:
            self.marked.pop(id, None)
        return self._change()
