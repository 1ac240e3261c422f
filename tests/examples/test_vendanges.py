"""A game of somebody else, as a package of its own: played in the terminal and in the lab, tested by one suite."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.engine import broken, find
from tablee.lab import run

from .elsewhere import PROJECT, forget, install, write_info


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", monkeypatch)
    yield
    forget()


def test_its_own_tests_pass_with_the_importable_suite(tmp_path: Path) -> None:
    write_info(tmp_path)
    path = os.pathsep.join([str(tmp_path), str(PROJECT)])
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(PROJECT)]
    done = subprocess.run(
        [*command, str(PROJECT / "tests")],
        env={**os.environ, "PYTHONPATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]


@pytest.mark.usefixtures("installed")
def test_it_is_found_and_played_in_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find("vendanges").name == "Vendanges"
    assert broken() == ()
    (tmp_path / "typed").write_text("n\n" * 60, "utf-8")
    with (tmp_path / "typed").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        assert main(["play", "vendanges", "--lang", "fr", "--seed", "3", "-o", "goal=5"]) == 0
    said = capsys.readouterr().out
    assert "panier" in said
    assert "raisin" in said
    assert "La vendange est rentrée." in said


@pytest.mark.usefixtures("installed")
def test_it_is_played_in_the_lab() -> None:
    study = run("vendanges", ["careful", "bold"], 20, workers=1)
    assert study.errors() == {}
    assert (study.columns()["score_0"] >= 0).all()
