"""Tables of four shortly before the end of a game."""

from __future__ import annotations

from typing import Any, Final

NEAR_THE_END: Final[dict[str, dict[str, Any]]] = {
    "desfausse": {
        "options": {"round_turn_cap": 6},
        "position": {
            "round": 3,
            "active": 0,
            "hands": [["r1a", "r2a", "g1a"], ["r1b", "g1b"], ["r1c", "g1c"], ["r1d", "g1d", "R1d"]],
        },
    },
    # Only squares are left to be drawn, and one lies before the second player: a face-off comes at once.
    "blitz": {
        "options": {"challenge_s": 0},
        "position": {
            "drawer": 0,
            "tops": [["a09"], ["a02"], ["a03"], ["a04"]],
            "unseen": ["a10", "a18", "a26", "a34"],
            "piles": {"left": 2, "right": 2},
        },
    },
    # Two are still in play, and the one who knows nothing has a single token.
    "defizz": {"position": {"active": 0, "stacks": [100, 7500, 0, 0], "out": [[2], [3]]}},
    "egomaster": {
        "options": {"quick_game": True},
        "position": {"active": 0, "stacks": [100, 11500, 0, 0], "out": [[2], [3]], "pawns": [0, 3, None, None]},
    },
}
