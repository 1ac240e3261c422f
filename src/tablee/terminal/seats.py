"""The tokens of the seats that one has taken on servers: who has the token, has the seat."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec

from .saves import folder

MOST: Final = 100  # the oldest are forgotten


def file() -> Path:
    return folder() / "seats"  # not .json: those are saved matches


def recall(url: str, table: str) -> str | None:
    return _read().get(f"{url} {table}")


def keep(url: str, table: str, token: str) -> None:
    """For the next time; nobody else may read it."""
    kept = _read()
    kept.pop(f"{url} {table}", None)
    kept[f"{url} {table}"] = token
    _write(dict(list(kept.items())[-MOST:]))


def forget(url: str, table: str) -> None:
    kept = _read()
    if kept.pop(f"{url} {table}", None):
        _write(kept)


def _read() -> dict[str, str]:
    try:
        return msgspec.json.decode(file().read_bytes(), type=dict[str, str])
    except (OSError, msgspec.DecodeError):
        return {}


def _write(kept: dict[str, str]) -> None:
    """Replaced at once. A disk that is full must not end the evening: one then sits down anew next time."""
    beside = file().with_name(f".seats.{os.getpid()}")
    try:
        file().parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
            opened.write(msgspec.json.format(msgspec.json.encode(kept), indent=1))
        beside.replace(file())
    except OSError:
        beside.unlink(missing_ok=True)
