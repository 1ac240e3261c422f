"""Packs for lint: a good question, and what is found in a file of tables."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from tablee.packs.lint import Finding, lint
from tablee.packs.source import read
from tablee.packs.toml import write_table

TODAY = datetime.date(2026, 11, 15)
MANIFEST = {
    "id": "mine",
    "title": "Mine",
    "language": "fr",
    "licence": "CC0-1.0",
    "authors": ["me"],
    "version": "1",
}
GOOD: dict[str, Any] = {
    "id": "q1",
    "booklet": "duo",
    "page": 1,
    "number": 1,
    "mode": "speed",
    "keyword": "Soupe de pêcheurs",
    "text": "Quel port français a fait la gloire de la bouillabaisse ?",
    "answer": "Marseille",
    "rivals": ["Nice", "Sète", "Brest"],
    "source": ["common knowledge"],
    "difficulty": 2,
    "theme": "cuisine",
}
COLOURS = ["rouge", "orange", "jaune", "vert", "bleu", "indigo", "violet|mauve"]


def findings(folder: Path, *tables: dict[str, Any], game: str = "egomaster", **manifest: object) -> list[Finding]:
    array = "theme" if game == "blitz" else "question"
    head = write_table("[pack]", {**MANIFEST, "game": game, **manifest})
    path = folder / "mine.toml"
    path.write_text("\n".join([head, *(write_table(f"[[{array}]]", table) for table in tables)]), "utf-8")
    return lint([read(path)], TODAY)


def codes(folder: Path, *tables: dict[str, Any], game: str = "egomaster", **manifest: object) -> list[str]:
    return [finding.code for finding in findings(folder, *tables, game=game, **manifest)]
