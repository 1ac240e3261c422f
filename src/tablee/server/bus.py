"""News of a table to every device that is connected to it. One process needs no more than this; with several of them
the same two calls go through a message broker, one subject a table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from .protocol import Lobby
from .update import Update

log = logging.getLogger("tablee.bus")


class Plain(Struct, frozen=True):
    """The same bytes for everyone, or for one guest."""

    data: bytes
    to: str | None = None


class LobbyNews(Struct, frozen=True):
    """The lobby, made for each guest."""

    shown: Callable[[str], Lobby]


Told: TypeAlias = Update | LobbyNews | Plain
Listener: TypeAlias = Callable[[Told], None]


class Bus(Protocol):
    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        """From now on; call what is returned to stop."""

    def tell(self, table: str, told: Told) -> None: ...


class LocalBus:
    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    def listen(self, table: str, listener: Listener) -> Callable[[], None]:
        listeners = self._listeners.setdefault(table, [])
        listeners.append(listener)

        def stop() -> None:
            if listener in listeners:
                listeners.remove(listener)
            if not listeners:
                self._listeners.pop(table, None)

        return stop

    def tell(self, table: str, told: Told) -> None:
        for listener in tuple(self._listeners.get(table, ())):
            try:
                listener(told)
            except Exception:
                log.exception("table %s: a device could not be told", table)  # the others must be
