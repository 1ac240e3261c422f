"""Pictures, sounds and `.tablee` files: what they are is seen in their bytes, and nothing else comes along."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from random import Random

import pytest

from tablee.engine import Invalid
from tablee.packs import media
from tablee.packs.bundle import read_bundle, write_bundle
from tablee.packs.media import clean, type_of

SCRIPT = b"<script>alert(1)</script>"


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int = 2, height: int = 2, extra: bytes = b"") -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"".join(b"\0" + b"\x80" * 6 for _ in range(2)))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


def segment(marker: int, body: bytes) -> bytes:
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def jpeg(extra: bytes = b"", width: int = 8) -> bytes:
    frame = struct.pack(">BHHB", 8, 8, width, 1) + b"\x01\x11\x00"
    return (
        b"\xff\xd8"
        + segment(0xE0, b"JFIF\0")
        + extra
        + segment(0xC0, frame)
        + segment(0xDA, b"\x01\x01\x00\x00\x3f\x00")
        + b"\x12\x34\xff\xd9"
    )


def webp(extra: bytes = b"") -> bytes:
    picture = b"VP8L" + struct.pack("<I", 10) + b"\x2f" + struct.pack("<I", 7 | 7 << 14) + b"\0" * 5
    body = b"WEBP" + picture + extra
    return b"RIFF" + struct.pack("<I", len(body)) + body


def mp3() -> bytes:
    frame = b"\xff\xfb\x90\x00"
    return (frame + b"\0" * 413) * 4


def ogg() -> bytes:
    def page(body: bytes) -> bytes:
        return b"OggS" + b"\0" * 22 + bytes([1, len(body)]) + body

    return page(b"OpusHead" + b"\0" * 11) + page(b"OpusTags" + b"\0" * 8) + page(b"sound")


GOOD = {"png": png(), "jpg": jpeg(), "webp": webp(), "mp3": mp3(), "ogg": ogg()}
HIDDEN = {
    "a script after a picture": png() + SCRIPT,
    "a note in a picture": png(extra=chunk(b"tEXt", b"Comment\0" + SCRIPT)),
    "a place in a photograph": jpeg(segment(0xE1, b"Exif\0\0" + SCRIPT)),
    "a comment in a photograph": jpeg(segment(0xFE, SCRIPT)),
    "a page behind a photograph": jpeg() + SCRIPT,
    "a note in a web picture": webp(b"XMP " + struct.pack("<I", 26) + SCRIPT + b"\0"),
    "a page behind a web picture": webp() + SCRIPT,
    "words about a song": b"ID3\x04\0\0\0\0\0\x19" + SCRIPT + mp3(),
    "a page behind a song": mp3() + SCRIPT,
    "a page behind a clip": ogg() + SCRIPT,
}
BAD = {
    "svg": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "html that begins like a picture": b"\x89PNG\r\n\x1a\n" + SCRIPT,
    "gif": b"GIF89a" + SCRIPT,
    "a picture with a wrong sum": png()[:-6] + b"\0" * 6,
    "a picture without an end": png()[:-12],
    "a huge picture": png(width=60_000),
    "a huge photograph": jpeg(width=60_000),
    "nothing": b"",
    "vorbis": ogg().replace(b"OpusHead", b"\x01vorbis\0"),
    "too big": png() + b"\0" * media.MOST,
}


@pytest.mark.parametrize("kind", GOOD)
def test_what_is_fine_stays_what_it_is(kind: str) -> None:
    name, kept = clean(GOOD[kind])
    assert (name.rpartition(".")[2], type_of(kept), kept) == (kind, kind, GOOD[kind])
    assert media.NAME.fullmatch(name)
    assert clean(kept) == (name, kept)


@pytest.mark.parametrize("what", HIDDEN)
def test_what_hides_in_a_file_is_left_behind(what: str) -> None:
    name, kept = clean(HIDDEN[what])
    assert b"script" not in kept
    assert clean(kept) == (name, kept)


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_picture_or_sound_is_refused(what: str) -> None:
    with pytest.raises(Invalid):
        clean(BAD[what])


def test_damaged_files_are_refused_or_cleaned_and_never_break_us() -> None:
    chance = Random(7)
    for _ in range(600):
        data = bytearray(chance.choice([*GOOD.values(), *HIDDEN.values()]))
        for _ in range(chance.randint(1, 6)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        cut = bytes(data[: chance.randint(1, len(data))])
        try:
            name, kept = clean(cut)
        except Invalid:
            continue
        assert type_of(kept) == name.rpartition(".")[2]


# ---------------------------------------------------------------- bundles


def bundle(*files: tuple[str, bytes], link: bool = False) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files:
            info = zipfile.ZipInfo(name)
            if link:
                info.external_attr = 0o120777 << 16
            out.writestr(info, data)
    return made.getvalue()


def test_a_bundle_is_read_as_it_was_written() -> None:
    name, kept = clean(png())
    assert read_bundle(write_bundle("[pack]", {name: kept})) == (b"[pack]", {name: kept})


@pytest.mark.parametrize(
    "data",
    [
        b"no zip",
        bundle(("../pack.toml", b"")),
        bundle(("/etc/passwd", b"")),
        bundle(("pack.toml", b""), ("media/../../x.png", b"")),
        bundle(("pack.toml", b""), ("media/" + "0" * 64 + ".svg", BAD["svg"])),
        bundle(("pack.toml", b""), ("media/" + "0" * 64 + ".png", png())),
        bundle(("pack.toml", b"/etc/passwd"), link=True),
        bundle(("pack.toml", b" " * 30_000_000)),
        bundle(*((f"media/{n:064x}.png", b"") for n in range(600))),
        bundle(("media/" + clean(png())[0], png())),
    ],
)  # fmt: skip
def test_paths_links_bombs_and_strangers_are_refused(data: bytes) -> None:
    with pytest.raises(Invalid):
        read_bundle(data)
