"""A pack is a TOML file with a manifest `[pack]`, or a folder of such files with the manifest in `pack.toml`.

A match keeps a pack's name and the hash of its bytes; `get` finds the same bytes again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from tablee.engine import Invalid, PackRef, games

from .format import Manifest
from .source import read

CONTENT: Final = Path(__file__).parent / "content"
GUESTS: Final = 500  # packs of guests in memory, besides those that are played
EntryT = TypeVar("EntryT")


class Pack(Struct, frozen=True, weakref=True):
    """A manifest and the tables of the pack's files, each with the place it came from."""

    manifest: Manifest
    hash: str
    tables: tuple[tuple[str, str, dict[str, Any]], ...]  # place, name of the array, table

    @property
    def ref(self) -> PackRef:
        return PackRef(self.manifest.id, self.hash)

    def entries(self, name: str, type_: type[EntryT], *, beside: Collection[str] = ()) -> list[EntryT]:
        """All tables of the array `[[name]]`, as structs. `beside`: other arrays that the pack may hold."""
        found = []
        for place, array, table in self.tables:
            if array in beside:
                continue
            if array != name:
                raise Invalid("bad_file", file=place, problem=f"unknown table [[{array}]], expected [[{name}]]")
            try:
                found.append(msgspec.convert(table, type_))
            except msgspec.ValidationError as error:
                raise Invalid("bad_file", file=place, problem=str(error)) from None
        return found


def load(name: str) -> Pack:
    """A pack by its id, by the path of its file or folder, or by the hash of one that is kept."""
    if name in _known:
        return _known[name]
    if kept := _by_hash.get(name) or _guests.get(name):
        return kept
    path = find_path(name)
    pack = _read(path)
    if path == shipped().get(name):
        return add(pack)
    return _by_hash.setdefault(pack.hash, pack)  # not by its id: a file of one's own never hides a shipped pack


def find_path(name: str) -> Path:
    """Where a pack lies: the path itself, or that of a shipped pack."""
    path = Path(name)
    if path.exists():
        return path
    if name not in shipped():
        known = ", ".join(sorted({*shipped(), *_known}))
        raise Invalid("unknown_pack", pack=name, known=known)
    return shipped()[name]


def get(ref: PackRef) -> Pack:
    """The very pack that a match was played with."""
    pack = _by_hash.get(ref.hash) or _guests.get(ref.hash)
    if pack is None:
        pack = load(ref.id)
        if pack.hash != ref.hash:
            raise Invalid("other_pack", pack=ref.id)
    return pack


def add(pack: Pack) -> Pack:
    """Make a pack known under its id and its hash for as long as this process lives."""
    _known[pack.manifest.id] = pack
    _by_hash[pack.hash] = pack
    return pack


def keep(pack: Pack) -> None:
    """Make a guest's pack known under its hash alone: one of the latest, or for as long as somebody holds it. Others
    are forgotten; they can be kept again."""
    _guests[pack.hash] = pack
    _latest.append(pack)


def is_known(hash: str) -> bool:
    return hash in _by_hash or hash in _guests


_known: dict[str, Pack] = {}
_by_hash: dict[str, Pack] = {}
_guests: WeakValueDictionary[str, Pack] = WeakValueDictionary()
_latest: deque[Pack] = deque(maxlen=GUESTS)


@cache
def shipped() -> dict[str, Path]:
    """The packs that come with Tablée and its games, by id. A file or folder is named after its pack."""
    folders = [CONTENT, *(meta.folder / "content" for meta in games().values() if meta.packs)]
    paths = [path for folder in folders if folder.is_dir() for path in folder.iterdir()]
    return {path.stem: path for path in sorted(paths) if path.suffix == ".toml" or path.is_dir()}


def _read(path: Path) -> Pack:
    source = read(path)
    for problem in source.problems:
        where = f"{problem.file.name} {problem.where}".strip()
        line = f" (line {problem.line})" if problem.line else ""
        raise Invalid("bad_file", file=where, problem=problem.what + line)
    assert source.manifest
    return Pack(source.manifest, source.hash, tuple((item.place, item.array, item.table) for item in source.items))
