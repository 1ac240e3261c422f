"""WebSocket frames as they come from devices: cut anywhere, in parts, too large, or no frames at all."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tablee.server.frames import BINARY, CLOSE, MORE, PING, TEXT, Broken, Frames, accept, frame, goodbye, unmask

MOST = 70_000
ASKED = {
    "Upgrade": "WebSocket",
    "Connection": "keep-alive, Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def sent(data: bytes, kind: int = TEXT, *, last: bool = True, mask: bytes = b"\x01\xfe\x00\x7f") -> bytes:
    """A frame of a device."""
    plain = frame(data, kind)
    head = len(plain) - len(data)
    first = plain[0] if last else plain[0] & 0x7F
    return bytes([first, plain[1] | 0x80]) + plain[2:head] + mask + unmask(data, mask)


def read(pieces: Iterable[bytes]) -> list[tuple[int, bytes]]:
    frames, found = Frames(MOST), []
    for piece in pieces:
        frames.add(piece)
        while (one := frames.next()) is not None:
            found.append(one)
    return found


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_of_any_size_is_read_as_it_was_sent(size: int) -> None:
    data = bytes(place % 251 for place in range(size))
    made = frame(data)
    assert len(made) == size + (2 if size < 126 else 4 if size < 65_536 else 10)
    assert made[0] == 0x81
    assert made.endswith(data)
    assert read([sent(data)]) == [(TEXT, data)]


def test_however_the_bytes_are_cut_the_messages_are_the_same() -> None:
    whole = (
        sent(b"one")
        + sent(b"t", last=False)
        + sent(b"?", PING)  # between two parts of a message
        + sent(b"w", MORE, last=False)
        + sent(b"o", MORE)
        + sent(b"x" * 200, BINARY)
        + sent(b"", CLOSE)
    )
    expected = [(TEXT, b"one"), (PING, b"?"), (TEXT, b"two"), (BINARY, b"x" * 200), (CLOSE, b"")]
    assert read([whole]) == expected
    for size in (1, 2, 3, 7):
        assert read(whole[at : at + size] for at in range(0, len(whole), size)) == expected


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (frame(b"not masked"), 1002),
        (bytes([0xC1]) + sent(b"compressed")[1:], 1002),
        (sent(b"", 0x3), 1002),
        (sent(b"", 0xB), 1002),
        (sent(b"of nothing", MORE), 1002),
        (sent(b"a", last=False) + sent(b"b"), 1002),
        (sent(b"half a ping", PING, last=False), 1002),
        (sent(b"x" * 126, PING), 1002),
        (sent(b"x" * (MOST + 1))[:14], 1009),  # before it is there
        (sent(b"x" * MOST, last=False) + sent(b"x", MORE), 1009),
    ],
)
def test_what_is_no_message_ends_the_connection(said: bytes, code: int) -> None:
    assert read([sent(b"fine")]) == [(TEXT, b"fine")]
    with pytest.raises(Broken) as broken:
        read([said])
    assert broken.value.code == code


def test_a_goodbye_is_never_too_long() -> None:
    assert goodbye(4000, "kicked") == b"\x88\x08\x0f\xa0kicked"
    assert len(goodbye(4000, "é" * 200)) == 127


def test_a_handshake_is_answered_as_the_standard_says() -> None:
    answer = accept(ASKED)
    assert answer
    assert b"Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n" in answer  # the example of RFC 6455


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Upgrade", "h2c"),
        ("Connection", "close"),
        ("Sec-WebSocket-Version", "8"),
        ("Sec-WebSocket-Key", "short"),
        ("Sec-WebSocket-Key", ""),
        ("Sec-WebSocket-Key", "é"),
    ],
)
def test_what_is_no_handshake_is_refused(name: str, said: str) -> None:
    assert accept({**ASKED, name: said}) is None
