"""Every label of the catalogues is used where people read it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablee
from tablee.bots import CHARACTERS
from tablee.engine import Words, find, games
from tablee.terminal.lobby import ORDERS
from tablee.terminal.texts import COMMANDS

SOURCE = Path(tablee.__file__).parent
MADE = {f"{kind}_{name}" for kind in ("command", "help") for name in (*COMMANDS, *ORDERS)} | {"left_pile", "right_pile"}
MADE |= {f"{kind}_{name}" for kind in ("bot", "manner") for name in ("anyone", *(known.id for known in CHARACTERS))}


@pytest.mark.parametrize("game", [None, *(name for name, meta in games().items() if meta.picture)])
def test_every_label_is_used(game: str | None) -> None:
    folder = find(game).folder if game else SOURCE / "engine"
    files = [*folder.glob("picture.py"), *SOURCE.glob("terminal/*.py"), *SOURCE.glob("pictures/*.py")]
    files += [SOURCE / "engine" / "words.py", *SOURCE.parents[1].glob("web/src/**/*.ts")]
    quoted = {name for file in files for name in re.findall(r"""["'](\w+)["']""", file.read_text("utf-8"))}
    assert not set(Words("fr", folder).tables["labels"]) - quoted - MADE
