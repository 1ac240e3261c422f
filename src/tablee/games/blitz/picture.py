"""Blitz in text: two piles, everyone's top card, the die, the face-off, and the words that are burned."""

from __future__ import annotations

from typing import Final

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.engine import Ask, Event, Label, Value
from tablee.pictures import Picture, Scene

from .cards import Card, deck
from .events import FaceOffStarted, Won
from .meeting import Side
from .view import BlitzView, Contestant, FaceOffView, SettledView

SHAPES: Final = {
    "circle": ("●", "bold red"),
    "square": ("■", "bold blue"),
    "triangle": ("▲", "bold green"),
    "diamond": ("◆", "bold magenta"),
    "star": ("★", "bold yellow"),
    "moon": ("☾", "bold cyan"),
    "wave": ("≈", "bold bright_blue"),
    "cross": ("✚", "bold bright_red"),
}

WHY: Final = {"same": "why_same", "die": "why_die", "tie_break": "why_tie_break", "showdown": "why_showdown"}
FATES: Final = {
    "accepted": "is_accepted",
    "refused": "is_refused",
    "burned": "is_burned",
    "locked_out": "is_locked_out",
    "late": "is_late",
}
SETTLED: Final = {"answer": "settled_answer", "vote": "settled_vote", "coin": "settled_coin"}


def draw(scene: Scene) -> RenderableType:
    view = _view(scene)
    label = scene.words.label
    facts = [label("deck", pack=view.pack), label("draws", seat=scene.names[view.drawer])]
    if view.removed:
        facts.append(label("removed", symbols=" ".join(SHAPES[symbol][0] for symbol in view.removed)))
    title = Text.assemble(("Blitz", "bold"), "  ", scene.sentence(" · ".join(facts)))
    parts: list[RenderableType] = [Rule(title, style="yellow", align="left"), _middle(scene, view), _cards(scene, view)]
    if view.face_off:
        parts.append(_face_off(scene, view, view.face_off))
    elif view.settled:
        parts.append(Align.center(_settled(scene, view.settled)))
    if view.said:
        words = label("burned_words", words=", ".join(view.said))
        parts.append(Text(f" {words}", "dim", no_wrap=True, overflow="ellipsis"))
    return Group(*parts)


def _middle(scene: Scene, view: BlitzView) -> RenderableType:
    """The two piles, and the die between them."""
    label = scene.words.label
    grid = Table.grid(padding=(0, 3), expand=False)
    die = Text(label("no_duel"), "dim")
    if view.active_duel:
        die = Text(label("duel_die") + "  ")
        for symbol in view.active_duel:
            die.append(f" {SHAPES[symbol][0]} ", f"{SHAPES[symbol][1]} reverse")
            die.append(" ")
    grid.add_row(_pile(scene, view, "left"), die, _pile(scene, view, "right"))
    return Padding(Align.center(grid), (0, 0, 1, 0))


def _pile(scene: Scene, view: BlitzView, side: Side) -> Text:
    cards = view.in_pile[side]
    back = "▒▒" if cards else "  "
    return Text.assemble((f"{back} ", "yellow"), (scene.words.label(f"{side}_pile"), "dim"), f" {cards}")


def _cards(scene: Scene, view: BlitzView) -> RenderableType:
    """Everyone's top card, side by side."""
    grid = Table.grid(expand=True, padding=(0, 0))
    fighting = set(view.themes or ())
    boxes: list[RenderableType] = []
    for seat, card in enumerate(view.tops):
        grid.add_column(ratio=1)
        pile = Text(scene.words.label("play_pile", cards=view.heights[seat]), "dim", justify="center")
        boxes.append(
            Panel(
                Group(*_face(scene, card), pile),
                title=Text.assemble("▶ " if seat == view.drawer else "", scene.name(seat)),
                subtitle=Text(scene.words.label("won_pile", cards=view.won[seat]), "bold"),
                border_style=SHAPES[card.symbol][1] if card and card.symbol else "dim",
                box=box.HEAVY if seat in fighting else box.ROUNDED,
                height=7,
            )
        )
    grid.add_row(*boxes)
    return grid


def _face(scene: Scene, card: Card | None) -> list[RenderableType]:
    if card is None or card.symbol is None:
        return [Text(""), Text(scene.words.label("no_card"), "dim", justify="center"), Text("\n")]
    shape, style = SHAPES[card.symbol]
    return [Text(f"{shape} {shape} {shape}", style, justify="center"), _theme(card.theme)]


def _theme(theme: str) -> RenderableType:
    return Align.center(Text(theme, "bold", justify="center"), vertical="middle", height=3)


def _face_off(scene: Scene, view: BlitzView, meeting: FaceOffView) -> RenderableType:
    """What each contestant must name, face to face, and how it stands."""
    label = scene.words.label
    grid = Table.grid(expand=True, padding=(0, 2))
    columns: list[RenderableType] = []
    for one in meeting.contestants:
        if columns:
            grid.add_column(width=3)
            columns.append(Text("\n↯", "bold yellow"))
        grid.add_column(ratio=1)
        head = scene.sentence(label("must_name", seat=scene.names[one.seat]))
        theme = Text(f" {one.theme} ", "bold black on yellow" if one.seat == scene.seat else "bold", justify="center")
        columns.append(Group(Align.center(head), Align.center(theme), Align.center(_state(scene, one))))
    grid.add_row(*columns)
    parts: list[RenderableType] = [grid]
    if view.on_trial:
        said = scene.sentence(label("on_trial", seat=scene.names[view.on_trial.seat], text=view.on_trial.text))
        parts.append(Align.center(said))
    if view.poll:
        votes = label("ballots", given=len(view.poll.given), voters=len(view.poll.voters))
        parts.append(Align.center(Text(votes, "dim")))
    why = Text(label(WHY[meeting.why]), "yellow")
    return Panel(Group(*parts), box=box.DOUBLE, border_style="yellow", subtitle=why)


def _state(scene: Scene, one: Contestant) -> Text:
    """What became of a contestant's latest answer."""
    if one.stuck:
        return Text(scene.words.label("is_stuck"), "dim")
    if one.answer is None or one.answer.fate not in FATES:
        return Text("")
    return scene.sentence(scene.words.label(FATES[one.answer.fate], text=one.answer.text))


def _settled(scene: Scene, settled: SettledView) -> Text:
    """The latest face-off, until a card is turned up."""
    return scene.sentence(
        scene.words.label(SETTLED[settled.by], seat=scene.names[settled.winner], text=settled.text, theme=settled.theme)
    )


# ---------------------------------------------------------------- words


def about(scene: Scene, ask: Ask) -> RenderableType | None:
    view, held = _view(scene), ask.about or {}
    if ask.name == "answer" and view.themes and scene.seat in view.themes:
        return Text(view.themes[scene.seat], "bold yellow")
    if isinstance(seat := held.get("seat"), int) and view.themes and seat in view.themes:
        said = scene.sentence(scene.words.label("on_trial", seat=scene.names[seat], text=held.get("text")))
        return Text.assemble(said, ("  ← ", "dim"), (view.themes[seat], "dim"))
    if isinstance(number := held.get("message"), int):
        return Text(scene.words.label("message", message=number, text=view.chat[number - 1].text))
    return None


def option(scene: Scene, ask: Ask, value: Label | float | None) -> str | None:
    """Cards by their symbol and theme, messages by what they said."""
    if ask.name == "card":
        header = scene.match.header
        card = deck(header.packs, header.options["answers"]).get(str(value))
        if card and card.symbol:
            return f"{SHAPES[card.symbol][0]} {card.theme}"
        return "Duel" if card else None
    if ask.name == "abuse" and isinstance(value, int):
        return _view(scene).chat[value - 1].text
    return None


def tell(scene: Scene, event: Event) -> RenderableType | None:
    if isinstance(event, FaceOffStarted | Won):
        text = scene.sentence(scene.words.event(event, scene.names))
        text.stylize("bold")
        return text
    return None


def obvious(seat: int, ask: Ask) -> Value:
    """Nobody objects to an answer of their own."""
    return "accept" if ask.name == "challenge" and (ask.about or {}).get("seat") == seat else None


def _view(scene: Scene) -> BlitzView:
    assert isinstance(scene.view, BlitzView)
    return scene.view


PICTURE = Picture(
    draw=draw,
    about=about,
    option=option,
    tell=tell,
    obvious=obvious,
    shouts=frozenset({"answer", "face_off"}),
    invites=lambda scene, ask: not _view(scene).themes,  # while an answer is judged, another may be typed unasked
)
