"""A game is one folder: without it, everything else works. Done for each game in turn, in a copy of the tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.server.types import drawn_here

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "web" / "node_modules"
LEFT_OUT = shutil.ignore_patterns("__pycache__", "node_modules", "page", "*.nbi", "*.nbc")

WORKS = """
import io, pkgutil, sys
from importlib import import_module
from pathlib import Path
from random import Random
import tablee
from tablee.cli import main
from tablee.engine import broken, games
from tablee.lab import run
from tablee.packs.library import load, shipped
from tablee.testkit import Playout, fitting_players, new_match, play_out, read_scenario, run_scenario

gone, here, tests = sys.argv[1], sys.argv[2].split(","), Path(sys.argv[3])
assert Path(tablee.__file__).is_relative_to(tests.parent), tablee.__file__
for module in pkgutil.walk_packages(tablee.__path__, "tablee."):
    if ".kernel." not in module.name:  # compiled when it is imported
        import_module(module.name)
assert (sorted(games()), broken()) == (here, ()), (games(), broken())
assert not [name for name in shipped() if name.startswith(gone)]
for game, meta in games().items():
    for path in sorted((tests / "scenarios" / game).glob("*.toml"))[:: 25]:
        failure = run_scenario(read_scenario(path))
        assert failure is None, failure
    match = new_match(game, fitting_players(meta, {})[0])
    assert play_out(match, Playout(Random(1))).result
    sys.stdin = io.StringIO("")
    assert main(["play", game, "--lang", "en", "--seed", "1"]) == 0
    assert not run(game, ["anyone"] * 3, 1, workers=1, engine=True).errors()
for name in shipped():
    load(name)
print("works without", gone)
"""


def without(game: str, folder: Path) -> Path:
    """A copy of the tree in which this game was deleted, with what an installer would write."""
    for part in ("src", "web", "tests/scenarios"):
        shutil.copytree(ROOT / part, folder / part, ignore=LEFT_OUT)
    for part in (f"src/tablee/games/{game}", f"web/src/games/{game}", f"tests/scenarios/{game}"):
        shutil.rmtree(folder / part)
    info = folder / "src" / "tablee-0.dist-info"  # before the real one on the path
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: tablee\nVersion: 0\n", "utf-8")
    points = [f"{other} = tablee.games.{other}.meta:META" for other in drawn_here() if other != game]
    (info / "entry_points.txt").write_text("\n".join(["[tablee.games]", *points]), "utf-8")
    return folder


@pytest.mark.parametrize("game", drawn_here())
def test_everything_else_works_without_a_game(game: str, tmp_path: Path) -> None:
    copy = without(game, tmp_path / "tree")
    others = ",".join(sorted(other for other in drawn_here() if other != game))
    command = [sys.executable, "-c", WORKS, game, others, str(copy / "tests")]
    env = {**os.environ, "PYTHONPATH": str(copy / "src"), "TABLEE_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-1000:] + done.stderr[-3000:]
    assert done.stdout.endswith(f"works without {game}\n")


# A build and a look at all types take half a minute: in every run for the game that shares most with another, for the
# others only with --long.
@pytest.mark.skipif(not PAGE.is_dir(), reason="what the page is made with is not installed")
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == "egomaster" else pytest.mark.long) for game in drawn_here()]
)
def test_the_page_is_built_without_a_game(game: str, tmp_path: Path) -> None:
    copy = without(game, tmp_path / "tree")
    (copy / "web" / "node_modules").symlink_to(PAGE)
    for script in ("build", "check"):
        done = subprocess.run(["npm", "run", script], cwd=copy / "web", capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert (copy / "src" / "tablee" / "server" / "page" / "index.fr.html").is_file()
