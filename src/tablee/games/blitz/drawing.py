"""Cards between hands and draw piles: taken from the top, put back beneath."""

from __future__ import annotations

from tablee.engine import Script, choose, draw

from .cards import Card
from .events import PutBack, TieBreakDrawn
from .meeting import FaceOff, Side
from .table import SIDES, Blitz


def take(table: Blitz, side: Side) -> Script[Card]:
    """BL-11: any card that nobody has seen; beneath those, the ones put back, in order."""
    pile = table.piles[side]
    if pile.unseen:
        card = yield from draw("card", table.unseen, rule="BL-11")
        pile.unseen -= 1
    else:
        card = pile.beneath.pop(0)
    if not pile.unseen:
        table.find_sides()
    return table.cards[card]


def draw_tie_break(table: Blitz, meeting: FaceOff, seat: int) -> Script[None]:
    """BL-42, BL-45, BL-46: the third player shows a theme for both. Duel cards go back; perhaps no theme is left."""
    sides = table.sides
    for _ in range(sum([len(pile) for pile in table.piles.values()])):
        meeting.third = seat
        meeting.side = yield from choose(seat, "draw", sides, rule="BL-44")
        meeting.card = card = yield from take(table, meeting.side)
        meeting.third = None
        table.tell(TieBreakDrawn(seat, card.id, card.theme if card.symbol else None))
        if card.symbol:
            return
        slip_under(table, meeting, seat, meeting.side)
        sides = [side for side in table.sides if side != meeting.side] or [meeting.side]  # BL-46


def put_back(table: Blitz, meeting: FaceOff, seat: int) -> Script[None]:
    """BL-44: under the pile of the third player's choice; without a word from him, the one it came from."""
    meeting.third = seat
    side = yield from choose(seat, "under", SIDES, silence=meeting.side, rule="BL-44")
    meeting.third = None
    slip_under(table, meeting, seat, side)


def slip_under(table: Blitz, meeting: FaceOff, seat: int, side: Side) -> None:
    assert meeting.card
    table.piles[side].beneath.append(meeting.card.id)
    table.find_sides()
    table.tell(PutBack(seat, side, meeting.card.id))
    meeting.card = None
