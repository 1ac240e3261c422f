"""Letters between nodes: all that one turn of the loop has for a node goes in one parcel, and none is missed unseen."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import msgspec

from .messages import AnySaid, Parcel, Reset, Tell, decode, encode
from .wire import Wire

LARGEST: Final = 250_000  # bytes of news in one parcel; brokers refuse what is far larger
Hear: TypeAlias = Callable[[str, AnySaid], None]
log = logging.getLogger("tablee.wire")


class Post:
    def __init__(self, wire: Wire, hear: Hear, broken: Callable[[str], None]) -> None:
        """`broken`: something between that node and this one was lost."""
        self._wire, self._hear, self._broken = wire, hear, broken
        self._loop = asyncio.get_running_loop()
        self._boxes: dict[str, list[AnySaid]] = {}
        self._sent: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self.sender = ""
        self.parcels = 0

    def begin(self, sender: str) -> None:
        """Under another name: whatever was before is not ours."""
        self.sender = sender
        self._boxes.clear()
        self._sent.clear()
        self._heard.clear()

    def say(self, node: str, said: AnySaid) -> None:
        box = self._boxes.get(node)
        if box is None:
            self._boxes[node] = [said]
            if len(self._boxes) == 1:
                self._loop.call_soon(self.flush)
        else:
            box.append(said)

    def tell(self, node: str, device: int, data: bytes) -> None:
        """What several devices are told in one go is sent once."""
        box = self._boxes.get(node)
        if box and isinstance(last := box[-1], Tell) and last.data is data:
            last.devices.append(device)
        else:
            self.say(node, Tell([device], data))

    def flush(self) -> None:
        boxes, self._boxes = self._boxes, {}
        for node, box in boxes.items():
            for part in _parts(box):
                number = self._sent[node] = self._sent.get(node, -1) + 1
                self._wire.send(node, encode(Parcel(self.sender, number, part)))
                self.parcels += 1

    def receive(self, data: bytes) -> None:
        try:
            parcel = decode(data)
        except msgspec.DecodeError as problem:  # of another version, perhaps
            log.warning("a parcel makes no sense: %s", problem)
            return
        sender = parcel.sender
        expected = self._heard.get(sender)
        self._heard[sender] = parcel.number + 1
        if parcel.number != (expected or 0):
            log.warning("parcels of %s are missing: %s came, not %s", sender, parcel.number, expected)
            self._broken(sender)
            if not any(isinstance(said, Reset) for said in parcel.said):
                self.say(sender, Reset())
        for said in parcel.said:
            try:
                self._hear(sender, said)
            except Exception:
                log.exception("%s of %s failed", type(said).__name__, sender)

    def forget(self, node: str) -> None:
        """It is gone for good."""
        for kept in (self._boxes, self._sent, self._heard):
            kept.pop(node, None)


def _parts(box: list[AnySaid]) -> Iterator[list[AnySaid]]:
    """Nearly always the whole."""
    part: list[AnySaid] = []
    size = 0
    for said in box:
        if isinstance(said, Tell):
            size += len(said.data)
            if size > LARGEST and part:
                yield part
                part, size = [], len(said.data)
        part.append(said)
    yield part
