"""What people see of Blitz: tops and heights of piles, and every word said. Undrawn and won cards stay face down."""

from __future__ import annotations

from msgspec import Struct

from tablee.engine import View

from .cards import DUELS, Card
from .table import Blitz, FaceOff, Side


class PileView(Struct):
    unseen: int
    beneath: list[str]  # put back for all to see


class OnTrial(Struct):
    seat: int
    text: str


class Message(Struct):
    seat: int
    text: str
    burns: bool


class BlitzView(View, kw_only=True):
    mine: None = None  # what is hidden is hidden from all
    pack: str
    drawer: int  # whose turn it is
    piles: dict[Side, PileView]
    tops: list[Card | None]
    heights: list[int]
    won: list[int]
    won_cards: list[list[Card]] | None  # BL-59: when the game is over
    duels: int
    face: str | None  # what the die shows
    active_duel: list[str] | None
    removed: list[str]
    themes: dict[int, str] | None  # in a face-off: what each contestant must name
    tie_break: Card | None
    on_trial: OnTrial | None
    burned: list[str]
    chat: list[Message]


def public(table: Blitz) -> BlitzView:
    meeting = table.face_off
    return BlitzView(
        pack=table.options.pack,
        drawer=table.drawer,
        piles={side: PileView(pile.unseen, pile.beneath[:]) for side, pile in table.piles.items()},
        tops=[cards[-1] if cards else None for cards in table.tops],
        heights=[len(cards) for cards in table.tops],
        won=[len(cards) for cards in table.won],
        won_cards=[cards[:] for cards in table.won] if table.over else None,
        duels=len(table.duels),
        face=table.face,
        active_duel=sorted(table.active_duel) if table.active_duel else None,
        removed=sorted(table.removed),
        themes=dict(meeting.themes) if meeting else None,
        tie_break=meeting.card if meeting else None,
        on_trial=_on_trial(meeting),
        burned=[" ".join(said.words) for said in table.said if said.burns],
        chat=[Message(said.seat, said.text, said.burns) for said in table.chat],
    )


def _on_trial(meeting: FaceOff | None) -> OnTrial | None:
    if meeting is None or meeting.on_trial is None:
        return None
    return OnTrial(meeting.on_trial.seat, meeting.on_trial.text)


def secrets(table: Blitz, seat: int | None) -> list[str]:
    """Themes that nobody has seen yet."""
    return [table.cards[id].theme for id in table.unseen if table.cards[id].symbol]


def check(table: Blitz) -> None:
    """What must hold after every answer."""
    held = [table.face_off.card] if table.face_off and table.face_off.card else []
    shown = [card for cards in (*table.tops, *table.won) for card in cards]
    beneath = [id for pile in table.piles.values() for id in pile.beneath]
    places = [card.id for card in (*shown, *table.duels, *held)] + beneath + table.unseen + table.gone
    removed = [id for id, card in table.cards.items() if card.symbol in table.removed]
    assert len(set(places)) == len(places), "no card is in two places"
    assert set(places) | set(removed) == set(table.cards), "no card is lost"
    assert not set(places) & set(removed), "removed symbols are out of the game"
    assert all(card.symbol for card in shown), "Duel cards are never won or played"
    assert all(not card.symbol for card in table.duels)
    assert len(table.duels) <= DUELS
    assert (table.active_duel is None) == (not table.duels) or table.face is None
    assert not (table.active_duel or frozenset()) & table.removed
    if table.options.detection == "auto":
        matches = table.matches()
        assert len(matches) <= 1, "one face-off at a time"
        if table.open_sides() and not table.face_off:
            assert not matches, "nobody draws while two symbols match"
