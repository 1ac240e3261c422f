"""A game at one keyboard: the house plays for dice, clock and bots; this shows the table and takes what people type."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from tablee.engine import DICE, REFEREE, Actor, Ask, Choice, Event, Match, Refused, Reply, Value, Words
from tablee.engine import Text as TextForm
from tablee.house import House

from .answers import Unclear, expected, fold, needs_word, read
from .desk import Desk
from .keyboard import Line
from .saves import save
from .scene import Scene
from .texts import COMMANDS, help_text, log_text, question, result_text, rules_text


class Session:
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
        self.people, self.words, self.desk, self.clock, self.seating = people, words, desk, clock, seating
        self.file = file
        self.left = False
        self.eyes = people[0] if len(people) == 1 else None  # several people see together only what all may see
        self.commands = {"?": "help"} | {name: name for name in COMMANDS}
        self.commands |= {fold(words.label(f"command_{name}")): name for name in COMMANDS}
        self.sit_down(match)

    def sit_down(self, match: Match) -> None:
        self.match = match
        self.house = self.seating(match)
        self.began = self.clock() - max((reply.at for reply in match.log), default=0)
        self.news: list[RenderableType] = []
        self.shown: object = None  # the questions on the page
        self.shown_to: int | None = None  # and who looks at it
        self.watched: object = None  # what they see who are not asked
        self.typed = len(match.log)  # after the last answer that was typed, or rolled
        self.unasked: set[int] = set()  # lines of the log that this desk wrote for a person
        self.ahead: list[str] = []  # values of dice typed in one go
        self.curtain: int | None = None  # who may lift it

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

    def scene(self, seat: int | None) -> Scene:
        return Scene(self.match, self.words, seat)

    def label(self, name: str, **params: object) -> str:
        return self.words.label(name, **params)

    # ------------------------------------------------------------ what is asked

    def wanted(self) -> list[tuple[Actor, Ask]]:
        """The asks that a plain line at this keyboard may answer; those that are waited for come first."""
        found: list[tuple[Actor, Ask]] = []
        shouts = self.scene(None).picture.shouts
        for ask in self.match.asks:
            if ask.standing and ask.name not in shouts:
                continue
            found += [(actor, ask) for actor in ask.actors if actor in self.people]
            if ask.actors in ((DICE,), (REFEREE,)):  # the house has not answered: people have the box before them
                found.append((ask.actors[0], ask))
        if self.eyes is None:  # secrets are told to one after the other
            found = [(who, ask) for who, ask in found if self.is_secret(ask)][:1] or found
        return sorted(found, key=lambda pair: pair[1].standing)

    def is_secret(self, ask: Ask) -> bool:
        return not ask.standing and self.scene(None).picture.secret(ask)

    def obvious(self, now: int) -> Reply | None:
        """What only one answer makes sense to, for a person: whether one's own answer is right."""
        for actor, ask in self.wanted():
            if isinstance(actor, int) and (value := self.scene(None).picture.obvious(actor, ask)) is not None:
                self.unasked.add(len(self.match.log))
                return Reply(actor, ask.name, value, now)
        return None

    def put_questions(self) -> None:
        """Draw the page when something else is asked, or when people or dice have spoken since."""
        wanted = self.wanted()
        shown = (self.typed, [(actor, ask.name, ask.form, ask.about) for actor, ask in wanted])
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
        scene = self.scene(self.eyes)
        watched = scene.picture.watch(scene)
        if watched is None or self.curtain is not None or (watched, self.eyes) == (self.watched, self.shown_to):
            return
        self.shown, self.shown_to, self.watched = None, self.eyes, watched
        if self.desk.keyboard.clears:
            self.desk.page(scene.picture.draw(scene), self.news, Group())

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

    def tell(self, events: list[Event]) -> None:
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

    def hear(self, line: Line) -> None:
        said = line.text.strip()
        if self.curtain is not None:
            self.shown_to, self.curtain = self.curtain, None
        elif not self.obey(said):
            try:
                self.answer(said, line)
            except Unclear as unclear:
                self.ahead = []
                self.desk.show(Text(str(unclear), "yellow"))

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
        """An answer in the ask's form; None where silence is meant."""
        scene = self.scene(self.eyes)
        passes = self.commands.get(fold(said.lstrip("/"))) == "pass"
        if passes or not said:
            if ask.standing or ask.of_house:
                raise Unclear(f"{self.label('not_passable')} {expected(scene, ask)}")
            if not said and needs_word(ask):
                raise Unclear(self.label("empty_line", **{"pass": self.label("command_pass")}))
            return None
        if ask.actors == (DICE,) and isinstance(ask.form, Choice) and " " in said:
            with suppress(Unclear):
                return read(scene, ask, said)
            said, *self.ahead = said.replace(",", " ").split()
        return read(scene, ask, said)

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
        match name:
            case "help":
                standing = [ask for ask in self.match.asks if ask.standing and ask.name != "presence"]
                scene = self.scene(self.eyes)
                self.desk.show(help_text(scene, self.wanted(), standing, len(self.people) > 1))
            case "undo":
                self.undo(int(rest or 1))
            case "save":
                self.store(Path(rest) if rest else None, aloud=True)
            case "rules":
                rules = [ask.rule for _, ask in self.wanted() if ask.rule]
                self.desk.show(rules_text(self.scene(self.eyes), rest, rules))
            case "log":
                self.desk.show(log_text(self.scene(self.eyes), self.eyes))
            case "quit":
                self.leave()
            case "say":
                self.answer_standing("chat", rest)
        return True

    def answer_standing(self, name: str, said: str) -> None:
        """An ask by its name: talk, flags, cries."""
        asks = [ask for ask in self.match.asks if ask.name == name]
        try:
            if not asks:
                raise Unclear(self.label("nobody_asked", help="?"))
            actor, said = self.speaker(said, [(seat, asks[0]) for seat in asks[0].actors if seat in self.people])
            if not said and isinstance(asks[0].form, Choice) and len(asks[0].form.options) == 1:
                said = str(asks[0].form.options[0])
            self.put(actor, asks[0], self.understand(asks[0], said), Line(said))
        except Unclear as unclear:
            self.desk.show(Text(str(unclear), "yellow"))

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
