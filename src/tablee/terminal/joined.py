"""A seat, or several, at a table of a server: the lobby, the game, and what people say to each other meanwhile."""

from __future__ import annotations

import time
from typing import Final, TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from tablee.client import Gone, Seen
from tablee.engine import Actor, Ask, Event, NotAllowed, Refused, Value, find
from tablee.engine import Text as TextForm
from tablee.engine.events import Back
from tablee.server import protocol
from tablee.server.protocol import Lobby, Notice, Opened

from .answers import Unclear, fold
from .command import list_bots, list_options
from .desk import Desk
from .evening import draw_evening
from .keyboard import Line
from .lobby import REACTIONS, changes, draw_lobby, hint, order_words, orders_text, paused_words
from .ordering import order_of
from .sitting import Sitting
from .texts import help_text, result_text
from .told import Clock, FarMatch
from .wire import LOST, Outcome, Wire
from .words import terminal_words

GLANCE: Final = 0.05  # seconds between two looks at the news
LATEST_START: Final = 1_000  # milliseconds that a race may be announced ahead
LAST_SECONDS: Final = 10_000  # milliseconds before a limit at which people are told
COMMANDS: Final = ("help", "rules", "log", "pass")
Key: TypeAlias = tuple[int, str, int]  # an ask that is put to a seat, since when


class Joined(Sitting):
    match: FarMatch

    def __init__(self, wire: Wire, lobby: Lobby, language: str, desk: Desk, address: str) -> None:
        self.wire, self.lobby, self.language, self.address = wire, lobby, language, address
        super().__init__(lobby.mine, terminal_words(language, lobby.game), desk)
        self.match = FarMatch(lobby)
        self.orders = order_words()
        self.ended: str | None = None  # why the connection is over for good
        self.lost = False
        self.lines: dict[int, str] = {}  # of chat, by number
        self.page: object = None  # the lobby as it was last drawn
        self.new_match()

    def new_match(self) -> None:
        self.forget()
        self.clock = Clock()
        self.sent: set[Key] = set()  # what was answered, until the table shows what came of it
        self.taken: set[Key] = set()  # of these, what the server has taken
        self.begun, self.warned = set[Key](), set[Key]()
        self.looked: Seen | None = None

    def run(self) -> None:
        """Until somebody leaves, or is sent away."""
        try:
            while not self.left:
                self.show()
                line = self.desk.keyboard.read(GLANCE, wanted=not self.playing or bool(self.wanted()))
                if line:
                    self.hear(line)
                elif self.playing:
                    self.notice_typing()
                self.hear_news()
        except (KeyboardInterrupt, EOFError):
            self.leave()

    @property
    def playing(self) -> bool:
        return self.lobby.phase == "playing"

    def now(self) -> int:
        return self.clock.now()

    # ------------------------------------------------------------ news

    def hear_news(self) -> None:
        while not self.wire.news.empty():
            news = self.wire.news.get()
            if isinstance(news, Outcome):
                self.hear_outcome(news)
            elif isinstance(news, Seen):
                self.hear_state(news)
            elif news is None:
                self.ended, self.left = self.wire.table.ended or "left", True
            else:
                self.hear_table(news)

    def hear_table(self, news: protocol.News) -> None:
        names = [seat.name for seat in self.lobby.seats]
        match news:
            case Lobby():
                self.hear_lobby(news)
            case protocol.Said(line) if self.lines.get(line.line) != line.text and not self.match.tells_talk:
                self.lines[line.line] = line.text
                self.say(self.label("pair", key=line.name, value=line.text))
            case protocol.Reacted(seat, what) if seat < len(names):
                self.say(self.label("pair", key=names[seat], value=self.label(REACTIONS[what])))
            case protocol.Pressed(seat, _, False) if seat not in self.people and seat < len(names):
                self.say(self.label("pressed", seat=names[seat]))
            case Notice() if news != LOST or not self.lost:
                self.lost = self.lost or news == LOST
                self.note(self.words.refusal(NotAllowed(news.code, **news.params)))

    def say(self, words: str) -> None:
        """Table talk, with the names in their colours."""
        self.news.append(self.scene(None).sentence(words))
        self.desk.show(self.news[-1])

    def hear_lobby(self, lobby: Lobby) -> None:
        before, self.lobby = self.lobby, lobby
        self.people, self.words = lobby.mine, terminal_words(self.language, lobby.game)
        if self.lost:
            self.lost = False
            self.note(self.label("connection_back"))
        if not self.playing and (lobby.phase == "lobby" or self.match.seen is None):
            self.match = FarMatch(lobby)
        if before.phase != lobby.phase and lobby.phase == "lobby":
            self.new_match()
            self.page = None
        if before.paused != lobby.paused and self.playing:
            self.clock.stand_still(bool(lobby.paused))
            self.note(paused_words(lobby.paused, self.words) if lobby.paused else self.label("resumed"))
        if before.phase == lobby.phase == "playing":
            for sentence in changes(before, lobby, self.words):
                self.say(sentence)
            self.tell(Back(seat) for seat in self.match.come_back(before, lobby))

    def hear_state(self, seen: Seen) -> None:
        if self.match.seen is None or self.match.seen.match != seen.match:
            self.match = FarMatch(self.lobby)
            self.new_match()
        self.clock.set(seen.now)
        if seen.show_at is not None:  # everyone is shown a race at the same moment
            time.sleep(min(LATEST_START, max(0, seen.show_at - self.now())) / 1000)
        # Whoever sits is shown the table with a first question, too; whoever watches is asked none.
        came_in = self.match.seen is None and not (seen.events and self.people)
        was_over = self.match.result is not None
        if self.match.seen and self.match.seen.seq != seen.seq:
            self.sent -= self.taken
            self.taken.clear()
        self.tell(self.match.show(seen))
        scene = self.scene(self.eyes)
        if seen.result and not was_over:
            self.desk.show("", scene.picture.draw(scene), result_text(scene))
        elif came_in:
            self.desk.show("", scene.picture.draw(scene))

    def hear_outcome(self, outcome: Outcome) -> None:
        try:
            outcome.then(outcome.done.result())
        except Refused as refused:
            if outcome.refused:
                outcome.refused(refused)
            else:
                self.complain(self.words.refusal(refused, self.match.header.seats))
        except Gone:
            pass  # the end of the connection is told once, for all

    # ------------------------------------------------------------ what is shown

    def show(self) -> None:
        if self.playing and self.match.seen and self.match.result is None:
            self.attend()
            self.say_the_obvious()
            if not any(self.is_sent(opened) for opened in self.match.opened):  # else wait for what comes of it
                self.put_questions()
            self.warn()
        elif not self.playing and self.page != self.lobby:
            self.page = self.lobby
            if self.match.result is None:
                self.desk.page(
                    draw_lobby(self.lobby, self.words, self.address), self.news, hint(self.lobby, self.words)
                )
            else:
                if self.lobby.evening and len(self.lobby.evening.games) > 1:
                    self.desk.show("", draw_evening(self.lobby, self.words))
                if self.lobby.host or self.lobby.mine:
                    again, other = self.label("command_rematch"), self.label("command_evening")
                    self.desk.show(Text(self.label("after", rematch=again, evening=other), "bold"))

    def attend(self) -> None:
        """Several people at one keyboard: look at the private part of whoever is asked."""
        seen = self.match.seen
        if seen is None or len(self.people) < 2 or self.curtain is not None or self.looked is seen:
            return
        asked = [seat for ask in self.match.waiting for seat in ask.actors if seat in self.people]
        if asked and seen.look not in asked and not any(not ask.standing for _, ask in self.open_asks()):
            self.looked = seen
            self.wire.tell(protocol.Look, {"seat": asked[0]})

    def say_the_obvious(self) -> None:
        """What need not be asked of a person: whether one's own answer is right."""
        for actor, ask in self.wanted():
            value = self.scene(None).picture.obvious(actor, ask) if isinstance(actor, int) else None
            if value is not None:
                news = self.news
                self.put(actor, ask, value, Line(""))
                self.news = news  # nobody has read them yet

    def warn(self) -> None:
        """Once, when little time is left."""
        if self.lobby.paused or self.lost:
            return
        for opened in self.match.opened:
            left = (opened.ask.until or 0) - self.now()
            if opened.ask.until and 0 < left <= LAST_SECONDS and _key(opened) not in self.warned | self.sent:
                self.warned.add(_key(opened))
                self.desk.show(Text(self.label("last_seconds", seconds=max(1, left // 1000)), "bold yellow"))

    def watch(self) -> object:
        own = super().watch()
        if own is None:
            return self.match.seen and self.match.seen.seq
        return own, [(ask.name, ask.actors) for ask in self.match.waiting]

    def aside(self) -> RenderableType:
        names = self.match.header.seats
        seats = {seat for ask in self.match.waiting for seat in ask.actors if isinstance(seat, int)}
        scene = self.scene(self.eyes)
        parts = [part for part in (scene.picture.front(scene),) if part is not None]
        if others := sorted(seats - set(self.people)):
            waiting = self.label("waiting_for", seats=", ".join(names[seat] for seat in others))
            parts.append(self.scene(None).sentence(f"\n{waiting}"))
        if not self.people:
            parts.append(Text(self.label("you_watch"), "dim"))
        return Group(*parts)

    # ------------------------------------------------------------ answers

    def open_asks(self) -> list[tuple[Actor, Ask]]:
        if not self.playing or self.lobby.paused or self.match.result:
            return []
        return [(one.seat, one.ask) for one in self.match.opened if one.seat in self.people and not self.is_sent(one)]

    def is_sent(self, opened: Opened) -> bool:
        return not opened.ask.standing and _key(opened) in self.sent

    def stamp(self) -> object:
        return [opened.opened for opened in self.match.opened if not opened.ask.standing]

    def history(self) -> list[Event]:
        return self.match.events

    def put(self, actor: Actor, ask: Ask, value: Value, line: Line) -> None:
        opened = next(one for one in self.match.opened if one.seat == actor and one.ask.name == ask.name)
        at = self.now()
        began = max(0, at - line.typing) if isinstance(ask.form, TextForm) and line.typing else None
        key, before = _key(opened), self.match.seen
        self.sent.add(key)
        if not ask.standing:
            self.news, self.watched = [], None

        def taken(told: object) -> None:
            if before is self.match.seen:
                self.taken.add(key)
            else:
                self.sent.discard(key)

        def refused(problem: Refused) -> None:
            self.sent.discard(key)
            words = self.words.refusal(problem, self.match.header.seats)
            self.complain(str(self.with_rule(Unclear(words), ask)))

        sent = list(value) if isinstance(value, tuple) else value
        fields = {"seat": key[0], "ask": key[1], "opened": key[2], "value": sent, "at": at, "began": began}
        self.wire.tell(protocol.Answer, fields, taken, refused)

    def notice_typing(self) -> None:
        """The first letter of an answer, where speed counts."""
        typed = self.desk.keyboard.half_typed()
        if not typed or typed.startswith("/") or len(self.people) != 1:
            return
        for opened in self.match.opened:
            ask, key = opened.ask, _key(opened)
            race = ask.name in find(self.lobby.game).speed and len(ask.actors) > 1 and not ask.standing
            if race and key not in self.begun | self.sent:
                self.begun.add(key)
                fields = {"seat": key[0], "ask": key[1], "opened": key[2], "at": self.now()}
                self.wire.tell(protocol.Began, fields, refused=lambda problem: None)

    def answer(self, said: str, line: Line) -> None:
        if self.playing and self.lobby.paused:
            raise Unclear(paused_words(self.lobby.paused, self.words))
        if self.playing:
            super().answer(said, line)
        elif said:
            raise Unclear(self.label("unknown_order", said=said, help="?"))
        else:
            self.page = None

    # ------------------------------------------------------------ orders

    def obey(self, said: str) -> bool:
        """While something is asked here, an order needs its stroke."""
        first, _, rest = said.partition(" ")
        name = self.orders.get(fold(first.lstrip("/")))
        if name is None or said[:1] in '"“«' or (self.wanted() and not first.startswith("/")):
            return super().obey(said)
        self.order(name, rest.strip())
        return True

    def order(self, name: str, rest: str) -> None:
        if name == "option" and not rest:
            list_options(self.desk.console, find(self.lobby.game), self.words)
            list_bots(self.desk.console, find(self.lobby.game), self.words)
            return
        try:
            kind, fields = order_of(self.lobby, self.words, name, rest)
        except Unclear as unclear:
            self.complain(str(unclear))
            return
        if kind is protocol.Lend:
            self.wire.tell(
                kind, fields, lambda told: self.note(self.label("lent", address=self.address, code=told["code"]))
            )
        elif kind is protocol.Leave:
            self.wire.tell(kind, fields, lambda told: self.get_up())
        else:
            self.wire.tell(kind, fields)

    def do(self, name: str, rest: str) -> None:
        if name == "say":
            self.order("say", rest)
        elif name in ("undo", "save"):
            self.complain(self.label("unknown_order", said=self.label(f"command_{name}"), help="?"))
        else:
            super().do(name, rest)

    def help(self) -> None:
        if self.playing and self.match.seen:
            standing = {ask.name: ask for ask in self.match.asks if ask.standing}
            asked, several = self.wanted(), len(self.people) > 1
            self.desk.show(help_text(self.scene(self.eyes), asked, list(standing.values()), several, COMMANDS))
        self.desk.show(orders_text(self.lobby, self.words, stroke=bool(self.wanted())))

    def get_up(self) -> None:
        """A seat was given up; with the last one, so is the table."""
        if len(self.lobby.mine) < 2:
            self.ended = "left_seat"
            self.leave()

    def leave(self) -> None:
        self.left = True
        self.desk.show("", self.label("bye"))


def _key(opened: Opened) -> Key:
    return opened.seat, opened.ask.name, opened.opened
