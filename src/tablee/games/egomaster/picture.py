"""Egomaster in text: the loop of cells with the pawns, everyone's tokens inside it, and the question below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Final

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.engine import Ask, Event, Label
from tablee.games.quiz import picture as quiz
from tablee.games.quiz.modes import MODES
from tablee.games.quiz.tokens import coins, figure, priced
from tablee.pictures import SEAT_STYLES, Picture, Scene, Unbroken

from .events import Announced, RolledOff, StartRolled
from .foresight import Lands, Wagers
from .view import EgomasterChallengeView, EgomasterView

GOLD: Final = "#f2bc45"
CELLS: Final = {"solo": ("S", "white on #14603a"), "duo": ("D", "white on #1f4e8c"), "multi": ("M", "white on #7a1f4a")}
WAYS: Final = {"clockwise": "↻", "counterclockwise": "↺"}
WIDE: Final = 6  # columns of a cell, with the gap beside it
ACROSS: Final = 12  # cells in the top row


def draw(scene: Scene) -> RenderableType:
    view = _view(scene)
    parts: list[RenderableType] = [Rule(_title(scene, view), style=GOLD, align="left"), _table(scene, view)]
    if view.challenge:
        parts.append(_challenge(scene, view, view.challenge))
    read = view.mine.question if view.mine else None
    right = read.answers if read and view.challenge and view.challenge.question else None
    question = quiz.question(scene, view, right)
    return Group(*parts, *([question] if question else []))


def _title(scene: Scene, view: EgomasterView) -> Text:
    label = scene.words.label
    facts = [Text(label("enrichment" if view.phase == "enrichment" else "elimination"))]
    if view.phase == "enrichment":
        facts.append(Text.assemble(label("bank", amount=""), priced(view.bank, 8)))
    if view.reader is None:
        facts.append(Text(label("house_reads")))
    facts.append(Text(label("legend"), "dim"))
    return Text.assemble(("Egomaster", f"bold {GOLD}"), "  ", Text(" · ").join(facts))


# ---------------------------------------------------------------- the loop


def _table(scene: Scene, view: EgomasterView) -> RenderableType:
    """The loop with the people inside it, or above them where it is too small for that."""
    people = quiz.seats(scene, view, {}, 18)
    across, down = shape(len(view.board))
    tall = 2 if down <= 6 else 1
    cells = [_cell(scene, view, number, tall) for number in range(len(view.board))]
    room = across >= ACROSS - 1 and (down - 2) * tall >= len(view.stacks)
    loop = _loop(cells, across, down, tall, people if room else Text())
    return Padding(Group(loop, *([] if room else [people])), (0, 1))


def shape(cells: int) -> tuple[int, int]:
    """Cells across and down of a rectangle whose edge is the loop.

    >>> shape(30), shape(12), shape(13)
    ((12, 5), (5, 3), (6, 3))
    """
    half = ceil(cells / 2)
    across = min(ACROSS, half - 1)
    return across, half - across + 2


def _loop(cells: Sequence[Text], across: int, down: int, tall: int, inside: RenderableType) -> RenderableType:
    """Clockwise from the top left corner. An odd loop leaves a gap in its left edge."""
    turn = across + down - 2
    top, right = cells[:across], cells[across:turn]
    bottom, left = list(reversed(cells[turn : turn + across])), list(reversed(cells[turn + across :]))
    gap = Text("\n".join([" " * (WIDE - 1)] * tall))
    left = [*([gap] * (down - 2 - len(left))), *left]
    grid = Table.grid(padding=0)
    for width in (WIDE, (across - 2) * WIDE, WIDE):
        grid.add_column(width=width)
    grid.add_row(Group(*left), Align(inside, vertical="middle", height=(down - 2) * tall), Group(*right))
    return Group(_row(top), grid, _row(bottom))


def _row(cells: Sequence[Text]) -> RenderableType:
    grid = Table.grid(padding=0)
    for _ in cells:
        grid.add_column(width=WIDE)
    grid.add_row(*cells)
    return grid


def _cell(scene: Scene, view: EgomasterView, number: int, tall: int) -> Text:
    """Mode and amount; below it who stands there, what way leads there, or its number."""
    cell = view.board[number]
    letter, style = CELLS[cell.kind]
    here = view.challenge is not None and view.challenge.cell == number
    head = (f"{letter} {cell.amount}"[: WIDE - 1].center(WIDE - 1), f"{'bold reverse' if here else 'bold'} {style}")
    ways = [sign for way, sign in _offered(view).items() if way == number]
    pawn = next((seat for seat, where in enumerate(view.pawns) if where == number), None)
    said = scene.words.value("cell", number)
    foot = (said.center(WIDE - 1), "dim")
    if ways:
        foot = (f"{''.join(ways)} {said}".center(WIDE - 1), "bold black on yellow")
    elif pawn is not None:
        foot = (f"▲{scene.names[pawn][:3]}".center(WIDE - 1), f"{SEAT_STYLES[pawn % len(SEAT_STYLES)]} reverse")
    if tall == 1:
        return Text.assemble(foot if ways or pawn is not None else head)
    return Text.assemble(head, "\n", foot)


def _offered(view: EgomasterView) -> Mapping[int, str]:
    """Cells that the active player can reach now, and the sign of the way there."""
    found: dict[int, str] = {}
    for way, lands in view.landings.items():
        found[lands.cell] = found.get(lands.cell, "") + WAYS[way]
    return found


# ---------------------------------------------------------------- the challenge


def _challenge(scene: Scene, view: EgomasterView, challenge: EgomasterChallengeView) -> RenderableType:
    """What the cell and the booklet say; the pot, or what the bank pays."""
    label = scene.words.label
    letter, style = CELLS[challenge.kind]
    word = scene.words.value("kind", challenge.kind)
    head = Text.assemble((f" {letter} {word} {figure(challenge.minimum)} ", f"bold {style}"), "  ")
    head.append(label("where", page=challenge.page, number=challenge.number), "dim").append("  ")
    head.append(f"{MODES[challenge.icon].mark} ", "yellow")
    if challenge.icon:
        head.append(scene.words.value("mode", challenge.icon), "yellow").append("  ")
    head.append(quiz.quoted(scene, challenge.keyword), "bold")
    if challenge.expected:
        head.append("   ").append(f"{label('pot')} ", "green").append(coins(challenge.pot, 6))
        head.append(" " if challenge.pot else "").append(quiz.spanned(scene, challenge.expected), "bold")
    elif challenge.designee is not None:
        head.append("   ").append(scene.sentence(label("would_win", seat=scene.names[challenge.designee])))
    lines: list[RenderableType] = [Unbroken(head)]
    read = view.mine.question if view.mine else None
    if read and not challenge.question:
        lines.append(Text.assemble((f"{label('only_you')} ", "bold black on yellow"), " ", (read.text, "yellow")))
        lines.append(quiz.own(scene, "accepted_answers", read.answers, 12))
    return Panel(Group(*lines), box=box.ROUNDED, border_style=GOLD)


# ---------------------------------------------------------------- words


def option(scene: Scene, ask: Ask, value: Label | float | None) -> str | None:
    """A direction says what waits there, and a designated player what is won or lost."""
    if ask.name == "place":
        return scene.words.value("place", value)
    label = scene.words.label
    match quiz.brought(scene, ask, value):
        case Lands(cell, met, kind, amount, prize):
            words = {
                "cell": scene.words.value("cell", cell),
                "kind": scene.words.value("kind", kind),
                "amount": prize or amount,
            }
            lands = label("lands_pushed" if met else "lands", **words)
            return f"{scene.words.value('direction', value)} {WAYS[str(value)]} {lands}"
        case Wagers(wins, loses):
            word = scene.words.value(ask.name, value, scene.names)
            return label("wagers", word=word, wins=figure(wins), loses=figure(loses))
    return quiz.option(scene, ask, value)


def tell(scene: Scene, event: Event) -> RenderableType | None:
    match event:
        case Announced(_, kind, amount, page, number, None, keyword):
            word = scene.words.value("kind", kind)
            return Text(
                scene.words.label("announced_solo", kind=word, amount=amount, page=page, number=number, keyword=keyword)
            )
        case StartRolled(seat, white, black) | RolledOff(seat, white, black):
            return Text.assemble(
                scene.name(seat),
                "  ",
                die(white, "black on white"),
                " ",
                die(black, "white on black"),
                f"  = {white + black}",
            )
    return quiz.tell(scene, event)


def die(number: int, style: str) -> Text:
    return Text(f" {number} ", f"bold {style}")


def watch(scene: Scene) -> object:
    view = _view(scene)
    return (quiz.watch(scene), tuple(view.pawns), view.bank)


def _view(scene: Scene) -> EgomasterView:
    assert isinstance(scene.view, EgomasterView)
    return scene.view


PICTURE = Picture(
    draw=draw,
    about=quiz.about,
    option=option,
    tell=tell,
    shouts=quiz.SHOUTS,
    secret=quiz.is_secret,
    watch=watch,
)
