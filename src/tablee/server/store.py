"""What a server keeps, and the port to whatever keeps it.

What changes something returns a future at once; it is done when the change is safe on disk, so that nobody waits in
between and many changes share one write. Changes are made in the order in which they were asked for.
"""

from __future__ import annotations

import os
import shutil
from asyncio import Future
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from tablee.engine import Header, Invalid, PackRef, Reply, Result
from tablee.house.provable import Provenance
from tablee.packs.library import load, shipped
from tablee.packs.source import read

from .shelf import PackShelf


class Conflict(Exception):
    """Another has written here before: a log that has grown meanwhile, a code that is taken, a match that is gone."""


class StoreFailed(Exception):
    """Nothing of this was kept: the disk is full, the database locked or gone. It may work again later."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class TableRecord(Struct, frozen=True):
    id: str
    code: str | None  # finds the lobby; no two tables have the same
    state: bytes  # the lobby as JSON
    match: str | None  # the one that is being played, or was last
    updated: float


class MatchRecord(Struct, frozen=True):
    """All of a match but its log, its events and the secret of its dice."""

    id: str
    table: str
    header: Header
    provenance: Provenance
    started: float
    finished: float | None = None
    result: Result | None = None


class Whole(Struct, frozen=True):
    """All that is needed to go on with a match."""

    record: MatchRecord
    log: list[Reply]
    secret: bytes


class Guest(Struct, frozen=True):
    """Somebody who sat at a match, and may see and export it when it is over; the host may delete it."""

    token: str  # its hash, never the token itself
    host: bool = False


class Forgotten(Struct, frozen=True):
    """How much is gone."""

    matches: int
    tables: int


class Store(PackShelf, Protocol):
    """A future fails with Conflict or StoreFailed, and then nothing of it was kept; reading raises StoreFailed."""

    def time(self) -> float:
        """Seconds since 1970, by a clock that all who use this store share."""

    async def tables(self) -> list[TableRecord]: ...

    async def table(self, name: str) -> TableRecord | None:
        """By its id or its code."""

    def save_table(self, table: TableRecord) -> Future[None]: ...

    def close_table(self, id: str) -> Future[None]:
        """The table goes, with the match that is not finished; finished ones stay."""

    def new_match(self, table: TableRecord, match: MatchRecord, secret: bytes, guests: Iterable[Guest]) -> Future[None]:
        """The match, and the table that now plays it. The secret of the dice is kept apart."""

    def append(self, match: str, seq: int, replies: Sequence[Reply]) -> Future[None]:
        """Lines of the log, the first of them at place `seq`. Conflict, unless that is where the log ends."""

    def finish(self, table: TableRecord, finished: float, result: Result, events: bytes) -> Future[None]:
        """The match of this table, and the table itself, at once. To finish twice is harmless.

        `events`: what was told, as JSON, so that it can be shown when the rules' version has moved on.
        """

    def admit(self, match: str, guest: Guest) -> Future[None]:
        """Somebody sits down or watches later, or becomes host, or is it no longer."""

    async def match(self, id: str) -> MatchRecord | None: ...

    async def log(self, match: str) -> list[Reply]: ...

    async def secret(self, match: str) -> bytes | None:
        """For the dice, and for everyone once the match is finished."""

    async def whole(self, match: str) -> Whole | None:
        """With as few questions as can be: when a node has gone, the others ask for all of its matches at once."""

    async def events(self, match: str) -> bytes | None:
        """None: not finished."""

    async def guest(self, match: str, token: str) -> Guest | None: ...

    async def finished(self, token: str) -> list[MatchRecord]:
        """The finished matches of whoever holds this token, the latest first."""

    def forget(
        self,
        *,
        before: float | None = None,
        ids: Collection[str] = (),
        name: str | None = None,
        table: str | None = None,
    ) -> Future[Forgotten]:
        """Delete finished matches: older than a moment, by id, or with somebody of this name. And all of a table."""

    def beat(self) -> Future[None]:
        """Write something: whether that works now."""

    async def close(self) -> None:
        """Finish what was asked for, and leave."""


def data_folder() -> Path:
    """Where a server keeps everything, unless told otherwise."""
    if os.name == "nt" and "LOCALAPPDATA" in os.environ:
        return Path(os.environ["LOCALAPPDATA"]) / "tablee"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tablee"


# ------------------------------------------------------------ packs


def keep_packs(folder: Path, refs: Iterable[PackRef], sources: Iterable[Path] = ()) -> None:
    """Copy the packs of a match to `folder`, each under its hash. `sources`: where those lie that are not shipped."""
    missing = {ref.hash: ref.id for ref in refs if not _kept(folder, ref.hash)}
    if not missing:
        return
    known = shipped()
    for path in (*sources, *(known[id] for id in missing.values() if id in known)):
        hash = read(path).hash
        if missing.pop(hash, None):  # a pack made in memory has no files, and is left
            _copy(path, folder, hash)


def load_packs(folder: Path) -> list[Invalid]:
    """Make the kept packs known by their hash, so that matches go on although the installed pack has changed.

    What is wrong with those that cannot be used.
    """
    wrong = []
    for path in sorted(folder.glob("[!.]*")):
        try:
            if load(str(path)).hash != path.stem:
                raise Invalid("other_pack", pack=str(path))
        except Invalid as invalid:
            wrong.append(invalid)
    return wrong


def _kept(folder: Path, hash: str) -> bool:
    return (folder / hash).exists() or (folder / f"{hash}.toml").exists()


def _copy(path: Path, folder: Path, hash: str) -> None:
    """Beside its place first, so that a crash leaves no half of a pack."""
    beside = folder / f".{hash}.{os.getpid()}"
    try:
        if path.is_dir():
            for file in path.glob("**/*.toml"):
                _copy_file(file, beside / file.relative_to(path))
            beside.replace(folder / hash)
        else:
            _copy_file(path, beside)
            beside.replace(folder / f"{hash}.toml")
    finally:
        if beside.is_dir():
            shutil.rmtree(beside)
        beside.unlink(missing_ok=True)


def _copy_file(path: Path, to: Path) -> None:
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with to.open("wb") as file:
        file.write(path.read_bytes())
        file.flush()
        os.fsync(file.fileno())
