"""Packs: found by name or path, kept by hash, and refused with the place of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee import packs
from tablee.engine import Invalid, Match, PackRef
from tablee.games.blitz.cards import THEMES, themes
from tablee.packs.library import shipped

SHIPPED = shipped()["blitz-a"].read_text("utf-8")


def blitz(pack: Path) -> Match:
    return Match.new("blitz", list("abcd"), packs=[str(pack)])


def problem(pack: Path, text: str) -> str:
    pack.write_text(text, "utf-8")
    with pytest.raises(Invalid) as refused:
        blitz(pack)
    return str(refused.value)


def test_the_shipped_pack_is_played_by_default() -> None:
    match = Match.new("blitz", list("abcd"))
    assert match.header.packs[0].id == "blitz-a"
    assert len(themes(match.header.packs)) == THEMES
    assert all(len(theme.examples) >= 10 for theme in themes(match.header.packs))


def test_a_pack_can_lie_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SHIPPED.replace('id = "blitz-a"', 'id = "mine"'), "utf-8")
    assert blitz(path).header.packs[0].id == "mine"


def test_a_file_of_ones_own_never_hides_a_shipped_pack(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SHIPPED.replace('version = "2"', 'version = "3"'), "utf-8")
    mine, shipped = blitz(path).header.packs[0], Match.new("blitz", list("abcd")).header.packs[0]
    assert mine.id == shipped.id
    assert mine.hash != shipped.hash
    assert packs.get(mine).manifest.version == "3"


def test_what_is_wrong_is_named_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert "mine.toml" in problem(path, "not = [toml")
    assert "no manifest" in problem(path, "[[theme]]\nid = 'x'\n")
    assert "mine.toml [pack]" in problem(path, SHIPPED.replace('game = "blitz"\n', ""))
    assert "[[theme]] 1 (a01)" in problem(path, SHIPPED.replace('symbol = "', 'symbole = "', 1))
    assert "unknown table" in problem(path, SHIPPED.replace("[[theme]]", "[[question]]", 1))
    assert "made for chess" in problem(path, SHIPPED.replace('game = "blitz"', 'game = "chess"'))
    head, first, _, *rest = SHIPPED.split("[[theme]]")
    assert "53 themes, expected 54" in problem(path, "[[theme]]".join((head, first, *rest)))


def test_a_pack_that_is_not_there_is_named() -> None:
    with pytest.raises(Invalid) as refused:
        Match.new("blitz", list("abcd"), packs=["nowhere"])
    assert "nowhere" in str(refused.value)
    assert "blitz-a" in str(refused.value)


def test_a_match_finds_the_very_pack_it_was_played_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(SHIPPED.replace('id = "blitz-a"', 'id = "mine-too"'), "utf-8")
    match = blitz(path)
    assert Match.replay(match.header, match.log).header == match.header
    with pytest.raises(Invalid) as refused:
        packs.get(PackRef("blitz-a", "another hash"))
    assert refused.value.code == "other_pack"
