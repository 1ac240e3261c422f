"""Every pack that a match uses is kept under its hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.engine import Invalid, Match, PackRef
from tablee.packs import library
from tablee.server.store import keep_packs, load_packs

PACK = """[pack]
id = "mine"
game = "egomaster"
title = "Mine"
language = "en"
licence = "CC0-1.0"
authors = ["Ana"]
version = "1"
"""


@pytest.fixture
def _new_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "_known", {})
    monkeypatch.setattr(library, "_by_hash", {})


@pytest.mark.usefixtures("_new_process")
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_the_pack_of_a_match_is_kept_when_the_installed_one_changes(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / ("mine.toml" if kind == "file" else "mine")
    head = path if kind == "file" else path / "pack.toml"
    head.parent.mkdir(exist_ok=True)
    head.write_text(PACK, "utf-8")
    kept, ref = tmp_path / "kept", library.load(str(path)).ref
    for _ in range(2):
        keep_packs(kept, [ref, PackRef("made-in-memory", "0")], [path])
        assert len(list(kept.iterdir())) == 1
    head.write_text(PACK.replace("Mine", "Changed"), "utf-8")
    monkeypatch.setattr(library, "_by_hash", {})
    with pytest.raises(Invalid):
        library.get(ref)
    assert load_packs(kept) == []
    assert library.get(ref).manifest.title == "Mine"
    assert library.load(str(path)).manifest.title == "Changed"


@pytest.mark.usefixtures("_new_process")
def test_a_shipped_pack_is_kept_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ref = Match.new("blitz", list("abc")).header.packs[0]
    keep_packs(tmp_path, [ref])
    monkeypatch.setattr(library, "_known", {})
    monkeypatch.setattr(library, "_by_hash", {})
    monkeypatch.setattr(library, "shipped", dict)  # another version of Tablée does not have it any more
    assert load_packs(tmp_path) == []
    assert library.get(ref).ref == ref


@pytest.mark.usefixtures("_new_process")
def test_a_kept_pack_that_was_changed_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "mine.toml"
    source.write_text(PACK, "utf-8")
    kept = tmp_path / "kept"
    keep_packs(kept, [library.load(str(source)).ref], [source])
    (file,) = kept.iterdir()
    file.write_text(PACK.replace("Mine", "Forged"), "utf-8")
    (kept / f"{'0' * 64}.toml").write_text("not a pack", "utf-8")
    assert [wrong.code for wrong in load_packs(kept)] == ["bad_file", "other_pack"]
