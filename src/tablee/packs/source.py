"""The files of a pack, read leniently: what is broken is reported with its line, and the rest is used."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from .format import Manifest


class Item(Struct, frozen=True):
    """A table of a pack, and where it stands."""

    file: Path
    line: int | None  # of its header
    array: str
    number: int  # among those of its array in its file
    table: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.table.get("id", ""))

    @property
    def place(self) -> str:
        known = f" ({self.id})" if "id" in self.table else ""
        return f"{self.file.name} [[{self.array}]] {self.number}{known}"


class Problem(Struct, frozen=True):
    file: Path
    line: int | None
    what: str
    where: str = ""  # the name of a table


class Source(Struct, frozen=True):
    """What could be read of a pack."""

    path: Path
    hash: str
    manifest: Manifest | None
    items: tuple[Item, ...]
    problems: tuple[Problem, ...]

    @property
    def head(self) -> Path:
        """The file with the manifest."""
        return self.path / "pack.toml" if self.path.is_dir() else self.path


def read(path: Path) -> Source:
    """A pack's file, or all files of its folder."""
    files = sorted(path.glob("**/*.toml")) if path.is_dir() else [path]
    digest = hashlib.sha256()
    manifest: Manifest | None = None
    items: list[Item] = []
    problems: list[Problem] = []
    for file in files:
        try:
            raw = file.read_bytes()
        except OSError as error:
            problems.append(Problem(file, None, str(error)))
            continue
        digest.update(raw)
        text = _decode(file, raw, problems)
        seen: dict[str, int] = {}
        for name, table, line in _tables(file, text, problems):
            if name == "pack":
                try:
                    manifest = msgspec.convert(table, Manifest)
                except msgspec.ValidationError as error:
                    problems.append(Problem(file, line, str(error), "[pack]"))
                continue
            seen[name] = seen.get(name, 0) + 1
            if isinstance(table, dict):
                items.append(Item(file, line, name, seen[name], table))
            else:
                problems.append(Problem(file, line, f"expected [[{name}]], not {name} = {table!r:.40}"))
    if manifest is None and not any(problem.where == "[pack]" for problem in problems):
        problems.append(Problem(path, None, "there is no manifest [pack]"))
    return Source(path, digest.hexdigest(), manifest, tuple(items), tuple(problems))


def _decode(file: Path, raw: bytes, problems: list[Problem]) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        problems.append(Problem(file, raw.count(b"\n", 0, error.start) + 1, str(error)))
        return raw.decode("utf-8", "replace")


_HEADER: Final = re.compile(r"^[ \t]*\[\[?[ \t]*([\w-]+)[ \t]*\]", re.M)  # not [a.b], which is part of a table above
_AT: Final = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


def _tables(file: Path, text: str, problems: list[Problem]) -> Iterator[tuple[str, Any, int | None]]:
    """Name, table and line. A file that is not TOML is read table by table."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        yield from _salvage(file, text, problems)
        return
    lines: dict[str, list[int]] = {}
    for header in _HEADER.finditer(text):
        lines.setdefault(header[1], []).append(text.count("\n", 0, header.start()) + 1)
    for name, held in document.items():
        tables = held if isinstance(held, list) else [held]
        if name != "pack" and isinstance(held, dict):
            problems.append(
                Problem(file, lines[name][0] if name in lines else None, f"expected [[{name}]], not [{name}]")
            )
            continue
        # Where a text holds what looks like a header, lines cannot be told.
        known = lines[name] if len(lines.get(name, ())) == len(tables) else [None] * len(tables)
        for table, line in zip(tables, known, strict=True):
            yield name, table, line


def _salvage(file: Path, text: str, problems: list[Problem]) -> Iterator[tuple[str, Any, int | None]]:
    starts = [header.start() for header in _HEADER.finditer(text)]
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        first = text.count("\n", 0, start) + 1
        try:
            document = tomllib.loads(text[start:end])
        except tomllib.TOMLDecodeError as error:
            at = _AT.search(str(error))
            last = text.count("\n", 0, start + len(text[start:end].rstrip())) + 1
            line = first + int(at[1]) - 1 if at and at[1] else last
            problems.append(Problem(file, line, _AT.sub("", str(error)).strip()))
            continue
        for name, held in document.items():
            for table in held if isinstance(held, list) else [held]:
                yield name, table, first
