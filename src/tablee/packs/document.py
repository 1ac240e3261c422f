"""A pack as it is written in the atelier: a manifest and its tables, kept as JSON under the hash of its bytes."""

from __future__ import annotations

import datetime
import hashlib
import re
import unicodedata
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from tablee.engine import Invalid

from .format import Manifest
from .library import Pack
from .rules import all_rules
from .source import Item, Source
from .toml import write_table

DATES: Final = ("checked", "expires")


class Held(Struct, frozen=True, array_like=True):
    """A table of the array `[[array]]`."""

    array: str
    table: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.table.get("id", ""))


class Document(Struct, frozen=True):
    pack: Manifest
    tables: tuple[Held, ...] = ()

    @property
    def entries(self) -> int:
        return len(self.tables)


def files_of(document: Document) -> dict[str, str]:
    """The pictures and sounds that it names: by hash, the name."""
    named = (held.table.get("media") for held in document.tables)
    files = [str(one.get("file", "")) for one in named if isinstance(one, dict)]
    return {file.partition(".")[0]: file for file in files}


def without(document: Document, hashes: Collection[str]) -> Document:
    """The same, without these pictures and sounds."""

    def bare(held: Held) -> Held:
        media = held.table.get("media")
        gone = isinstance(media, dict) and str(media.get("file", "")).partition(".")[0] in hashes
        return Held(held.array, {k: v for k, v in held.table.items() if k != "media"}) if gone else held

    return replace(document, tables=tuple(map(bare, document.tables)))


def encode(document: Document) -> bytes:
    return msgspec.json.encode(document)


def decode(data: bytes) -> Document:
    """Raises Invalid."""
    try:
        return msgspec.json.decode(data, type=Document)
    except msgspec.DecodeError as error:
        raise Invalid("bad_file", file="", problem=str(error)) from None


def hash_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def checked(document: Document) -> Document:
    """The same, if every table is one of its game, with fields that it knows, and no id twice. Raises Invalid."""
    rules = all_rules().get(document.pack.game)
    if rules is None or not document.pack.game or document.pack.game == "lists":
        raise Invalid("unknown_game", game=document.pack.game, known=", ".join(sorted(set(all_rules()) - {"lists"})))
    seen: set[tuple[str, str]] = set()
    for held in document.tables:
        if held.array not in rules.tables:
            raise Invalid("bad_entry", entry=held.id, problem=f"[[{held.array}]]")
        try:
            msgspec.convert(held.table, rules.tables[held.array])
        except msgspec.ValidationError as error:
            raise Invalid("bad_entry", entry=held.id, problem=str(error)) from None
        if not held.id or (held.array, held.id) in seen:
            raise Invalid("bad_entry", entry=held.id, problem="id")
        seen.add((held.array, held.id))
    return document


def source(document: Document, only: str | None = None) -> Source:
    """As lint reads it; `only`: with this entry, and the lists that it may name."""
    counts: dict[str, int] = {}
    items = []
    file = Path(document.pack.title or "?")
    for held in document.tables:
        counts[held.array] = counts.get(held.array, 0) + 1
        if only is None or held.id == only or held.array == "list":
            items.append(Item(file, None, held.array, counts[held.array], held.table))
    return Source(file, "", document.pack, tuple(items), ())


def playable(data: bytes) -> Pack:
    """As a match plays it: what is still without text or answer is left out. Raises Invalid."""
    document = decode(data)
    rules = all_rules()[document.pack.game]
    lists = {held.id: tuple(held.table.get("items", ())) for held in document.tables if held.array == "list"}
    fit = []
    for number, held in enumerate(document.tables, 1):
        entry = msgspec.convert(held.table, rules.tables[held.array])
        if held.array == "list" or rules.playable(entry, lists):
            fit.append((f"{document.pack.title} {number} ({held.id})", held.array, held.table))
    return Pack(document.pack, hash_of(data), tuple(fit))


# ------------------------------------------------------------ between files and documents


def from_source(read: Source) -> Document:
    """Raises Invalid with the first thing that cannot be read."""
    for problem in read.problems:
        raise Invalid("bad_file", file=read.path.name, problem=f"{problem.where} {problem.what}".strip())
    assert read.manifest
    tables = tuple(Held(item.array, msgspec.to_builtins(item.table)) for item in read.items)
    return Document(read.manifest, tables)


def to_toml(document: Document) -> str:
    manifest = asdict(document.pack)
    unsaid = {"complete": manifest["complete"] or None, "authors": manifest["authors"] or ("?",)}
    tables = [write_table("[pack]", manifest | unsaid)]
    tables += [write_table(f"[[{held.array}]]", _dated(held.table)) for held in document.tables]
    return "\n".join(tables)


def slug(title: str) -> str:
    """As files and their packs are called.

    >>> slug("L’été : 40 ans !")
    'l-ete-40-ans'
    """
    plain = "".join(one for one in unicodedata.normalize("NFKD", title.lower()) if not unicodedata.combining(one))
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "paquet"


def renamed(document: Document, **fields: Any) -> Document:
    return replace(document, pack=replace(document.pack, **fields))


def _dated(table: Mapping[str, Any]) -> dict[str, object]:
    return {
        name: datetime.date.fromisoformat(value) if name in DATES and isinstance(value, str) else value
        for name, value in table.items()
    }
