"""People at one keyboard: what they are shown, and what they type. Where the answers go is another's business."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.text import Text

from tablee.engine import Actor, Ask, Choice, Event, Value, Words
from tablee.engine import Text as TextForm
from tablee.pictures import Drawn, Scene

from .answers import Unclear, expected, fold, needs_word, read
from .desk import Desk
from .keyboard import Line
from .texts import COMMANDS, help_text, log_text, question, rules_text


class Sitting(ABC):
    match: Drawn

    def __init__(self, people: tuple[int, ...], words: Words, desk: Desk) -> None:
        self.people, self.words, self.desk = people, words, desk
        self.left = False
        self.commands = {"?": "help"} | {name: name for name in COMMANDS}
        self.commands |= {fold(words.label(f"command_{name}")): name for name in COMMANDS}
        self.forget()

    def forget(self) -> None:
        """A clean desk: nothing has been told, nothing is on the page."""
        self.news: list[RenderableType] = []
        self.shown: object = None  # the questions on the page
        self.shown_to: int | None = None  # and who looks at it
        self.watched: object = None  # what they see who are not asked
        self.curtain: int | None = None  # who may lift it

    @property
    def eyes(self) -> int | None:
        """Several people see together only what all may see."""
        return self.people[0] if len(self.people) == 1 else None

    @abstractmethod
    def now(self) -> int:
        """On the clock of the match."""

    @abstractmethod
    def open_asks(self) -> Iterable[tuple[Actor, Ask]]:
        """What those at this keyboard may answer, standing or not."""

    @abstractmethod
    def put(self, actor: Actor, ask: Ask, value: Value, line: Line) -> None:
        """Give somebody's answer. Raises Unclear."""

    @abstractmethod
    def stamp(self) -> object:
        """When this changes, the page is drawn anew though the same is asked."""

    @abstractmethod
    def history(self) -> list[Event]:
        """What was told, as far as this keyboard may know."""

    @abstractmethod
    def leave(self) -> None:
        """Somebody wants to go."""

    def scene(self, seat: int | None) -> Scene:
        return Scene(self.match, self.words, seat)

    def label(self, name: str, /, **params: object) -> str:
        return self.words.label(name, **params)

    # ------------------------------------------------------------ what is asked

    def wanted(self) -> list[tuple[Actor, Ask]]:
        """The asks that a plain line at this keyboard may answer; those that are waited for come first."""
        shouts = self.scene(None).picture.shouts
        found = [(actor, ask) for actor, ask in self.open_asks() if not ask.standing or ask.name in shouts]
        if self.eyes is None:  # secrets are told to one after the other
            found = [(who, ask) for who, ask in found if self.is_secret(ask)][:1] or found
        return sorted(found, key=lambda pair: pair[1].standing)

    def is_secret(self, ask: Ask) -> bool:
        return not ask.standing and self.scene(None).picture.secret(ask)

    def put_questions(self) -> None:
        """Draw the page when something else is asked, or when people or dice have spoken since."""
        wanted = self.wanted()
        shown = (self.stamp(), [(actor, ask.name, ask.form, ask.about) for actor, ask in wanted])
        public = self.scene(None)
        waited_for = [(actor, ask) for actor, ask in wanted if not ask.standing]
        waited_for = waited_for or [(actor, ask) for actor, ask in wanted if public.picture.invites(public, ask)]
        if not waited_for:
            self.show_to_watchers()
        if not waited_for or self.curtain is not None or shown == self.shown:
            return
        focus = {actor for actor, _ in waited_for if isinstance(actor, int)}
        seat = focus.pop() if len(focus) == 1 else self.eyes
        hidden = seat is not None and (self.match.view(seat).mine is not None or self.is_secret(waited_for[0][1]))
        if seat is not None and hidden and self.eyes is None and self.shown_to != seat:
            self.curtain = seat
            self.desk.wipe()
            self.desk.show(public.sentence(self.label("pass_keyboard", seat=self.match.header.seats[seat])))
            return
        self.shown, self.shown_to = shown, seat
        scene = self.scene(seat)
        parts = [part for part in (scene.picture.front(scene), question(scene, waited_for, self.now())) if part]
        self.desk.page(scene.picture.draw(scene), self.news, Group(*parts))

    def show_to_watchers(self) -> None:
        """While nobody here is asked: the table as it is now, and no longer what only one may see."""
        watched = self.watch()
        if watched is None or self.curtain is not None or (watched, self.eyes) == (self.watched, self.shown_to):
            return
        self.shown, self.shown_to, self.watched = None, self.eyes, watched
        if self.desk.keyboard.clears:
            scene = self.scene(self.eyes)
            self.desk.page(scene.picture.draw(scene), self.news, self.aside())

    def watch(self) -> object:
        """When this changes, those who are not asked see a fresh page."""
        scene = self.scene(self.eyes)
        return scene.picture.watch(scene)

    def aside(self) -> RenderableType:
        """What stands below the table while nobody here is asked."""
        return Group()

    # ------------------------------------------------------------ telling

    def tell(self, events: Iterable[Event]) -> None:
        for event in events:
            seen = event.seen_by(self.eyes)
            if seen is not None:
                told = self.scene(self.eyes).told(seen)
                self.news.append(told)
                self.desk.show(told)

    def note(self, words: str) -> None:
        """Something that the house has to say about the evening."""
        self.news.append(Text(words, "italic"))
        self.desk.show(self.news[-1])

    def complain(self, words: str) -> None:
        self.desk.show(Text(words, "yellow"))

    # ------------------------------------------------------------ answers

    def hear(self, line: Line) -> None:
        said = line.text.strip()
        if self.curtain is not None:
            self.shown_to, self.curtain = self.curtain, None
        elif not self.obey(said):
            try:
                self.answer(said, line)
            except Unclear as unclear:
                self.complain(str(unclear))

    def answer(self, said: str, line: Line) -> None:
        """Find out who answers what. Raises Unclear."""
        wanted = self.wanted()
        if not wanted:
            raise Unclear(self.label("nobody_asked", help="?"))
        actor, said = self.speaker(said, wanted)
        asks = [ask for who, ask in wanted if who == actor or (ask.standing and len(self.people) == 1)]
        problem: Unclear | None = None
        for ask in asks:
            try:
                value = self.understand(ask, said)
            except Unclear as unclear:
                problem = problem or self.with_rule(unclear, ask)
            else:
                who = actor if actor in ask.actors else self.people[0]
                self.put(who, ask, value, line)
                return
        assert problem
        raise problem

    def speaker(self, said: str, wanted: list[tuple[Actor, Ask]]) -> tuple[Actor, str]:
        """Who says it: the only one who is asked, or the one whose number or name stands in front."""
        waited_for = {actor for actor, ask in wanted if not ask.standing} or {actor for actor, _ in wanted}
        if len(waited_for) == 1:
            return waited_for.pop(), said
        first, _, rest = said.partition(" ")
        names = self.match.header.seats
        for actor in sorted(actor for actor in waited_for if isinstance(actor, int)):
            if first == str(actor + 1) or fold(first) == fold(names[actor]):
                return actor, rest.strip()
        seats = ", ".join(
            f"{actor + 1} {names[actor]}" for actor in sorted(a for a in waited_for if isinstance(a, int))
        )
        raise Unclear(self.label("who_says", seats=seats))

    def understand(self, ask: Ask, said: str) -> Value:
        """An answer in the ask's form; None where silence is meant. Raises Unclear."""
        scene = self.scene(self.eyes)
        passes = self.commands.get(fold(said.lstrip("/"))) == "pass"
        if passes or not said:
            if ask.standing or ask.of_house:
                raise Unclear(f"{self.label('not_passable')} {expected(scene, ask)}")
            if not said and needs_word(ask):
                raise Unclear(self.label("empty_line", **{"pass": self.label("command_pass")}))
            return None
        return read(scene, ask, said)

    def with_rule(self, unclear: Unclear, ask: Ask) -> Unclear:
        return Unclear(f"{unclear} ({self.label('rule_of', rule=ask.rule)})") if ask.rule else unclear

    # ------------------------------------------------------------ commands

    def obey(self, said: str) -> bool:
        """Do what a command says. With words behind it, it needs its stroke while words are what is asked for."""
        first, _, rest = said.partition(" ")
        rest = rest.strip()
        name = self.commands.get("?" if first == "?" else fold(first.lstrip("/")))
        stroke = first.startswith("/")
        texts = any(isinstance(ask.form, TextForm) for _, ask in self.wanted())
        if stroke and name is None:
            self.answer_standing(first[1:], rest)
            return True
        if name is None or said[:1] in '"“«' or name == "pass" or (rest and texts and not stroke):
            return False
        if rest and (name in ("help", "log", "quit") or (name == "undo" and not rest.isdigit())):
            return False
        self.do(name, rest)
        return True

    def do(self, name: str, rest: str) -> None:
        match name:
            case "help":
                self.help()
            case "rules":
                rules = [ask.rule for _, ask in self.wanted() if ask.rule]
                self.desk.show(rules_text(self.scene(self.eyes), rest, rules))
            case "log":
                self.desk.show(log_text(self.scene(self.eyes), self.history()))
            case "quit":
                self.leave()
            case "say":
                self.answer_standing("chat", rest)

    def help(self) -> None:
        standing = {ask.name: ask for ask in self.match.asks if ask.standing and ask.name != "presence"}
        several = len(self.people) > 1
        self.desk.show(help_text(self.scene(self.eyes), self.wanted(), list(standing.values()), several))

    def answer_standing(self, name: str, said: str) -> None:
        """An ask by its name: talk, flags, cries."""
        asks = [(seat, ask) for seat, ask in self.open_asks() if ask.name == name]
        try:
            if not asks:
                raise Unclear(self.label("nobody_asked", help="?"))
            actor, said = self.speaker(said, asks)
            ask = asks[0][1]
            if not said and isinstance(ask.form, Choice) and len(ask.form.options) == 1:
                said = str(ask.form.options[0])
            self.put(actor, ask, self.understand(ask, said), Line(said))
        except Unclear as unclear:
            self.complain(str(unclear))
