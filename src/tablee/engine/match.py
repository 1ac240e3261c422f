"""The match: a header and the list of replies. Everything else is rebuilt from these."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from . import registry
from .asks import CLOCK, DICE, Actor, Ask, Prompt, Reply, Waiting
from .events import Away, Back, Event
from .forms import MOST, Choice, Label, Value
from .meta import Meta, Played
from .refusals import Invalid, NotAllowed, NotAsked, Refused
from .table import Consequence, Result, Table, View


class PackRef(Struct, frozen=True):
    """A pack that a match uses, by name and content."""

    id: str
    hash: str


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What rules want to know about the people, and no more than that."""

    host: int = 0
    youngest: tuple[int, ...] = ()  # seats, the youngest first; empty: the latest to sit down is the youngest
    april: tuple[int | None, ...] = ()  # by seat: days between the birthday and 1 April, or the game's own `birthday`
    bots: tuple[int, ...] = ()  # seats that nobody can hear


class Header(Struct, frozen=True):
    game: str
    rules: str  # the version of the game's rules
    seats: tuple[str, ...]
    options: dict[str, Any]
    facts: Facts = Facts()
    packs: tuple[PackRef, ...] = ()
    start: dict[str, Any] = {}  # a table set up beforehand: scenarios, puzzles


_Send: TypeAlias = Callable[[Any], Prompt]


class Match:
    """A game being played.

    >>> from tablee import Match
    >>> match = Match.new("desfausse", seats=["ana", "bo"], start={"active": 0})
    >>> match.asks[0].name, match.asks[0].actors
    ('roll', ('dice',))
    >>> _ = match.answer("dice", "roll", 5)
    >>> match.view(None).values
    {'r1a': 5}
    """

    __slots__ = (
        "_game",
        "_presence",
        "_prompt",
        "_put",
        "_send",
        "_stopped",
        "_suspended",
        "_table",
        "header",
        "log",
        "result",
    )

    def __init__(self, header: Header) -> None:
        meta = registry.find(header.game)
        if header.rules != meta.version:
            raise Invalid("other_rules", game=meta.name, version=meta.version, found=header.rules)
        _check_seats(meta, header)
        self._game = game = meta.load()
        self.header = header
        self.log: list[Reply] = []
        self.result: Result | None = None
        self._table: Table = game.table(header)
        self._prompt: Prompt = ()
        self._presence = (Ask("presence", tuple(self._table.seats), _PRESENCE, standing=True),)
        self._suspended: list[tuple[_Send, Prompt, int]] = []  # what waits for the end of an interlude, since when
        self._stopped: dict[int, int] = {}  # limits of the script, and how long interludes stopped their clocks
        self._put: Prompt = ()  # while some are stopped: the prompt as the script put it
        self._send: _Send = game.play(self._table).send
        self._resume(None)

    @classmethod
    def new(
        cls,
        game: str,
        seats: Sequence[str],
        options: Mapping[str, object] | None = None,
        facts: Mapping[str, object] | None = None,
        packs: Sequence[str] | None = None,
        start: Mapping[str, object] | None = None,
    ) -> Match:
        """A new match. `packs` are names of installed packs or paths of files; a game without packs takes none."""
        meta = registry.find(game)
        read = msgspec.to_builtins(meta.read_options(options or {}))
        choose_packs = meta.load().packs
        if packs and not choose_packs:
            raise Invalid("no_packs", game=meta.name)
        used = tuple(choose_packs(packs or (), read)) if choose_packs else ()
        try:
            known = msgspec.convert(dict(facts or {}), Facts)
        except msgspec.ValidationError as error:
            raise Invalid("bad_facts", problem=str(error)) from None
        return cls(Header(game, meta.version, tuple(seats), read, known, used, dict(start or {})))

    @classmethod
    def replay(cls, header: Header, log: Iterable[Reply]) -> Match:
        """The same match again. `log[:n]` is time travel, `log[:-1]` is undo."""
        match = cls(header)
        log = list(log)
        try:
            match._take(log)
        except Refused as refused:
            bad = len(match.log)
            reply = msgspec.to_builtins(log[bad])
            raise Invalid("bad_log", line=bad + 1, reply=reply, problem=str(refused)) from refused
        return match

    # ------------------------------------------------------------ answering

    def answer(
        self, actor: Actor, name: str, value: Value | list[Label] = None, at: int = 0, began: int | None = None
    ) -> list[Event]:
        """Give an answer, and hear what happened. Raises NotAsked or NotAllowed, and then nothing has changed."""
        if (actor.__class__ is not int and actor.__class__ is not str) or name.__class__ is not str:
            raise NotAsked("not_asked", actor=actor, name=name)
        if at.__class__ is not int or not 0 <= at <= MOST:
            raise NotAllowed("not_a_moment", at=at)
        if began is not None and (began.__class__ is not int or not 0 <= began <= at):
            raise NotAllowed("not_a_moment", at=began)
        if isinstance(value, list):
            value = tuple(value)
        return self.reply(Reply(actor, name, value, at, began))

    def reply(self, reply: Reply) -> list[Event]:
        """`answer`, with the line of a log."""
        self._take((reply,))
        return list(self._table.events)

    def _take(self, replies: Iterable[Reply]) -> None:
        """One answer after another. Whoever replays a match asks for nothing in between, and pays for nothing."""
        table, log, events = self._table, self.log, self._table.events
        prompt, send = self._prompt, self._send
        for reply in replies:
            for ask in prompt:
                if ask.name == reply.name and reply.actor in ask.actors:
                    break
            else:
                if reply.actor != CLOCK:
                    self._hear(reply)
                    prompt, send = self._prompt, self._send
                    continue
                ask = self._passed_by_clock(reply)
            value, at, until = reply.value, reply.at, ask.until
            if value is not None:
                ask.form.check(value)
            elif ask.standing or ask.of_house:
                raise NotAllowed("must_answer", name=ask.name)
            if until is not None:
                if value is not None and at > until:
                    raise NotAllowed("too_late", by=at - until)
                if reply.actor == CLOCK and at < until:
                    at = until  # the clock's word that time is up makes it so
            log.append(reply)
            if events:
                events.clear()
            if table.reckoned:
                table.reckoned = {}
            if at > table.now:
                table.now = at
            try:
                self._prompt = prompt = send(reply)
            except StopIteration as stop:
                self._finish(stop.value)
                prompt, send = self._prompt, self._send
            if self._stopped:
                prompt = self._extend(prompt)

    # ------------------------------------------------------------ looking

    @property
    def asks(self) -> Prompt:
        """The open prompt; empty when the game is over."""
        return self._prompt + self._standing() if self._prompt else ()

    @property
    def news(self) -> tuple[Event, ...]:
        """What the latest answer told, or the opening."""
        return tuple(self._table.events)

    def asked(self, seat: int | None) -> list[Ask | Waiting]:
        """The open asks as this seat may see them: its own in full, of the others only who is asked what."""
        return [ask if seat in ask.actors else Waiting(ask.name, ask.actors) for ask in self.asks]

    def public(self) -> View:
        """What everyone may know; the same as a spectator's view."""
        return self._game.public(self._table)

    def view(self, seat: int | None) -> View:
        """What this seat may know; None: a spectator."""
        view = self._game.public(self._table)
        if seat is not None:
            view.mine = self.mine(seat)
        return view

    def mine(self, seat: int) -> Struct | None:
        """What this seat knows and not everyone."""
        return self._game.mine(self._table, seat)

    @property
    def in_play(self) -> Sequence[int]:
        """The seats that can still win."""
        return self._table.in_play

    def on_table(self) -> list[Played]:
        """The entries of packs that are played now, or were just."""
        return list(self._game.on_table(self._table))

    def brings(self, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
        """What each option of an open ask brings this seat, by label. Reckoned when wanted, by the rules' own sums."""
        return self._game.brings(self._table, ask, seat)

    def hand(self, ask: Ask) -> int | None:
        """With the real box before people: who rolls or draws this. None: the house, since it is not in the box."""
        return self._game.hand(self._table, ask) if self._game.hand and ask.actors == (DICE,) else None

    def why(self, event: Event) -> str | None:
        """The rule that answers why this just happened."""
        return self._game.why(self._table, event)

    def check(self) -> None:
        """The game's own invariants; raises AssertionError. For tests."""
        self._game.check(self._table)

    def secrets(self, seat: int | None) -> list[str]:
        """Texts that must not occur in anything this seat receives now. For tests."""
        return list(self._game.secrets(self._table, seat))

    # ------------------------------------------------------------ inside

    def _resume(self, reply: Reply | None) -> None:
        try:
            self._prompt = self._send(reply)
        except StopIteration as stop:
            self._finish(stop.value)

    def _finish(self, result: Result | None) -> None:
        if not self._suspended:
            self._prompt, self.result = (), result
            return
        self._send, self._prompt, since = self._suspended.pop()  # the question that was open is put again
        for ask in self._prompt:
            if ask.until is not None:
                self._stopped[ask.until] = self._stopped.get(ask.until, 0) + self._table.now - since

    def _extend(self, prompt: Prompt) -> Prompt:
        """An interlude takes nothing from the time of the question that it interrupted."""
        self._put = prompt
        stopped = {ask.until: self._stopped[ask.until] for ask in prompt if ask.until in self._stopped}
        if not self._suspended:
            self._stopped = stopped  # limits that are no longer asked for are forgotten
        self._prompt = tuple(
            msgspec.structs.replace(ask, until=ask.until + stopped[ask.until]) if ask.until in stopped else ask
            for ask in prompt
        )
        return self._prompt

    def _standing(self) -> Prompt:
        """What is open beside the whole game. The script does not notice, and pays nothing for it."""
        standing = self._game.standing
        return self._presence if standing is None else standing(self._table) + self._presence

    def _passed_by_clock(self, reply: Reply) -> Ask:
        if reply.value is not None:
            raise NotAllowed("the_clock_only_passes")
        for ask in self._prompt:
            if ask.name == reply.name and not ask.standing:
                return ask
        raise self._not_asked(reply.actor, reply.name)

    def _hear(self, reply: Reply) -> None:
        """An answer to what stands open beside the game."""
        name, table = reply.name, self._table
        ask = next((ask for ask in self._standing() if ask.name == name and reply.actor in ask.actors), None)
        if ask is None or self.result is not None:
            raise self._not_asked(reply.actor, name)
        if reply.value is None:
            raise NotAllowed("must_answer", name=name)
        ask.form.check(reply.value)
        self.log.append(reply)
        table.events.clear()
        table.reckoned = {}
        table.now = max(table.now, reply.at)
        if ask is self._presence[0]:
            self._note_presence(reply)
        elif (interlude := self._game.hear(table, reply)) is not None:
            self._suspended.append((self._send, self._put if self._stopped else self._prompt, table.now))
            self._send = interlude.send
            self._resume(None)
            if self._stopped:
                self._extend(self._prompt)

    def _note_presence(self, reply: Reply) -> None:
        seat, table = reply.seat, self._table
        if reply.value == "away":
            table.away.add(seat)
            table.tell(Away(seat))
        else:
            table.away.discard(seat)
            table.tell(Back(seat))

    def _not_asked(self, actor: Actor, name: str) -> NotAsked:
        if self.result is not None:
            return NotAsked("game_over")
        return NotAsked("not_asked", actor=actor, name=name)


_PRESENCE = Choice(("away", "back"))


def _check_seats(meta: Meta, header: Header) -> None:
    seats, facts = header.seats, header.facts
    options = meta.read_options(header.options)
    least, most = meta.players(options)
    if not least <= len(seats) <= most:
        raise Invalid("wrong_players", game=meta.name, least=least, most=most, found=len(seats))
    for name in seats:
        if not isinstance(name, str) or not name.strip():
            raise Invalid("empty_name")
        if seats.count(name) > 1:
            raise Invalid("same_name", name=name)
    everyone = list(range(len(seats)))
    if facts.host not in everyone:
        raise Invalid("bad_facts", problem=f"host: there is no seat {facts.host}")
    if not set(facts.bots) <= set(everyone):
        raise Invalid("bad_facts", problem=f"bots: there are only the seats {everyone}")
    if facts.youngest and sorted(facts.youngest) != everyone:
        raise Invalid("bad_facts", problem=f"youngest: expected each of the seats {everyone} once")
    if facts.april and len(facts.april) != len(seats):
        raise Invalid("bad_facts", problem=f"april: expected {len(seats)} numbers, one for each seat")
