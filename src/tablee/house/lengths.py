"""How long a game takes: what the lab has measured (`python -m tablee.lab.lengths`), as its folder has it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from tablee.engine import Meta

FILE: Final = "lengths.toml"


def read_lengths(meta: Meta) -> dict[str, dict[str, int]]:
    """Minutes by preset and number of players. Nothing, where nobody has measured."""
    return _read(meta.folder / FILE)


@cache
def _read(path: Path) -> dict[str, dict[str, int]]:
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
