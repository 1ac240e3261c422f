"""A game of somebody else that cannot be used is told of in one line, and everything else is played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.engine import Invalid, broken, find, games, registry

META = """
from pathlib import Path
from msgspec import Struct
from tablee.engine import Meta

class Options(Struct):
    pass

META = Meta(
    id="{id}", name="Odd", version="1", options=Options, players=lambda options: {players}, minutes=(1, 2), age=8,
    rules="{rules}", folder=Path(__file__).parent, page={page},
)
"""
GOOD = {"id": "odd", "players": "(2, 4)", "rules": "tablee.games.desfausse.rules:GAME", "page": "None"}
WORDS = "[labels]\nodd = 'odd'\n"


@pytest.fixture(autouse=True)
def _installed_anew() -> Iterator[None]:
    registry._installed.cache_clear()
    yield
    registry._installed.cache_clear()
    sys.modules.pop("odd_game", None)


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str | None = WORDS) -> None:
    """As pip leaves a package behind."""
    package, info = folder / "odd_game", folder / "odd_games-1.0.dist-info"
    package.mkdir()
    info.mkdir()
    (package / "__init__.py").write_text(code, "utf-8")
    if words is not None:
        (package / "words.en.toml").write_text(words, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-games\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[tablee.games]\nodd = odd_game:META\n", "utf-8")
    monkeypatch.syspath_prepend(str(folder))


def test_a_good_one_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, META.format(**GOOD))
    assert find("odd").name == "Odd"
    assert broken() == ()


@pytest.mark.parametrize(
    ("code", "words", "problem"),
    [
        ("import nowhere_at_all", WORDS, "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("META = ", WORDS, "SyntaxError: "),
        ("", WORDS, "AttributeError: "),
        ("META = 'a game'", WORDS, "TypeError: expected a Meta, not 'a game'"),
        (META.format(**GOOD | {"id": "even"}), WORDS, "ValueError: its entry point is called odd, its Meta even"),
        (META.format(**GOOD | {"players": "(4, 2)"}), WORDS, "ValueError: players: 4 to 2"),
        (META.format(**GOOD | {"rules": "nowhere_at_all:GAME"}), WORDS, "ModuleNotFoundError: "),
        (META.format(**GOOD | {"rules": "tablee.engine:Match"}), WORDS, "TypeError: tablee.engine:Match is no Game"),
        (META.format(**GOOD | {"page": "Path(__file__).parent"}), WORDS, "FileNotFoundError: odd_game has no table.js"),
        (META.format(**GOOD), "[labels", "ValueError: words.en.toml: "),
        (META.format(**GOOD), None, "FileNotFoundError: odd_game has no words.<language>.toml"),
    ],
)
def test_what_is_wrong_is_said_and_the_rest_works(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    code: str,
    words: str | None,
    problem: str,
) -> None:
    before = set(games())
    registry._installed.cache_clear()
    install(tmp_path, monkeypatch, code, words)
    assert set(games()) == before
    (one,) = broken()
    assert (one.id, one.package) == ("odd", "odd-games")
    assert one.problem.startswith(problem)
    assert "\n" not in one.problem
    with pytest.raises(Invalid) as refused:
        find("odd")
    assert refused.value.code == "broken_game"
    assert main(["rules", "desfausse", "--lang", "en"]) in (0, 1)
    said = capsys.readouterr()
    assert said.err.startswith("tablee: The game “odd” of the package “odd-games” cannot be used. " + problem)
    assert said.err.count("\n") == 1
    assert "DESfausse" in said.out


def test_a_stranger_cannot_take_the_name_of_one_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, META.format(**GOOD | {"id": "blitz"}))
    (tmp_path / "odd_games-1.0.dist-info" / "entry_points.txt").write_text("[tablee.games]\nblitz = odd_game:META\n")
    assert find("blitz").name == "Blitz"
    assert [one.package for one in broken()] == ["odd-games"]
