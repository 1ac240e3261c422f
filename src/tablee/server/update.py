"""News of a match, encoded once for everyone, with the part that is each seat's own beside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Raw, Struct
from msgspec.json import encode
from msgspec.structs import replace

from tablee.engine import DICE, Event, Match, Result
from tablee.house import House
from tablee.house.trial import Trial

from .beats import Beat
from .protocol import AdviceView, BeatView, Margin, Opened, WaitingFor


class _Common(Struct, frozen=True, tag_field="type", tag="state", omit_defaults=True):
    """What everyone receives."""

    match: str
    seq: int
    now: int
    view: Raw
    waiting: list[WaitingFor]
    show_at: int | None = None
    margin: Margin | None = None
    bots_play: bool = False
    result: Result | None = None
    secret: str | None = None


class _Own(Struct, frozen=True, omit_defaults=True):
    """What one device receives besides."""

    events: Raw
    asks: Sequence[Opened] = ()
    mine: Raw = Raw(b"null")
    look: int | None = None
    beat: BeatView | None = None


class Update(Struct):
    """The table as it stands after `seq` replies, for anyone who may ask."""

    match: str
    seq: int
    common: bytes  # the beginning of a JSON object
    events: list[Event]
    asks: dict[int, list[Opened]]
    mine: dict[int, Raw]
    races: frozenset[str]  # asks that are put to several seats of one device without a curtain
    public: Raw | None  # the events as JSON, where they are the same for everyone
    beat: Beat | None = None
    show_at: int | None = None  # a race begins: nobody is sent this before his way to that moment is left
    own: dict[int | None, bytes] = {}  # for devices with one seat, or none, made when the first one needs it

    def message(self, seats: Sequence[int], look: int | None, missed: Sequence[Event] = ()) -> bytes:
        """The bytes for a device with these seats, that looks at one of them."""
        if len(seats) > 1 or missed:
            return self.common + self._own(seats, look if len(seats) > 1 else next(iter(seats), None), missed)
        seat = seats[0] if seats else None
        own = self.own.get(seat)
        if own is None:
            own = self.own[seat] = self._plain(seat) or self._own(seats, seat, ())
        return self.common + own

    def _plain(self, seat: int | None) -> bytes | None:
        """`_own` of whoever is not asked and has no secret, as most are not and have not: not worth an encoder."""
        if self.public is None or self.beat or seat in self.asks or seat in self.mine:
            return None
        return b',"events":%b}' % self.public if seat is None else b',"events":%b,"look":%d}' % (self.public, seat)

    def _own(self, seats: Sequence[int], look: int | None, missed: Sequence[Event]) -> bytes:
        asks: list[Opened] = []
        for seat in seats:
            asks += [one for one in self.asks.get(seat, ()) if seat == look or one.ask.name in self.races]
        mine = self.mine.get(look) if look is not None and look in seats else None
        events = self.public if self.public is not None and not missed else seen([*missed, *self.events], look)
        return b"," + encode(_Own(events, asks, mine or Raw(b"null"), look, self._held(look)))[1:]

    def _held(self, look: int | None) -> BeatView | None:
        beat = self.beat
        if beat is None:
            return None
        ready = tuple(sorted(beat.ready))
        return BeatView(beat.seq, beat.weight, beat.since, beat.until, ready, seen(beat.events, look), beat.rule)


def build(
    match_id: str,
    match: Match,
    house: House,
    events: list[Event],
    now: int,
    seats: Iterable[int],
    races: Iterable[str],
    show_at: int | None = None,
    margin: Margin | None = None,
    secret: str | None = None,
    beat: Beat | None = None,
) -> Update:
    """`seats`: those that somebody looks at; nothing is made for the others. During a beat nothing new is asked."""
    view = Raw(encode(match.public()))
    waiting: list[WaitingFor] = []
    asks: dict[int, list[Opened]] = {}
    seq = len(match.log)
    watched = tuple(seats)
    openings = house.openings
    for ask in house.asks():
        if ask.name == "presence" or (beat and not ask.standing):
            continue
        hands = house.by_hand(ask)  # with the real box
        waiting.append(WaitingFor(ask.name, hands or ask.actors, ask.standing, ask.until))
        for seat in watched:
            if seat in (hands or ask.actors):
                opening = openings.get((DICE if hands else seat, ask.name))
                asks.setdefault(seat, []).append(
                    Opened(seat, opening.seq if opening else seq, ask, dict(match.brings(ask, seat)))
                )
    mine: dict[int, Raw] = {}
    for seat in watched:
        own = match.mine(seat)
        if own is not None:
            mine[seat] = Raw(encode(own))
    whispered = any(event.seen_by(None) is not event for event in events)
    result, bots_play = match.result, not house.people_play
    common = _Common(match_id, seq, now, view, waiting, show_at, margin, bots_play, result, secret if result else None)
    public = None if whispered else Raw(encode(events))
    return Update(match_id, seq, encode(common)[:-1], events, asks, mine, frozenset(races), public, beat, show_at)


def advise(update: Update, trial: Trial, match: Match) -> Update:
    """With what the trial advises to whom it teaches."""
    for seat, asks in update.asks.items():
        for number, opened in enumerate(asks):
            if advice := trial.advice(match, opened.ask, seat):
                value = list(advice.value) if isinstance(advice.value, tuple) else advice.value
                asks[number] = replace(opened, advice=AdviceView(value, advice.say))
    return update


def seen(events: Iterable[Event], seat: int | None) -> Raw:
    """The events as this seat may know them."""
    told: list[Any] = [event for each in events if (event := each.seen_by(seat)) is not None]
    return Raw(encode(told))
