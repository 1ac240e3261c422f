"""An evening at a server's table, from two keyboards."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablee.terminal.joined import Joined
from tests.server.live import serving
from tests.terminal.hands import Step, Terminal, let_hands_see, once, play, seated
from tests.terminal.test_join import evening, open_table, together


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    let_hands_see(monkeypatch)


def chose(game: str) -> Step:
    return once(lambda session: session.lobby.evening and session.lobby.evening.chosen == game)


def votes(session: Joined) -> bool:
    return bool(session.lobby.evening and session.lobby.evening.voting)


def test_whoever_sits_prepares_and_everyone_votes(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving(tmp_path / "data") as server:
            position, options = {"round": 3, "active": 0}, {"round_turn_cap": 2}
            address = await open_table(server, "desfausse", position=position, options=options)
            ana = Terminal(
                address,
                "--name",
                "Ana",
                steps=[seated(3), play, once(votes), "voter bli", chose("blitz"), "quitter"],
            )
            bo = Terminal(
                address,
                "--new",
                "--name",
                "Bo",
                steps=[
                    seated(2),
                    "?",
                    "robot novice",
                    seated(3),
                    "démarrer",
                    play,
                    "soirée",
                    once(votes),
                    "voter échecs",
                    "voter Blitz",
                    chose("blitz"),
                    "quitter",
                ],
            )
            said = await together(ana, bo)
            assert "démarrer" in said[1]
            for one in said:
                assert "La soirée, 1 partie" in one
                assert "On joue à Blitz." in one
            assert [seat.vote for seat in bo.session.lobby.seats] == [None, None, None]

    evening(whole())
