"""The first load is small enough for a slow network."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.page import LIMIT_KB, first_load, gzip_kb
from tablee.server import app


def test_script_and_style_of_the_first_load() -> None:
    if not (app.PAGE / "index.fr.html").is_file():
        pytest.fail("The page has not been built: `python3 dev.py setup` does it.", pytrace=False)
    files = first_load(app.PAGE)
    assert {file.suffix for file in files} == {".js", ".css"}
    assert gzip_kb(files) <= LIMIT_KB


def test_everything_that_index_html_loads_is_weighed(tmp_path: Path) -> None:
    (tmp_path / "index.fr.html").write_text(
        '<script type="module" crossorigin src="/a.js"></script>\n'
        '<link rel="modulepreload" crossorigin href="/b.js">\n'
        '<link rel="stylesheet" crossorigin href="/c.css">\n'
        '<link rel="icon" href="/icon.svg" type="image/svg+xml" />\n',
        "utf-8",
    )
    assert [file.name for file in first_load(tmp_path)] == ["a.js", "b.js", "c.css"]
