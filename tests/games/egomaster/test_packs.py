"""What lint finds in a pack of Egomaster. The general checks are tested with one, too: tests/packs/test_lint.py."""

from __future__ import annotations

from pathlib import Path

from tests.packs.sheets import GOOD, codes


def test_a_complete_pack_is_counted(tmp_path: Path) -> None:
    assert codes(tmp_path, GOOD) == []
    found = codes(tmp_path, GOOD, complete=True)
    assert found.count("on_page") == 60
    assert found.count("icons") == 3
