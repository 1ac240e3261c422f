"""A match as a file for those who played it, with all that is needed to check its dice."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from tablee import __version__
from tablee.engine import DICE, Ask, Choice, Header, Invalid, Label, Match, NotAsked, Refused, Reply, Result, Value

from .provable import ProvableDice, Provenance, commit

VERSION: Final = 2
SECRET: Final = 32  # bytes


class Export(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    version: int = VERSION  # of this form
    tablee: str = __version__  # what wrote it
    id: str
    header: Header
    provenance: Provenance
    log: tuple[Reply, ...]
    secret: str | None = None  # of the dice, in hexadecimal digits; published when the match is over
    result: Result | None = None


class Remembered(Struct, frozen=True):
    """What a device knew of a match before its first roll."""

    commitment: str | None = None
    seed: str | None = None


NOTHING: Final = Remembered()


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


def verify(export: Export, remembered: Remembered = NOTHING) -> Verdict:
    """Play the match again and check every roll and the result. Raises Invalid with the first thing that is wrong.

    What people said is taken as it stands, as long as the rules allow it and all that follows fits. That commitment and
    seeds are those of then, only a device can say that remembers them.
    """
    if export.provenance.real:
        _declare_real(export)
    _check_provenance(export.provenance, remembered)
    dice = ProvableDice(_secret(export), export.provenance.seeds, export.id)
    match = Match(export.header)
    rolls = 0
    for line, reply in enumerate(export.log, 1):
        try:
            due = dice.roll(_find_roll(match, reply.name), rolls) if reply.actor == DICE else reply.value
            rolls += reply.actor == DICE
            if due == reply.value:
                match.reply(reply)
        except Refused as refused:
            said = msgspec.to_builtins(reply)
            raise Invalid("bad_log", line=line, reply=said, problem=str(refused)) from refused
        if due != reply.value:
            raise Invalid("wrong_roll", roll=rolls, line=line, found=reply.value, due=due)
    if match.result is None or match.result != export.result:
        raise Invalid("wrong_result")
    return Verdict(len(export.log), rolls, match.result)


def _declare_real(export: Export) -> None:
    """What was tapped in as the rules allow it is right so far; but no die of it can be proved."""
    if Match.replay(export.header, export.log).result != export.result:
        raise Invalid("wrong_result")
    raise Invalid("real_dice", rolls=sum(reply.actor == DICE for reply in export.log))


class Roll(Struct, frozen=True, omit_defaults=True):
    """What could be rolled, and what was."""

    options: tuple[Label, ...]
    value: Value
    weights: tuple[int, ...] | None = None


def rolls_of(export: Export) -> list[Roll]:
    """All that was rolled. Raises Invalid when the rules do not allow this log."""
    match, rolls = Match(export.header), []
    for reply in export.log:
        if reply.actor == DICE:
            form = _find_roll(match, reply.name).form
            assert isinstance(form, Choice)
            rolls.append(Roll(form.options, reply.value, form.weights))
        match.reply(reply)
    return rolls


def check_secrets(exports: Iterable[Export]) -> None:
    """A secret that has served before was known when it served again."""
    served: dict[str | None, str] = {}
    for export in exports:
        if served.setdefault(export.secret, export.id) != export.id:
            raise Invalid("secret_twice", match=export.id, other=served[export.secret])


def _check_provenance(provenance: Provenance, remembered: Remembered) -> None:
    if not provenance.seeds or not all(provenance.seeds):
        raise Invalid("no_seeds")
    if remembered.commitment not in (None, provenance.commitment):
        raise Invalid("other_commitment")
    if remembered.seed is not None and remembered.seed not in provenance.seeds:
        raise Invalid("seed_left_out")


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
    if len(secret) != SECRET or commit(secret, export.id) != export.provenance.commitment:
        raise Invalid("wrong_secret")
    return secret


class _Version(Struct):
    version: int
