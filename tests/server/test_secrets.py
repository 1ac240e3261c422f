"""Every byte that leaves the server in whole games, searched for what its reader must not know yet."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tablee.engine import find
from tests.server.people import Person, Phone, a_hall, a_table, start, until_over
from tests.server.virtual import run

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "desfausse": ("desfausse", 3, {}),
    "blitz": ("blitz", 4, {}),
    "blitz, players look": ("blitz", 3, {"detection": "players"}),
    "defizz": ("defizz", 4, {}),
    "defizz expert": ("defizz", 4, {"expert": True}),
    "defizz spoken": ("defizz", 4, {"answers": "spoken"}),
    "defizz, the house reads": ("defizz", 3, {"reader": "house"}),
    "egomaster": ("egomaster", 4, {"quick_game": True}),
    "egomaster, the house reads": ("egomaster", 3, {"quick_game": True, "reader": "house"}),
}


class Searched(Phone):
    """Looks at every message for canaries before it reads it."""

    searched = 0
    canaries = 0

    def read(self, data: bytes) -> None:
        running = self.live.running
        if running and running.match.result is None and self.connected:
            seats = self.live.state.seats_of(self.guest)
            canaries = running.match.secrets(seats[0] if seats else None)
            Searched.canaries += len(canaries)
            for canary in canaries:
                assert canary.encode() not in data, (canary, data)
            assert running.secret.hex().encode() not in data
        Searched.searched += 1
        for phone in self.everyone:
            if phone is not self:
                assert phone.token.encode() not in data
            assert phone.guest.encode() not in data, "not even the hash of a token"
        super().read(data)

    everyone: ClassVar[list[Phone]] = []


@pytest.mark.parametrize("name", GAMES)
def test_no_secret_leaves_before_its_time(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, people, options = GAMES[name]
    monkeypatch.setattr("tests.server.people.Phone", Searched)
    Searched.searched = Searched.canaries = 0

    async def whole() -> None:
        hall = await a_hall(tmp_path)
        phones = await a_table(hall, game, people, options)
        live = phones[0].live
        synthetic = find(game).load().synthetic
        async with live.lock:  # a seed on its way would keep what was before
            live.state.packs = tuple(synthetic()) if synthetic else ()
        spectator = Searched(live, "a-spectator-without-seat")
        await spectator.connect()
        Searched.everyone = [*phones, spectator]
        mind = "regular" if game in ("desfausse", "blitz") else "anyone"  # who knows an answer may say it
        persons = [Person(phone, seat, mind, seed=seat) for seat, phone in enumerate(phones)]
        await start(phones)
        await asyncio.sleep(3)
        phones[1].disconnect()  # whoever comes back is told the whole state
        await phones[1].connect()
        await until_over([*phones, spectator])
        assert spectator.seen
        assert spectator.seen.asks == ()
        assert persons[0].asked

    try:
        run(whole())
    finally:
        Searched.everyone = []
    assert Searched.searched > 100
    assert Searched.canaries > 50 or game == "desfausse"  # where nothing is hidden but the dice to come


def test_a_planted_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The search would notice."""
    monkeypatch.setattr("tests.server.people.Phone", Searched)

    async def leak() -> None:
        hall = await a_hall(tmp_path)
        phones = await a_table(hall, "defizz", 3)
        synthetic = find("defizz").load().synthetic
        assert synthetic
        async with phones[0].live.lock:
            phones[0].live.state.packs = tuple(synthetic())
        await start(phones)
        await asyncio.sleep(1)
        running = phones[0].live.running
        assert running
        canary = running.match.secrets(1)[0]
        with pytest.raises(AssertionError, match=canary):
            phones[1].read(b'{"type":"notice","code":"' + canary.encode() + b'"}')
        with pytest.raises(AssertionError):
            phones[1].read(b'{"type":"notice","code":"' + running.secret.hex().encode() + b'"}')

    run(leak())
