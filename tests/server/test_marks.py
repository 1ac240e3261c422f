"""What tables thought of shipped questions, written to a file by whoever hosts them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from tablee.cli import main
from tablee.server.shelf import Mark
from tablee.server.sqlite import SqliteStore

MARKS = [
    Mark("m1", "defizz-base", "d-001", "Quel port ?", 1.0, (("Sète", "wrong"), ("Le Havre", "right"))),
    Mark("m2", "defizz-base", "d-002", "Quel roi ?", 2.0),
    Mark("m3", "defizz-base", "d-001", "Quel port ?", 3.0, (("Sète", "wrong"),)),
    Mark("m4", "a-guest-s-pack", "q", "Le secret de Maud ?", 4.0, (("bleu", "wrong"),)),
]


def test_marks_of_shipped_packs_are_written_by_question_and_those_of_guests_are_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def mark() -> None:
        store = SqliteStore(tmp_path)
        for one in MARKS:
            await store.add_mark(one, 10)
        await store.close()

    asyncio.run(mark())
    file = tmp_path / "marks.json"
    assert main(["marks", str(file), "--data", str(tmp_path), "--lang", "en"]) == 0
    assert "2" in capsys.readouterr().out
    port, king = msgspec.json.decode(file.read_bytes())
    assert port == {
        "pack": "defizz-base",
        "entry": "d-001",
        "text": "Quel port ?",
        "marked": 2,
        "answers": [
            {"text": "Sète", "verdict": "wrong", "times": 2},
            {"text": "Le Havre", "verdict": "right", "times": 1},
        ],
    }
    assert (king["entry"], king["answers"]) == ("d-002", [])
    assert main(["marks", str(tmp_path), "--data", str(tmp_path)]) != 0  # a folder is no file
