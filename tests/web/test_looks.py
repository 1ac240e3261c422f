"""What Meta and the page both say of a game is the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablee.engine import find
from tablee.server.types import drawn_here

GAMES = Path(__file__).parents[2] / "web" / "src" / "games"


@pytest.mark.parametrize("game", drawn_here())
def test_the_colours_of_a_game_are_those_of_its_cloth(game: str) -> None:
    look = (GAMES / game / "look.css").read_text("utf-8")
    (cloth,) = re.findall(r"--mat: (#\w+);", look)
    light, dark = re.findall(r"--accent-ink: (#\w+);", look)
    own = find(game).colours
    assert (own.cloth, own.light, own.dark) == (cloth, light, dark)


def test_no_general_file_of_the_page_names_a_game() -> None:
    """A game is one folder: `games/<id>`."""
    names = re.compile("|".join(drawn_here()), re.I)
    for file in GAMES.parent.rglob("*"):
        if file.suffix in (".ts", ".svelte", ".css", ".toml") and file.parent.parent != GAMES:
            assert not names.search(file.read_text("utf-8")), file
