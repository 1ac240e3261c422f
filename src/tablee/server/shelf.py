"""Packs that guests have written, as the store keeps them: the port, and what its rows say.

What a pack holds is a blob under the hash of its bytes, and so is each picture and sound in it. A pack is a row that
names its blobs; a match names those it was begun with, so that writing on never changes a game under way. A blob that
nothing names any more is gone.
"""

from __future__ import annotations

from asyncio import Future
from collections.abc import Collection
from typing import Final, Protocol

from msgspec import Struct

OWN: Final = "own:"  # how the name of such a pack begins, at tables and in matches


class About(Struct, frozen=True):
    """What is told of a pack without opening it. Links are kept as hashes, as tokens are."""

    game: str
    title: str
    language: str
    entries: int
    bytes: int
    edit: str = ""  # whoever has this secret may change it
    read: str = ""  # …or this one, look at it, copy it and play it
    shown: bool = False  # everyone on this server finds it
    authors: tuple[str, ...] = ()
    licence: str = ""


class PackRecord(Struct, frozen=True):
    id: str
    owner: str  # a guest
    version: int
    hash: str
    about: About
    updated: float


class Mark(Struct, frozen=True):
    """Somebody at a table thought that an entry should be looked at again."""

    id: str
    pack: str  # the id of a guest's pack, or of a shipped one
    entry: str
    text: str  # of the entry, as it was played
    made: float
    answers: tuple[tuple[str, str], ...] = ()  # what people answered, and how it was judged
    note: str = ""


class PackShelf(Protocol):
    """Part of `Store`, and fails as it does."""

    def save_own(self, pack: PackRecord, blobs: dict[str, bytes], held: Collection[str], most: int = 0) -> Future[None]:
        """With all the blobs that it names (`held`), of which these are new. Conflict, unless the version before is
        what the store has. `most`: of one owner; Conflict, if this would be one more."""

    def delete_own(self, id: str) -> Future[None]: ...

    async def own_pack(self, id: str) -> PackRecord | None: ...

    async def own_packs(self, owner: str) -> list[PackRecord]:
        """The latest first."""

    async def shown_packs(self) -> list[PackRecord]:
        """Those that their owners show to everyone."""

    async def count_own(self) -> int: ...

    async def weight(self) -> int:
        """Bytes of all blobs together."""

    async def blob(self, hash: str) -> bytes | None: ...

    async def held(self, pack: str) -> set[str]:
        """The hashes of the blobs that it names, or named in the version before."""

    def add_mark(self, mark: Mark, most: int) -> Future[None]:
        """The oldest of a pack make room when there are more than `most`."""

    async def marks(self, pack: str | None) -> list[Mark]:
        """The latest first; None: of all packs."""

    def drop_marks(self, pack: str, ids: Collection[str]) -> Future[None]: ...
