"""Sentences are filled in as the language wants it. The page runs the same cases."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tablee.engine import Words
from tablee.engine.words import forms

CASES = [
    (language, case)
    for language, cases in tomllib.loads((Path(__file__).parents[1] / "wording.toml").read_text("utf-8")).items()
    for case in cases
]


@pytest.mark.parametrize(("language", "case"), CASES, ids=lambda part: part if isinstance(part, str) else part["gives"])
def test_a_sentence_is_filled_in(language: str, case: dict[str, Any]) -> None:
    assert forms(language).fill(case["says"], case["with"]) == case["gives"]


def test_plurals_are_whatever_the_language_says() -> None:
    polish = forms("fr").__class__(
        **{field: getattr(forms("fr"), field) for field in forms("fr").__struct_fields__ if field != "plurals"},
        plurals=("1", "(.*[^1])?[2-4]"),
    )
    said = [polish.fill("{n:kość|kości|kości*}", {"n": n}) for n in (0, 1, 3, 5, 12, 22, 111)]
    assert said == ["kości*", "kość", "kości", "kości*", "kości*", "kości", "kości*"]


def test_a_game_without_a_language_is_told_in_one_that_it_has(tmp_path: Path) -> None:
    (tmp_path / "words.en.toml").write_text('[labels]\nhello = "Hello {name}!"\n', "utf-8")
    assert Words("fr", tmp_path).label("hello", name="Ana") == "Hello Ana!"
