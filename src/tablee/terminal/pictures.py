"""Which game has a picture."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from .scene import Picture

PICTURES: Final = {
    "desfausse": "tablee.terminal.desfausse",
    "blitz": "tablee.terminal.blitz",
    "defizz": "tablee.terminal.defizz",
    "egomaster": "tablee.terminal.egomaster",
}


@cache
def picture(game: str) -> Picture:
    """A game's own picture, or the plain one."""
    if game not in PICTURES:
        return Picture()
    own = import_module(PICTURES[game]).PICTURE
    assert isinstance(own, Picture)
    return own
