"""Makes the example package known as pip would, without installing it: its folder, and what an installer writes."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tablee.engine import registry
from tablee.server import answers, api

PROJECT: Final = Path(__file__).parents[2] / "examples" / "vendanges"


def write_info(folder: Path) -> None:
    """The `.dist-info` of the package, with the entry points of its pyproject."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(head, "utf-8")
    points = project["entry-points"]["tablee.games"]
    lines = ["[tablee.games]", *(f"{name} = {place}" for name, place in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_info(folder)
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.syspath_prepend(str(PROJECT))
    look_again()


def look_again() -> None:
    """What is installed never changes while a server runs; in a test it does."""
    registry._installed.cache_clear()
    answers.made.cache_clear()
    api._game.cache_clear()


def forget() -> None:
    look_again()
    for name in [name for name in sys.modules if name.split(".")[0] == "vendanges"]:
        del sys.modules[name]
