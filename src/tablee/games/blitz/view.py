"""What people see of Blitz: tops and heights of piles, and every word said. Undrawn and won cards stay face down."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.engine import View

from .cards import DUELS, Card
from .contest import lead, pause
from .meeting import Call, FaceOff, Fate, Means, Side, Undecided, What, Why
from .table import Blitz

Stage = Literal["draw", "race", "tie_break", "put_back", "challenge", "valid", "first", "is_abuse", "over"]
Role = Literal["draws", "answers", "stuck", "accepted", "shows", "judges", "has_judged", "watches"]


class PileView(Struct):
    unseen: int
    beneath: list[str]  # put back for all to see


class OnTrial(Struct):
    seat: int
    text: str


class Answer(Struct):
    seat: int
    text: str
    aloud: bool  # said aloud: there is nothing to read
    fate: Fate


class Contestant(Struct):
    seat: int
    theme: str  # what they must name
    owner: int | None  # whose card that is on; None: one for all
    symbol: str | None  # of that card
    answer: Answer | None  # their latest
    stuck: bool
    pause: int | None  # the moment until which they may not answer


class Objection(Struct):
    seat: int
    reason: str


class FaceOffView(Struct):
    why: Why
    contestants: list[Contestant]
    symbols: list[str]  # the two that meet, in the order of the contestants
    undecided: Undecided | None  # why they need a card for both
    third: int | None  # who turns it, or puts it back
    answers: list[Answer]  # of this race
    objection: Objection | None  # what is voted on


class PollView(Struct):
    call: Call
    voters: list[int]
    message: int | None  # of the talk, if that is judged
    given: list[int]  # whose ballot is in


class Latest(Struct):
    what: What
    seat: int


class SettledView(Struct):
    winner: int
    loser: int | None
    by: Means
    theme: str
    text: str
    aloud: bool
    ahead: int | None  # milliseconds before the nearest rival


class Message(Struct):
    seat: int
    text: str
    burns: bool


class BlitzView(View, kw_only=True):
    mine: None = None  # what is hidden is hidden from all
    pack: str
    stage: Stage
    roles: list[Role]  # of every seat: whom the table waits for, and what for
    latest: Latest  # what leads the table outside face-offs
    settled: SettledView | None  # the latest face-off since a card was turned up
    drawer: int  # whose turn it is
    piles: dict[Side, PileView]
    in_pile: dict[Side, int]
    to_turn: int
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
    face_off: FaceOffView | None
    poll: PollView | None
    burned: list[str]
    said: list[str]  # burned words as people said them, the latest first
    chat: list[Message]


def public(table: Blitz) -> BlitzView:
    meeting, poll, settled = table.face_off, table.poll, table.settled
    return BlitzView(
        pack=table.options.pack,
        stage=_stage(table),
        roles=[_role(table, seat) for seat in table.seats],
        latest=Latest(*table.latest),
        settled=SettledView(
            settled.winner, settled.loser, settled.by, settled.theme, settled.text, settled.aloud, lead(table, settled)
        )
        if settled
        else None,
        drawer=table.drawer,
        piles={side: PileView(pile.unseen, pile.beneath[:]) for side, pile in table.piles.items()},
        in_pile={side: len(pile) for side, pile in table.piles.items()},
        to_turn=sum(len(pile) for pile in table.piles.values()),
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
        on_trial=OnTrial(meeting.on_trial.seat, meeting.on_trial.text) if meeting and meeting.on_trial else None,
        face_off=_face_off(table, meeting) if meeting else None,
        poll=PollView(poll.call, list(poll.voters), poll.message, poll.given[:]) if poll else None,
        burned=[" ".join(said.words) for said in table.said if said.burns],
        said=list(dict.fromkeys(said.text for said in reversed(table.said) if said.burns and said.words)),
        chat=[Message(said.seat, said.text, said.burns) for said in table.chat],
    )


def _stage(table: Blitz) -> Stage:
    if table.over:
        return "over"
    if table.poll:
        return table.poll.call
    if table.face_off is None:
        return "draw"
    if table.face_off.third is not None:
        return "put_back" if table.face_off.card else "tie_break"
    return "race"


def _role(table: Blitz, seat: int) -> Role:
    meeting, poll = table.face_off, table.poll
    if table.over:
        return "watches"
    if poll:
        return "has_judged" if seat in poll.given else "judges" if seat in poll.voters else "watches"
    if meeting is None:
        return "draws" if seat == table.drawer else "watches"
    if meeting.third is not None:
        return "shows" if seat == meeting.third else "watches"
    if seat in meeting.trying:
        return "answers"
    if any(attempt.seat == seat for attempt in meeting.accepted):
        return "accepted"
    return "stuck" if seat in meeting.themes else "watches"


def _face_off(table: Blitz, meeting: FaceOff) -> FaceOffView:
    answers = [Answer(one.seat, one.text, one.aloud, one.fate) for one in meeting.tries]
    crossed = meeting.why in ("same", "die")
    a, *others = meeting.themes
    owners: dict[int, int | None] = {a: others[0], others[0]: a} if crossed else dict.fromkeys(meeting.themes)
    contestants = []
    for seat, theme in meeting.themes.items():
        owner = owners[seat]
        card = meeting.card if owner is None else table.tops[owner][-1]
        own = [answer for answer in answers if answer.seat == seat]
        stuck = seat not in meeting.trying and all(answer.fate != "accepted" for answer in own)
        contestants.append(
            Contestant(
                seat,
                theme,
                owner,
                card.symbol if card else None,
                own[-1] if own else None,
                stuck and table.racing,
                pause(table, meeting, seat),
            )
        )
    tops = [table.tops[seat][-1].symbol for seat in meeting.themes] if meeting.why != "showdown" else []
    objection = meeting.objection
    return FaceOffView(
        why=meeting.why,
        contestants=contestants,
        symbols=[symbol for symbol in tops if symbol],
        undecided=meeting.undecided,
        third=meeting.third,
        answers=answers,
        objection=Objection(objection.seat, objection.reason) if objection else None,
    )


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
    assert table.sides == [side for side, pile in table.piles.items() if len(pile)]
    assert table.shown == [cards[-1].symbol if cards else None for cards in table.tops]
    assert all(not card.symbol for card in table.duels)
    assert len(table.duels) <= DUELS
    assert (table.active_duel is None) == (not table.duels) or table.face is None
    assert not (table.active_duel or frozenset()) & table.removed
    if table.options.detection == "auto":
        matches = table.matches()
        assert len(matches) <= 1, "one face-off at a time"
        if table.sides and not table.face_off and not table.voting:
            assert not matches, "nobody draws while two symbols match"
