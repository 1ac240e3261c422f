"""Files from elsewhere, damaged at random: each is read or refused in a process of its own, which lives on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tablee.engine import Invalid
from tablee.packs import workshop
from tablee.packs.bounded import Worker
from tablee.packs.bundle import write_bundle
from tablee.packs.exchange import Draft, write_as
from tablee.packs.media import clean
from tests.packs.test_media import png

TOML = """[pack]
id = "maud"
game = "defizz"
title = "Maud"
language = "fr"
licence = "CC0-1.0"
authors = ["Lou"]
version = "1"

[[question]]
id = "a"
kind = "duel"
card = 1
clue = "Premier salaire"
mode = "chrono"
text = "Quel métier ?"
answer = "maître-nageuse"
rivals = ["serveuse"]
"""
DRAFTS = [
    Draft(id=f"q{n}", text=f"Question {n} ?", answer="Lima", rivals=("Quito", "La Paz", "Cuzco")) for n in range(3)
]
NAMES = {
    "csv": "a.csv",
    "gift": "a.gift",
    "moodle": "a.xml",
    "kahoot": "a.xlsx",
    "openquizzdb": "a.json",
    "opentdb": "b.json",
}


def seeds() -> dict[str, bytes]:
    """A real file of every format."""
    written = {name: write_as(format, DRAFTS, "Maud", "fr").data for format, name in NAMES.items()}
    name, kept = clean(png())
    return {**written, "a.toml": TOML.encode(), "a.tablee": write_bundle(TOML, {name: kept})}


def test_a_file_of_every_format_is_taken() -> None:
    for name, data in seeds().items():
        brought = workshop.bring(name, data, "defizz", "fr")
        assert brought.document.tables, name
        assert all(held.table["text"] for held in brought.document.tables), name


def damaged(chance: Random) -> Iterator[tuple[str, bytes]]:
    known = seeds()
    while True:
        name = chance.choice(list(known))
        data = bytearray(known[name])
        for _ in range(chance.randint(1, 8)):
            at = chance.randrange(len(data))
            match chance.randrange(4):
                case 0:
                    data[at] = chance.randrange(256)
                case 1:
                    del data[at : at + chance.randint(1, 40)]
                case 2:
                    data[at:at] = data[at : at + 30] * chance.randint(1, 60)
                case _:
                    data[at:at] = chance.choice([b"[", b"{", b'"', b"\0", b"\xff\xfe", b"<!ENTITY", b"::", b"|"]) * 50
            if not data:
                data = bytearray(b"x")
        yield name, bytes(data)


def read_damaged(count: int, seed: int) -> None:
    worker, made = Worker(2.0, 768), damaged(Random(seed))
    try:
        for _ in range(count):
            name, data = next(made)
            try:
                code = worker.run(name, workshop.bring, name, data, "defizz", "fr").document.pack.game
            except Invalid as refused:
                code = refused.code
            assert code != "too_costly", (name, data[:200])
    finally:
        worker.close()


def test_damaged_files_are_read_or_refused() -> None:
    read_damaged(300, 1)


@pytest.mark.long
def test_many_damaged_files_are_read_or_refused() -> None:
    read_damaged(10_000, 2)
