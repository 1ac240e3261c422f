"""WebSocket (RFC 6455), as far as a device and a table need it: whole messages from the bytes that come, and frames.

Pure. aiohttp speaks it, too, and keeps a request, a parser, a queue and two tasks for each connection while it does:
most of what a device at a table would take.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from typing import Final

MORE: Final = 0x0  # of a message that has begun
TEXT: Final = 0x1
BINARY: Final = 0x2
CLOSE: Final = 0x8
PING: Final = 0x9
PONG: Final = 0xA
NORMAL: Final = 1000  # codes with which a connection is closed
BAD_FRAME: Final = 1002
BAD_TEXT: Final = 1007
TOO_LARGE: Final = 1009
LARGEST_CONTROL: Final = 125
MAGIC: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Broken(Exception):
    """What came is no WebSocket, or too much of it."""

    def __init__(self, code: int) -> None:
        """`code`: with which the connection is closed."""
        super().__init__(code)
        self.code = code


def accept(headers: Mapping[str, str]) -> bytes | None:
    """The answer to a handshake; None: it is none."""
    key = headers.get("Sec-WebSocket-Key", "").strip()
    wanted = headers.get("Upgrade", "").lower().strip() == "websocket"
    named = "upgrade" in [part.strip() for part in headers.get("Connection", "").lower().split(",")]
    if not wanted or not named or headers.get("Sec-WebSocket-Version") != "13" or not _is_key(key):
        return None
    proof = base64.b64encode(hashlib.sha1(key.encode() + MAGIC, usedforsecurity=False).digest())
    return (
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: %b\r\n\r\n" % proof
    )


def _is_key(key: str) -> bool:
    try:
        return len(base64.b64decode(key, validate=True)) == 16
    except (binascii.Error, ValueError):
        return False


def frame(data: bytes, kind: int = TEXT) -> bytes:
    """One message as one frame."""
    size = len(data)
    if size < 126:
        return bytes((0x80 | kind, size)) + data
    if size < 65_536:
        return bytes((0x80 | kind, 126)) + size.to_bytes(2, "big") + data
    return bytes((0x80 | kind, 127)) + size.to_bytes(8, "big") + data


def goodbye(code: int, reason: str = "") -> bytes:
    return frame(code.to_bytes(2, "big") + reason.encode()[: LARGEST_CONTROL - 2], CLOSE)


class Frames:
    """What a device sends: `add` bytes as they come, and take messages by `next`."""

    __slots__ = ("_at", "_begun", "_data", "_kind", "_most")

    def __init__(self, most: int) -> None:
        """`most`: bytes of one message."""
        self._most = most
        self._data, self._at = b"", 0  # what has come, and how far it is read
        self._kind = MORE  # of the message that comes in parts
        self._begun: bytearray | None = None

    def add(self, data: bytes) -> None:
        self._data = self._data[self._at :] + data if self._data else data
        self._at = 0

    def next(self) -> tuple[int, bytes] | None:
        """The kind and content of what is there in full. Raises Broken."""
        while (found := self._frame()) is not None:
            first, payload = found
            kind, last = first & 0x0F, first & 0x80
            if kind >= CLOSE or (last and kind != MORE):
                return kind, payload
            if self._begun is None:
                self._kind, self._begun = kind, bytearray()
            self._begun += payload
            if last:
                kind, whole = self._kind, bytes(self._begun)
                self._kind, self._begun = MORE, None
                return kind, whole
        self._data, self._at = self._data[self._at :], 0  # the rest waits for more; what is read is not kept
        return None

    def _frame(self) -> tuple[int, bytes] | None:
        data, at = self._data, self._at
        there = len(data) - at
        if there < 2:
            return None
        first, size, start = data[at], data[at + 1] & 0x7F, at + 2
        if not data[at + 1] & 0x80:  # whoever asks for a page must mask what it says
            raise Broken(BAD_FRAME)
        if size > LARGEST_CONTROL:
            start += 2 if size == 126 else 8
            if len(data) < start:
                return None
            size = int.from_bytes(data[at + 2 : start], "big")
        self._check(first, size)
        end = start + 4 + size
        if len(data) < end:
            return None
        self._at = end
        return first, unmask(data[start + 4 : end], data[start : start + 4])

    def _check(self, first: int, size: int) -> None:
        """Before the rest of it is waited for. Raises Broken."""
        kind = first & 0x0F
        if first & 0x70 or kind > PONG or BINARY < kind < CLOSE:  # nothing of that was agreed on
            raise Broken(BAD_FRAME)
        if kind >= CLOSE:
            if size > LARGEST_CONTROL or not first & 0x80:
                raise Broken(BAD_FRAME)
        elif (kind == MORE) is (self._begun is None):  # more of nothing, or something new in the middle
            raise Broken(BAD_FRAME)
        elif size + len(self._begun or b"") > self._most:
            raise Broken(TOO_LARGE)


def unmask(data: bytes, mask: bytes) -> bytes:
    """All bytes at once, as one large number."""
    size = len(data)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
