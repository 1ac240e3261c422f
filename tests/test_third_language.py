"""A language that nobody has heard of is spoken from its files alone: no line of code is touched."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "tablee"
SPOKEN = """
import tablee.server.api as api
from tablee.cli import build_parser
from tablee.engine import find, languages
from tablee.terminal.words import terminal_words
from tablee.engine import read_rules

assert languages() == ("fr", "en", "xt"), languages()
assert build_parser().parse_args(["play", "--lang", "xt"]).language == "xt"
own = terminal_words("xt", "blitz")
assert own.label("bye").startswith("~") and own.ask("draw").startswith("~") and own.option("cut").startswith("~")
assert own.forms.name == "~English" and own.label("left_pile").startswith("~")
served = api._catalogue("xt", "blitz")
assert served["refusals"]["stale"].startswith("~") and served["page"]["face_off"].startswith("~")
assert api._catalogue("xt", None)["shelf"]["blitz"]["pitch"].startswith("~")
assert all(rule.text.startswith("~") for section in read_rules(find("blitz"), "xt") for rule in section.rules)
print("spoken")
"""


def test_a_made_up_language_needs_no_code(tmp_path: Path) -> None:
    for path in SOURCE.rglob("*"):
        if path.is_dir() or {"page", "__pycache__"} & set(path.relative_to(SOURCE).parts):
            continue
        copy = tmp_path / "tablee" / path.relative_to(SOURCE)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.symlink_to(path)
        if path.name in ("words.en.toml", "rules.en.toml"):
            turned = re.sub(r'^("?[\w* -]+"? = ")(?=[^"])', r"\1~", path.read_text("utf-8"), flags=re.MULTILINE)
            copy.with_name(path.name.replace(".en.", ".xt.")).write_text(turned, "utf-8")
    said = subprocess.run(
        [sys.executable, "-c", SPOKEN],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
    )
    assert said.stdout == "spoken\n", said.stderr
