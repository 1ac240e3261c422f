"""A player of Blitz who knows about half of the examples, thinks and types like a person, and is honest in votes."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Final

from tablee.bots import BotMaker, Sight, Thought, any_value
from tablee.engine import Ask, Choice, Header, Value
from tablee.judge import normal
from tablee.packs.format import Theme

from .cards import Card, themes
from .view import BlitzView

REMEMBERED: Final = 0.5  # of the examples of a theme
TRUST: Final = 0.9  # how often an answer that is not among the examples is let pass
SLOWEST: Final = 9_000


class Simple:
    def __init__(self, rng: Random, header: Header) -> None:
        self.rng = rng
        self.watchful = header.options["detection"] == "players"
        self.noticed: set[tuple[str, str]] = set()  # pairs of cards, each once: one may have lapsed
        known = themes(header.packs[0])
        self.themes: dict[str, Theme] = {theme.text: theme for theme in known}
        self.memory = {theme.text: [e for e in theme.examples if rng.random() < REMEMBERED] for theme in known}

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        view = sight.view
        assert isinstance(view, BlitzView)
        match ask.name:
            case "answer":
                return self.name_something(ask, view, sight.seat)
            case "face_off":
                return Thought("!", self.between(2_500, 8_000)) if self.notice(view, sight.seat) else None
            case "draw" if isinstance(ask.form, Choice):
                bigger = max(ask.form.options, key=lambda side: height(view, side))
                return Thought(bigger, self.between(4_000, 7_000) if self.watchful else self.between(900, 1_800))
            case "under":
                return Thought(any_value(ask.form, self.rng), self.between(600, 1_200))
            case "challenge":
                return Thought(
                    "wrong" if self.judge(ask, view, sight.seat) == "no" else "accept", self.between(900, 2_500)
                )
            case "valid":
                return Thought(self.judge(ask, view, sight.seat), self.between(800, 2_000))
            case "first" | "is_abuse":
                return Thought(None, self.between(500, 1_500))
        return None if ask.standing else Thought(any_value(ask.form, self.rng), self.between(500, 1_500))

    def between(self, least: int, most: int) -> int:
        return least + int(self.rng.random() * (most - least))

    # ------------------------------------------------------------ answering

    def name_something(self, ask: Ask, view: BlitzView, seat: int) -> Thought | None:
        """Something it remembers that nobody has said; nothing while another answer is being judged."""
        theme = (view.themes or {}).get(seat)
        if ask.standing:
            if view.themes or not (card := self.notice(view, seat)):
                return None
            theme = card.theme
        said = [f" {words} " for words in view.burned]
        free = [
            example
            for example in self.memory.get(theme or "", ())
            if not any(f" {normal(example)} " in words for words in said)
        ]
        if not free:
            return None if ask.standing else Thought(None, SLOWEST)
        word = self.rng.choice(free)
        began = self.between(2_000, 5_500)
        return Thought(word, min(began + 1_000 + 110 * len(word), SLOWEST), began)

    def notice(self, view: BlitzView, seat: int) -> Card | None:
        """Somebody's top card that goes with this seat's, when nobody announces it."""
        top = view.tops[seat]
        for card in view.tops:
            if top and card and card is not top and goes_with(card, top, view.active_duel):
                pair = (top.id, card.id)
                if pair not in self.noticed and self.watchful:
                    self.noticed.add(pair)
                    return card
        return None

    # ------------------------------------------------------------ judging

    def judge(self, ask: Ask, view: BlitzView, seat: int) -> Value:
        """Is this a good answer? None: it cannot say."""
        about = ask.about or {}
        author, text = about.get("seat"), normal(str(about.get("text", "")))
        if author == seat:
            return "yes"
        theme = self.themes.get((view.themes or {}).get(author, "")) if isinstance(author, int) else None
        if theme is None or text in map(normal, theme.examples):
            return "yes"
        for case in theme.borderline:
            if text == normal(case.answer):
                return case.ruling
        if self.rng.random() < TRUST:
            return "yes"
        return "no" if ask.name == "challenge" else None


def height(view: BlitzView, side: object) -> int:
    return next((pile.unseen + len(pile.beneath) for name, pile in view.piles.items() if name == side), 0)


def goes_with(one: Card, other: Card, duel: list[str] | None) -> bool:
    return one.symbol == other.symbol or {one.symbol, other.symbol} == set(duel or ())


BOTS: Mapping[str, BotMaker] = {"simple": Simple}
