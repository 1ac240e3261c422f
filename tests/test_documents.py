"""What the documents say is run: snippets of Python and of scenarios, and the pages made from code."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

import examples.pig
from tablee.engine import find, games
from tablee.testkit import Scenario, run_scenario
from tablee.testkit.pages import game_page

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
assert examples.pig.META  # registers the game that the documents speak of


def snippets(language: str) -> list[tuple[str, str]]:
    found = []
    for page in PAGES:
        for number, text in enumerate(
            re.findall(rf"^ *```{language}\n(.*?)^ *```", page.read_text("utf-8"), re.S | re.M)
        ):
            indent = len(text) - len(text.lstrip(" "))
            found.append((f"{page.name}-{number}", re.sub(rf"^ {{{indent}}}", "", text, flags=re.M)))
    return found


@pytest.mark.parametrize(("name", "text"), snippets("python"), ids=[name for name, _ in snippets("python")])
def test_python_snippets_run(name: str, text: str) -> None:
    exec(compile(text, name, "exec"), {"__name__": name})


@pytest.mark.parametrize(("name", "text"), snippets("toml"), ids=[name for name, _ in snippets("toml")])
def test_scenario_snippets_hold(name: str, text: str) -> None:
    read = tomllib.loads(text)
    if "steps" in read:
        failure = run_scenario(msgspec.convert(read, Scenario))
        assert failure is None, str(failure)


def test_the_first_snippet_of_the_readme_is_ten_lines_and_plays_a_whole_game() -> None:
    first = dict(snippets("python"))["README.md-0"]
    assert len([line for line in first.splitlines() if line]) <= 10
    room: dict[str, object] = {}
    exec(first, room)
    assert room["match"].result is not None  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", sorted(games()))
def test_the_page_of_a_game_is_fresh(game: str) -> None:
    """If this fails: python -m tablee.testkit.pages tests docs/games"""
    if game == "pig":
        return
    assert (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8") == game_page(find(game), ROOT / "tests")
