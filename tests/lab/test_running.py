"""The same plan gives the same games, however it is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.lab import run
from tablee.lab.parts import Columns, play_part
from tablee.lab.plan import Part, Plan, make_plan
from tablee.lab.running import play_all
from tablee.lab.store import Folder

SEATS = "anyone,anyone,tests.lab.bots:well_behaved"
VARIED = "nobody_right=restart,next_turn"
COMMAND = ["lab", "defizz", "--games", "6", "--seats", SEATS, "--vary", VARIED, "--lang", "en"]


def plan_of() -> Plan:
    return make_plan("defizz", SEATS.split(","), 6, {}, {"nobody_right": ["restart", "next_turn"]})


def test_the_number_of_workers_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for workers in ("1", "2"):
        assert main([*COMMAND, "--workers", workers, "-o", str(tmp_path / workers)]) == 0
    said = capsys.readouterr().out
    assert "12 games of Défizz" in said
    assert (tmp_path / "1" / "games.csv").read_text() == (tmp_path / "2" / "games.csv").read_text()
    assert (tmp_path / "1" / "report.html").read_text() == (tmp_path / "2" / "report.html").read_text()


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_nor_does_the_backend(backend: str) -> None:
    """`multiprocessing` cannot give results one by one."""
    seats = ["anyone", "anyone", "anyone"]
    alone = run("defizz", seats, 9, workers=1)
    together = run("defizz", seats, 9, workers=2, backend=backend)
    assert together.columns()["answers"].tolist() == alone.columns()["answers"].tolist()


def test_an_interrupted_run_keeps_what_is_done_and_goes_on(tmp_path: Path) -> None:
    plan, heard = plan_of(), 0

    def interrupt(games: int) -> None:
        nonlocal heard
        heard += games
        if heard >= 5:
            raise KeyboardInterrupt

    folder = Folder.open(tmp_path / "broken", plan, resume=False)
    partial = play_all(plan, folder, workers=1, tell=interrupt)
    assert 5 <= partial.games < 12
    assert not partial.complete
    kept = len(list((tmp_path / "broken" / "parts").glob("*.npz")))
    assert kept == partial.games  # one game a part, in so short a run
    (tmp_path / "broken" / "parts" / "000-000000000.npz").write_bytes(b"half a file")

    assert main([*COMMAND, "--workers", "1", "-o", str(tmp_path / "broken"), "--resume"]) == 0
    assert main([*COMMAND, "--workers", "1", "-o", str(tmp_path / "whole")]) == 0
    assert (tmp_path / "broken" / "games.csv").read_text() == (tmp_path / "whole" / "games.csv").read_text()


def test_ctrl_c_ends_the_command_with_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def play_three(plan: Plan, part: Part) -> Columns:
        if part.first == 3:
            raise KeyboardInterrupt
        return play_part(plan, part)

    monkeypatch.setattr("tablee.lab.running.play_part", play_three)
    assert main([*COMMAND, "--workers", "1", "-o", str(tmp_path / "run")]) == 130
    said = capsys.readouterr()
    assert "3 of 12 games" in said.out
    assert "--resume" in said.err
    assert len((tmp_path / "run" / "games.csv").read_text().splitlines()) == 4


def test_a_game_depends_on_seed_options_and_number_only() -> None:
    """The same games in a longer run, in other company, and however an option came by its value."""
    short = run("desfausse", ["anyone", "anyone"], 2, options={"keep": "all"}, workers=1, engine=True)
    long = run("desfausse", ["anyone", "anyone"], 3, vary={"keep": ["free", "all"]}, workers=1, engine=True)
    for name, column in short.columns(0).items():
        assert column.tolist() == long.columns(1)[name].tolist()[:2]
    assert long.columns(0)["answers"].tolist() != long.columns(1)["answers"].tolist()
    other = run("desfausse", ["anyone", "anyone"], 2, options={"keep": "all"}, seed=2, workers=1, engine=True)
    assert other.columns(0)["answers"].tolist() != short.columns(0)["answers"].tolist()


def test_strategies_go_round_the_table() -> None:
    plan = make_plan("desfausse", ["greedy", "anyone", "anyone"], 3, {}, {})
    assert [plan.strategies(game).index("greedy") for game in range(4)] == [0, 1, 2, 0]
    fixed = make_plan("desfausse", ["greedy", "anyone", "anyone"], 3, {}, {}, rotate=False)
    assert [fixed.strategies(game).index("greedy") for game in range(4)] == [0, 0, 0, 0]


def test_the_table_has_a_row_a_game_and_the_named_columns(tmp_path: Path) -> None:
    run("desfausse", ["anyone"] * 2, 4, workers=1, engine=True, out=tmp_path / "run")
    header, *rows = (line.split(",") for line in (tmp_path / "run" / "games.csv").read_text().splitlines())
    assert header[:8] == ["variant", "seed", "game", "first", "answers", "minutes", "why", "error"]
    assert {"strategy_0", "score_1", "place_1", "turns", "all"} <= set(header)
    assert [row[2] for row in rows] == ["0", "1", "2", "3"]
    turns, minutes = (float(rows[0][header.index(name)]) for name in ("turns", "minutes"))
    assert minutes == turns / 4  # 15 s a turn
