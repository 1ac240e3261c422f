"""A full pack without meaning, for scenarios and tests: its card ids and answers never change.

Card `duel000` has the clues "clue duel 0.0" to "clue duel 0.2"; question q of card c has the mode
(chrono, target, ping_pong, chance)[(c + q) % 4]. A target is 42, a ping-pong list is a b c d e f g. Chance questions of
cards 0–3 are the highest roll of a d20, of cards 4–7 a draw, of cards 8–11 the reader's word, of cards 12–15 the
highest roll of a d6 without a second try, and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tablee import packs
from tablee.packs import Manifest, Pack

from .cards import KINDS, MODES

CARDS: Final = 106  # DZ-01
_CHANCES: Final[tuple[dict[str, Any], ...]] = (
    {"resolve": "highest_roll", "sides": 20},
    {"resolve": "random_uniform"},
    {"resolve": "reader_verdict"},
    {"resolve": "highest_roll", "sides": 6, "tie": "restart"},
)


def synthetic() -> Sequence[str]:
    """Makes the pack known, and gives its name."""
    manifest = Manifest("synthetic-defizz", "defizz", "Synthetic", "en", "CC0-1.0", ("Tablée",), "1")
    tables = [_table(kind, c, q) for kind in KINDS for c in range(CARDS) for q in range(3)]
    pack = Pack(manifest, "synthetic-defizz-1", tuple((table["id"], "question", table) for table in tables))
    return [packs.add(pack).manifest.id]


def _table(kind: str, c: int, q: int) -> dict[str, Any]:
    mode = list(MODES.values())[(c + q) % 4]
    table: dict[str, Any] = {
        "id": f"{kind}{c}.{q}",
        "kind": kind,
        "card": c,
        "mode": mode.name,
        "clue": f"clue {kind} {c}.{q}",
        "text": f"FRONT-{kind}-{c}-{q}",
    }
    match mode.answered:
        case "words":
            table["answer"] = f"SECRET-{kind}-{c}-{q}"
        case "number":
            table["answer"] = 42
        case "list":
            table["accept"] = tuple("abcdefg")
        case "deed":
            table |= {"answer": f"SECRET-{kind}-{c}-{q}", **_CHANCES[c // 4 % 4]}
    return table
