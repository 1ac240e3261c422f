"""What cannot be run is refused in a sentence, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tablee.cli import main
from tablee.lab import CannotRun, run


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("chess", "no game called “chess”"),
        ("desfausse --seats greedy,nobody", "nobody"),
        ("desfausse --seats greedy", "2 to 5 players, not 1"),
        ("desfausse --seats greedy,tests.lab.bots:Absent", "Absent"),
        ("desfausse --seats greedy,greedy --games 0", "--games: 1 to"),
        ("desfausse --seats greedy,greedy --set keep=some", "“keep” cannot be “some”"),
        ("desfausse --seats greedy,greedy --set keep", "“keep” does not read name=value"),
        ("desfausse --seats greedy,greedy --set speed=1", "no option “speed”"),
        ("desfausse --seats greedy,greedy --vary speed=1,2", "no option “speed”"),
        ("desfausse --seats greedy,greedy --vary keep=free,some", "“keep” cannot be “some”"),
        ("desfausse --seats greedy,greedy --vary keep=all,all", "given twice: keep"),
        ("desfausse --seats greedy,greedy --vary keep=all --vary keep=free", "“keep” is given twice"),
        ("desfausse --seats greedy,greedy --vary keep=free,all --set keep=all", "both fixed and varied"),
        ("desfausse --seats greedy,greedy --pack blitz-a", "uses no pack"),
        ("desfausse --seats greedy,greedy --patience 0", "--patience"),
        ("desfausse --seats greedy,greedy --workers 0", "--workers"),
        ("desfausse --seats greedy,anyone --games 4 --workers 2 --engine --backend nowhere", "--backend: “nowhere”"),
        ("desfausse --seats greedy,greedy --resume", "no run to resume"),
        ("desfausse --seats greedy,greedy --resume -o no-such-folder", "no-such-folder"),
        ("egomaster --seats anyone,anyone,anyone --set board=[1", "not a list in JSON"),
    ],
)
def test_bad_input_is_refused(command: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *command.split(), "--lang", "en"]) == 2
    assert said in capsys.readouterr().err


def test_a_folder_is_never_overwritten_and_only_resumed_with_its_own_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [
        "lab",
        "desfausse",
        "--seats",
        "anyone,anyone",
        "--engine",
        "--workers",
        "1",
        "-o",
        str(tmp_path / "run"),
    ]
    assert main([*command, "--games", "2", "--lang", "fr"]) == 0
    before = (tmp_path / "run" / "games.csv").read_bytes()
    assert main([*command, "--games", "2", "--lang", "fr"]) == 2
    assert "existe déjà" in capsys.readouterr().err
    assert main([*command, "--games", "3", "--seed", "7", "--resume", "--lang", "en"]) == 2
    assert "these differ: games, seed" in capsys.readouterr().err
    (tmp_path / "run" / "run.json").write_text("{")
    assert main([*command, "--games", "2", "--resume", "--lang", "en"]) == 2
    assert "run.json" in capsys.readouterr().err
    assert (tmp_path / "run" / "games.csv").read_bytes() == before


@pytest.mark.parametrize("wrong", [{"games": 0}, {"workers": 0}, {"backend": "nowhere"}])
def test_a_refused_run_makes_no_folder(wrong: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match=f"--{next(iter(wrong))}"):
        run("desfausse", ["anyone"] * 2, out=tmp_path / "run", **wrong)
    assert not (tmp_path / "run").exists()


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablee.lab.needs.find_spec", lambda name: None)
    assert main(["lab", "desfausse", "--lang", "en"]) == 2
    assert "tablee[lab]" in capsys.readouterr().err
    assert main(["lab", "desfausse", "--lang", "fr"]) == 2
    assert "tablee[lab]" in capsys.readouterr().err


def test_without_a_card_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablee.lab.needs.find_spec", lambda name: None if name == "numba_cuda" else object())
    assert main(["lab", "desfausse", "--gpu", "--seats", "greedy,greedy", "--lang", "en"]) == 2
    assert "tablee[gpu]" in capsys.readouterr().err


@pytest.mark.parametrize("asked", [["--seats", "top,top"], ["--seats", "greedy,greedy", "--engine"]])
def test_a_card_plays_only_what_is_compiled(
    asked: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tablee.lab.plan.need_gpu", lambda: None)
    assert main(["lab", "desfausse", "--gpu", *asked, "--lang", "en"]) == 2
    assert "without --gpu" in capsys.readouterr().err
