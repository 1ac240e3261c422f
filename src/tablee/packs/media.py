"""Pictures and sounds in questions: what they are is seen in their bytes, and nothing that is not needed is kept.

A picture is written anew from the parts that draw it, so that what somebody hid beside them (places, names, a script, a
second file) stays behind. SVG is refused: it can hold a program.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Iterator
from typing import Final

from tablee.engine import Invalid

TYPES: Final = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "webp": "image/webp",
    "ogg": "audio/ogg",
    "mp3": "audio/mpeg",
}
SOUNDS: Final = ("ogg", "mp3")
MOST: Final = 2_000_000  # bytes of one
WIDEST: Final = 4_096  # pixels
NAME: Final = re.compile(r"[0-9a-f]{64}\.(?:png|jpg|webp|ogg|mp3)")
_PNG: Final = (b"IHDR", b"PLTE", b"tRNS", b"gAMA", b"sRGB", b"IDAT", b"IEND")
_WEBP: Final = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF")


def clean(data: bytes) -> tuple[str, bytes]:
    """How the file is called from now on, and its bytes. Raises Invalid."""
    if len(data) > MOST:
        raise Invalid("media_too_big", most=MOST // 1_000)
    try:
        ending, kept = _read(data)
    except (struct.error, IndexError, zlib.error):
        raise Invalid("bad_media") from None
    return f"{hashlib.sha256(kept).hexdigest()}.{ending}", kept


def type_of(data: bytes) -> str | None:
    """The ending of a file that we have cleaned; None: it is something else."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data.startswith(b"OggS"):
        return "ogg"
    return "mp3" if _is_frame(data, 0) else None


def _read(data: bytes) -> tuple[str, bytes]:
    kind = type_of(data)
    if kind == "png":
        return kind, _png(data)
    if kind == "jpg":
        return kind, _jpeg(data)
    if kind == "webp":
        return kind, _webp(data)
    if kind == "ogg" and b"OpusHead" in data[:256]:
        return kind, _ogg(data)
    if data.startswith(b"ID3"):  # words about the song: they are left
        size = 10 + sum((one & 0x7F) << shift for one, shift in zip(data[6:10], (21, 14, 7, 0), strict=True))
        data = data[size:]
    if _is_frame(data, 0):
        return "mp3", _mp3(data)
    raise Invalid("bad_media")


def _sized(width: int, height: int) -> None:
    if not (0 < width <= WIDEST and 0 < height <= WIDEST):
        raise Invalid("media_too_wide", most=WIDEST)


def _png(data: bytes) -> bytes:
    kept, at, seen = [data[:8]], 8, b""
    while seen != b"IEND":
        (size,) = struct.unpack_from(">I", data, at)
        seen, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        (told,) = struct.unpack_from(">I", data, at + 8 + size)
        if len(body) != size or zlib.crc32(seen + body) != told:
            raise Invalid("bad_media")
        if seen == b"IHDR":
            _sized(*struct.unpack_from(">II", body))
        if seen in _PNG:
            kept.append(data[at : at + 12 + size])
        at += 12 + size
    if not any(part[4:8] == b"IDAT" for part in kept) or kept[1][4:8] != b"IHDR":
        raise Invalid("bad_media")
    return b"".join(kept)


def _jpeg(data: bytes) -> bytes:
    kept, at, sized = [b"\xff\xd8"], 2, False
    while True:
        if data[at] != 0xFF:
            raise Invalid("bad_media")
        marker = data[at + 1]
        if marker == 0xDA:  # the picture itself, up to its end
            end = data.find(b"\xff\xd9", at)  # inside the scans no such pair occurs
            if end < 0 or not sized:
                raise Invalid("bad_media")
            return b"".join([*kept, data[at:end], b"\xff\xd9"])
        (size,) = struct.unpack_from(">H", data, at + 2)
        if marker in (0xC0, 0xC1, 0xC2):
            height, width = struct.unpack_from(">HH", data, at + 5)
            _sized(width, height)
            sized = True
        if not (0xE1 <= marker <= 0xED or marker == 0xEF or marker == 0xFE):  # words, places, other programs' notes
            kept.append(data[at : at + 2 + size])
        at += 2 + size


def _webp(data: bytes) -> bytes:
    (size,) = struct.unpack_from("<I", data, 4)
    if size + 8 > len(data):
        raise Invalid("bad_media")
    kept, sized = [], False
    for name, body in _chunks(data[12 : size + 8]):
        if name == b"VP8X":
            wide, high = int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
            _sized(wide, high)
            body = bytes([body[0] & 0b0001_0010]) + body[1:]  # transparency and motion; no notes about the picture
        elif name == b"VP8 ":
            width, height = struct.unpack_from("<HH", body, 6)
            _sized(width & 0x3FFF, height & 0x3FFF)
            sized = True
        elif name == b"VP8L":
            (bits,) = struct.unpack_from("<I", body, 1)
            _sized((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
            sized = True
        elif name == b"ANMF":
            sized = True
        if name in _WEBP:
            kept.append(name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2))
    if not sized:
        raise Invalid("bad_media")
    held = b"WEBP" + b"".join(kept)
    return b"RIFF" + struct.pack("<I", len(held)) + held


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while at + 8 <= len(data):
        (size,) = struct.unpack_from("<I", data, at + 4)
        yield data[at : at + 4], data[at + 8 : at + 8 + size]
        at += 8 + size + size % 2


def _ogg(data: bytes) -> bytes:
    """As far as page follows page."""
    at, pages = 0, 0
    while data[at : at + 4] == b"OggS":
        segments = data[at + 26]
        size = 27 + segments + sum(data[at + 27 : at + 27 + segments])
        if at + size > len(data):
            break
        at, pages = at + size, pages + 1
    if pages < 2:
        raise Invalid("bad_media")
    return data[:at]


_RATES: Final = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_RATES_2: Final = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_SAMPLES: Final = (44_100, 48_000, 32_000)


def _is_frame(data: bytes, at: int) -> bool:
    return _frame(data, at) > 0


def _frame(data: bytes, at: int) -> int:
    """The length of a frame of MPEG layer III; 0: there is none."""
    head = data[at : at + 4]
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xE6 != 0xE2:
        return 0
    version, rate, sample = head[1] >> 3 & 3, head[2] >> 4, head[2] >> 2 & 3
    if version == 1 or not 0 < rate < 15 or sample == 3:
        return 0
    first = version == 3
    kbit, hertz = (_RATES if first else _RATES_2)[rate], _SAMPLES[sample] >> (0 if first else 1 if version == 2 else 2)
    return (144 if first else 72) * kbit * 1_000 // hertz + (head[2] >> 1 & 1)


def _mp3(data: bytes) -> bytes:
    """As far as frame follows frame."""
    at, frames = 0, 0
    while size := _frame(data, at):
        if at + size > len(data):
            break
        at, frames = at + size, frames + 1
    if frames < 3:
        raise Invalid("bad_media")
    return data[:at]
