"""What people see of DESfausse: everything (DF-11)."""

from __future__ import annotations

from collections import Counter

from msgspec import structs

from tablee.engine import View

from .foretold import Discard, sets_of
from .sums import (
    MOST_DICE,
    POINTS,
    ROUNDS,
    Cell,
    Trophy,
    count_ones,
    equal_dice,
    largest,
    next_seat,
    points_of,
    score_of,
    too_many,
)
from .table import OWNERS, START, SUPPLY, TOKENS, Desfausse, Turn


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
    ones: int  # that lie there, set aside
    bears: int  # so many more can be borne
    too_many: int  # so many are too many
    sets: list[Discard]  # what stopping now would discard, the largest first; at the end what the 1s hold back
    turn: Turn  # as far as it has come
    last: Turn | None  # the turn before
    next: int  # who plays then
    first: dict[int, int]  # by seat: the sum rolled for who begins
    bowl: int  # dice in it…
    in_bowl: list[str]  # …and which
    supply: list[int]
    reserve: list[int]
    board: list[dict[Trophy, int]]  # by round: trophy -> seat
    series: list[list[Trophy]]  # by round: trophies whose owner took them in the round before, too
    worth: dict[Trophy, int]  # points of each trophy
    points: list[int]  # on the board
    scores: list[int]  # with the Master bonus, as it would be counted now


def public(table: Desfausse) -> DesfausseView:
    hand, values, turn = table.hands[table.active], table.values, table.turn
    ones, limit = count_ones(values), too_many(len(turn.shown) or len(hand))
    rolled = turn.came == "rolling" and len(hand) > 1 and len(values) == len(hand)
    tokens: list[list[Cell]] = [[] for _ in table.seats]
    for row, cells in enumerate(table.board):
        for trophy, seat in cells.items():
            tokens[seat].append((row, trophy))
    return DesfausseView(
        round=table.row + 1,
        active=table.active,
        direction=table.direction,
        turns=table.turns,
        hands=[hand[:] for hand in table.hands],
        values=dict(values),
        rolls=table.rolls,
        announced=turn.announced,
        ones=ones,
        bears=max(0, limit - 1 - ones),
        too_many=limit,
        sets=sets_of(table, table.active) if rolled else [],
        turn=receipt(table, turn),
        last=receipt(table, table.last) if table.last else None,
        next=next_seat(table.active, table.direction, len(table.seats)),
        first=dict(table.first),
        bowl=len(table.bowl),
        in_bowl=table.bowl[:],
        supply=table.supply[:],
        reserve=[TOKENS - left - len(cells) for left, cells in zip(table.supply, tokens, strict=True)],
        board=[dict(row) for row in table.board],
        series=[table.series(row) for row in range(ROUNDS)],
        worth=dict(POINTS),
        points=[points_of(cells) for cells in tokens],
        scores=[score_of(cells) for cells in tokens],
    )


def receipt(table: Desfausse, turn: Turn) -> Turn:
    """A turn as it is told: with its 1s, and with the set that they alone have held back (DF-27)."""
    ones = count_ones(turn.shown)
    if turn.came == "no_set":
        equal = equal_dice(list(turn.shown), turn.shown)
        value = largest(equal)
        if value and len(equal[value]) >= table.options.min_combination:
            return structs.replace(turn, ones=ones, came="held_back", value=value, size=len(equal[value]))
    return structs.replace(turn, ones=ones)


def check(table: Desfausse) -> None:
    """What must hold after every answer."""
    dice = [die for hand in table.hands for die in hand] + table.bowl
    assert sorted(dice) == sorted(die + OWNERS[seat] for seat in table.seats for die in START), "dice are kept"
    assert all(len(hand) <= MOST_DICE for hand in table.hands) or not table.options.gift_limit
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
