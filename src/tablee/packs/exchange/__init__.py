"""Questions from and for other programs: CSV, Moodle GIFT, OpenQuizzDB, Kahoot and Open Trivia DB."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from .convert import to_draft, to_pack
from .draft import Draft, Exported, Imported, Left
from .gift import read_gift, write_gift
from .kahoot import read_kahoot, write_kahoot
from .openquizzdb import read_openquizzdb, write_openquizzdb
from .opentdb import read_opentdb, write_opentdb
from .table import read_table, write_table_file

__all__ = ["FORMATS", "Draft", "Exported", "Imported", "Left", "guess", "read_as", "to_draft", "to_pack", "write_as"]

FORMATS: Final = ("csv", "gift", "kahoot", "openquizzdb", "opentdb")
_SUFFIXES: Final = {".csv": "csv", ".tsv": "csv", ".gift": "gift", ".txt": "gift", ".xlsx": "kahoot"}


def guess(path: Path, data: bytes = b"") -> str | None:
    """The format of a file, by its name; JSON, by what is in it."""
    if path.suffix.lower() == ".json":
        return "opentdb" if b'"incorrect_answers"' in data else "openquizzdb" if b'"propositions"' in data else None
    return _SUFFIXES.get(path.suffix.lower())


def read_as(format: str, data: bytes) -> Imported:
    readers = {
        "csv": read_table,
        "gift": read_gift,
        "kahoot": read_kahoot,
        "openquizzdb": read_openquizzdb,
        "opentdb": read_opentdb,
    }
    return readers[format](data)


def write_as(format: str, drafts: Sequence[Draft], title: str, language: str) -> Exported:
    """`language`: that of the headers, where there are any."""
    if format == "csv":
        return write_table_file(drafts, language)
    if format == "openquizzdb":
        return write_openquizzdb(drafts, title)
    return {"gift": write_gift, "kahoot": write_kahoot, "opentdb": write_opentdb}[format](drafts)
