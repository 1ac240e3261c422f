"""A PostgreSQL database as a version leaves it, in files: its statements, and each table as text."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Final

import asyncpg

from tablee.server.postgres import MIGRATIONS, SCHEMA

STATEMENTS: Final = "schema.sql"
FORMAT: Final = {"schema_name": SCHEMA, "format": "csv"}


def tables_in(statements: str) -> list[str]:
    """In the order in which they were made: what others point to comes first."""
    return re.findall(r"CREATE TABLE (\w+)", statements)


async def pour_out(address: str, folder: Path) -> None:
    folder.mkdir(parents=True)
    made = [f"CREATE SCHEMA {SCHEMA}", f"SET search_path = {SCHEMA}", "CREATE TABLE version (number int NOT NULL)"]
    statements = ";\n".join([*made, *(one for migration in MIGRATIONS for one in migration)])
    (folder / STATEMENTS).write_text(statements + ";\n", "utf-8")
    db = await asyncpg.connect(address)
    for table in tables_in(statements):
        await db.copy_from_table(table, output=folder / f"{table}.csv", **FORMAT)
    await db.close()


async def pour_in(address: str, folder: Path) -> None:
    """Into an empty database, as if that version had been at work there."""
    statements = (folder / STATEMENTS).read_text("utf-8")
    db = await asyncpg.connect(address)
    await db.execute(statements)
    for table in tables_in(statements):
        await db.copy_to_table(table, source=io.BytesIO((folder / f"{table}.csv").read_bytes()), **FORMAT)
    await db.execute("SELECT setval(pg_get_serial_sequence('matches', 'key'), (SELECT max(key) FROM matches))")
    await db.close()
