"""What a picture is drawn from, and what a game may bring to its picture. Without one, any game can still be played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Protocol

import msgspec
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.engine import (
    Ask,
    Choice,
    Consequence,
    Event,
    Header,
    Label,
    Meta,
    Reply,
    Result,
    Some,
    Value,
    View,
    Words,
    find,
    load_place,
)

from .unbroken import Unbroken

SEAT_STYLES: Final = ("bold cyan", "bold magenta", "bold yellow", "bold blue", "bold bright_white", "bold bright_cyan")


class Drawn(Protocol):
    """What a picture is drawn from: a match, or what a server tells of one."""

    @property
    def header(self) -> Header: ...

    @property
    def asks(self) -> Sequence[Ask]: ...

    @property
    def log(self) -> Sequence[Reply]: ...

    @property
    def result(self) -> Result | None: ...

    def view(self, seat: int | None) -> View: ...

    def brings(self, ask: Ask, seat: int) -> Mapping[Label, Consequence]: ...


@dataclass(frozen=True)
class Scene:
    """The table as one seat sees it; None: as anybody may."""

    match: Drawn
    words: Words
    seat: int | None

    @property
    def names(self) -> tuple[str, ...]:
        return self.match.header.seats

    @cached_property
    def view(self) -> View:
        return self.match.view(self.seat)

    @cached_property
    def picture(self) -> Picture:
        return find_picture(find(self.match.header.game))

    def name(self, seat: int) -> Text:
        return Text(self.names[seat], SEAT_STYLES[seat % len(SEAT_STYLES)])

    def sentence(self, words: str) -> Text:
        """With the names in the colours of their seats."""
        text = Text(words)
        for seat, name in enumerate(self.names):
            text.highlight_regex(rf"(?<!\w){re.escape(name)}(?!\w)", SEAT_STYLES[seat % len(SEAT_STYLES)])
        return text

    def option(self, ask: Ask, value: Value) -> str:
        """The word for an answer."""
        own = None if isinstance(value, tuple) else self.picture.option(self, ask, value)
        if isinstance(value, tuple):
            return ", ".join(self.option(ask, part) for part in value) or self.words.label("nothing")
        return self.words.value(ask.name, value, self.names) if own is None else own

    def told(self, event: Event) -> RenderableType:
        own = self.picture.tell(self, event)
        said = self.sentence(self.words.event(event, self.names)) if own is None else own
        return Unbroken(said) if isinstance(said, Text) else said


def draw_fields(scene: Scene) -> RenderableType:
    """Any view: a row for what all share, and a table of what each seat has."""
    view: dict[str, object] = msgspec.to_builtins(scene.view)
    held = {name: value for name, value in view.items() if value not in (None, [], {})}
    own = {name: value for name, value in held.items() if isinstance(value, list) and len(value) == len(scene.names)}
    shared = Table(box=box.SIMPLE, show_header=False)
    for name, value in held.items():
        if name not in own:
            who = name == "active" and isinstance(value, int) and 0 <= value < len(scene.names)
            said = scene.name(value) if who and isinstance(value, int) else Text(_said(scene, name, value))
            shared.add_row(Text(_caption(scene, name), "bold"), said)
    if not own:
        return shared
    seats = Table("", *(_caption(scene, name) for name in own), box=box.SIMPLE)
    for seat in range(len(scene.names)):
        seats.add_row(scene.name(seat), *(_said(scene, name, parts[seat]) for name, parts in own.items()))
    return Group(shared, seats)


def _caption(scene: Scene, name: str) -> str:
    label = scene.words.label(name)
    return (name if "{" in label else label).replace("_", " ")


def _said(scene: Scene, name: str, held: object) -> str:
    """A record by its fields, a list of lists part by part, anything else by its word."""
    if isinstance(held, dict) and held and all(isinstance(key, str) and key.isidentifier() for key in held):
        return ", ".join(f"{_caption(scene, key)} {_said(scene, key, value)}" for key, value in held.items())
    if isinstance(held, list) and any(isinstance(part, list | dict) for part in held):
        return " · ".join(_said(scene, name, part) for part in held)
    return scene.words.value(name, held, scene.names)


def tell_about(scene: Scene, ask: Ask) -> RenderableType | None:
    """What the question is about, when the game does not draw it."""
    said = [scene.words.value(key, value, scene.names) for key, value in (ask.about or {}).items()]
    return Text(" · ".join(said), "dim") if said else None


@dataclass(frozen=True)
class Picture:
    """What a game brings: everything has a plain default."""

    draw: Callable[[Scene], RenderableType] = draw_fields
    front: Callable[[Scene], RenderableType | None] = lambda scene: None  # what lies beside the question
    about: Callable[[Scene, Ask], RenderableType | None] = tell_about
    choices: Callable[[Scene, Ask], RenderableType | None] = lambda scene, ask: (
        None
    )  # the options, drawn over their keys
    option: Callable[[Scene, Ask, Label | float | None], str | None] = lambda scene, ask, value: None
    tell: Callable[[Scene, Event], RenderableType | None] = lambda scene, event: None
    obvious: Callable[[int, Ask], Value] = lambda seat, ask: None  # what need not be asked of a person
    shouts: frozenset[str] = frozenset()  # standing asks that a plain line may answer
    invites: Callable[[Scene, Ask], bool] = lambda scene, ask: True  # whether to put such an ask on a page of its own
    secret: Callable[[Ask], bool] = lambda ask: False  # what it is about is for one pair of eyes
    watch: Callable[[Scene], object] = lambda scene: None  # when this changes, those who only watch see a fresh page


def find_picture(meta: Meta) -> Picture:
    """A game's own picture, or the plain one."""
    return load_place(meta.picture, Picture) if meta.picture else Picture()


def keys(scene: Scene, ask: Ask) -> dict[str, Label]:
    """What to type for each option: numbers as they are said where the options are numbers, else they count."""
    form = ask.form
    assert isinstance(form, Choice | Some)
    are_seats = scene.words.tables["values"].get(ask.name, {}).get("*") == "seat"
    if isinstance(form, Choice) and not are_seats and any(str(option).isdigit() for option in form.options):
        others = iter(["0", *"abcdefgh"] if "0" not in map(str, form.options) else "abcdefgh")
        said = {option: str(scene.words.told(ask.name, option)) for option in form.options}
        said = {option: word if word.isdigit() else str(option) for option, word in said.items()}
        return {word if word.isdigit() else next(others): option for option, word in said.items()}
    return {str(number): option for number, option in enumerate(form.options, 1)}
