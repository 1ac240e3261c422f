"""A match as a file for those who played it, with all that is needed to check its dice."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablee import __version__
from tablee.engine import DICE, Ask, Header, Invalid, Match, NotAsked, Refused, Reply, Result

from .provable import ProvableDice, Provenance, commit

VERSION: Final = 1


class Export(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: int = VERSION  # of this form
    tablee: str = __version__  # what wrote it
    id: str
    header: Header
    provenance: Provenance
    log: tuple[Reply, ...]
    secret: str | None = None  # of the dice, in hexadecimal digits; published when the match is over
    result: Result | None = None


class Verdict(Struct, frozen=True):
    """What was found right."""

    lines: int
    rolls: int
    result: Result


def write_export(export: Export) -> bytes:
    return msgspec.json.format(msgspec.json.encode(export), indent=1) + b"\n"


def read_export(path: Path) -> Export:
    try:
        data = path.read_bytes()
        version = msgspec.json.decode(data, type=_Version).version
        if version != VERSION:
            raise Invalid("other_export", file=str(path), found=version, version=VERSION)
        return msgspec.json.decode(data, type=Export)
    except OSError as error:
        raise Invalid("bad_file", file=str(path), problem=error.strerror) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Invalid("bad_file", file=str(path), problem=str(error)) from None


def verify(export: Export) -> Verdict:
    """Play the match again and check every roll and the result. Raises Invalid with the first thing that is wrong.

    What people said is taken as it stands, as long as the rules allow it and all that follows fits.
    """
    dice = ProvableDice(_secret(export), export.provenance.seeds, export.id)
    match = Match(export.header)
    for line, reply in enumerate(export.log, 1):
        try:
            due = dice.roll(_find_roll(match, reply.name), line - 1) if reply.actor == DICE else reply.value
            if due == reply.value:
                match.reply(reply)
        except Refused as refused:
            said = msgspec.to_builtins(reply)
            raise Invalid("bad_log", line=line, reply=said, problem=str(refused)) from refused
        if due != reply.value:
            raise Invalid("wrong_roll", line=line, name=reply.name, found=reply.value, due=due)
    if match.result is None or match.result != export.result:
        raise Invalid("wrong_result")
    return Verdict(len(export.log), sum(reply.actor == DICE for reply in export.log), match.result)


def _find_roll(match: Match, name: str) -> Ask:
    for ask in match.asks:
        if ask.name == name and ask.actors == (DICE,):
            return ask
    raise NotAsked("not_asked", actor=DICE, name=name)


def _secret(export: Export) -> bytes:
    if export.secret is None:
        raise Invalid("no_secret")
    try:
        secret = bytes.fromhex(export.secret)
    except ValueError:
        secret = b""
    if commit(secret) != export.provenance.commitment:
        raise Invalid("wrong_secret")
    return secret


class _Version(Struct):
    version: int
