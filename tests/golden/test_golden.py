"""Complete playthroughs that must not change by accident."""

from pathlib import Path

import pytest

from tablee.engine import Match, find, games
from tablee.testkit.playthrough import playthrough, read_playthrough

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_game_is_played_the_same(path: Path) -> None:
    """If a rule has changed on purpose: python -m tests.golden.make, and read the difference."""
    text = path.read_text("utf-8")
    header, log = read_playthrough(text)
    if synthetic := find(header.game).load().synthetic:
        synthetic()
    assert playthrough(Match.replay(header, log)) == text


@pytest.mark.parametrize("game", sorted(games()))
def test_every_game_has_golden_games(game: str) -> None:
    assert game == "pig" or [path for path in FILES if path.name.startswith(f"{game}-")]
