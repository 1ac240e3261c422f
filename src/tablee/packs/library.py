"""A pack is a TOML file with a manifest `[pack]`, or a folder of such files with the manifest in `pack.toml`.

A match keeps a pack's name and the hash of its bytes; `get` finds the same bytes again.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from tablee.engine import Invalid, PackRef

CONTENT: Final = Path(__file__).parent / "content"
EntryT = TypeVar("EntryT")


class Manifest(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    game: str
    title: str
    language: str
    licence: str
    authors: tuple[str, ...]
    version: str
    letter: str | None = None  # Blitz: which of the packs in the box


class Pack(Struct, frozen=True):
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
    """A pack by its id, or by the path of its file or folder."""
    if name in _known:
        return _known[name]
    path = Path(name)
    if not path.exists():
        shipped = sorted(_shipped())
        if name not in shipped:
            known = ", ".join(sorted({*shipped, *_known}))
            raise Invalid("unknown_pack", pack=name, known=known)
        path = CONTENT / _shipped()[name]
    return add(_read(path))


def get(ref: PackRef) -> Pack:
    """The very pack that a match was played with."""
    pack = _by_hash.get(ref.hash)
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


_known: dict[str, Pack] = {}
_by_hash: dict[str, Pack] = {}


@cache
def _shipped() -> dict[str, str]:
    """Shipped packs by id. A file or folder is named after its pack."""
    if not CONTENT.is_dir():
        return {}
    return {path.stem: path.name for path in CONTENT.iterdir() if path.suffix == ".toml" or path.is_dir()}


def _read(path: Path) -> Pack:
    files = sorted(path.glob("**/*.toml")) if path.is_dir() else [path]
    digest = hashlib.sha256()
    manifest: Manifest | None = None
    tables: list[tuple[str, str, dict[str, Any]]] = []
    for file in files:
        try:
            raw = file.read_bytes()
            document = tomllib.loads(raw.decode("utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise Invalid("bad_file", file=file.name, problem=str(error)) from None
        digest.update(raw)
        for array, entries in document.items():
            if array == "pack":
                try:
                    manifest = msgspec.convert(entries, Manifest)
                except msgspec.ValidationError as error:
                    raise Invalid("bad_file", file=f"{file.name} [pack]", problem=str(error)) from None
            elif not isinstance(entries, list):
                raise Invalid("bad_file", file=file.name, problem=f"expected [[{array}]], not [{array}]")
            else:
                for number, table in enumerate(entries, 1):
                    place = f"{file.name} [[{array}]] {number}"
                    if isinstance(table, dict) and "id" in table:
                        place += f" ({table['id']})"
                    tables.append((place, array, table))
    if manifest is None:
        raise Invalid("bad_file", file=path.name, problem="there is no manifest [pack]")
    return Pack(manifest, digest.hexdigest(), tuple(tables))
