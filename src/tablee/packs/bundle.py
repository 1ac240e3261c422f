"""A `.tablee` file: a pack and its pictures and sounds in a zip, with nothing else in it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Final

from tablee.engine import Invalid

from . import media

PACK: Final = "pack.toml"
FOLDER: Final = "media/"
FILES: Final = 500
BYTES: Final = 24_000_000  # of all together, unpacked
_LINK: Final = 0o120000


def write_bundle(pack: str, files: Mapping[str, bytes]) -> bytes:
    """Of the pack's TOML and its files by name."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, data in {PACK: pack.encode(), **{FOLDER + name: data for name, data in files.items()}}.items():
            bundle.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def read_bundle(data: bytes) -> tuple[bytes, dict[str, bytes]]:
    """The pack's TOML, and its files by name. Raises Invalid: paths, links, bombs, what does not belong."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as bundle:
            return _read(bundle)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, RuntimeError, EOFError, ValueError, OSError):
        raise Invalid("bad_bundle", name="zip") from None


def _read(bundle: zipfile.ZipFile) -> tuple[bytes, dict[str, bytes]]:
    infos = bundle.infolist()
    if len(infos) > FILES or sum(info.file_size for info in infos) > BYTES:
        raise Invalid("bundle_too_big", files=FILES, megabytes=BYTES // 1_000_000)
    found: dict[str, bytes] = {}
    for info in infos:
        name = info.filename
        known = name == PACK or (name.startswith(FOLDER) and media.NAME.fullmatch(name.removeprefix(FOLDER)))
        if not known or info.external_attr >> 16 & 0o170000 == _LINK or info.flag_bits & 1 or name in found:
            raise Invalid("bad_bundle", name=name[:60])
        with bundle.open(info) as file:
            found[name] = file.read(BYTES + 1)  # whatever its head says
        if sum(map(len, found.values())) > BYTES:
            raise Invalid("bundle_too_big", files=FILES, megabytes=BYTES // 1_000_000)
    if PACK not in found:
        raise Invalid("bad_bundle", name=PACK)
    files: dict[str, bytes] = {}
    for name, held in found.items():
        if name != PACK:
            called, kept = media.clean(held)
            if FOLDER + called != name:
                raise Invalid("bad_bundle", name=name[:60])
            files[called] = kept
    return found[PACK], files
