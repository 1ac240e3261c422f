"""The words of the terminal, over those of engine and server, under those of a game and its picture."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import tablee.server
from tablee.engine import Words
from tablee.engine.words import words_folders

_FOLDERS: Final = (Path(tablee.server.__file__).parent, Path(__file__).parent)


@cache
def terminal_words(language: str, game: str | None = None) -> Words:
    engine, *own = words_folders(game)
    return Words(language, engine, *_FOLDERS, *own, own="picture")
