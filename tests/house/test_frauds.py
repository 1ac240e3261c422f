"""Frauds with dice, committed on purpose: `tablee verify` finds each of them out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.cli import main
from tablee.engine import Invalid
from tablee.house.export import check_secrets, verify, write_export
from tests.house.frauds import FIXTURE, FRAUDS, SHOWN, for_page, play, remembered


def test_fair_dice_are_found_fair() -> None:
    assert verify(play(), SHOWN).rolls > 10


@pytest.mark.parametrize("name", FRAUDS)
def test_a_fraud_is_found_out(name: str) -> None:
    fraud = FRAUDS[name]()

    def look() -> None:
        verify(fraud.export, remembered(fraud))
        check_secrets([fraud.before or play(), fraud.export])

    with pytest.raises(Invalid) as caught:
        look()
    assert caught.value.code == fraud.code


@pytest.mark.parametrize("name", FRAUDS)
def test_the_command_finds_it_out(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fraud, files = FRAUDS[name](), [tmp_path / "match.json", tmp_path / "before.json"]
    files[0].write_bytes(write_export(fraud.export))
    files[1].write_bytes(write_export(fraud.before or fraud.export))
    known = remembered(fraud)
    memory = ["--commitment", str(known.commitment), "--seed", str(known.seed)] if fraud.needs_memory else []
    assert main(["verify", *map(str, files), *memory, "--lang", "en"]) == 2
    assert capsys.readouterr().err


def test_without_its_memory_a_device_could_be_told_anything() -> None:
    """Why devices remember: these fit together, and were still chosen afterwards."""
    for make in FRAUDS.values():
        if make().needs_memory:
            assert verify(make().export)


def test_the_page_is_tested_with_the_same_frauds() -> None:
    assert FIXTURE.read_bytes() == for_page(), "python -m tests.house.frauds"
