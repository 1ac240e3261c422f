"""What lint finds in a pack of Blitz."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tablee.games.blitz.cards import RARER, SYMBOLS
from tests.packs.sheets import codes


def theme(number: int, **changed: object) -> dict[str, Any]:
    ruling = {"answer": "peut-être", "ruling": "no", "why": "Non."}
    return {
        "id": f"t{number:02}",
        "symbol": "circle",
        "text": f"Chose numéro {number}",
        "tag": f"chose{number}",
        "examples": [f"mot{n}" for n in range(20)],
        "borderline": [ruling] * 3,
    } | changed


def test_themes(tmp_path: Path) -> None:
    def found(*themes: dict[str, Any], **manifest: object) -> list[str]:
        return codes(tmp_path, *themes, game="blitz", letter="A", **manifest)

    assert found(theme(1), theme(2)) == []
    assert found(theme(1), theme(2, tag="Chose1")) == ["tag_twice"]
    assert found(theme(1), theme(2, text="Choses numéro 1")) == ["alike"]
    assert found(theme(1, symbol="heart")) == ["schema"]
    assert found(theme(1, examples=["a", "A"], borderline=[])) == ["items_alike"]
    counted = found(theme(1, examples=["a"], borderline=[]), complete=True)
    assert {"themes", "symbols", "few_examples", "few_borderline"} == set(counted)
    symbols = [s for s in SYMBOLS for _ in range(6 if s in RARER["A"] else 7)]
    full = [theme(number, symbol=symbol) for number, symbol in enumerate(symbols)]
    assert found(*full, complete=True) == []
    assert codes(tmp_path, *full, game="blitz", complete=True) == ["letter"]
