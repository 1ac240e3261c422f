"""Défizz in text: everyone's tokens, the die, the card with its clues, the pot, and the question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.align import Align
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from tablee.engine import Ask, Event
from tablee.games.quiz import picture as quiz
from tablee.games.quiz.events import LuckRolled
from tablee.games.quiz.tokens import coins, figure, priced
from tablee.pictures import Picture, Scene, Unbroken

from .events import CluesRead, Rolled
from .view import CardView, DefizzChallengeView, DefizzView

PINK: Final = "#ff4fa3"


def draw(scene: Scene) -> RenderableType:
    view = _view(scene)
    parts: list[RenderableType] = [Rule(_title(scene, view), style=PINK, align="left")]
    badges = {seat: scene.words.label("help_card") for seat in view.help}
    parts.append(Padding(quiz.seats(scene, view, badges, 24), (0, 1)))
    if view.challenge:
        parts.append(_middle(scene, view, view.challenge))
    question = quiz.question(scene, view, _right(view))
    return Group(*parts, *([question] if question else []))


def _title(scene: Scene, view: DefizzView) -> Text:
    label = scene.words.label
    facts = [label("cards_left", duel=view.left["duel"], multi=view.left["multi"])]
    if view.bank:
        facts.append(label("bank", amount=figure(view.bank)))
    if view.lost:
        facts.append(label("lost", amount=figure(view.lost)))
    if view.reader is None:
        facts.append(label("house_reads"))
    return Text.assemble(("Défizz", f"bold {PINK}"), "  ", " · ".join(facts))


# ---------------------------------------------------------------- die, card, pot


def _middle(scene: Scene, view: DefizzView, challenge: DefizzChallengeView) -> RenderableType:
    grid = Table.grid(expand=True, padding=(0, 1))
    grid.add_column(width=11)
    grid.add_column(ratio=1)
    grid.add_column(width=22)
    grid.add_row(_die(scene, challenge), _card(scene, view, challenge), _pot(scene, challenge))
    return grid


def _die(scene: Scene, challenge: DefizzChallengeView) -> RenderableType:
    """The face that lies up: who plays, and for how much at least."""
    kind = Text(scene.words.value("kind", challenge.kind).upper(), "bold")
    amount = Text(figure(challenge.minimum), f"bold {PINK}")
    return Panel(Group(Align.center(kind), Align.center(amount)), box=box.ROUNDED, border_style="bold", width=11)


def _card(scene: Scene, view: DefizzView, challenge: DefizzChallengeView) -> RenderableType:
    """The clues, and beside them what this seat may see of the card; afterwards the chosen clue alone."""
    card = view.mine.card if view.mine else None
    title = scene.words.label("card")
    if challenge.question:
        lines: Sequence[RenderableType] = [Unbroken(Text(quiz.quoted(scene, challenge.clue), "bold", justify="center"))]
        return Panel(Group(*lines), title=title, box=box.ROUNDED, border_style=PINK)
    lines = [
        line
        for number, clue in enumerate(challenge.card.clues, 1)
        for line in _clue(scene, card, number, clue, clue == challenge.clue)
    ]
    seen = scene.words.label("only_you") if card else None
    return Panel(Group(*lines), title=title, subtitle=seen, box=box.ROUNDED, border_style=PINK)


def _clue(scene: Scene, card: CardView | None, number: int, clue: str, chosen: bool) -> list[RenderableType]:
    head = Text.assemble((f"{number} ", f"bold {PINK}"), (clue, "bold reverse" if chosen else "bold"))
    if card is None:
        return [Unbroken(head)]
    front = card.fronts[number - 1]
    below = Text(f"  {quiz.mode_word(scene, front.mode)} : {front.text}", "yellow")
    if card.answers is None:
        return [Unbroken(head), Unbroken(below)]
    listed = ", ".join(quiz.few(card.answers[number - 1], 6))
    return [Unbroken(head), Unbroken(below), Text(f"    → {listed}", "bold yellow")]


def _pot(scene: Scene, challenge: DefizzChallengeView) -> RenderableType:
    label = scene.words.label
    if challenge.prize is not None:
        body = Group(Text(label("bank_pays"), justify="center"), Align.center(priced(challenge.prize, 8)))
        return Panel(body, box=box.ROUNDED, border_style="green")
    figure = Text(quiz.spanned(scene, challenge.expected) if challenge.expected else "–", "bold")
    body = Group(Align.center(coins(challenge.pot, 16)), Align.center(figure))
    return Panel(body, title=label("pot"), box=box.ROUNDED, border_style="green")


def _right(view: DefizzView) -> Sequence[str] | None:
    """What the reader's card says to the question that was put."""
    card = view.mine.card if view.mine else None
    if card is None or card.answers is None or view.challenge is None or view.challenge.clue not in card.clues:
        return None
    return card.answers[card.clues.index(view.challenge.clue)]


# ---------------------------------------------------------------- words


def about(scene: Scene, ask: Ask) -> RenderableType | None:
    """Beside the clues stands how to play Help!."""
    if ask.name == "question":
        asks = [other for other in scene.match.asks if other.name == "help" and other.actors == ask.actors]
        return Text(scene.words.label("use_help", use=scene.words.value("help", "use")), "dim") if asks else None
    return quiz.about(scene, ask)


def tell(scene: Scene, event: Event) -> RenderableType | None:
    match event:
        case Rolled(seat, kind, amount, minimum):
            face = (f" {scene.words.value('kind', kind)} {amount} ", f"bold white on {PINK}")
            least = "" if _view(scene).bank_pays else scene.words.label("minimum", amount=figure(minimum))
            return Text.assemble(scene.name(seat), "  ", face, (f"  {least}", "dim"))
        case CluesRead(_, clues):
            told = Text.assemble((scene.words.label("card"), PINK), "  ", " · ".join(clues))
            told.no_wrap, told.overflow = True, "ellipsis"
            return told
        case LuckRolled(seat, number):
            return Text.assemble("⚄ ", scene.name(seat), (f"  {number}", "bold"))
    return quiz.tell(scene, event)


def watch(scene: Scene) -> object:
    challenge = _view(scene).challenge
    return (quiz.watch(scene), challenge and (challenge.card.clues, challenge.clue))


def _view(scene: Scene) -> DefizzView:
    assert isinstance(scene.view, DefizzView)
    return scene.view


PICTURE = Picture(
    draw=draw,
    about=about,
    option=quiz.option,
    tell=tell,
    shouts=quiz.SHOUTS,
    secret=quiz.is_secret,
    watch=watch,
)
