"""PostgreSQL and NATS for tests: real ones, from wheels, started once for all tests of a process."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.server.cluster.services import Nats, Postgres, missing

_numbers = itertools.count()


def need() -> None:
    if lacking := missing():
        pytest.skip(f"not installed here: {', '.join(lacking)} (extra `cluster`)")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    need()
    folder = Path(tempfile.mkdtemp(prefix="tablee-"))  # short: the socket lies in it
    server = Postgres(folder / "data")
    yield server
    server.stop()
    server.close()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def nats(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nats]:
    need()
    server = Nats(tmp_path_factory.mktemp("nats"))
    yield server
    server.close()


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The address of an empty one."""
    return a_database(postgres)


def a_database(postgres: Postgres) -> str:
    import asyncpg

    name = f"test_{next(_numbers)}"

    async def make() -> None:
        db = await asyncpg.connect(postgres.address)
        await db.execute(f"CREATE DATABASE {name}")
        await db.close()

    asyncio.run(make())
    return postgres.address.replace("/postgres?", f"/{name}?")
