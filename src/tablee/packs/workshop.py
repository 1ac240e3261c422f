"""What the atelier asks of the pack tools. Each function runs in a process of its own (`bounded`), and its answer
travels: the same checks, judge and formats as those of `tablee packs`."""

from __future__ import annotations

import datetime
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablee.engine import Invalid, Words

from .bundle import read_bundle, write_bundle
from .document import Document, checked, decode, files_of, from_source, renamed, slug, source, to_toml, without
from .exchange import FORMATS, Exported, guess, read_as, to_draft, to_pack, write_as
from .lint import Finding, lint, shipped_lists
from .lint.sheet import Sheet, fill_in
from .rules import Lists, all_rules, places_of
from .source import read
from .words import tool_words

SUFFIXES: Final = {  # of the files that are sent
    "toml": "toml",
    "tablee": "tablee",
    "csv": "csv",
    "gift": "gift",
    "moodle": "xml",
    "kahoot": "xlsx",
    "openquizzdb": "json",
    "opentdb": "json",
}
LEFT: Final = 200  # lines about what was left out, at most


class Said(Struct, frozen=True):
    """A finding as a sentence."""

    id: str
    code: str
    advice: bool
    message: str


class Brought(Struct, frozen=True):
    """What an import would bring."""

    document: Document
    left: tuple[Said, ...]
    files: dict[str, bytes] = {}  # pictures and sounds, by name


class Ruled(Struct, frozen=True):
    verdict: str
    why: str
    item: str | None = None


def check(data: bytes, language: str, only: str | None = None) -> tuple[Said, ...]:
    """As `tablee packs lint` does, for the whole pack or one entry."""
    own = tool_words(language)
    found = lint([source(decode(data), only)], datetime.date.today())
    return tuple(_said(one, own) for one in found if not only or one.id == only)


def rule(data: bytes, entry: str, text: str, language: str) -> Ruled:
    """What the house would say of an answer to this entry."""
    document = decode(data)
    rules = all_rules()[document.pack.game]
    held = next((one for one in document.tables if one.id == entry and one.array != "list"), None)
    if held is None or rules.judge is None:
        raise Invalid("unknown_entry", entry=entry)
    lists = {one.id: tuple(one.table.get("items", ())) for one in document.tables if one.array == "list"}
    verdict = rules.judge(msgspec.convert(held.table, rules.tables[held.array]), lists, text)
    return Ruled(str(verdict), verdict.explain(language), verdict.item)


def bring(name: str, data: bytes, game: str, language: str) -> Brought:
    """A document of somebody else's file; nothing is kept of it."""
    path = Path(name).name or "?"
    if Path(path).suffix.lower() == ".tablee":
        pack, files = read_bundle(data)
        document = _read_toml(pack, game)
        lost = files_of(document).keys() - {file.partition(".")[0] for file in files}
        return Brought(without(document, lost), (), files)
    title = Path(path).stem[:80] or "?"
    if Path(path).suffix.lower() == ".toml":
        document = _read_toml(data, game)
        return Brought(without(document, files_of(document)), ())
    format = guess(Path(path), data)
    if format is None:
        raise Invalid("unknown_format", known=", ".join((*FORMATS, "toml", "tablee")))
    places_of(game)
    imported = read_as(format, data)
    text = to_pack(imported, game, "q")
    own = tool_words(language)
    document = _read_toml(text.encode(), game)
    if document.pack.title in ("", "q"):
        document = renamed(document, title=title)
    left = [Finding(one.code, Path(path), one.line, one.id, one.params) for one in imported.left[:LEFT]]
    return Brought(document, tuple(_said(one, own) for one in left))


def send(data: bytes, format: str, language: str, files: dict[str, bytes]) -> tuple[bytes, int]:
    """A file in this format, and how many entries it cannot hold."""
    document = decode(data)
    if format == "tablee":
        return write_bundle(to_toml(renamed(document, id=slug(document.pack.title))), files), 0
    if format == "toml":
        return to_toml(renamed(document, id=slug(document.pack.title))).encode(), 0
    if format not in FORMATS:
        raise Invalid("unknown_format", known=", ".join((*FORMATS, "toml", "tablee")))
    lists = shipped_lists()
    sheet = fill_in(source(document), lists)
    if not sheet.questions:
        raise Invalid("no_questions")
    exported = write_sheet(sheet, lists, format, document.pack.title, language)
    return exported.data, len(exported.left)


def write_sheet(sheet: Sheet, lists: Lists, format: str, title: str, language: str) -> Exported:
    """For another program. Only our own tables know what the name of a shipped list means."""
    kept = lists if format == "csv" else ()
    drafts = [to_draft(entry, sheet.game, sheet.known, kept) for _, entry in sheet.questions]
    return write_as(format, drafts, title, language)


def shipped_document(path: Path) -> Document:
    """To copy one that comes with Tablée."""
    return renamed(from_source(read(path)), complete=False, letter=None)


def _read_toml(data: bytes, game: str) -> Document:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pack.toml"
        file.write_bytes(data)
        document = from_source(read(file))
    if document.pack.game != game:
        raise Invalid("other_game", game=document.pack.game)
    return checked(renamed(document, complete=False, letter=None))


def _said(finding: Finding, own: Words) -> Said:
    return Said(finding.id, finding.code, finding.advice, finding.sentence(own))
