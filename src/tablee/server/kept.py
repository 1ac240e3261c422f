"""The packs of matches, where several nodes share one store: each has its own folder of them, and the store has all."""

from __future__ import annotations

import os
from asyncio import Future
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from tablee.engine import Invalid, PackRef
from tablee.packs.library import get, load

from .store import Store, keep_packs


@runtime_checkable
class SharesPacks(Protocol):
    """A store that other nodes use, too."""

    def keep_pack(self, hash: str, files: bytes) -> Future[None]: ...

    async def pack(self, hash: str) -> bytes | None: ...


async def keep(store: Store, folder: Path, refs: tuple[PackRef, ...]) -> None:
    """For as long as there is a match that uses them."""
    keep_packs(folder, refs)
    if isinstance(store, SharesPacks):
        for ref in refs:
            if (files := packed(folder, ref.hash)) and ref.hash not in _shared:
                await store.keep_pack(ref.hash, files)
                _shared.add(ref.hash)


async def fetch(store: Store, folder: Path, refs: Iterable[PackRef]) -> None:
    """What another node has kept, and this one lacks."""
    if not isinstance(store, SharesPacks):
        return
    for ref in refs:
        try:
            get(ref)
        except Invalid:
            if files := await store.pack(ref.hash):
                load(str(unpacked(folder, ref.hash, files)))


_shared: set[str] = set()  # what the store is known to have


def packed(folder: Path, hash: str) -> bytes | None:
    """Each file by its place; a pack that is one file has none."""
    whole, parts = folder / f"{hash}.toml", folder / hash
    if whole.is_file():
        return msgspec.msgpack.encode({"": whole.read_bytes()})
    if parts.is_dir():
        files = {file.relative_to(parts).as_posix(): file.read_bytes() for file in sorted(parts.rglob("*.toml"))}
        return msgspec.msgpack.encode(files)
    return None


def unpacked(folder: Path, hash: str, packed: bytes) -> Path:
    files = msgspec.msgpack.decode(packed, type=dict[str, bytes])
    place = folder / f"{hash}.toml" if "" in files else folder / hash
    beside = folder / f".{hash}.{os.getpid()}"
    for name, data in files.items():
        file = beside / name if name else beside
        if not file.resolve().is_relative_to(beside.resolve()):
            raise Invalid("other_pack", pack=name)
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_bytes(data)
    if not place.exists():
        beside.replace(place)
    return place
