"""A pack of one's own at a table: no byte that leaves the server tells what is in it before its time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tablee.packs import library
from tablee.packs.document import Document, Held, encode, hash_of, playable
from tablee.packs.format import Manifest
from tablee.server.names import guest_of
from tablee.server.protocol import Mark, SetUp
from tablee.server.shelf import About, PackRecord
from tests.server.people import Person, Phone, a_hall, a_table, start, until_over
from tests.server.virtual import run

KEY = "the-token-of-whoever-wrote-it"
BOXES = {"defizz": "defizz-base", "egomaster": "egomaster-base", "blitz": "blitz-a"}
SECRET = {"answer": "canari", "accept": ["canari-bis"], "rivals": ["serin", "moineau", "pinson"]}


def entries(game: str) -> list[Held]:
    """Every word of an entry tells which one it is."""
    if game == "blitz":
        symbols = ("circle", "square", "triangle", "wave")
        themes = [
            {"id": f"t{n}", "symbol": symbols[n % 4], "text": f"canari-thème-{n}.", "tag": f"t{n}", "examples": ["x"]}
            for n in range(16)
        ]
        return [Held("theme", theme) for theme in themes]
    made: list[dict[str, Any]] = []
    for n in range(30):
        if game == "defizz":
            place: dict[str, Any] = {
                "kind": ("duel", "multi")[n % 2],
                "card": 1 + n // 6,
                "mode": "chrono",
                "clue": "?",
            }
        else:
            part = ("solo", "duo", "multi")[n % 3]
            place = {"booklet": part, "page": 1 + n // 3, "number": 1 + n % 20, "keyword": "?"}
            place |= {} if part == "solo" else {"mode": "speed"}
        words = {name: [f"{word}-{n}." for word in held] for name, held in SECRET.items() if isinstance(held, list)}
        made.append({"id": f"q{n}", **place, "text": f"canari-texte-{n}.", "answer": f"canari-{n}.", **words})
    return [Held("question", table) for table in made]


def words_of(table: dict[str, Any]) -> list[str]:
    return [table["text"], *([table["answer"], *table["accept"], *table["rivals"]] if "answer" in table else [])]


class Watched(Phone):
    """Looks at every message for what is in the pack, the key to it, and the hash that names it."""

    known: ClassVar[dict[str, list[str]]] = {}  # by entry, its words
    met: ClassVar[set[str]] = set()  # entries that have been on the table
    searched: ClassVar[int] = 0
    hash: ClassVar[str] = ""

    def read(self, data: bytes) -> None:
        text = data.decode()
        assert KEY not in text
        assert guest_of(KEY) not in text
        assert self.hash not in text
        running = self.live.running
        if running and running.match.result is None and self.connected:
            table: Any = running.match._table
            challenge = getattr(table, "challenge", None)
            card = getattr(challenge, "card", None)
            questions = card.questions if card else [challenge.question] if challenge and challenge.question else []
            self.met.update(question.id for question in questions)
            seats = self.live.state.seats_of(self.guest)
            hidden = [word for word in running.match.secrets(seats[0] if seats else None) if "canari" in word]
            if table.__class__.__name__ != "Blitz":
                hidden += [word for id, words in self.known.items() if id not in self.met for word in words]
            Watched.searched += len(hidden)
            for word in hidden:
                assert word not in text, (word, text)
        super().read(data)


@pytest.mark.parametrize("game", BOXES)
def test_nothing_of_it_leaves_before_its_time(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document(Manifest("own:maud", game, "Maud", "fr", "CC0-1.0", (), "1"), tuple(entries(game)))
    data = encode(document)
    about = About(game, "Maud", "fr", len(document.tables), len(data))
    record = PackRecord("maud", guest_of(KEY), 1, hash_of(data), about, 1.0)
    library.keep(playable(data))
    monkeypatch.setattr("tests.server.people.Phone", Watched)
    monkeypatch.setattr(Watched, "known", {held.id: words_of(held.table) for held in document.tables})
    monkeypatch.setattr(Watched, "met", set())
    monkeypatch.setattr(Watched, "searched", 0)
    monkeypatch.setattr(Watched, "hash", record.hash)

    async def whole() -> None:
        hall = await a_hall(tmp_path)
        await hall.store.save_own(record, {record.hash: data}, [record.hash], 1)
        phones = await a_table(hall, game, 3, {"quick_game": True} if game == "egomaster" else {})
        spectator = Watched(phones[0].live, "a-spectator-without-seat")
        await spectator.connect()
        await phones[0].must(SetUp, packs=[f"own:maud:{KEY}", BOXES[game]])
        for seat, phone in enumerate(phones):
            Person(phone, seat, "regular" if game == "blitz" else "anyone", seed=seat)
        await start(phones)
        for _ in range(40):
            await asyncio.sleep(2)
            await phones[1].order(Mark, seat=1)  # whoever marks is told what he may know
        phones[1].disconnect()
        await phones[1].connect()
        await until_over([*phones, spectator])
        assert any(b"canari-" in told for told in spectator.bytes), "the search finds what is there"

    run(whole())
    assert Watched.searched > 1_000
    assert game == "blitz" or len(Watched.met) > 1, "some of them were played"
