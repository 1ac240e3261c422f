"""What people see of DESfausse: everything (DF-11)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct, structs

from tablee.engine import View

from .foretold import Discard, sets_of
from .sums import (
    MASTERED,
    MOST_DICE,
    POINTS,
    ROUNDS,
    Cell,
    Trophy,
    bonus_of,
    count_ones,
    equal_dice,
    largest,
    next_seat,
    points_of,
    score_of,
    too_many,
)
from .table import OWNERS, START, SUPPLY, TOKENS, Desfausse, Turn


class Standing(Struct):
    """A line of the board between rounds."""

    seat: int
    place: int
    before: int | None  # the place after the round before
    won: int  # points of this round, or since then
    points: int


class Series(Struct):
    """The same trophy in every round so far: once more, and its owner masters it (DF-74)."""

    seat: int
    trophy: Trophy
    bonus: int


class RoundView(Struct):
    """How the latest round ended: who has what, what that changed, and what is at stake next."""

    round: int
    lines: list[Standing]  # the best first
    leads: list[int]  # who is first…
    led: list[int]  # …and who was
    series: list[Series]
    opens: int | None  # who begins the next round; None: it was the last


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
    ended: RoundView | None  # the round before
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


class Tally(Struct, frozen=True):
    """The board, and all that is reckoned from it: the same until a token comes there, or a round ends."""

    board: list[dict[Trophy, int]]
    series: list[list[Trophy]]
    placed: list[int]  # tokens of each seat
    points: list[int]
    scores: list[int]
    ended: RoundView | None


def public(table: Desfausse) -> DesfausseView:
    hand, values, turn = table.hands[table.active], table.values, table.turn
    ones, limit = count_ones(values), too_many(len(turn.shown) or len(hand))
    rolled = turn.came == "rolling" and len(hand) > 1 and len(values) == len(hand)
    tally = table.tally
    if tally is None:
        tally = table.tally = _tally(table)
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
        ended=tally.ended,
        turn=receipt(table, turn),
        last=receipt(table, table.last) if table.last else None,
        next=next_seat(table.active, table.direction, len(table.seats)),
        first=dict(table.first),
        bowl=len(table.bowl),
        in_bowl=table.bowl[:],
        supply=table.supply[:],
        reserve=[TOKENS - left - placed for left, placed in zip(table.supply, tally.placed, strict=True)],
        board=tally.board,
        series=tally.series,
        worth=dict(POINTS),
        points=tally.points,
        scores=tally.scores,
    )


def _tally(table: Desfausse) -> Tally:
    tokens: list[list[Cell]] = [[] for _ in table.seats]
    for row, cells in enumerate(table.board):
        for trophy, seat in cells.items():
            tokens[seat].append((row, trophy))
    return Tally(
        board=[dict(row) for row in table.board],
        series=[table.series(row) for row in range(ROUNDS)],
        placed=[len(cells) for cells in tokens],
        points=[points_of(cells) for cells in tokens],
        scores=[score_of(cells) for cells in tokens],
        ended=_ended(table),
    )


def _ended(table: Desfausse) -> RoundView | None:
    if not table.after:
        return None
    number, points = len(table.after), table.after[-1]
    before = table.after[-2] if number > 1 else None
    place = {seat: _place(points, seat) for seat in table.seats}
    lines = [
        Standing(
            seat,
            place[seat],
            _place(before, seat) if before else None,
            points[seat] - (before[seat] if before else 0),
            points[seat],
        )
        for seat in sorted(table.seats, key=lambda seat: (-points[seat], seat))
    ]
    last = number == ROUNDS
    rows = table.board[:number]
    kept = [
        trophy
        for trophy in POINTS
        if trophy in MASTERED and trophy in rows[0] and len({row.get(trophy) for row in rows}) == 1
    ]
    return RoundView(
        round=number,
        lines=lines,
        leads=[seat for seat in table.seats if points[seat] == max(points)],
        led=[seat for seat in table.seats if before and before[seat] == max(before)],
        series=[Series(rows[0][trophy], trophy, bonus_of(trophy)) for trophy in kept] if 1 < number < ROUNDS else [],
        opens=None if last else table.poorest(points),
    )


def _place(points: tuple[int, ...], seat: int) -> int:
    return 1 + sum(other > points[seat] for other in points)


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
