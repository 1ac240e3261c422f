"""A game at one keyboard: the house plays for dice, clock and bots; this shows the table and takes what people type."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.text import Text

from tablee.engine import DICE, REFEREE, Actor, Ask, Choice, Event, Match, Refused, Reply, Value, Words
from tablee.engine import Text as TextForm
from tablee.house import House

from .answers import Unclear, read
from .desk import Desk
from .keyboard import Line
from .saves import save
from .sitting import Sitting
from .texts import result_text, told_again


class Session(Sitting):
    """`clock` gives milliseconds that only grow; `seating` makes the house of a match, also after an undo."""

    def __init__(
        self,
        match: Match,
        people: tuple[int, ...],
        words: Words,
        desk: Desk,
        clock: Callable[[], int],
        seating: Callable[[Match], House],
        file: Path | None = None,
    ) -> None:
        super().__init__(people, words, desk)
        self.clock, self.seating, self.file = clock, seating, file
        self.sit_down(match)

    def sit_down(self, match: Match) -> None:
        self.forget()
        self.match: Match = match
        self.house = self.seating(match)
        self.began = self.clock() - max((reply.at for reply in match.log), default=0)
        self.typed = len(match.log)  # after the last answer that was typed, or rolled
        self.unasked: set[int] = set()  # lines of the log that this desk wrote for a person
        self.ahead: list[str] = []  # values of dice typed in one go

    def run(self) -> None:
        """Until the game is over, or people leave."""
        self.tell(self.match.news)
        try:
            while self.match.asks and not self.left:
                self.step()
        except (KeyboardInterrupt, EOFError):
            self.leave()
        if self.match.result:
            self.desk.show(
                "", self.scene(self.eyes).picture.draw(self.scene(self.eyes)), result_text(self.scene(self.eyes))
            )
            self.store()

    def step(self) -> None:
        """One answer of the house, or one line of a person."""
        now = self.now()
        reply = self.house.next(now) or self.obvious(now)
        if reply:
            self.take(reply)
            return
        self.put_questions()
        wake = self.house.wakes()
        seconds = None if wake is None else max(0.0, (wake - self.now()) / 1000)
        line = self.desk.keyboard.read(seconds, wanted=bool(self.wanted()))
        if line:
            self.hear(line)

    def now(self) -> int:
        return self.clock() - self.began

    # ------------------------------------------------------------ what is asked

    def stamp(self) -> object:
        return self.typed

    def history(self) -> list[Event]:
        return told_again(self.match, self.eyes)

    def open_asks(self) -> list[tuple[Actor, Ask]]:
        found: list[tuple[Actor, Ask]] = []
        for ask in self.match.asks:
            found += [(actor, ask) for actor in ask.actors if actor in self.people]
            if ask.actors in ((DICE,), (REFEREE,)):  # the house has not answered: people have the box before them
                found.append((ask.actors[0], ask))
        return found

    def obvious(self, now: int) -> Reply | None:
        """What only one answer makes sense to, for a person: whether one's own answer is right."""
        for actor, ask in self.wanted():
            if isinstance(actor, int) and (value := self.scene(None).picture.obvious(actor, ask)) is not None:
                self.unasked.add(len(self.match.log))
                return Reply(actor, ask.name, value, now)
        return None

    # ------------------------------------------------------------ answers

    def take(self, reply: Reply) -> None:
        """An answer of the house. A bot that says something impossible is taken to have said nothing."""
        try:
            told = self.match.reply(reply)
        except Refused:
            with suppress(Refused):
                self.tell(self.match.reply(Reply(reply.actor, reply.name, None, reply.at)))
            return
        if reply.actor == DICE:
            self.typed = len(self.match.log)
        self.tell(told)

    def hear(self, line: Line) -> None:
        super().hear(line)
        self.ahead = []  # what an unclear value left behind

    def understand(self, ask: Ask, said: str) -> Value:
        if ask.actors == (DICE,) and isinstance(ask.form, Choice) and " " in said:
            with suppress(Unclear):
                return super().understand(ask, said)
            said, *self.ahead = said.replace(",", " ").split()
        return super().understand(ask, said)

    def put(self, actor: Actor, ask: Ask, value: Value, line: Line) -> None:
        at = self.now()
        began = max(0, at - line.typing) if isinstance(ask.form, TextForm) and line.typing else None
        try:
            told = self.match.reply(Reply(actor, ask.name, value, at, began))
        except Refused as refused:
            raise self.with_rule(Unclear(self.words.refusal(refused, self.match.header.seats)), ask) from None
        self.typed = len(self.match.log)
        if actor in self.people and not ask.standing:
            self.news = []
        self.tell(told)
        self.store()
        self.read_ahead(ask, line)

    def read_ahead(self, before: Ask, line: Line) -> None:
        """The next of several dice that were typed on one line."""
        while self.ahead:
            ask = next((ask for ask in self.match.asks if ask.actors == (DICE,) and ask.name == before.name), None)
            if ask is None:
                self.ahead = []
                return
            self.put(DICE, ask, read(self.scene(self.eyes), ask, self.ahead.pop(0)), line)

    # ------------------------------------------------------------ commands

    def do(self, name: str, rest: str) -> None:
        match name:
            case "undo":
                self.undo(int(rest or 1))
            case "save":
                self.store(Path(rest) if rest else None, aloud=True)
            case _:
                super().do(name, rest)

    def undo(self, count: int) -> None:
        """Back to before the last answers that were typed here; the dice are asked again."""
        by_hand = {*self.people} | ({DICE} if self.house.dice is None else set())
        typed = [n for n, reply in enumerate(self.match.log) if reply.actor in by_hand and n not in self.unasked]
        if not 0 < count <= len(typed):
            self.desk.show(Text(self.label("no_undo"), "yellow"))
            return
        back = typed[-count]
        unasked = {line for line in self.unasked if line < back}
        self.sit_down(Match.replay(self.match.header, self.match.log[:back]))
        self.unasked = unasked
        self.news = [Text(self.label("undone"), "italic")]
        self.desk.show(self.news[0])
        self.store()

    def store(self, file: Path | None = None, aloud: bool = False) -> None:
        """Save the match; a disk that is full must not end the evening."""
        file = file or self.file
        if file is None:
            return
        try:
            save(file, self.match, self.people)
            if aloud:
                self.desk.show(self.label("saved", file=file))
        except OSError as error:
            self.file = None if file == self.file else self.file
            self.desk.show(Text(self.label("not_saved", file=file, problem=error.strerror), "yellow"))

    def leave(self) -> None:
        self.left = True
        self.store()
        self.desk.show("", self.label("bye"))
