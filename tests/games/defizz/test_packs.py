"""What lint finds in a pack of Défizz."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.packs.sheets import GOOD, codes

CARD: dict[str, Any] = {
    **{name: value for name, value in GOOD.items() if name not in ("booklet", "page", "number", "keyword")},
    "kind": "duel",
    "card": 1,
    "mode": "chrono",
    "clue": "On la mange au bord de l’eau",
}


def test_a_good_question_has_no_finding(tmp_path: Path) -> None:
    assert codes(tmp_path, CARD, game="defizz") == []


def test_clues_are_measured_in_characters_and_chance_needs_no_source(tmp_path: Path) -> None:
    assert codes(tmp_path, CARD | {"clue": "x" * 61}, game="defizz") == ["long_clue"]
    chance: dict[str, Any] = {"mode": "chance", "answer": None, "rivals": [], "source": [], "resolve": "highest_roll"}
    assert codes(tmp_path, CARD | chance, game="defizz") == []


def test_an_incomplete_pack_is_not_counted_and_a_complete_one_is(tmp_path: Path) -> None:
    assert codes(tmp_path, CARD, game="defizz") == []
    found = codes(tmp_path, CARD, CARD | {"id": "q2", "answer": "Toulon"}, game="defizz", complete=True)
    assert found.count("cards") == 2
    assert found.count("on_card") == found.count("one_mode") == 1
