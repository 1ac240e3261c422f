"""Full packs without meaning, for scenarios and tests: their card ids never change."""

from __future__ import annotations

from collections.abc import Sequence

from tablee import packs
from tablee.packs import Manifest, Pack

from .cards import RARER, SYMBOLS


def synthetic() -> Sequence[str]:
    """Makes the packs known, and gives their names. In pack A the theme of the card `star1` is "theme star1"."""
    return [packs.add(_pack(letter)).manifest.id for letter in RARER]


def _pack(letter: str) -> Pack:
    name = f"synthetic-blitz-{letter.lower()}"
    manifest = Manifest(name, "blitz", f"Synthetic {letter}", "en", "CC0-1.0", ("Tablée",), "1", letter)
    ids = [(symbol, f"{symbol}{i}") for symbol in SYMBOLS for i in range(6 if symbol in RARER[letter] else 7)]
    prefix = "theme" if letter == "A" else f"theme {letter}"
    tables = tuple(
        (
            id,
            "theme",
            {
                "id": id,
                "symbol": symbol,
                "text": f"{prefix} {id}",
                "tag": id,
                "examples": [f"{id} {n}" for n in range(20)],
            },
        )
        for symbol, id in ids
    )
    return Pack(manifest, f"synthetic-{letter}", tables)
