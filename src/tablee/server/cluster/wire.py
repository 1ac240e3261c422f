"""What carries messages from node to node. It keeps nothing: what is under way when it fails is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol, TypeAlias

Hear: TypeAlias = Callable[[bytes], None]


class Wire(Protocol):
    """Messages of one sender to one node arrive in order, or not at all."""

    @property
    def up(self) -> bool:
        """Whether what is sent now has a chance."""

    async def open(self, turned: Callable[[], None]) -> None:
        """`turned`: it went up or down. Raises Invalid when it cannot be used at all."""

    async def listen(self, node: str, hear: Hear, hear_all: Hear) -> None:
        """From now on, what is sent to this node and to all; what was listened to before is over."""

    def send(self, node: str, data: bytes) -> None:
        """Never waits."""

    def send_all(self, data: bytes) -> None:
        """To every node, the sender too."""

    async def close(self) -> None:
        """What was sent before is on its way."""


class Switchboard:
    """Where the wires of one process end: for tests, and for a node that is alone."""

    def __init__(self) -> None:
        self.ends: dict[str, tuple[Hear, Hear]] = {}


class LocalWire:
    def __init__(self, board: Switchboard | None = None) -> None:
        self.up = True
        self._board = board or Switchboard()
        self._node: str | None = None
        self._turned: Callable[[], None] = lambda: None

    async def open(self, turned: Callable[[], None]) -> None:
        self._turned = turned

    def cut(self, *, up: bool = False) -> None:
        """As when the broker is away; and back."""
        self.up = up
        self._turned()

    async def listen(self, node: str, hear: Hear, hear_all: Hear) -> None:
        if self._node is not None:
            self._board.ends.pop(self._node, None)
        self._node = node
        self._board.ends[node] = (
            lambda data: hear(data) if self.up else None,
            lambda data: hear_all(data) if self.up else None,
        )

    def send(self, node: str, data: bytes) -> None:
        if self.up and node in self._board.ends:
            asyncio.get_running_loop().call_soon(self._board.ends[node][0], data)

    def send_all(self, data: bytes) -> None:
        if self.up:
            for _, hear_all in [*self._board.ends.values()]:
                asyncio.get_running_loop().call_soon(hear_all, data)

    async def close(self) -> None:
        if self._node is not None:
            self._board.ends.pop(self._node, None)
