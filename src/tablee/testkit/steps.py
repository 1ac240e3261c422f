"""The steps of a scenario, and how they are played.

    step   = answer | "refused" answer ["because" CODE] | "play until" WHO NAME | "expect" fact
    answer = WHO {WHO} NAME ["=" VALUE] ["@" [BEGAN ".."] AT]      several WHO: each answers so, in order
    WHO    = seat name | dice | clock | referee
    VALUE  = any (first legal) | pass | quoted string | bare words  (a seat's name where seats are the options)
    fact   = [SEAT ":"] PATH "=" TOML      in that seat's view, else the spectator's
           | "hidden" SEAT PATH            null or absent in that view
           | ["not"] "asked" WHO NAME
           | "event" KIND [TOML table]     told by the last answer
           | "over" [WHY]

`clock NAME` moves time to that ask's limit; times persist until the next `@`. A table keyed by seat names compares
with a list by seat.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee.engine import (
    CLOCK,
    DICE,
    REFEREE,
    Actor,
    Amount,
    Ask,
    Choice,
    Event,
    Match,
    Number,
    Refused,
    Some,
    Text,
    Value,
    find,
)
from tablee.engine.words import seat_fields

DRAWN: Final = ("stage",)  # how a thing is drawn: a scenario need not say it, nor a word that is empty


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    rules: list[str]
    title: str
    seats: list[str]
    steps: list[str]
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    start: dict[str, Any] = {}
    file: str = ""  # where it was read…
    lines: tuple[int, ...] = ()  # …and on which line each step stands


class Wrong(Exception):
    """This step does not hold, or cannot be read."""


ANSWER = re.compile(
    r"""^(?P<who>\S+(?:\s+\S+)*?)\s+(?P<name>\w+)
        (?:\s*=\s*(?P<value>"(?:[^"\\]|\\.)*"|'[^']*'|[^@]*?))?
        (?:\s*@\s*(?:(?P<began>\d+)\s*\.\.\s*)?(?P<at>\d+))?$""",
    re.VERBOSE,
)


class Runner:
    """A match that is played by the lines of a scenario."""

    def __init__(self, scenario: Scenario, watch: Callable[[Match], None]) -> None:
        self.names = scenario.seats
        self.watch = watch
        game = find(scenario.game).load()
        self.match = Match.new(
            scenario.game,
            self.names,
            self.by_number(scenario.options),
            self.by_number(scenario.facts),
            game.synthetic() if game.synthetic else None,
            self.by_number(scenario.start),
        )
        spoken_of = {word for line in scenario.steps for word in line.split()}
        self.unsaid = {name: value for name, value in game.unsaid.items() if name not in spoken_of}
        self.polls, self.shortcuts = game.polls, game.shortcuts
        self.news: Sequence[Event] = self.match.news
        self.now = 0
        watch(self.match)

    # ------------------------------------------------------------ steps

    def step(self, line: str) -> None:
        verb, _, rest = line.strip().partition(" ")
        if verb == "expect":
            self.expect(rest.strip())
        elif verb == "refused":
            self.refuse(rest.strip())
        elif line.startswith("play until "):
            self.play_until(*self.two_words(line.removeprefix("play until ")))
        else:
            self.answer(line.strip(), late=True)

    def answer(self, line: str, *, late: bool = False) -> None:
        """`late`: a ballot that comes when the poll is decided is passed over."""
        read = ANSWER.match(line)
        if not read:
            raise Wrong("this step cannot be read: WHO NAME = VALUE @ AT was expected")
        if read["value"] is None:
            self.want_equals(read["who"].split(), read["name"])
        if read["at"]:
            self.now = int(read["at"])
        began = int(read["began"]) if read["began"] else None
        for who in read["who"].split():
            actor = self.actor(who)
            ask = self.open(actor, read["name"])
            if late and ask is None and self.decided(read["name"]):
                continue
            value = None if actor == CLOCK else self.value(ask, read["value"])
            if actor == CLOCK and ask and ask.until is not None and not read["at"]:
                self.now = max(self.now, ask.until)
            self.news = self.match.answer(actor, read["name"], value, self.now, began)
            self.watch(self.match)
        self.let_pass()

    def decided(self, name: str) -> bool:
        """Whether the last answer of all has ended a poll of this name."""
        return name in self.polls and bool(self.match.log) and self.match.log[-1].name == name

    def let_pass(self) -> None:
        """What goes without saying is said, where the whole scenario does not speak of it."""
        while found := [ask for ask in self.match.asks if ask.name in self.unsaid]:
            ask = found[0]
            told = self.match.answer(ask.actors[0], ask.name, self.unsaid[ask.name], self.now)
            self.news = [*self.news, *told]
            self.watch(self.match)

    def want_equals(self, who: list[str], name: str) -> None:
        """‹ana again yes› reads as a question called yes to somebody called again."""
        known = (*self.names, DICE, CLOCK, REFEREE)
        for place, word in enumerate(who):
            if word not in known and place:
                value = " ".join((*who[place + 1 :], name))
                raise Wrong(f"“=” is missing, as in ‹{' '.join(who[:place])} {word} = {value}›")

    def refuse(self, rest: str) -> None:
        answer, _, code = rest.partition(" because ")
        before = len(self.match.log)
        try:
            self.answer(answer)
        except Refused as refused:
            if len(self.match.log) != before:
                raise Wrong("an answer before it was taken") from None
            if code and refused.code != code.strip():
                raise Wrong(f"it was refused as {refused.code}") from None
        else:
            raise Wrong("it was not refused")

    def play_until(self, who: str, name: str) -> None:
        """Silence for everyone, and whatever comes first for the house, until that question is put."""
        actor = self.actor(who)
        for _ in range(20_000):
            if self.open(actor, name):
                return
            if not self.match.asks:
                raise Wrong("the game ended before that")
            ask = next(ask for ask in self.match.asks if not ask.standing)
            value = self.value(ask, "any") if ask.of_house else None
            self.news = self.match.answer(ask.actors[-1], ask.name, value, self.now)
            self.watch(self.match)
        raise Wrong("that was never asked")

    # ------------------------------------------------------------ facts

    def expect(self, fact: str) -> None:
        if found := re.match(r"(not\s+)?asked\s+(.+)$", fact):
            who, name = self.two_words(found[2])
            if (self.open(self.actor(who), name) is None) != bool(found[1]):
                raise Wrong("it is asked" if found[1] else "it is not asked")
        elif found := re.match(r"hidden\s+(\S+)\s+([\w.]+)$", fact):
            seen = self.look(self.seat(found[1]), found[2], strict=False)
            if seen is not None:
                raise Wrong(f"{found[1]} sees {seen!r}")
        elif found := re.match(r"event\s+(\w+)\s*(\{.*\})?$", fact):
            self.expect_event(found[1], self.toml(found[2]) if found[2] else {})
        elif found := re.match(r"over(?:\s+(\w+))?$", fact):
            if self.match.result is None:
                raise Wrong("the game is not over")
            if found[1] and self.match.result.why != found[1]:
                raise Wrong(f"it ended by {self.match.result.why}")
        elif found := re.match(r"(?:([^\s:=]+)\s*:\s*)?([\w.]+)\s*=\s*(.*)$", fact):
            seen = self.look(self.seat(found[1]) if found[1] else None, found[2])
            wanted = self.toml(found[3])
            if not self.same(seen, wanted):
                raise Wrong(f"expected {wanted!r}, saw {seen!r}")
        else:
            if found := re.match(r"((?:[^\s:=]+\s*:\s*)?[\w.]+)\s+([^=\s].*)$", fact):
                raise Wrong(f"“=” is missing, as in ‹expect {found[1]} = {found[2]}›")
            raise Wrong("this fact cannot be read: PATH = VALUE, hidden, asked, event or over was expected")

    def expect_event(self, kind: str, wanted: dict[str, Any]) -> None:
        told = [msgspec.to_builtins(seen, str_keys=True) for event in self.news if (seen := event.seen_by(None))]
        for event in told:
            if event["event"] == kind and all(key in event and self.same(event[key], wanted[key]) for key in wanted):
                return
        raise Wrong(f"told: {'; '.join(self.name_seats(event) for event in self.news) or 'nothing'}")

    def name_seats(self, event: Event) -> str:
        seen = event.seen_by(None)
        if seen is None:
            return "a whisper"
        fields = {field: getattr(seen, field) for field in seen.__struct_fields__}
        said = [
            f"{field} = {self.names[held] if field in seat_fields(type(seen)) else held!r}"
            for field, held in fields.items()
        ]
        return f"{seen.__struct_config__.tag} {{ {', '.join(said)} }}"

    def look(self, seat: int | None, path: str, strict: bool = True) -> Any:
        """What stands at this path of a view; `result` is there too."""
        node: Any = msgspec.to_builtins(self.match.view(seat), str_keys=True)
        for short, whole in self.shortcuts.items():
            if path == short or path.startswith(f"{short}."):
                path = whole + path.removeprefix(short)
                break
        node["result"] = msgspec.to_builtins(self.match.result)
        for part in path.split("."):
            key = self.names.index(part) if part in self.names else int(part) if part.isdigit() else part
            if isinstance(node, list | tuple) and isinstance(key, int) and key < len(node):
                node = node[key]
            elif isinstance(node, dict) and str(key) in node:
                node = node[str(key)]
            elif isinstance(node, dict) and part in node:
                node = node[part]
            elif strict:
                there = ", ".join(node) if isinstance(node, dict) else repr(node)
                raise Wrong(f"there is no {part!r} in {there}")
            else:
                return None
        return node

    def same(self, seen: Any, wanted: Any) -> bool:
        if isinstance(wanted, dict) and isinstance(seen, list | tuple):
            return set(wanted) == set(self.names) and self.same(seen, [wanted[name] for name in self.names])
        if isinstance(wanted, dict) and isinstance(seen, dict):
            numbered = {
                str(self.names.index(key)) if key in self.names else key: value for key, value in wanted.items()
            }
            seen = {key: value for key, value in seen.items() if key in numbered or not (value == "" or key in DRAWN)}
            return seen.keys() == numbered.keys() and all(self.same(seen[key], numbered[key]) for key in seen)
        if isinstance(wanted, list) and isinstance(seen, list | tuple):
            return len(wanted) == len(seen) and all(map(self.same, seen, wanted))
        if isinstance(wanted, bool) or isinstance(seen, bool):
            return seen is wanted
        return bool(seen == wanted or (wanted in self.names and seen == self.names.index(wanted)))

    # ------------------------------------------------------------ words

    def actor(self, who: str) -> Actor:
        if who in (DICE, CLOCK, REFEREE):
            return who
        return self.seat(who)

    def seat(self, name: str) -> int:
        if name not in self.names:
            raise Wrong(f"nobody is called {name!r}; there are {', '.join(self.names)}, dice, clock and referee")
        return self.names.index(name)

    def open(self, actor: Actor, name: str) -> Ask | None:
        for ask in self.match.asks:
            if ask.name == name and (actor in ask.actors or (actor == CLOCK and not ask.standing)):
                return ask
        return None

    def value(self, ask: Ask | None, word: str | None) -> Value:
        if word is None or word == "pass":
            return None
        bare = str(self.toml(word)) if word[:1] in ("'", '"') else word
        if ask is None:
            return bare  # it will be refused
        match ask.form:
            case Choice(options):
                return options[0] if word == "any" else self.option(options, bare)
            case Some(options, least):
                if word == "any":
                    return options[:least]
                named = [] if bare == "none" else re.split(r"[\s,]+", bare)
                return tuple(self.option(options, name) for name in named)
            case Amount(low):
                return low if word == "any" else _number(bare)
            case Number():
                return 0 if word == "any" else _number(bare)
            case Text():
                return bare

    def option(self, options: tuple[str | int, ...], word: str) -> str | int:
        for option in options:
            if str(option) == word or (
                isinstance(option, int) and word in self.names and self.names.index(word) == option
            ):
                return option
        return word

    def by_number(self, value: Any) -> Any:
        """Seat names become numbers; a table by seat becomes a list."""
        if isinstance(value, dict):
            if value and set(value) <= set(self.names):
                return [self.by_number(value.get(name)) for name in self.names]
            return {key: self.by_number(held) for key, held in value.items()}
        if isinstance(value, list):
            return [self.by_number(held) for held in value]
        return self.names.index(value) if value in self.names else value

    def toml(self, text: str) -> Any:
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError as error:
            raise Wrong(f"{text} is not TOML: {error}") from None

    def two_words(self, text: str) -> tuple[str, str]:
        words = text.split()
        if len(words) != 2:
            raise Wrong("WHO NAME was expected")
        return words[0], words[1]

    def asked(self) -> str:
        """Who is being asked what, for the message of a failure."""
        said = []
        for ask in self.match.asks:
            if not ask.standing:
                who = " ".join(self.names[actor] if isinstance(actor, int) else actor for actor in ask.actors)
                said.append(f"{who} {ask.name} {_form(ask)}")
        return "; ".join(said)


def _number(word: str) -> Value:
    for read in (int, float):
        try:
            return read(word)
        except ValueError:
            pass
    return word


def _form(ask: Ask) -> str:
    match ask.form:
        case Choice(options) | Some(options):
            shown = ", ".join(map(str, options[:12]))
            return f"({shown}{', …' if len(options) > 12 else ''})"
        case Amount(low, high, step):
            return f"({low}–{high} in steps of {step})"
        case Text():
            return "(text)"
        case Number():
            return "(number)"
