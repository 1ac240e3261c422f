"""A file that would take for ever, or all memory, is given up; one that is fine is read."""

from __future__ import annotations

import io
import time
import zipfile
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.engine import Invalid
from tablee.packs.bounded import bounded
from tablee.packs.exchange import read_as

FILE = Path("theirs.xlsx")


def for_ever() -> None:
    while True:
        pass


def all_memory() -> int:
    return len([bytearray(100_000_000) for _ in range(100)])


def refuse() -> None:
    raise Invalid("bad_file", file="x", problem="y")


def test_time_is_limited() -> None:
    began = time.monotonic()
    with pytest.raises(Invalid) as caught:
        bounded(FILE, for_ever, seconds=0.5)
    assert caught.value.code == "too_costly"
    assert time.monotonic() - began < 30


def test_memory_is_limited() -> None:
    with pytest.raises(Invalid) as caught:
        bounded(FILE, all_memory, megabytes=1_024)
    assert caught.value.code == "too_costly"


def test_what_is_refused_is_refused_here_too() -> None:
    with pytest.raises(Invalid) as caught:
        bounded(FILE, refuse)
    assert (caught.value.code, caught.value.params) == ("bad_file", {"file": "x", "problem": "y"})


def test_what_is_fine_comes_back() -> None:
    data = "question;réponse\r\nQuel port ?;Marseille\r\n".encode()
    assert bounded(FILE, read_as, "csv", data).drafts == read_as("csv", data).drafts


def test_a_sheet_that_swells_does_not_take_the_machine_with_it(tmp_path: Path) -> None:
    """Some kilobytes that become hundreds of megabytes."""
    swelling = io.BytesIO()
    with zipfile.ZipFile(swelling, "w", zipfile.ZIP_DEFLATED) as book:
        with book.open("xl/worksheets/sheet1.xml", "w", force_zip64=True) as sheet:
            for _ in range(200):
                sheet.write(b" " * 1_048_576)
        book.writestr("xl/workbook.xml", "<workbook/>")
    file = tmp_path / "theirs.xlsx"
    file.write_bytes(swelling.getvalue())
    assert main(["packs", "import", str(file), "--game", "defizz", "--lang", "en"]) != 0
    assert not file.with_suffix(".toml").exists()
