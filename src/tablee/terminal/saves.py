"""A match as a file: its header, its log, and which seats are people."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from tablee.engine import Header, Invalid, Match, Reply


class Save(Struct, frozen=True, forbid_unknown_fields=True):
    header: Header
    log: list[Reply]
    people: tuple[int, ...] = (0,)


def save(path: Path, match: Match, people: tuple[int, ...]) -> None:
    """Write the match. The file is replaced at once, so that a crash leaves the old one."""
    text = msgspec.json.format(msgspec.json.encode(Save(match.header, match.log, people)), indent=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_bytes(text + b"\n")
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def load(path: Path) -> tuple[Match, tuple[int, ...]]:
    """The match in a file, played again line by line, and its people. Raises Invalid, which names the place."""
    try:
        read = msgspec.json.decode(path.read_bytes(), type=Save)
    except OSError as error:
        raise Invalid("bad_file", file=str(path), problem=error.strerror) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Invalid("bad_file", file=str(path), problem=str(error)) from None
    match = Match.replay(read.header, read.log)
    strangers = [seat for seat in read.people if seat not in range(len(read.header.seats))]
    if strangers or not read.people:
        seats = f"0–{len(read.header.seats) - 1}"
        raise Invalid("bad_file", file=str(path), problem=f"people: {list(read.people)}, expected some of {seats}")
    return match, read.people


def folder() -> Path:
    """Where matches are kept that were not given a file."""
    if os.name == "nt" and "LOCALAPPDATA" in os.environ:
        return Path(os.environ["LOCALAPPDATA"]) / "tablee"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "tablee"


def newest() -> Path | None:
    """The match that was left last."""
    found = [path for path in folder().glob("*.json") if path.is_file()]
    return max(found, key=lambda path: path.stat().st_mtime, default=None)
