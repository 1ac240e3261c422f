"""The tests can fail: every planted rule change is caught by a scenario, or else by the rest of the suite.

Each `[[change]]` of a TOML file beside this one replaces a piece of a game's code that occurs exactly once.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CHANGES = [
    (path.stem, change)
    for path in sorted(Path(__file__).parent.glob("*.toml"))
    for change in tomllib.loads(path.read_text("utf-8"))["change"]
]
LEAST = 40  # for each game


def apply(source: Path, game: str, change: dict[str, str]) -> None:
    """Plant one change in a copy of the package."""
    folder = source / "tablee" / "games" / game
    path = folder / change["file"]
    text = path.read_text("utf-8")
    assert text.count(change["old"]) == 1, (
        f"{change['rule']}: ‹{change['old']}› occurs {text.count(change['old'])} times"
    )
    path.write_text(text.replace(change["old"], change["new"]), "utf-8")


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
    apply(source, game, change)
    suite = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert (
        fails(source, "-m", "tablee.cli", "scenario", f"tests/scenarios/{game}")
        or fails(source, *suite, f"tests/games/{game}")
        or fails(source, *suite, "tests/conformance", "-k", game)
    )


def test_each_change_still_fits_the_code(tmp_path: Path) -> None:
    """So that the long run never tests a change that is no longer there."""
    counts: dict[str, int] = {}
    for game, change in CHANGES:
        folder = tmp_path / "tablee" / "games" / game
        shutil.copytree(ROOT / "src" / "tablee" / "games" / game, folder)
        apply(tmp_path, game, change)
        compile((folder / change["file"]).read_text("utf-8"), change["file"], "exec")
        shutil.rmtree(folder)
        counts[game] = counts.get(game, 0) + 1
    assert all(count >= LEAST for count in counts.values()), counts
