"""The kernel plays where it can, the rules themselves where it cannot, and the run says which."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.lab import run
from tablee.lab.plan import make_plan

pytest.importorskip("numba")


@pytest.mark.parametrize(
    ("seats", "engine", "player"),
    [
        (["greedy", "anyone", "greedy"], False, "kernel"),
        (["greedy", "random", "greedy"], False, "kernel"),
        (["greedy", "anyone", "greedy"], True, "engine"),
        (["greedy", "tests.lab.bots:well_behaved"], False, "engine"),
    ],
)
def test_who_plays(seats: list[str], engine: bool, player: str) -> None:
    assert make_plan("desfausse", seats, 5, {}, {}, engine=engine).player == player


def test_without_numba_the_engine_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tablee.games.desfausse.kernel", None)
    assert make_plan("desfausse", ["greedy"] * 3, 5, {}, {}).player == "engine"


def test_the_kernels_games_are_the_same_in_any_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ["greedy", "anyone", "anyone"]
    whole = run("desfausse", seats, 20, workers=1)
    monkeypatch.setattr("tablee.lab.plan.KERNEL_PART", 7)
    parts = run("desfausse", seats, 20, workers=1)
    assert len(parts.plan.parts()) == 3
    for name, column in whole.columns().items():
        assert column.tolist() == parts.columns()[name].tolist(), name
    seated = [[whole.columns()[f"strategy_{seat}"][game] for seat in range(3)] for game in range(20)]
    assert [seating.index("greedy") for seating in seated] == [game % 3 for game in range(20)]


def test_the_run_says_who_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "desfausse", "--games", "30", "--seats", "greedy,anyone", "--workers", "1", "--lang", "en"]
    assert main([*command, "-o", str(tmp_path / "run")]) == 0
    assert "the fast kernel" in " ".join(capsys.readouterr().out.split())
    assert '"player": "kernel"' in (tmp_path / "run" / "run.json").read_text()
    assert "the fast kernel" in (tmp_path / "run" / "report.html").read_text()
