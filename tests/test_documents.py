"""What the documents say is run: snippets of Python, scenarios and commands, the pages made from code, every link."""

import importlib.util
import re
import shlex
import shutil
import tomllib
from pathlib import Path

import msgspec
import pytest

import dev
import examples.pig
from tablee.cli import build_parser, main
from tablee.engine import find, games
from tablee.testkit import Scenario, run_scenario
from tablee.testkit.pages import game_page
from tools.site import pages as site

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "web/README.md")),
    *sorted((ROOT / "docs").glob("*.md")),
]
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


# ------------------------------------------------------------------ commands


def commands(text: str) -> list[list[str]]:
    """The words of each line of a snippet."""
    lines = text.replace("\\\n", " ").splitlines()
    return [words for line in lines if (words := shlex.split(line, comments=True))]


def mentioned() -> list[tuple[str, list[str]]]:
    """Every command that a page shows or mentions, but for those with gaps to fill in."""
    found = [(name, words) for name, text in snippets("sh") for words in commands(text)]
    for page in PAGES:
        prose = re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.S | re.M)
        for span in re.findall(r"`((?:tablee|python -m|python3 dev\.py) [^`]+)`", prose):
            if not re.search(r"…|\[|\|", span):
                found.append((page.name, span.split()))
    return found


def test_every_command_is_one_that_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    parser, wrong = build_parser(), []
    for where, words in mentioned():
        match words:
            case ["tablee", *rest]:
                try:
                    parser.parse_args(rest)
                except SystemExit as left:
                    said = capsys.readouterr().err
                    if left.code and "arguments are required" not in said:  # the bare name of a command is one, too
                        wrong.append(f"{where}: {' '.join(words)}: {said.splitlines()[-1]}")
            case ["python", "-m", module, *rest]:
                known = importlib.util.find_spec(module)
                source = Path(known.origin).read_text("utf-8") if known and known.origin else ""
                flags = [flag for flag in rest if flag.startswith("--")]
                if not all(flag in source for flag in ["__main__", *flags]):
                    wrong.append(f"{where}: {' '.join(words)}")
            case ["python3", "dev.py", command, *_]:
                if f"python3 dev.py {command}" not in (dev.__doc__ or ""):
                    wrong.append(f"{where}: dev.py has no {command}")
            case ["docker", "compose", "-f", file, *_]:
                if not (ROOT / file).is_file():
                    wrong.append(f"{where}: there is no {file}")
            case ["pip" | "pipx" | "uvx" | "export", *_]:
                pass  # not ours
            case _:
                wrong.append(f"{where}: nobody looks whether {' '.join(words)} is right")
    assert wrong == []


def cheap(words: list[str]) -> bool:
    """Whether a command ends by itself, at once."""
    return words[:2] in (["tablee", "packs"], ["tablee", "rules"]) or "--options" in words


def runs(text: str, folder: Path, few: bool) -> bool:
    """Run those commands of a snippet that end by themselves; many games become a few. Whether there were any."""
    (folder / "examples").symlink_to(ROOT / "examples")
    ran = False
    for words in commands(text):
        if cheap(words) or (few and words[:2] == ["tablee", "lab"]):
            words = [*words, *(("--games", "2", "--workers", "1") if words[1] == "lab" else ())]
            assert main(words[1:]) == 0, shlex.join(words)
            ran = True
    return ran


def test_cheap_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = set()
    for name, text in snippets("sh"):
        folder = tmp_path / name
        folder.mkdir()
        monkeypatch.chdir(folder)
        if runs(text, folder, few=False):
            ran.add(name)
    assert ran >= {"packs.md-0", "install.md-2"}


@pytest.mark.long  # compiles the kernel, and whole games of the quiz
def test_commands_of_the_lab_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bluffer = next(text for name, text in snippets("python") if "class Bluffer" in text)
    for name, text in snippets("sh"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "bluffer.py").write_text(bluffer, "utf-8")
        monkeypatch.chdir(folder)
        runs(text, folder, few=True)


# ------------------------------------------------------------------ pages and links


def anchors(text: str) -> set[str]:
    """The places of a page: its headings, as GitHub and the site name them, and what it names itself."""
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    headings = re.findall(r"^#+ (.*)$", prose, re.M)
    named = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return named | set(re.findall(r'<a id="([^"]+)"', prose))


def test_every_link_leads_somewhere() -> None:
    lost = []
    for page in [*PAGES, *sorted((ROOT / "docs" / "games").glob("*.md")), ROOT / "examples/vendanges/README.md"]:
        prose = re.sub(r"`[^`\n]*`", "", re.sub(r"^ *```.*?^ *```", "", page.read_text("utf-8"), flags=re.S | re.M))
        for link in re.findall(r'\]\(([^)\s]+)\)|src="([^"]+)"', prose):
            path, _, anchor = "".join(link).partition("#")
            if "://" in path:
                continue
            target = page.parent / path if path else page
            if not target.is_file() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
                lost.append(f"{page.relative_to(ROOT)}: {''.join(link)}")
    assert lost == []


def test_the_site_shows_every_page_and_every_page_is_on_it() -> None:
    text = (ROOT / "mkdocs.yml").read_text("utf-8")
    named = re.findall(r"[\w./-]+\.md\b", text[text.index("nav:") : text.index("validation:")])
    assert sorted(named) == sorted(site.made())


def test_a_long_page_begins_with_its_contents() -> None:
    for page in [*PAGES, *(ROOT / "docs" / "games").glob("*.md")]:
        text = page.read_text("utf-8")
        first, _, rest = text.partition("\n## ")
        chapters = anchors("".join(re.findall(r"^## .*\n", "## " + rest, re.M)))
        named = set(re.findall(r"\]\(#([^)]+)\)", first))
        long = text.count("\n") > 150 and page.name != "CHANGELOG.md"
        assert named == chapters or not (named or long), f"{page.name}: its contents are not those of the page"


def test_pictures_are_small_and_used() -> None:
    pictures = sorted((ROOT / "docs" / "pictures").iterdir())
    assert sum(picture.stat().st_size for picture in pictures) < 1_500_000
    told = "".join([*site.made().values(), (ROOT / "tests" / "browser" / "pictures.py").read_text("utf-8")])
    assert [picture.name for picture in pictures if picture.stem not in told and picture.name not in told] == []


@pytest.mark.long  # builds the whole site, and installs what it is built with where that is missing
def test_the_site_is_built_without_a_warning_and_its_links_are_followed() -> None:
    shutil.rmtree(ROOT / "site", ignore_errors=True)
    assert dev.docs() == 0
    front = (ROOT / "site" / "html" / "index.html").read_text("utf-8")
    assert "front.webp" in front
    assert (ROOT / "site" / "html" / "search.json").stat().st_size > 100_000
