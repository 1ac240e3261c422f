"""What goes wrong before anything is open says so in one sentence; and data moves from one store to the other."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tablee.cli import main
from tablee.client import Connection
from tablee.server.cluster.services import Nats, Postgres, free_port
from tablee.server.postgres import MIGRATIONS, PostgresStore
from tablee.server.protocol import Sit
from tablee.server.shelf import About, PackRecord
from tablee.server.sqlite import SqliteStore
from tablee.server.store import Guest, TableRecord
from tests.cluster.processes import PATIENCE
from tests.server.live import play_out
from tests.server.shelf import PASS, RESULT, ROLL, a_match, ended, start
from tests.services import a_database, need

RIGHTS = """
authorization { users = [
  { user: shy, password: right, permissions: { publish: "other.>", subscribe: ["other.>", "_INBOX.>"] } }
] }
"""


@pytest.fixture(autouse=True)
def own_log() -> Iterator[None]:
    """A command sets up the log of its process, which is that of all tests."""
    logger = logging.getLogger("tablee")
    handlers, level, propagate = [*logger.handlers], logger.level, logger.propagate
    yield
    logger.handlers[:], logger.propagate = handlers, propagate
    logger.setLevel(level)


def said(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    """The one sentence with which a command ends."""
    assert main([*command, "--lang", "en"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    [line] = told.err.splitlines()
    return line


def execute(address: str, *statements: str) -> None:
    async def run() -> None:
        db = await asyncpg.connect(address)
        for statement in statements:
            await db.execute(statement)
        await db.close()

    asyncio.run(run())


def test_what_cannot_be_used_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], postgres: Postgres, database: str, nats: Nats
) -> None:
    def serve(database: str, broker: str = nats.address) -> str:
        places = ("--data", str(tmp_path / "data"), "--database", database, "--broker", broker)
        return said(capsys, "serve", "--port", "0", *places)

    assert "database: expected postgresql://" in serve("mysql://localhost/tablee")
    assert "broker: expected nats://" in serve(database, "http://localhost")
    assert "a broker is of use with a database only" in said(capsys, "serve", "--broker", nats.address)
    assert "The database cannot be used: " in serve(f"postgresql://postgres@127.0.0.1:{free_port()}/tablee")
    assert 'database "nowhere" does not exist' in serve(postgres.address.replace("/postgres?", "/nowhere?"))
    assert "The broker cannot be used: " in serve(database, f"nats://127.0.0.1:{free_port()}")
    execute(postgres.address, "DROP ROLE IF EXISTS visitor", "CREATE ROLE visitor LOGIN")
    assert "permission denied" in serve(a_database(postgres).replace("//postgres:", "//visitor:"))
    with_user = Nats(tmp_path, 0, "--user", "tablee", "--pass", "right")
    assert "Authorization" in serve(database, with_user.address.replace("//", "//tablee:wrong@"))
    assert "Authorization" in serve(database, with_user.address)
    with_user.close()
    (tmp_path / "rights.conf").write_text(RIGHTS)
    with_rights = Nats(tmp_path, 0, "-c", str(tmp_path / "rights.conf"))
    shy = with_rights.address.replace("//", "//shy:right@")
    assert "this user may not publish and subscribe to tablee.>" in serve(database, shy)
    with_rights.close()
    execute(database, "UPDATE tablee.version SET number = 99")
    assert "PostgreSQL is at version 99, written by a newer Tablée" in serve(database)
    execute(database, f"UPDATE tablee.version SET number = {len(MIGRATIONS)}")

    async def nobody() -> int:
        db = await asyncpg.connect(database)
        left: int = await db.fetchval("SELECT count(*) FROM tablee.nodes WHERE until > clock_timestamp()")
        await db.close()
        return left

    assert asyncio.run(nobody()) == 0  # nothing was half-started


def test_data_moves_to_postgresql_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str], database: str) -> None:
    first, second = tmp_path / "first", tmp_path / "second"

    async def fill() -> None:
        store = SqliteStore(first)
        await store.save_table(TableRecord("alone", "BADOBI", b'{"locked": true}', None, 3.5))
        await start(store, "m", "t", Guest("hash-of-ana", host=True), Guest("hash-of-bo"))
        for seq in range(0, 3_000, 2):
            store.append("m", seq, [ROLL, PASS])
        await store.finish(ended("m"), 99.25, RESULT, b'["told"]')
        await start(store, "n", "u", seats=("Zoé", "Bo"))
        await store.append("n", 0, [ROLL])
        await store.save_own(
            PackRecord("p", "hash-of-ana", 1, "h1", About("blitz", "Themes", "fr", 1, 4), 5.5),
            {"h1": b"pack"},
            ["h1"],
            most=1,
        )
        await store.close()

    asyncio.run(fill())
    packs = first / "packs"
    (packs / "abc").mkdir(parents=True)
    (packs / "abc" / "pack.toml").write_text("[pack]\n")
    (packs / "def.toml").write_text("[pack]\n")
    assert "There is no hall" in said(capsys, "move-data", str(tmp_path / "nowhere"), database)
    assert main(["move-data", str(first), database, "--lang", "en"]) == 0
    assert capsys.readouterr().out == "Copied and compared: 3 tables, 2 matches, 1501 lines of their logs.\n"
    assert "There is something in PostgreSQL already" in said(capsys, "move-data", str(first), database)
    assert main(["move-data", database, str(second), "--lang", "en"]) == 0

    async def check() -> None:
        for store in (SqliteStore(second), await PostgresStore.open(database)):
            assert await store.log("m") == [ROLL, PASS] * 1_500
            assert await store.events("m") == b'["told"]'
            assert await store.secret("n") is not None
            assert await store.guest("m", "hash-of-ana") == Guest("hash-of-ana", host=True)
            assert [match.id for match in await store.finished("hash-of-bo")] == ["m"]
            assert await store.match("n") == a_match("n", "u", ("Zoé", "Bo"))
            assert [pack.hash for pack in await store.own_packs("hash-of-ana")] == ["h1"]
            assert await store.blob("h1") == b"pack"
            assert [table.id for table in await store.tables()] == ["alone", "t", "u"]
            await store.append("n", 1, [PASS])
            await store.close()

    asyncio.run(check())
    assert (second / "packs" / "abc" / "pack.toml").read_text() == "[pack]\n"
    assert (second / "packs" / "def.toml").read_text() == "[pack]\n"


def test_a_copy_that_is_not_the_same_is_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], database: str
) -> None:
    """A database that changes what it is given, as a trigger of somebody else's would."""

    async def fill() -> None:
        store = SqliteStore(tmp_path)
        await start(store, "m", "t")
        await store.append("m", 0, [ROLL])
        await store.close()
        await (await PostgresStore.open(database)).close()

    asyncio.run(fill())
    execute(
        database,
        "CREATE FUNCTION tablee.meddle() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN NEW.replies = '[]'; RETURN NEW; END $$",
        "CREATE TRIGGER meddle BEFORE INSERT ON tablee.log FOR EACH ROW EXECUTE FUNCTION tablee.meddle()",
    )
    assert "What was copied is not what was there (log)" in said(capsys, "move-data", str(tmp_path), database)

    async def check() -> None:
        store = await PostgresStore.open(database)
        assert await store.tables() == []
        await store.close()

    asyncio.run(check())


@pytest.mark.long  # PostgreSQL, NATS and two nodes: most of half a minute
def test_a_cluster_on_one_machine() -> None:
    """One of its nodes is killed: people play on, another takes its place; and nothing is left behind."""
    need()
    folder, port = Path(tempfile.mkdtemp(prefix="tablee-")), free_port()

    async def whole() -> None:
        command = ["-m", "tablee.cli", "cluster", "--nodes", "2", "--port", str(port), "--data", str(folder)]
        cluster = await asyncio.create_subprocess_exec(sys.executable, *command, "--lang", "en", stdout=PIPE)
        assert cluster.stdout
        pids: list[int] = []
        try:
            async with asyncio.timeout(PATIENCE):
                while f"localhost:{port}" not in (line := (await cluster.stdout.readline()).decode()):
                    pids += [int(pid) for pid in re.findall(r"process (\d+)", line)]
                address = f"http://localhost:{port}"
                host = await Connection.open(address, "desfausse", pace="none")
                async with host, Connection(address, host.table) as guest:
                    for number, table in enumerate((host, guest)):
                        await table.order(Sit, name=f"player {number}")
                    playing = asyncio.create_task(play_out([host, guest], haste=0.01))
                    while not host.seen or host.seen.seq < 10:
                        await asyncio.sleep(0.01)
                    os.kill(pids[0], signal.SIGKILL)
                    assert len({*await playing}) == 1
                while not re.search(r"process (\d+)", (await cluster.stdout.readline()).decode()):
                    pass
                cluster.terminate()
                assert await cluster.wait() == 0
        finally:
            if cluster.returncode is None:
                cluster.kill()

    try:
        asyncio.run(whole())
        assert not (folder / "postgres" / "postmaster.pid").exists()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
