"""A bot that breaks loses its game, the report says why, and the run goes on."""

from __future__ import annotations

import threading
from html import unescape
from pathlib import Path

import pytest

from tablee.lab import run
from tablee.lab.playing import TooSlow, at_most


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("Raising", "raised ValueError: boom"),
        ("Illegal", "with 'nonsense'"),
        ("Thoughtless", "which is no Thought"),
        ("Mute", "has no answer to"),
        ("unmakeable", "raised RuntimeError: no bot today"),
    ],
)
def test_a_broken_bot_loses_and_the_run_goes_on(bot: str, why: str, tmp_path: Path) -> None:
    name = f"tests.lab.bots:{bot}"
    study = run("desfausse", [name, "anyone", "anyone"], 3, workers=1, out=tmp_path / "run")
    assert study.complete
    columns = study.columns()
    for game in range(3):
        seat = [columns[f"strategy_{seat}"][game] for seat in range(3)].index(name)
        assert [columns[f"place_{s}"][game] for s in range(3)] == [3 if s == seat else 1 for s in range(3)]
        assert columns["error"][game].startswith(f"{name} ")
        assert why in columns["error"][game]
    assert list(study.errors().values()) == [3] or bot == "Illegal"  # it is not always asked the same
    report = unescape((tmp_path / "run" / "report.html").read_text("utf-8"))
    assert "What went wrong" in report
    assert why in report


def test_a_bot_that_stalls_is_interrupted() -> None:
    study = run("desfausse", ["tests.lab.bots:Stalling", "anyone"], 2, workers=1, patience=0.02)
    assert all("took more than 0.02 s" in error for error in study.errors())
    assert sum(study.errors().values()) == 2


def test_ones_own_bot_plays_like_any_other() -> None:
    study = run("desfausse", ["tests.lab.bots:well_behaved", "anyone"], 2, workers=1)
    assert study.errors() == {}
    assert study.plan.player == "engine"


def test_in_another_thread_a_slow_answer_is_noticed_when_it_is_there() -> None:
    noticed: list[bool] = []

    def wait() -> None:
        try:
            with at_most(0.0):
                sum(range(100_000))
        except TooSlow:
            noticed.append(True)

    thread = threading.Thread(target=wait)
    thread.start()
    thread.join()
    assert noticed == [True]
