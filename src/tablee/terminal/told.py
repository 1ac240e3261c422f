"""A match as a server tells it, where a picture expects a match."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tablee.client import Seen
from tablee.engine import Ask, Consequence, Event, Header, Label, Reply, Result, View, find
from tablee.engine.events import Away, Back
from tablee.server.protocol import Lobby, Opened, WaitingFor

from .command import milliseconds


class FarMatch:
    """Before the first state there is a header, and nothing to see."""

    def __init__(self, lobby: Lobby) -> None:
        meta = find(lobby.game)
        options = meta.read_options(lobby.options)
        named = {name: getattr(options, name) for name in options.__struct_fields__}
        self.header = Header(lobby.game, meta.version, tuple(seat.name for seat in lobby.seats), named)
        self.seen: Seen | None = None
        self.asks: tuple[Ask, ...] = ()
        self.opened: list[Opened] = []
        self.events: list[Event] = []
        self.log: list[Reply] = []  # what pictures look back at, as far as events tell it

    def show(self, seen: Seen) -> list[Event]:
        """The next state; gives what is new in it."""
        before, self.seen = self.seen, seen
        missing = len(seen.result.scores) - len(self.header.seats) if seen.result else 0
        if missing > 0:  # somebody has left since
            self.header = msgspec.structs.replace(self.header, seats=(*self.header.seats, *"?" * missing))
        asks: list[Ask] = []
        self.opened = []
        for opened in seen.asks:
            # Put to several seats, it is one question.
            same = next((ask for ask in asks if ask == opened.ask), opened.ask)
            asks += [same] if same is opened.ask else []
            self.opened.append(msgspec.structs.replace(opened, ask=same))
        self.asks = tuple(asks)
        if before and before.seq == seen.seq:  # somebody else at this keyboard looks
            return []
        self.events += seen.events
        self.log += map(_answered, seen.events)
        return seen.events

    def come_back(self, before: Lobby, after: Lobby) -> list[int]:
        """Seats that were cut off so briefly that the match took no notice."""
        gone: set[int] = set()
        for event in self.events:
            if isinstance(event, Away):
                gone.add(event.seat)
            elif isinstance(event, Back):
                gone.discard(event.seat)
        seats = enumerate(zip(before.seats, after.seats, strict=False))
        return [seat for seat, (old, new) in seats if new.here and not old.here and seat not in gone]

    @property
    def waiting(self) -> list[WaitingFor]:
        """What is asked of whom, as everyone may know it."""
        return [ask for ask in self.seen.waiting if not ask.standing] if self.seen else []

    @property
    def tells_talk(self) -> bool:
        """Where talk is part of the game, its events tell it."""
        return bool(self.seen and any(ask.name == "chat" for ask in self.seen.waiting))

    @property
    def result(self) -> Result | None:
        return self.seen.result if self.seen else None

    def view(self, seat: int | None) -> View:
        assert self.seen
        if seat is not None and seat == self.seen.look:
            return self.seen.view
        return msgspec.structs.replace(self.seen.view, mine=None)

    def brings(self, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
        return self.seen.brings(ask, seat) if self.seen else {}


class Clock:
    """The clock of the match, as the news tell it."""

    def __init__(self) -> None:
        self._offset: int | None = None
        self._stopped: int | None = None  # since when it stands still

    def set(self, now: int) -> None:
        """What was under way for long is late, so the fastest clock is right."""
        offset = now - milliseconds()
        self._offset = offset if self._offset is None else max(self._offset, offset)

    def stand_still(self, on: bool) -> None:
        if not on and self._stopped is not None and self._offset is not None:
            self._offset -= milliseconds() - self._stopped
        self._stopped = milliseconds() if on else None

    def now(self) -> int:
        here = milliseconds() if self._stopped is None else self._stopped
        return max(0, here + (self._offset or 0))


def _answered(event: Event) -> Reply:
    """The answer that an event tells of."""
    kind, text = str(event.__struct_config__.tag), getattr(event, "text", None)
    seat = getattr(event, "seat", 0)
    return Reply(seat, "answer" if text else kind, text)
