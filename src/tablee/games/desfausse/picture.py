"""DESfausse in text: dice, hands, and the hunting board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.engine import Ask, Choice, Consequence, Event, Some
from tablee.pictures import Picture, Scene, keys

from .events import Discarded, Gave, Handed, Overflowed, Rolled, RoundEnded
from .foretold import Discard, Keeps, LastDie, PlaysNext, Receives, Token
from .view import DesfausseView

STYLES: Final = {"r": "white on #a61c1c", "g": "white on #14703a"}
EDGES: Final = {"r": "#e0605a", "g": "#4fbf7f"}
MAY: Final = {"skip": "may_skip", "reverse": "may_reverse"}
DICE_ASKS: Final = ("reroll", "leave_out", "leave", "give_die", "take_die")


def draw(scene: Scene) -> RenderableType:
    view = _view(scene)
    label = scene.words.label
    facts = (
        label("progress", round=view.round, turn=view.turns + 1),
        label("clockwise" if view.direction == 1 else "anticlockwise"),
        label("bowl", dice=view.bowl),
    )
    title = Text.assemble(("DESfausse", "bold"), "  ", " · ".join(facts))
    parts: list[RenderableType] = [Rule(title, style="green", align="left"), _hands(scene, view), _board(scene, view)]
    return Group(*parts)


def front(scene: Scene) -> RenderableType | None:
    """The dice of the player whose turn it is, with what they show."""
    view = _view(scene)
    if not view.values:
        return None
    label = scene.words.label
    state = label("roll_of_three", roll=view.rolls)
    if view.announced is not None:
        state = label("announced", value=view.announced)
    head = Text.assemble("\n", scene.name(view.active), (f"  {state}", "dim"))
    dice = _row(scene, view.hands[view.active], view.values, _held(scene, view))
    stop = [Text(label("if_stop", sum=_sum(scene, view.sets[0])), "dim")] if view.sets else []
    return Padding(Group(head, dice, *stop), (0, 2))


def _hands(scene: Scene, view: DesfausseView) -> RenderableType:
    label = scene.words.label
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for head in ("", "", label("head_dice"), label("head_tokens"), label("head_reserve"), label("head_points")):
        table.add_column(head, justify="right" if head == label("head_points") else "left")
    for seat in range(len(scene.names)):
        table.add_row(
            Text("▶" if seat == view.active else " ", "bold"),
            scene.name(seat),
            _chips(scene, view.hands[seat]),
            Text("●" * view.supply[seat] or "–", scene.name(seat).style),
            Text("○" * view.reserve[seat] or "–", "dim"),
            Text(_signed(view.scores[seat]), "bold"),
        )
    return Padding(Group(table, Text(f"   {label('legend')}", "dim")), (0, 0, 0, 1))


def _board(scene: Scene, view: DesfausseView) -> RenderableType:
    """Eight trophies by three rounds: points, and who has them."""
    words = scene.words
    table = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False)
    table.add_column("", no_wrap=True)
    for trophy, points in view.worth.items():
        sign = _signed(points, plus=True)
        table.add_column(
            Text(f"{words.value('column', trophy)}\n{sign}", justify="center"), justify="center", min_width=7
        )
    for row, taken in enumerate(view.board):
        here = row + 1 == view.round
        cells: list[Text] = []
        for trophy in view.worth:
            owner = taken.get(trophy)
            free = Text("·" if here else " ", "dim")
            cells.append(free if owner is None else _short(scene, owner))
        head = Text(("▸" if here else " ") + words.label("round", round=row + 1), "bold" if here else "dim")
        table.add_row(head, *cells)
    return table


def _short(scene: Scene, seat: int) -> Text:
    name = scene.name(seat)
    name.truncate(7, overflow="ellipsis")
    return name


# ---------------------------------------------------------------- dice


def _chips(scene: Scene, dice: Sequence[str], values: Mapping[str, int] | None = None) -> Text:
    """Dice on one line: r and v are small, capitals are demons; with values, what they show."""
    text = Text()
    for die in sorted(dice, key=lambda die: ("rgRG".index(die[0]), die)) if values is None else dice:
        colour = scene.words.value("colour", die[0].lower())
        demon = die[0].isupper()
        shown = "" if values is None else str(values[die] or "–")
        body = f"▐{colour.upper()}{shown}▌" if demon else f" {colour}{shown} "
        text.append(body, f"{'bold ' if demon else ''}{STYLES[die[0].lower()]}")
        text.append(" ")
    return text


def _row(scene: Scene, dice: Sequence[str], values: Mapping[str, int], below: Mapping[str, str]) -> RenderableType:
    """Dice as boxes, demons bigger than the rest, with something written below each."""
    lines = [Text(), Text(), Text(), Text()]
    for die in dice:
        colour, demon = die[0].lower(), die[0].isupper()
        value = values.get(die)
        shown = " " if value is None else str(value or "–")
        edge = ("bold " if demon else "") + EDGES[colour]
        face = ("bold " if demon else "") + STYLES[colour]
        if value == 1:
            edge, face = f"dim {EDGES[colour]}", f"dim {STYLES[colour]}"
        letter = scene.words.value("colour", colour)
        wide = 7 if demon else 5
        top, bottom, side = (f"╔══{letter.upper()}══╗", "╚═════╝", "║") if demon else (f"╭─{letter}─╮", "╰───╯", "│")
        lines[0].append(top, edge)
        lines[1].append(side, edge).append(shown.center(wide - 2), face).append(side, edge)
        lines[2].append(bottom, edge)
        lines[3].append(below.get(die, "").center(wide), "bold" if below.get(die, "").isdigit() else "dim")
        for line in lines:
            line.append(" ")
    return Group(*(line for line in lines if line.plain.strip()))


def _held(scene: Scene, view: DesfausseView) -> dict[str, str]:
    """What stands below the dice: keys where dice are chosen, and which 1s are set aside."""
    below = {die: scene.words.label("locked") for die, value in view.values.items() if value == 1}
    for ask in scene.match.asks:
        if ask.name in DICE_ASKS and view.active in ask.actors and ask.name != "take_die":
            below |= {str(option): key for key, option in keys(scene, ask).items()}
    return below


def choices(scene: Scene, ask: Ask) -> RenderableType | None:
    """Dice to choose from: the active player's are drawn already, with their numbers. Else what each option brings."""
    if not isinstance(ask.form, Choice | Some):
        return None
    if ask.name not in DICE_ASKS:
        return _foretold(scene, ask)
    view = _view(scene)
    options = [str(option) for option in ask.form.options]
    if all(die in view.values for die in options):
        return Text("")
    numbers = {str(option): key for key, option in keys(scene, ask).items()}
    return Padding(_row(scene, options, {}, numbers), (0, 2))


def _foretold(scene: Scene, ask: Ask) -> RenderableType | None:
    """The options with their keys, and what each brings."""
    told = {} if scene.seat is None else scene.match.brings(ask, scene.seat)
    if not told:
        return None
    lines = []
    for key, option in keys(scene, ask).items():
        word = scene.option(ask, option)
        line = Text.assemble((key, "bold"), "" if word == key else f" {word}")
        if option in told and (note := _note(scene, told[option])):
            line.append(f"  {note}", "dim")
        lines.append(line)
    return Padding(Group(*lines), (0, 2))


def _note(scene: Scene, brings: Consequence) -> str:
    label = scene.words.label
    match brings:
        case Discard(points=points, may=may):
            more = [label("to_take", points=points)] if points else []
            more += [label(MAY[may])] if may else []
            return ", ".join([_sum(scene, brings), *more])
        case Keeps(dice) | Receives(dice=dice, bowl=False):
            return label("holds", dice=dice)
        case Receives():
            return label("full")
        case PlaysNext(seat):
            return label("plays_next", seat=scene.names[seat])
        case LastDie(kept, ones, out):
            return label("last_die", kept=kept, ones=ones, out=out)
        case Token(points, bonus) if points or bonus:
            return _signed(points, plus=True) + (label("bonus", bonus=_signed(bonus, plus=True)) if bonus else "")
    return ""


def _sum(scene: Scene, found: Discard) -> str:
    """Three 5s less one 1 are two dice."""
    kind = ("sum_ones" if found.ones else "sum") if found.leaves else "sum_nothing"
    return scene.words.label(kind, size=found.size, value=found.value, ones=found.ones, leaves=found.leaves)


def _signed(n: int, *, plus: bool = False) -> str:
    return (f"{n:+d}" if plus else str(n)).replace("-", "−")


def about(scene: Scene, ask: Ask) -> RenderableType | None:
    held = ask.about or {}
    if isinstance(die := held.get("die"), str):
        return _chips(scene, [die])
    if isinstance(seat := held.get("seat"), int):
        return scene.sentence(scene.words.label("for_first", seat=scene.names[seat]))
    if isinstance(giver := held.get("from"), int):
        return scene.sentence(scene.words.label("from_hand", seat=scene.names[giver]))
    return None


# ---------------------------------------------------------------- events


def tell(scene: Scene, event: Event) -> RenderableType | None:
    """Dice are shown, not named."""
    match event:
        case Rolled(_, _, dice):
            return _with_dice(scene, event, "dice", list(dice), dice)
        case Discarded(_, dice):
            return _with_dice(scene, event, "dice", list(dice))
        case Gave(_, _, die) | Handed(_, _, die) | Overflowed(_, _, die):
            return _with_dice(scene, event, "die", [die])
        case RoundEnded(_, points):
            said = [f"{name} {count}" for name, count in zip(scene.names, points, strict=True)]
            plain = scene.words.value("points", points)
            text = scene.sentence(scene.words.event(event, scene.names).replace(plain, ", ".join(said)))
            text.stylize("bold")
            return text
    return None


def _with_dice(
    scene: Scene, event: Event, field: str, dice: list[str], values: Mapping[str, int] | None = None
) -> Text:
    named = scene.words.value(field, getattr(event, field), scene.names)
    before, _, after = scene.words.event(event, scene.names).partition(named)
    return Text.assemble(scene.sentence(before), _chips(scene, dice, values), scene.sentence(after.strip(" .")))


def _view(scene: Scene) -> DesfausseView:
    assert isinstance(scene.view, DesfausseView)
    return scene.view


PICTURE = Picture(draw=draw, front=front, about=about, choices=choices, tell=tell)
