"""What people see of DESfausse: everything (DF-11)."""

from __future__ import annotations

from collections import Counter

from tablee.engine import View

from .table import MOST_DICE, OWNERS, POINTS, ROUNDS, START, SUPPLY, TOKENS, Desfausse, Trophy


class DesfausseView(View, kw_only=True):
    mine: None = None  # there are no secrets
    round: int
    active: int
    direction: int
    turns: int  # played in this round
    hands: list[list[str]]
    values: dict[str, int]  # what the active player's dice show; 0 is a blank face
    rolls: int  # of this turn
    announced: int | None
    bowl: int
    supply: list[int]
    reserve: list[int]
    board: list[dict[Trophy, int]]  # by round: trophy -> seat
    points: list[int]


def public(table: Desfausse) -> DesfausseView:
    on_board, points = [0] * len(table.seats), [0] * len(table.seats)
    for row in table.board:
        for trophy, seat in row.items():
            on_board[seat] += 1
            points[seat] += POINTS[trophy]
    return DesfausseView(
        round=table.row + 1,
        active=table.active,
        direction=table.direction,
        turns=table.turns,
        hands=[hand[:] for hand in table.hands],
        values=dict(table.values),
        rolls=table.rolls,
        announced=table.announced,
        bowl=len(table.bowl),
        supply=table.supply[:],
        reserve=[TOKENS - left - on for left, on in zip(table.supply, on_board, strict=True)],
        board=[dict(row) for row in table.board],
        points=points,
    )


def check(table: Desfausse) -> None:
    """What must hold after every answer."""
    dice = [die for hand in table.hands for die in hand] + table.bowl
    assert sorted(dice) == sorted(die + OWNERS[seat] for seat in table.seats for die in START), "dice are kept"
    assert all(len(hand) <= MOST_DICE for hand in table.hands)
    assert table.direction in (1, -1)
    assert table.rolls <= 3
    assert 0 <= table.row < ROUNDS
    assert all(trophy in POINTS and seat in table.seats for row in table.board for trophy, seat in row.items())
    assert all(not row for row in table.board[table.row + 1 :]), "later rounds are empty"
    for seat in table.seats:
        assert 0 <= table.supply[seat] <= SUPPLY
        assert table.reserve(seat) >= 0
    for die, value in table.values.items():
        assert die[0].islower() or value in (0, 1, 3, 4, 5), "a demon has no 2 and no 6"
    cells = Counter((row, trophy) for seat in table.seats for row, trophy in table.tokens(seat))
    assert all(count == 1 for count in cells.values())
