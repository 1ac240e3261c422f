"""An installed game that cannot be used: the log says why, and only the host of a table is told of it."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

import pytest

from tablee.engine import Broken
from tablee.server.app import Server
from tablee.server.settings import Settings
from tablee.server.state import TableState

ODD = Broken("odd", "odd-games", "ImportError: /home/secret/odd.py")


def test_only_the_host_sees_it_and_never_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.state.broken", lambda: (ODD,))
    state = TableState("t", "ABCD", "blitz", host="ana")
    state.renew_dice()
    assert state.shown("ana", (), None, 0).broken == (("odd", "odd-games"),)
    assert state.shown("bo", (), None, 0).broken == ()


def test_the_log_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("tablee.server.app.broken", lambda: (ODD,))
    monkeypatch.setattr(logging.getLogger("tablee"), "propagate", True)

    async def open_and_close() -> None:
        server = Server(Settings(host="127.0.0.1", port=0, data=str(tmp_path)))
        await server.start()
        await server.stop()

    with caplog.at_level(logging.WARNING, "tablee"):
        asyncio.run(open_and_close())
    (line,) = [record.getMessage() for record in caplog.records if "odd-games" in record.getMessage()]
    assert line == f"the game odd of the package odd-games cannot be used: {ODD.problem}"
