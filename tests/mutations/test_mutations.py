"""The tests can fail: every planted rule change is caught by a scenario, or else by the rest of the suite.

Each `[[change]]` of a TOML file beside this one replaces a piece of a game's code that occurs exactly once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGES = [
    (path.stem, change)
    for path in sorted(Path(__file__).parent.glob("*.toml"))
    for change in tomllib.loads(path.read_text("utf-8"))["change"]
]
LEAST = 40  # for each game


def change_file(games: Path, game: str, change: dict[str, str]) -> tuple[Path, str]:
    """The file that a change is for, and what it says then."""
    path = games / game / change["file"]
    text = path.read_text("utf-8")
    found = text.count(change["old"])
    assert found == 1, f"{game} {change['rule']}: ‹{change['old']}› occurs {found} times in {change['file']}"
    return path, text.replace(change["old"], change["new"])


def fails(source: Path, *command: str) -> bool:
    env = {**os.environ, "PYTHONPATH": str(source)}
    done = subprocess.run([sys.executable, *command], cwd=ROOT, env=env, capture_output=True, text=True, timeout=600)
    return done.returncode != 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "change"), CHANGES, ids=[f"{game}-{i}-{change['rule']}" for i, (game, change) in enumerate(CHANGES)]
)
def test_a_planted_rule_change_is_caught(game: str, change: dict[str, str], tmp_path: Path) -> None:
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    path, text = change_file(source / "tablee" / "games", game, change)
    path.write_text(text, "utf-8")
    suite = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert (
        fails(source, "-m", "tablee.cli", "scenario", f"tests/scenarios/{game}")
        or fails(source, *suite, f"tests/games/{game}")
        or fails(source, *suite, "tests/conformance", "-k", game)
    )


def test_each_change_still_fits_the_code() -> None:
    """So that the long run never tests a change that is no longer there."""
    for game, change in CHANGES:
        path, text = change_file(ROOT / "src" / "tablee" / "games", game, change)
        compile(text, str(path), "exec")
    counts = Counter(game for game, _ in CHANGES)
    assert set(counts) == {"blitz", "defizz", "desfausse", "egomaster"}
    assert min(counts.values()) >= LEAST, counts
