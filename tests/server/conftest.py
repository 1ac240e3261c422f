"""What the tests of the server share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.shelf import InPostgres, InSqlite, Keeping


@pytest.fixture(params=["sqlite", "postgres"])
def keeping(request: pytest.FixtureRequest, tmp_path: Path) -> Keeping:
    """Every store there is: a test that asks for this one holds for all of them."""
    return InSqlite(tmp_path) if request.param == "sqlite" else InPostgres(request.getfixturevalue("database"))
