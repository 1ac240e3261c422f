"""`tablee packs` on the command line."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.engine import Words, languages
from tablee.packs.command import Progress
from tablee.packs.lint import lint
from tablee.packs.new import kinds
from tablee.packs.source import read

TODAY = datetime.date(2026, 11, 15)

DOCUMENT = Path(__file__).parents[2] / "docs" / "packs.md"
CSV = "question;réponse;mauvaises réponses;thème\nQui ?;Moi;Toi|Lui|Elle;jeux\nSans réponse ?;;;jeux\n"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> int:
    return main(["packs", *arguments, "--lang", "en"])


def test_lint_says_nothing_about_a_good_pack(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "egomaster", "mine") == 0
    capsys.readouterr()
    assert run("lint", "mine.toml") == 0
    assert capsys.readouterr().out == "packs: 1 · entries: 0 · findings: 0 · advice: 0\n"


def test_lint_prints_a_line_for_each_finding_and_leaves_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "egomaster", "mine.toml") == 0
    with Path("mine.toml").open("a", encoding="utf-8") as file:
        file.write(
            '\n[[question]]\nid = "q1"\nbooklet = "duo"\npage = 1\nnumber = 1\nmode = "speed"\nkeyword = "Mot"\n'
        )
        file.write('text = "Qui ?"\nanswer = "Moi"\nsource = "common knowledge"\n')
    capsys.readouterr()
    assert run("lint", "mine.toml") == 1
    finding, summary = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"mine\.toml:\d+: q1: few_rivals: rivals: 0, at least 3, or a list", finding)
    assert summary == "packs: 1 · entries: 1 · findings: 1 · advice: 0"
    assert run("lint", "mine.toml", "--json") == 1
    (record,) = json.loads(capsys.readouterr().out)
    assert (record["file"], record["id"], record["code"]) == ("mine.toml", "q1", "few_rivals")
    assert record["params"] == {"found": 0, "least": 3}


def test_stats_and_show(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("stats", "lists", "blitz-a") == 0
    out = capsys.readouterr().out
    assert "blitz-a – La langue bien pendue (blitz), entries: 61" in out
    assert re.search(r"circle +7 +█+", out)
    assert run("show", "a02", "blitz-a") == 0
    out = capsys.readouterr().out
    assert "blitz-a.toml:" in out
    assert "Chose qui roule" in out
    assert run("show", "a0", "blitz-a") == 2
    assert "near: a01, a02, a03" in capsys.readouterr().err


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", kinds())
def test_the_examples_of_a_new_pack_are_good(game: str, language: str) -> None:
    assert main(["packs", "new", game, "mine.toml", "--title", 'Un "titre"', "--lang", language]) == 0
    text = Path("mine.toml").read_text("utf-8")
    assert lint([read(Path("mine.toml"))], TODAY) == []
    used = re.sub(r"^#(?! [^ ]|complete)", "", text, flags=re.M)
    Path("mine.toml").write_text(used, "utf-8")
    source = read(Path("mine.toml"))
    assert source.manifest
    assert (source.manifest.game, source.manifest.title) == (game, 'Un "titre"')
    assert source.items
    assert lint([source], TODAY) == []


def test_new_writes_over_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("new", "blitz", "mine.toml") == 0
    assert run("new", "blitz", "mine.toml") == 2
    assert "mine.toml: it exists already" in capsys.readouterr().err
    assert run("new", "chess", "other.toml") == 2
    assert "There is no game called “chess”" in capsys.readouterr().err
    assert run("new", "blitz", "nowhere/mine.toml") == 2


def test_import_reports_a_bad_line_and_takes_the_rest(capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz.csv").write_text(CSV, "utf-8")
    assert run("import", "quiz.csv", "--game", "defizz") == 1
    said = capsys.readouterr()
    assert said.err == "quiz.csv:3: no_answer: an answer is missing\n"
    assert "questions: 1 · left out: 1" in said.out
    (item,) = read(Path("quiz.toml")).items
    assert item.table["rivals"] == ["Toi", "Lui", "Elle"]
    assert item.table["mode"] == "chrono"


@pytest.mark.parametrize(
    ("format", "file"), [("csv", "a.csv"), ("gift", "a.gift"), ("kahoot", "a.xlsx"), ("opentdb", "a.json")]
)
def test_export_and_import_again(format: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("quiz.csv").write_text(CSV.rsplit("\n", 2)[0], "utf-8")
    assert run("import", "quiz.csv", "--game", "egomaster") == 0
    assert run("export", "quiz.toml", "-o", file, "--format", format) == 0
    assert run("import", file, "-o", "again.toml", "--game", "egomaster") == 0
    (before,), (after,) = read(Path("quiz.toml")).items, read(Path("again.toml")).items
    for field in ("booklet", "page", "number", "text", "answer", *(("theme",) if format != "kahoot" else ())):
        assert before.table[field] == after.table[field]
    assert set(before.table["rivals"]) == set(after.table["rivals"])


def test_what_cannot_be_done_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, expected in [
        (["import", "gone.csv", "--game", "egomaster"], "gone.csv: No such file or directory"),
        (["export", "blitz-a", "-o", "a.csv"], "blitz-a: it holds no questions"),
        (["export", "blitz-a", "-o", "a.json"], "a.json: the format is not clear; --format names it: csv, gift"),
        (["import", "gone.csv", "--game", "chess"], "chess"),
        (["lint", "nowhere"], "There is no pack “nowhere”"),
    ]:
        assert run(*arguments) == 2
        assert expected in capsys.readouterr().err


def test_progress_is_told_after_a_second(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [10.0]
    monkeypatch.setattr("tablee.packs.command.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar = Progress(Words("en", Path(__file__).parents[2] / "src" / "tablee" / "packs"))
    bar.step(1, 9)
    assert capsys.readouterr().err == ""
    clock[0] = 11.5
    bar.step(5, 9)
    assert capsys.readouterr().err == "\r5 of 9"


def test_the_packs_of_the_guide_are_good(tmp_path: Path) -> None:
    """The TOML blocks of docs/packs.md: those with a manifest begin a pack, the others go on with it."""
    blocks = re.findall(r"^```toml\n(.*?)^```", DOCUMENT.read_text("utf-8"), re.S | re.M)
    packs: list[str] = []
    for block in blocks:
        if "[pack]" in block:
            packs.append(block)
        else:
            packs[-1] += "\n" + block
    assert len(packs) >= 3
    for number, text in enumerate(packs):
        path = tmp_path / f"pack{number}.toml"
        path.write_text(text, "utf-8")
        source = read(path)
        assert source.items
        assert lint([source], TODAY) == []
