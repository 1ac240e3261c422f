"""`tablee play` on the command line: what is wrong is named, with exit code 2, and nothing is begun."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablee import __version__
from tablee.bots import CHARACTERS
from tablee.cli import main
from tablee.engine import Match, find, languages
from tablee.games.desfausse.meta import META
from tablee.terminal.saves import save
from tablee.terminal.words import terminal_words


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code = main(["play", *arguments, "--lang", "en"])
    said = capsys.readouterr()
    assert code == 2
    assert not said.out
    return said.err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["tarot"], "There is no game called “tarot”. There are: "),
        ([], "a game has to be named: "),
        (["desfausse", "-o", "kep=all"], "DESfausse has no option “kep”. It has: demon_faces, keep"),
        (["desfausse", "-o", "keep=some"], "“keep” cannot be “some”. Expected: free, all"),
        (["desfausse", "-o", "round_turn_cap=-1"], "“round_turn_cap” cannot be “-1”. Expected: 0–100000"),
        (["desfausse", "-o", "keep"], "-o keep: “keep” does not read name=value"),
        (["desfausse", "--bots", "9"], "--bots: a number from 0 to 5 was expected, not “9”"),
        (["desfausse", "--players", "a,b,c,d,e,f"], "DESfausse is for 2 to 5 players, not 6"),
        (["desfausse", "--bots", "0"], "DESfausse is for 2 to 5 players, not 1"),
        (["desfausse", "--players", "ana,Ana"], "Two players are called “ana”"),
        (["desfausse", "--players", "ana,,bo"], "A player has no name"),
        (["desfausse", "--bot", "deep"], "There is no bot called “deep”. There are: anyone"),
        (["blitz", "--bot", "top,deep"], "There is no bot called “deep”. There are: anyone, novice, casual"),
        (["blitz", "--bot", "nowhere:Mine"], "The bot “nowhere:Mine” cannot play: ModuleNotFoundError: "),
        (["desfausse", "--pack", "x"], "DESfausse uses no pack"),
        (["blitz", "--pack", "nowhere"], "There is no pack “nowhere”"),
        (["blitz", "--resume", "x.json", "--bots", "3"], "--bots: does not go with --resume"),
        (["--resume"], "--resume: there is no match to resume in "),
        (["--resume", "gone.json"], "gone.json: No such file or directory"),
        (["desfausse", "--save", "folder"], "folder: this file exists already"),
    ],
)
def test_what_is_wrong_is_named(capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    Path("folder").mkdir()
    assert expected in refused(capsys, *arguments)


def test_a_broken_pack_names_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.toml").write_text("[pack]\nid = 3\n", "utf-8")
    assert "broken.toml [pack]: " in refused(capsys, "blitz", "--pack", "broken.toml")
    Path("torn.toml").write_text("[pack\n", "utf-8")
    assert "torn.toml: " in refused(capsys, "blitz", "--pack", "torn.toml")


def test_a_save_that_was_cut_edited_or_of_other_rules(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match.new("desfausse", ["Ana", "Bo"], start={"active": 0})
    for value in (5, 5, 1, 4, 5, 3):
        match.answer("dice", "roll", value)
    file = Path("match.json")
    save(file, match, (0,))
    whole = json.loads(file.read_text("utf-8"))

    file.write_text(json.dumps(whole)[:-40], "utf-8")
    assert "match.json: Input data was truncated" in refused(capsys, "--resume", "match.json")

    edited = {**whole, "log": [*whole["log"][:2], ["dice", "roll", 9], *whole["log"][3:]]}
    file.write_text(json.dumps(edited), "utf-8")
    said = refused(capsys, "--resume", "match.json")
    assert "match.json: Line 3 of the log" in said
    assert "“9” is not one of the options" in said

    edited = {**whole, "log": [*whole["log"][:2], {"actor": 3}]}
    file.write_text(json.dumps(edited), "utf-8")
    assert "$.log[2]" in refused(capsys, "--resume", "match.json")

    file.write_text(json.dumps({**whole, "header": {**whole["header"], "rules": "0"}}), "utf-8")
    assert "version 0 of the rules of DESfausse" in refused(capsys, "--resume", "match.json")

    file.write_text(json.dumps({**whole, "people": [4]}), "utf-8")
    assert "people: [4], expected some of 0–1" in refused(capsys, "--resume", "match.json")

    file.write_text(json.dumps(whole), "utf-8")
    assert "this match is one of DESfausse, not of Blitz" in refused(capsys, "blitz", "--resume", "match.json")


def test_options_are_listed_with_their_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "desfausse", "--options", "--lang", "fr"]) == 0
    shown = capsys.readouterr().out
    for option in META.options.__struct_fields__:
        assert option in shown
    assert "(par défaut)" in shown


def test_a_game_through_a_pipe_says_how_to_resume(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "lines.txt"
    script.write_text("5 5 1 4 5 3\nquitter\n", "utf-8")
    with script.open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        code = main(["play", "desfausse", "--players", "Ana,Bo", "--bots", "0", "--real-dice", "--save", "a.json"])
    assert code == 0
    assert "tablee play --resume a.json" in capsys.readouterr().out
    assert len(json.loads(Path("a.json").read_text("utf-8"))["log"]) == 6
    assert find("desfausse").version == json.loads(Path("a.json").read_text("utf-8"))["header"]["rules"]


def test_the_same_seed_gives_the_same_dice(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "empty").write_text("", "utf-8")
    logs = []
    for file in ("one.json", "two.json"):
        with (tmp_path / "empty").open() as lines:
            monkeypatch.setattr("sys.stdin", lines)
            main(["play", "desfausse", "--players", "Ana,Bo", "--bots", "0", "--seed", "5", "--save", file])
        logs.append([reply[:3] for reply in json.loads(Path(file).read_text("utf-8"))["log"]])
    assert logs[0] == logs[1]
    assert len(logs[0]) > 6


def sit_down(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *arguments: str) -> list[str]:
    """The names of those who sit down, as they are saved. Nobody types anything."""
    (tmp_path / "empty").write_text("", "utf-8")
    with (tmp_path / "empty").open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        assert main(["play", *arguments, "--lang", "en"]) == 0
    names: list[str] = json.loads(Path("a.json").read_text("utf-8"))["header"]["seats"]
    return names


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--bots", "3", "--bot", "top"], ["Ana", "Maestria", "Magnus", "Sibylle"]),
        (["--bot", "novice,top"], ["Ana", "Titou", "Maestria"]),
        (["--bots", "3", "--bot", "novice, top"], ["Ana", "Titou", "Maestria", "Lila"]),
    ],
)
def test_bots_bear_the_names_of_their_character_and_are_introduced(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    expected: list[str],
) -> None:
    names = sit_down(monkeypatch, tmp_path, "blitz", "--players", "Ana", "--save", "a.json", *arguments)
    assert names == expected
    shown = capsys.readouterr().out
    assert "Maestria" in shown
    assert "master. Works everything out. Bow, or be cunning." in shown


def test_a_bot_never_has_the_name_of_a_person(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = sit_down(monkeypatch, tmp_path, "blitz", "--players", "titou,Lila", "--bot", "novice", "--save", "a.json")
    assert names[2:] == ["Nino", "Zoé"]


def test_a_resumed_match_has_the_same_company(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sit_down(monkeypatch, tmp_path, "blitz", "--players", "Ana", "--bot", "novice,expert", "--save", "a.json")
    capsys.readouterr()
    sit_down(monkeypatch, tmp_path, "--resume", "a.json")
    shown = capsys.readouterr().out
    assert "Titou: beginner. " in shown
    assert "Colette: formidable. " in shown


def test_somebodys_own_bot_sits_down(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Path("mine.py").write_text("from tablee.bots import Anyone\n\n\ndef bot(rng, header):\n    return Anyone(rng)\n")
    names = sit_down(
        monkeypatch,
        tmp_path,
        "desfausse",
        "--players",
        "Ana",
        "--bots",
        "1",
        "--bot",
        "mine.py:bot",
        "--save",
        "a.json",
    )
    assert names == ["Ana", "Bot"]
    assert "Bot: mine.py:bot" in capsys.readouterr().out


@pytest.mark.parametrize("language", languages())
def test_the_characters_are_listed_with_their_manners(capsys: pytest.CaptureFixture[str], language: str) -> None:
    assert main(["play", "blitz", "--options", "--lang", language]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for character in CHARACTERS:
        assert f"--bot {character.id}" in shown
        assert terminal_words(language).label(f"bot_{character.id}") in shown


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.strip() == f"tablee {__version__}"
