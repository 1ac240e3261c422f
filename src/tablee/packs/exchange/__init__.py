"""Questions from and for other programs: CSV, Moodle GIFT and XML, OpenQuizzDB, Kahoot and Open Trivia DB."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ..format import FORMATS
from .convert import to_draft, to_pack
from .draft import Draft, Exported, Imported, Left
from .gift import read_gift, write_gift
from .kahoot import read_kahoot, write_kahoot
from .moodle import read_moodle, write_moodle
from .openquizzdb import read_openquizzdb, write_openquizzdb
from .opentdb import read_opentdb, write_opentdb
from .table import read_table, write_table_file

__all__ = ["FORMATS", "Draft", "Exported", "Imported", "Left", "guess", "read_as", "to_draft", "to_pack", "write_as"]

_SUFFIXES: Final = {".csv": "csv", ".tsv": "csv", ".gift": "gift", ".txt": "gift", ".xml": "moodle", ".xlsx": "kahoot"}


def guess(path: Path, data: bytes = b"") -> str | None:
    """The format of a file, by its name; JSON, by what is in it."""
    if path.suffix.lower() == ".json":
        return "opentdb" if b'"incorrect_answers"' in data else "openquizzdb" if b'"propositions"' in data else None
    return _SUFFIXES.get(path.suffix.lower())


def read_as(format: str, data: bytes) -> Imported:
    readers = {
        "csv": read_table,
        "gift": read_gift,
        "moodle": read_moodle,
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
    writers = {"gift": write_gift, "moodle": write_moodle, "kahoot": write_kahoot, "opentdb": write_opentdb}
    return writers[format](drafts)
