"""Blitz: how often symbols meet, how long chains get, and how often the group has to judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tablee.engine import Event, Result
from tablee.measures import Measures

from .events import (
    Burned,
    Challenged,
    CoinTossed,
    DeadHeat,
    DuelRolled,
    FaceOffStarted,
    Refused,
    Stalled,
    TurnedUp,
    Voted,
    Won,
)

COLUMNS = (
    "theme_cards", "duel_cards", "face_offs", "via_die", "longest_chain", "contested", "votes", "refused", "burned",
    "stalls", "dead_heats", "coins", "level_at_top",
)  # fmt: skip


def count(events: Sequence[Event], result: Result) -> dict[str, int]:
    counts: Counter[str] = Counter()
    longest = 0
    for event in events:
        match event:
            case TurnedUp():
                counts["theme_cards"] += 1
            case DuelRolled(again=False):
                counts["duel_cards"] += 1
            case FaceOffStarted(why=why):
                counts["face_offs"] += 1
                counts["via_die"] += why == "die"
            case Won(chain=chain):
                longest = max(longest, chain)
            case _ if name := _COUNTED.get(type(event)):
                counts[name] += 1
    counts["longest_chain"] = longest
    counts["level_at_top"] = len(result.ranking[0]) > 1 or result.why == "showdown"
    return {name: int(counts[name]) for name in COLUMNS}


_COUNTED: dict[type[Event], str] = {
    Challenged: "contested",
    Voted: "votes",
    Refused: "refused",
    Burned: "burned",
    Stalled: "stalls",
    DeadHeat: "dead_heats",
    CoinTossed: "coins",
}


MEASURES: Final = Measures(
    COLUMNS,
    count,
    uses={
        "face_offs": ("theme_cards", "duel_cards", "face_offs", "via_die", "longest_chain"),
        "judging": ("contested", "votes", "refused", "burned", "stalls", "dead_heats", "coins"),
    },
)
