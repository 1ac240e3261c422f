"""The drawing of a game from elsewhere: only files of its own folder, of known kinds, and never sniffed."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from yarl import URL

from tablee.server.app import Server
from tablee.server.settings import Settings
from tests.examples.elsewhere import forget, install


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "site").mkdir()
    install(tmp_path / "site", monkeypatch)
    yield
    forget()


def test_what_is_served_and_what_is_not(tmp_path: Path) -> None:
    async def ask(*paths: str) -> list[tuple[int, str, str]]:
        server = Server(Settings(host="127.0.0.1", port=0, data=str(tmp_path / "data")))
        await server.start()
        found = []
        try:
            async with aiohttp.ClientSession() as session:
                for path in paths:
                    url = f"http://127.0.0.1:{server.port}{path}"
                    async with session.get(URL(url, encoded=True)) as got:
                        found.append((got.status, got.content_type, got.headers.get("X-Content-Type-Options", "")))
        finally:
            await server.stop()
        return found

    good, *bad = asyncio.run(
        ask(
            "/games/vendanges/table.js",
            "/games/vendanges/../meta.py",
            "/games/vendanges/%2e%2e/words.fr.toml",
            "/games/vendanges/..%2fgame.py",
            "/games/vendanges/nothing.js",
            "/games/vendanges/%2fetc%2fpasswd",
            "/games/blitz/meta.py",
            "/games/nobody/table.js",
        )
    )
    assert good == (200, "text/javascript", "nosniff")
    assert {(status, kind) for status, kind, _ in bad} <= {(404, "application/json")}
