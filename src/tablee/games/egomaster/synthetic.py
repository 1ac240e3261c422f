"""A full pack without meaning, for scenarios and tests: its ids and answers never change.

Question `duo-03-07` stands on page 3 as number 7, with the keyword "key duo 3.7", the text "FRONT-duo-03-07" and the
answer "SECRET-duo-03-07". In duo and multi its icon is (speed, target, ping_pong)[(page + number) % 3]; a target is
42, a ping-pong list is a b c d e f g.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablee import packs
from tablee.packs import Manifest, Pack

from .books import ICONS, KINDS, PAGES


def synthetic() -> Sequence[str]:
    """Makes the pack known, and gives its name."""
    manifest = Manifest("synthetic-egomaster", "egomaster", "Synthetic", "en", "CC0-1.0", ("Tablée",), "1")
    faces = range(1, PAGES + 1)
    tables = [_table(kind, page, number) for kind in KINDS for page in faces for number in faces]
    pack = Pack(manifest, "synthetic-egomaster-1", tuple((table["id"], "question", table) for table in tables))
    return [packs.add(pack).manifest.id]


def _table(kind: str, page: int, number: int) -> dict[str, Any]:
    id = f"{kind}-{page:02}-{number:02}"
    table: dict[str, Any] = {
        "id": id,
        "booklet": kind,
        "page": page,
        "number": number,
        "keyword": f"key {kind} {page}.{number}",
        "text": f"FRONT-{id}",
        "answer": f"SECRET-{id}",
    }
    if kind == "solo":
        return table
    icon = list(ICONS.values())[(page + number) % 3]
    if icon.answered == "number":
        table["answer"] = 42
    elif icon.answered == "list":
        table["accept"] = tuple("abcdefg")
        del table["answer"]
    return table | {"mode": icon.name}
