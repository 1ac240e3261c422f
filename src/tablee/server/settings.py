"""Every setting of the server: a flag, an environment variable, a default for a living room, and what it means."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from tablee.engine import Invalid

PREFIX: Final = "TABLEE_"


def _help(text: str) -> msgspec.Meta:
    return msgspec.Meta(description=text)


class Settings(Struct, frozen=True, kw_only=True):
    host: Annotated[str, _help("the interface to listen on; 0.0.0.0 for everyone on the local network")] = "127.0.0.1"
    port: Annotated[int, _help("the port to listen on; 0 takes any free one")] = 8420
    data: Annotated[str, _help("where tables and matches are kept; empty: the user's data directory")] = ""
    database: Annotated[str, _help("postgresql://…: kept there, for many nodes; empty: in the data directory")] = ""
    broker: Annotated[str, _help("nats://…: how the nodes of one database reach each other")] = ""
    cert: Annotated[str, _help("a certificate chain in a PEM file, for HTTPS")] = ""
    key: Annotated[str, _help("the key of the certificate, in a PEM file")] = ""
    origin: Annotated[str, _help("the address people type, behind a proxy: https://example.org")] = ""
    trusted_proxy: Annotated[str, _help("addresses of proxies whose X-Forwarded-For is believed, with commas")] = ""
    tables: Annotated[int, _help("how many tables can be open at once")] = 5_000
    spectators: Annotated[int, _help("how many spectators a table can have")] = 20
    devices: Annotated[int, _help("how many devices can be connected at once")] = 20_000
    connections: Annotated[int, _help("how many connections one address can have; a proxy can have all")] = 100
    grace: Annotated[float, _help("seconds after which somebody who lost the connection counts as absent")] = 12.0
    hold: Annotated[float, _help("how long results are held, as a factor; 0: not at all")] = 1.0
    idle: Annotated[float, _help("hours after which a table where nobody sits any more is closed")] = 24.0
    retention: Annotated[float, _help("days for which finished matches are kept; 0: for ever")] = 90.0
    rate: Annotated[float, _help("messages a second that one guest may send, on average")] = 20.0
    burst: Annotated[float, _help("messages that one guest may send at once")] = 60.0
    guesses: Annotated[float, _help("table codes a minute that one address may try; at once three times as many")] = (
        20.0
    )
    questions: Annotated[float, _help("requests for past matches a second that one address may make")] = 10.0
    openings: Annotated[float, _help("tables a minute that one address may open")] = 60.0
    strikes: Annotated[int, _help("malformed messages after which a connection is closed")] = 8
    buffer: Annotated[int, _help("bytes that may wait for a slow device before it is let go")] = 262_144
    packs: Annotated[int, _help("packs of questions that one guest may keep; 0: the atelier is closed")] = 40
    all_packs: Annotated[int, _help("packs of questions that all guests together may keep")] = 5_000
    pack_bytes: Annotated[int, _help("bytes that a pack may have, without its pictures and sounds")] = 1_000_000
    pack_entries: Annotated[int, _help("questions, themes and lists that a pack may hold")] = 1_500
    pack_megabytes: Annotated[int, _help("megabytes of all guests' packs together, pictures and sounds included")] = (
        4_000
    )
    media: Annotated[int, _help("pictures and sounds that a pack may hold")] = 20
    positions: Annotated[bool, _help("whether tables may start in the middle of a game: demonstrations, tests")] = False
    log: Annotated[str, _help("debug, info, warning or error")] = "info"


def add_flags(parser: argparse.ArgumentParser) -> None:
    for field in msgspec.structs.fields(Settings):
        default = "" if field.default == "" else f" (default: {field.default})"
        parser.add_argument(
            f"--{field.encode_name.replace('_', '-')}",
            dest=field.name,
            metavar="X",
            help=f"{_told(field.name)}{default}; {PREFIX}{field.name.upper()}",
        )


def read_settings(flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ, **defaults: Any) -> Settings:
    """A flag counts before the environment, and the environment before the default. Raises Invalid."""
    given = dict(defaults)
    for field in msgspec.structs.fields(Settings):
        name, value = field.name, flags.get(field.name)
        if value is None:
            value = environment.get(f"{PREFIX}{name.upper()}")
        if value is not None:
            given[name] = value
    try:
        settings = msgspec.convert(given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Invalid("bad_setting", problem=str(error)) from None
    return _checked(settings)


def _checked(settings: Settings) -> Settings:
    if not 0 <= settings.port < 65_536:
        raise Invalid("bad_setting", problem=f"port: {settings.port}, expected 0 to 65535")
    if bool(settings.cert) != bool(settings.key):
        raise Invalid("bad_setting", problem="cert and key are given together")
    if settings.broker and not settings.database:
        raise Invalid("bad_setting", problem="a broker is of use with a database only")
    for name, schemes in (("database", ("postgresql", "postgres")), ("broker", ("nats", "tls", "ws", "wss"))):
        given = getattr(settings, name)
        if given and given.partition("://")[0] not in schemes:
            raise Invalid("bad_setting", problem=f"{name}: expected {schemes[0]}://…")
    for file in (settings.cert, settings.key):
        if file and not Path(file).is_file():
            raise Invalid("bad_setting", problem=f"there is no file {file}")
    if settings.log not in ("debug", "info", "warning", "error"):
        raise Invalid("bad_setting", problem=f"log: {settings.log}, expected debug, info, warning or error")
    least = {
        "tables": 1,
        "devices": 1,
        "connections": 1,
        "rate": 0.1,
        "burst": 1,
        "guesses": 1,
        "openings": 1,
        "questions": 1,
        "strikes": 1,
        "buffer": 65_536,
        "pack_bytes": 1_000,
        "pack_entries": 1,
        "pack_megabytes": 1,
    }
    for name, value in {
        **dict.fromkeys(("spectators", "grace", "idle", "retention", "packs", "all_packs", "media"), 0),
        **least,
    }.items():
        if getattr(settings, name) < value:
            raise Invalid("bad_setting", problem=f"{name}: {getattr(settings, name)}, expected at least {value}")
    return settings


def _told(name: str) -> str:
    hint = get_type_hints(Settings, include_extras=True)[name]
    assert get_origin(hint) is Annotated
    return str(get_args(hint)[1].description)
