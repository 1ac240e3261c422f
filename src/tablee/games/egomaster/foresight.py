"""What an option of Egomaster brings: where a pawn lands, what waits there, and what a solo is about."""

from __future__ import annotations

from collections.abc import Mapping

from tablee.engine import Ask, Choice, Consequence, Label
from tablee.games.quiz import foresight

from .books import Kind
from .table import Egomaster


class Stands(Consequence, frozen=True):
    """A cell for the pawn to begin on."""

    kind: Kind
    amount: int


class Lands(Consequence, frozen=True):
    """Where a direction leads."""

    cell: int
    met: tuple[int, ...]  # whose pawns stand in the way and push it on, in order
    kind: Kind  # what is played there
    amount: int  # and for how much
    prize: int | None = None  # what the bank would pay for it; None: the players pay


class Wagers(Consequence, frozen=True):
    """A solo against this player."""

    wins: int  # what one gets for a right answer
    loses: int  # what a wrong one costs
    gives: int  # what the other gets for a wrong one
    bank: bool  # the bank pays


CONSEQUENCES = (*foresight.CONSEQUENCES, Stands, Lands, Wagers)
DIRECTIONS: Mapping[str, int] = {"clockwise": 1, "counterclockwise": -1}


def foresee(table: Egomaster, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
    match ask.name:
        case "direction":
            ways = landings(table)
            return {way: ways[way] for way in ways}
        case "place" if isinstance(ask.form, Choice):
            cells = {int(cell): table.board[int(cell)] for cell in ask.form.options}
            return {number: Stands(cell.kind, cell.amount) for number, cell in cells.items()}
        case "designee" if isinstance(ask.form, Choice):
            return {other: wager(table, int(other)) for other in ask.form.options}
    return foresight.foresee(table, ask, seat)


def landings(table: Egomaster) -> dict[str, Lands]:
    """Both ways to go, once the die has been rolled."""
    if table.rolled is None:
        return {}
    found = {}
    for way, step in DIRECTIONS.items():
        number, met = table.landing(step * table.rolled)
        cell = table.board[number]
        amount = cell.amount * table.times
        found[way] = Lands(number, tuple(met), cell.kind, amount, table.prize(amount))
    return found


def wager(table: Egomaster, designee: int) -> Wagers:
    challenge = table.challenge
    assert challenge
    if challenge.prize is not None:
        return Wagers(challenge.prize, 0, challenge.prize, True)
    active, amount = table.active, challenge.minimum
    loses = table.debt(amount, active, designee)
    return Wagers(table.debt(amount, designee, active), loses, loses, False)
