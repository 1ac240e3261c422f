"""What is shipped to browsers: small, from one place, and made from a lock file that names no registry."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest

from tablee.engine import languages
from tablee.server.app import language_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "tablee" / "server" / "page"
LARGEST = 120_000  # bytes of compressed script and style before the first screen

built = pytest.mark.skipif(not (PAGE / "index.fr.html").is_file(), reason="the page has not been built")


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))
    assert not [name for name, package in lock["packages"].items() if "resolved" in package]


def _reached(names: list[str]) -> set[str]:
    """These assets, and what they import before they can run."""
    found: set[str] = set()
    while names:
        name = names.pop()
        if name not in found:
            found.add(name)
            if name.endswith(".js"):
                text = (PAGE / "assets" / name).read_text("utf-8")
                names += re.findall(r"""(?:from|import)\s*["']\./([\w.-]+\.js)["']""", text)
    return found


def _weight(names: set[str]) -> int:
    return sum(len(gzip.compress((PAGE / "assets" / name).read_bytes())) for name in names)


@built
def test_the_first_load_is_small() -> None:
    """Home, and also a table, which needs its own screen on top."""
    index = (PAGE / "index.fr.html").read_text("utf-8")
    home = _reached(re.findall(r"/assets/([\w.-]+\.(?:js|css))", index))
    assert any(name.endswith(".js") for name in home)
    assert _weight(home) <= LARGEST
    tables = [path.name for path in (PAGE / "assets").glob("Table-*.js")]
    screen = max(tables, key=lambda name: _weight(_reached([name])))
    assert _weight(home | _reached([screen])) <= LARGEST


@built
def test_nothing_runs_inline_and_nothing_comes_from_elsewhere() -> None:
    index = (PAGE / "index.fr.html").read_text("utf-8")
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", index))
    assert " style=" not in index
    assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", index)


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "fr"),
        ("en-GB,en;q=0.9,fr;q=0.8", "en"),
        ("de-CH, fr;q=0.7, en;q=0.3", "fr"),
        ("../../x", "fr"),
        ("*", "fr"),
    ],
)
def test_the_document_is_in_the_first_language_that_the_browser_names(wanted: str, language: str) -> None:
    assert language_of(wanted) == language


@built
@pytest.mark.parametrize("language", languages())
def test_a_document_brings_the_words_of_its_language_and_no_others(language: str) -> None:
    page = (PAGE / f"index.{language}.html").read_text("utf-8")
    assert f'<html lang="{language}"' in page
    assert re.findall(r'rel="modulepreload" crossorigin href="/assets/(\w\w)-', page) == [language]
