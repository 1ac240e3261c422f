"""A match being played: answers come in, what is due is carried out, and it is known what must be stored and told.

Pure: the table hands in moments on the clock of the match, and trips; nothing here waits, stores or sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from tablee.engine import (
    CLOCK,
    DICE,
    Ask,
    Event,
    Header,
    Match,
    NotAllowed,
    NotAsked,
    Refused,
    Reply,
    Speed,
    Text,
    find,
)
from tablee.house import House

from .fairness import HOLD_MOST, Allowance, Held, Trip, Window, closing, lead, margin
from .protocol import Answer, Began, Margin

ENDLESS: Final = 20_000  # answers of the house in a row: a script that never asks people any more
FINISH_MOST: Final = 12_000  # so long after the first key the clock waits for the rest of an answer
HOUSE_TAG: Final = None
HERE: Final = Trip()
HERE.add(0)


class Settled(Struct, frozen=True):
    """What became of somebody's answer."""

    tag: Any
    refused: Refused | None = None
    rule: str | None = None


class Batch(Struct):
    """What was carried out at once: one append, one piece of news."""

    seq: int  # of the first reply
    replies: list[Reply]
    events: list[Event]
    settled: list[Settled]
    show_at: int | None = None
    margin: Margin | None = None


def tie_of(header: Header) -> int:
    meta = find(header.game)
    return meta.tie_ms(meta.read_options(header.options))


class Play:
    def __init__(self, match: Match, house: House) -> None:
        self.match, self.house = match, house
        self.speed: Mapping[str, Speed] = find(match.header.game).speed
        self.tie = tie_of(match.header)  # DZ-76: the game's own window for a tie
        self.trips: dict[int, Trip] = {}  # of the seats whose people are connected
        self.allowances = [Allowance() for _ in match.header.seats]
        self.windows: dict[str, Window] = {}
        self.shown: dict[str, int] = {}  # races by name: the moment at which everyone saw the question
        self._now = 0
        self._waiting: list[tuple[Reply, Any]] = []
        self._tags: dict[tuple[int, str], list[Any]] = {}  # whose answer is held in a window
        self._raced: dict[str, Ask | None] = {}  # races as they were when we last looked
        self._typing: dict[tuple[int, str], int] = {}  # who has begun to answer a race, and when we knew

    # ------------------------------------------------------------ answers

    def take(self, order: Answer, tag: Any, now: int, trip: Trip) -> None:
        """Take an answer in; `run` carries it out. Raises Refused, and then nothing has changed."""
        seat, name = order.seat, order.ask
        ask = self._asked(seat, name, order.opened)
        name = ask.name  # the same text for every answer, and not the one that came with it
        value = tuple(order.value) if isinstance(order.value, list) else order.value
        window = self._window(ask) if value is not None else None
        if window:
            ask.form.check(value)  # the match will look at it when it is handed on; until then it takes up an attempt
        at = self._believe(seat, name, order.at, now, trip)
        began = None
        if order.began is not None and isinstance(ask.form, Text):
            began = min(
                at, self._believe(seat, name, order.began, now, trip)
            )  # its press may have been believed before
        if window is None:
            self._waiting.append((Reply(DICE if ask.actors == (DICE,) else seat, name, value, at, began), tag))
            return
        if not window.add(Held(seat, value, at, began, now)):
            raise NotAllowed("one_attempt")
        self._typing.pop((seat, name), None)
        self._tags.setdefault((seat, name), []).append(tag)

    def put(self, reply: Reply, tag: Any) -> None:
        """Something that the table itself has to say: presence, talk."""
        self._waiting.append((reply, tag))

    def begin(self, order: Began, now: int, trip: Trip) -> bool:
        """Somebody pressed. Whether that is news. Raises Refused."""
        ask = self._asked(order.seat, order.ask, order.opened)
        window = self._window(ask)
        if window is None:
            return False
        if not window.begin(order.seat, self._believe(order.seat, order.ask, order.at, now, trip), now):
            return False
        self._typing[order.seat, order.ask] = now
        return True

    def _asked(self, seat: int, name: str, opened: int) -> Ask:
        if self.match.result is not None:
            raise NotAsked("game_over")
        opening = self.house.openings.get((seat, name))
        ask = next((ask for ask in self.match.asks if ask.name == name and seat in ask.actors), None)
        if ask is None and self.house.hands:
            ask = next((ask for ask in self.match.asks if ask.name == name and seat in self.house.by_hand(ask)), None)
            opening = self.house.openings.get((DICE, name))
        if ask is None or opening is None or name == "presence" or (self.house.held_until and not ask.standing):
            raise NotAsked("stale")
        if opening.seq != opened:
            raise NotAsked("stale")
        return ask

    def _believe(self, seat: int, name: str, claimed: int | None, now: int, trip: Trip) -> int:
        return max(self.allowances[seat].believe(claimed, now, trip), min(now, self.shown.get(name, 0)))

    def _window(self, ask: Ask) -> Window | None:
        """Where answers to this wait for those that were quicker, if it is a race."""
        kind = self.speed.get(ask.name)
        if kind is None or (len(ask.actors) < 2 and ask.name not in self.windows):
            return None
        return self.windows.setdefault(ask.name, Window(kind, self.tie))

    # ------------------------------------------------------------ what is due

    def run(self, now: int) -> Batch:
        """Carry out all that is due by now: answers that waited, those of the house, and what follows from them."""
        batch = Batch(len(self.match.log), [], [], [])
        self._now = now
        for name, window in list(self.windows.items()):
            released = window.release(now, self._in_race(name))
            close = margin(released, window.kind)
            batch.margin = close if close and close.ms else batch.margin
            for held in released:
                self._give(batch, Reply(held.seat, name, held.value, held.at, held.began), self._tag(held.seat, name))
        for reply, tag in self._waiting:
            self._give(batch, reply, tag)
            if reply.name in self.windows and isinstance(reply.actor, int):
                self.windows[reply.name].drop(reply.actor)
        self._waiting.clear()
        self._let_house_speak(batch, now)
        if self.speed and not self.house.held_until:
            self._look_at_races(batch, now)
        return batch

    def _let_house_speak(self, batch: Batch, now: int) -> None:
        self.house.patience = self._patience(now)
        for _ in range(ENDLESS):
            reply = self.house.next(now)
            if reply is None:
                return
            ask = self._race(reply.name) if reply.name in self.speed and reply.value is not None else None
            window = self._window(ask) if ask and isinstance(reply.actor, int) else None
            if window and isinstance(reply.actor, int):  # a bot waits for quicker people like everyone
                self.house.held.add((reply.actor, reply.name))
                self._tags.setdefault((reply.actor, reply.name), []).append(HOUSE_TAG)
                window.add(Held(reply.actor, reply.value, reply.at, reply.began, now))
                for held in window.release(now, self._in_race(reply.name)):
                    tag = self._tag(held.seat, reply.name)
                    self._give(batch, Reply(held.seat, reply.name, held.value, held.at, held.began), tag)
                continue
            self._give(batch, reply, HOUSE_TAG)
        raise RuntimeError("the game goes on for ever without asking anyone")

    def _give(self, batch: Batch, reply: Reply, tag: Any) -> None:
        """To the match. What a bot says that is impossible counts as its silence."""
        try:
            self._hear(batch, self.match.reply(reply))
        except Refused as refused:
            if tag is not HOUSE_TAG:
                rule = next((ask.rule for ask in self.match.asks if ask.name == reply.name), None)
                batch.settled.append(Settled(tag, refused, rule))
                return
            if reply.value is None or reply.actor == CLOCK:
                raise
            reply = Reply(reply.actor, reply.name, None, reply.at)
            try:
                self._hear(batch, self.match.reply(reply))
            except Refused:
                return  # nobody waits for it
        batch.replies.append(reply)
        if tag is not HOUSE_TAG:
            batch.settled.append(Settled(tag))

    def _hear(self, batch: Batch, events: list[Event]) -> None:
        batch.events += events
        self.house.hold(events, self._now)

    def _tag(self, seat: int, name: str) -> Any:
        tags = self._tags.get((seat, name))
        tag = tags.pop(0) if tags else HOUSE_TAG
        self.house.held.discard((seat, name))
        return tag

    # ------------------------------------------------------------ races

    def _race(self, name: str) -> Ask | None:
        return next((ask for ask in self.match.asks if ask.name == name), None)

    def _in_race(self, name: str) -> dict[int, Trip]:
        """Those who may still answer, and how far away they are. Bots are here."""
        ask = self._race(name)
        seats = [seat for seat in ask.actors if isinstance(seat, int)] if ask else []
        near = {seat: HERE for seat in seats if seat in self.house.bots}
        return {seat: self.trips[seat] for seat in seats if seat in self.trips} | near

    def _look_at_races(self, batch: Batch, now: int) -> None:
        """A race that is over is forgotten, and those whose answers came too late are told. A new one is announced."""
        for name in self.speed:
            was, ask = self._raced.get(name), self._race(name)
            self._raced[name] = ask
            openings = self.house.openings
            new = ask is not None and any(openings[actor, name].seq >= batch.seq for actor in ask.actors)
            over = ask is None or (new and (was is None or was.about != ask.about or was.form != ask.form))
            if over and name in self.windows:
                window = self.windows.pop(name)
                for held in window.release(now + FINISH_MOST + HOLD_MOST, {}):
                    tag = self._tag(held.seat, name)
                    if tag is not HOUSE_TAG:
                        batch.settled.append(Settled(tag, NotAsked("stale")))
            if over:
                self.shown.pop(name, None)
                self._typing = {key: since for key, since in self._typing.items() if key[1] != name}
            if ask is not None and over and len(ask.actors) > 1 and self.match.log:
                self.shown[name] = batch.show_at = now + lead(self.trips.values())

    def presses(self, now: int) -> list[tuple[int, str]]:
        """The bots that have begun to type by now."""
        begun = []
        for seat, name, moment in self.house.presses(now):
            ask = self._race(name)
            window = self._window(ask) if ask else None
            if window and window.begin(seat, moment, now):
                begun.append((seat, name))
        return begun

    def _patience(self, now: int) -> int:
        """How long the clock waits after a limit for answers that are on their way, or begun where the press counts."""
        patience = 0
        for name, kind in self.speed.items():
            ask = self._race(name)
            limit = self.house.limit(ask) if ask else None
            if limit is not None:
                patience = max(patience, closing(limit, self.trips.values()) - limit)
                if kind == "press":  # else what is sent later is too late, however it was begun
                    begun = [since for (_, typed), since in self._typing.items() if typed == name]
                    patience = max([patience, *(since + FINISH_MOST - limit for since in begun)])
        return patience

    @property
    def racing(self) -> list[int]:
        """Those who may win a race now."""
        return [seat for name in self.speed if len(race := self._in_race(name)) > 1 for seat in race]

    def wakes(self) -> int | None:
        """When to `run` again, if nobody answers before."""
        moments = [self.house.wakes(presses=bool(self.speed))]
        moments += [window.due(self._in_race(name)) for name, window in self.windows.items()]
        return min((moment for moment in moments if moment is not None), default=None)
