"""Five players of Blitz. They differ in what they remember, how fast it comes to mind and how well they watch.

What a bot knows of a theme it learnt when it sat down, from the pack, and only a part of it stuck.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random
from typing import Final

from msgspec import Struct

from tablee.bots import BotMaker, Sight, Thought
from tablee.engine import Ask, Choice, Header, Value
from tablee.judge import normal
from tablee.judge.lexicon import look_up
from tablee.judge.text import fold

from .cards import SYMBOLS, Card, Theme, go_together, themes
from .table import SIDES
from .view import BlitzView

POLITE: Final = 3_000  # milliseconds that others get to see their own face-off
SPOKEN: Final = 60  # milliseconds a letter when it is said aloud
MIDDLING: Final = 2  # how hard a usual theme is
HARDER: Final = 0.06  # the share that each degree of difficulty takes away
SPREAD: Final = 0.15  # how much better or worse a bot knows one theme than another


class Strength(Struct, frozen=True):
    remembers: float  # the share of a usual theme that stuck
    recall: tuple[int, int]  # milliseconds until a word comes to mind
    stroke: int  # milliseconds a letter
    weighs: int  # of so many words it takes the shortest
    notices: float  # the share of face-offs that it sees when nobody announces them
    looks: tuple[int, int]  # milliseconds until it has seen one
    outright: bool  # answers then and there, instead of crying out first
    objects: float  # the share of invented words that it challenges


STRENGTHS: Final = {
    "novice": Strength(0.4, (2_500, 8_500), 230, 1, 0.55, (2_000, 5_500), False, 0.3),
    "casual": Strength(0.5, (2_000, 7_000), 200, 1, 0.65, (1_700, 4_500), False, 0.45),
    "regular": Strength(0.65, (1_500, 5_500), 170, 2, 0.75, (1_300, 3_500), True, 0.6),
    "expert": Strength(0.8, (1_100, 4_200), 140, 2, 0.85, (1_000, 2_700), True, 0.8),
    "top": Strength(0.95, (800, 3_100), 115, 3, 0.95, (700, 2_000), True, 0.95),
}


class Memory:
    """What stuck of one theme."""

    __slots__ = ("rulings", "words")

    def __init__(self, theme: Theme, share: float, rng: Random) -> None:
        kept = [example for example in theme.examples if rng.random() < share]
        self.words = {example: f" {normal(example)} " for example in kept}
        self.rulings: dict[str, Value] = dict.fromkeys((form.strip() for form in self.words.values()), "yes")
        self.rulings |= {normal(case.answer): case.ruling for case in theme.borderline if rng.random() < share}

    @property
    def plain(self) -> bool:
        """A theme of everyday words, as far as it remembers."""
        return bool(self.words) and all(map(is_known, self.words))

    def free(self, burned: str) -> list[str]:
        """The words that nobody has said."""
        return [word for word, form in self.words.items() if form not in burned]


class Player:
    def __init__(self, strength: Strength, rng: Random, header: Header) -> None:
        self.strength, self.rng = strength, rng
        self.watchful = header.options["detection"] == "players"
        self.aloud = header.options["answers"] == "spoken"
        self.stroke = SPOKEN if self.aloud else strength.stroke
        self.lockout = int(header.options["lockout_ms"])
        self.race: Value = None  # the one in which it spoke last
        self.seen: dict[tuple[str, str, int], tuple[int, bool]] = {}  # pairs of cards: when, and whether it noticed
        self.memory: dict[str, Memory] = {}
        self.nothing = Memory(Theme("", SYMBOLS[0], "", "", ()), 0.0, rng)  # of a theme that a guest has written
        for theme in themes(header.packs, "spoken" if self.aloud else "typed"):
            share = strength.remembers - HARDER * (theme.difficulty - MIDDLING) + rng.uniform(-SPREAD, SPREAD)
            self.memory[theme.text] = Memory(theme, share, rng)

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if ask.name in ("chat", "abuse", "presence"):
            return None
        view = sight.view
        assert isinstance(view, BlitzView)
        match ask.name:
            case "answer" if view.themes is None:
                return self.answer_outright(view, sight.seat)
            case "answer":
                return self.answer_theme(ask, view, sight.seat)
            case "face_off":
                return self.cry_out(view, sight.seat)
            case "draw" | "under" if isinstance(ask.form, Choice):
                options = ask.form.options
                higher = max(SIDES, key=lambda side: (side in options, view.in_pile[side]))
                watching = self.watchful and view.themes is None  # leaves everyone the time to see a pair
                return Thought(higher, self.between(6_000, 9_000) if watching else self.between(900, 1_800))
            case "challenge":
                said = self.challenge(ask, view, sight.seat)
                return Thought(said, 0 if said == "accept" else self.between(900, 2_500))  # nobody waits for its nod
            case "valid":
                return Thought(self.vote(ask, view, sight.seat), self.between(800, 2_000))
            case "is_abuse":
                return Thought(self.vote_on_talk(ask, view), self.between(1_500, 3_000))
        return Thought(None, self.between(500, 1_500))  # who was first, it does not know

    def between(self, least: int, most: int) -> int:
        return least + int(self.rng.random() * (most - least))

    # ------------------------------------------------------------ answering

    def answer_theme(self, ask: Ask, view: BlitzView, seat: int) -> Thought | None:
        """In a face-off; it goes on thinking while the other's answer is judged, but not while its own is."""
        if view.on_trial and view.on_trial.seat == seat:
            return None
        assert view.themes is not None
        race = (ask.about or {}).get("race")
        pause = self.lockout if race == self.race else 0  # asked again: what it said was refused
        thought = self.name_example(view.themes[seat], view, pause)
        if thought:
            self.race = race
        elif not ask.standing:
            return Thought(None, self.between(8_000, 14_000))
        return thought

    def name_example(self, theme: str, view: BlitzView, pause: int) -> Thought | None:
        """Something it remembers that nobody has said. The fewer are left, the longer it takes."""
        free = self.memory.get(theme, self.nothing).free(" | ".join(("", *view.burned, "")))
        if not free:
            return None
        weighed = self.rng.sample(free, min(self.strength.weighs, len(free)))
        word = min(weighed, key=len)
        began = pause + int(self.between(*self.strength.recall) * (1 + 1 / len(free)))
        return Thought(word, began + self.stroke * len(word), began)

    # ------------------------------------------------------------ watching, where nobody announces

    def answer_outright(self, view: BlitzView, seat: int) -> Thought | None:
        """To its only pair; with two of them it could not tell which one is meant."""
        top = view.tops[seat]
        own = [pair for pair in self.noticed(view) if top in pair]
        if not self.strength.outright or len(own) != 1:
            return None
        one, other = own[0]
        theme = (other if top == one else one).theme
        return self.name_example(theme, view, self.between(*self.strength.looks))

    def cry_out(self, view: BlitzView, seat: int) -> Thought | None:
        """At once for a pair of its own, unless it would rather answer; to others it leaves theirs for a while."""
        top, pairs = view.tops[seat], self.noticed(view)
        own = [pair for pair in pairs if top in pair]
        if not pairs or (self.strength.outright and len(own) == 1):
            return None
        return Thought("!", self.between(*self.strength.looks) + (0 if own else POLITE))

    def noticed(self, view: BlitzView) -> list[tuple[Card, Card]]:
        """The open pairs that it has seen. One that was there before the latest draw has lapsed, until a Duel card."""
        tops = [card for card in view.tops if card]
        pairs = {
            (one.id, other.id, 0 if one.symbol == other.symbol else view.duels): (one, other)
            for i, one in enumerate(tops)
            for other in tops[i + 1 :]
            if go_together(one.symbol, other.symbol, view.active_duel or ())
        }
        left = view.to_turn
        self.seen = {key: self.seen.get(key) or (left, self.rng.random() < self.strength.notices) for key in pairs}
        return [pair for key, pair in pairs.items() if self.seen[key] == (left, True)]

    # ------------------------------------------------------------ judging

    def challenge(self, ask: Ask, view: BlitzView, seat: int) -> Value:
        """It objects to what it knows to be wrong, and often to a word that it has never met anywhere."""
        author, text, memory = self.on_trial(ask, view)
        if author == seat or memory is None:
            return "accept"
        ruling = memory.rulings.get(normal(text))
        invented = ruling is None and not is_known(text)
        return "wrong" if ruling == "no" or (invented and self.rng.random() < self.strength.objects) else "accept"

    def vote(self, ask: Ask, view: BlitzView, seat: int) -> Value:
        """What it knows; no to an invented word where everyday ones are asked for; else it abstains."""
        author, text, memory = self.on_trial(ask, view)
        if author == seat:
            return "yes"
        if memory is None:
            return None
        ruling = memory.rulings.get(normal(text))
        return "no" if ruling is None and memory.plain and not is_known(text) else ruling

    def on_trial(self, ask: Ask, view: BlitzView) -> tuple[Value, str, Memory | None]:
        about = ask.about or {}
        author, text = about.get("seat"), str(about.get("text", ""))
        theme = (view.themes or {}).get(author) if isinstance(author, int) else None
        return author, text, self.memory.get(theme, self.nothing) if theme and normal(text) else None

    def vote_on_talk(self, ask: Ask, view: BlitzView) -> Value:
        """Abuse: a message that uses up several answers. With a single one, who knows?"""
        number = (ask.about or {}).get("message")
        said = f" {normal(view.chat[number - 1].text)} " if isinstance(number, int) else ""
        used = {form for memory in self.memory.values() for form in memory.words.values() if form in said}
        return None if len(used) == 1 else "yes" if used else "no"


def is_known(text: str) -> bool:
    """Whether any word of it is in the dictionary; numbers are always known."""
    words = "".join(letter if letter.isalnum() else " " for letter in fold(text)).split()
    return any(word.isdigit() or (len(word) > 1 and look_up(word)) for word in words)


BOTS: Mapping[str, BotMaker] = {name: partial(Player, strength) for name, strength in STRENGTHS.items()}
