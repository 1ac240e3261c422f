"""What the pictures of Défizz and Egomaster share: tokens, seats, the question with its answers, and what is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablee.engine import Amount, Ask, Consequence, Event, Label, Value
from tablee.judge import normal
from tablee.pictures import SEAT_STYLES, Scene, Unbroken

from .events import Attempted, Eliminated, Judged, Paid, QuestionPut, Revealed, Won
from .foresight import Meets, Plays, Refuses, Span
from .modes import MODES
from .number_line import number_line
from .tokens import coins, figure, priced
from .view import AttemptView, ChallengeView, QuizView

MARKS: Final = {"right": ("✓", "bold green"), "wrong": ("✗", "bold red"), "tie": ("=", "bold yellow")}
SECRETS: Final = frozenset({"verdict", "vote", "declare"})  # asks that may show what is right
SHOUTS: Final = frozenset({"along", "answer", "close", "help"})


def view_of(scene: Scene) -> QuizView:
    view = scene.view
    assert isinstance(view, QuizView)
    return view


def quoted(scene: Scene, text: str | None) -> str:
    return scene.words.label("quoted", text=text or "")


# ---------------------------------------------------------------- seats


def seats(scene: Scene, view: QuizView, badges: Mapping[int, str], widest: int) -> RenderableType:
    """One line each: whose turn, name, pile, figure, badge, what goes to the pot, and what he is doing."""
    table = Table.grid(padding=(0, 1))
    for column in ("turn", "name", "pile", "sum", "badge", "state"):
        table.add_column(justify="right" if column == "sum" else "left", no_wrap=True, overflow="ellipsis")
    for seat, stack in enumerate(view.stacks):
        name = scene.name(seat)
        name.truncate(9, overflow="ellipsis")
        gone = is_out(view, seat)
        if gone:
            name.stylize("dim strike")
        table.add_row(
            Text("▶" if seat == view.active and not gone else " ", "bold yellow"),
            name,
            coins(stack, widest),
            Text(figure(stack), "dim" if gone else "bold"),
            Text(badges.get(seat, ""), "dim"),
            state(scene, view, seat),
        )
    return table


def is_out(view: QuizView, seat: int) -> bool:
    return any(seat in group for group in view.out)


def state(scene: Scene, view: QuizView, seat: int) -> Text:
    """What this seat is doing in the challenge."""
    label, challenge = scene.words.label, view.challenge
    if seat == view.reader:
        return Text(label("reads"), "italic")
    if is_out(view, seat):
        return Text(label("out"), "dim")
    if challenge is None:
        return Text()
    stake = Text.assemble(("→ ", "dim"), priced(challenge.paid[seat], 8)) if seat in challenge.paid else Text()
    doing = answering(scene, challenge, seat) if challenge.question else replying(scene, view, challenge, seat)
    return Text("  ").join(part for part in (stake, doing) if part)


def answering(scene: Scene, challenge: ChallengeView, seat: int) -> Text:
    label = scene.words.label
    if seat in challenge.guesses:
        guess = challenge.guesses[seat]
        return Text("–" if guess is None else f"◎ {figure(guess)}", "bold")
    if seat not in challenge.contestants:
        return Text(label("refuses"), "dim") if seat in challenge.paid else Text()
    latest = next((attempt for attempt in reversed(challenge.attempts) if attempt.seat == seat), None)
    if latest and latest.verdict:
        return Text(*MARKS[latest.verdict])
    if seat in challenge.still_in:
        return Text("…", "dim")
    return Text("–", "dim")


def replying(scene: Scene, view: QuizView, challenge: ChallengeView, seat: int) -> Text:
    """The announcement, and the replies to it."""
    label = scene.words.label
    if seat == view.active and challenge.raised:
        return Text.assemble((label("raises") + " ", "bold yellow"), priced(challenge.stake, 8))
    match challenge.replies.get(seat):
        case "accept" | "join":
            return Text(label("accepts"), "bold green")
        case "refuse" | "decline":
            return Text(label("refuses"), "red")
    return Text("…" if seat == challenge.turn else "", "dim")


# ---------------------------------------------------------------- the question


def question(scene: Scene, view: QuizView, right: Sequence[str] | None) -> RenderableType | None:
    """The question that is open, or the one before it. `right`: what this seat's own booklet says."""
    challenge = view.challenge
    if challenge is None or challenge.question is None:
        return settled(scene, view.last) if view.last else None
    body: list[RenderableType] = [Unbroken(Text(challenge.question.text, "bold", justify="center"))]
    body += answers_so_far(scene, challenge)
    if right:
        body.append(own(scene, "accepted_answers", right))
    title = Text.assemble((f" {mode_word(scene, challenge.question.mode)} ", "bold"))
    return Panel(Group(*body), title=title, border_style="yellow", box=box.HEAVY, title_align="left")


def mode_word(scene: Scene, mode: str | None) -> str:
    """With its sign."""
    word = scene.words.value("kind", "solo") if mode is None else scene.words.value("mode", mode)
    return f"{MODES[mode].mark} {word}"


def answers_so_far(scene: Scene, challenge: ChallengeView) -> list[RenderableType]:
    assert challenge.question
    match challenge.question.stage:
        case "line":
            return number_line(scene, challenge.guesses, None) + whose_turn(scene, challenge)
        case "rally":
            return [rally(scene, challenge.attempts), *whose_turn(scene, challenge)]
        case "luck":
            return []
        case "race" | "alone":
            return [attempts(scene, challenge.attempts)] if challenge.attempts else []


def whose_turn(scene: Scene, challenge: ChallengeView) -> list[RenderableType]:
    if challenge.turn is None:
        return []
    words = scene.words.label("turn_of", seat=scene.names[challenge.turn])
    text = scene.sentence(words)
    text.justify = "center"
    return [text]


def attempts(scene: Scene, made: Iterable[AttemptView]) -> Text:
    """Who said what, and what was said of it."""
    parts = []
    for attempt in made:
        mark = MARKS[attempt.verdict] if attempt.verdict else ("…", "dim")
        said = f" {quoted(scene, attempt.text)} " if attempt.text else " "
        parts.append(Text.assemble(scene.name(attempt.seat), said, mark))
    text = Text("   ").join(parts)
    text.justify = "center"
    return text


def rally(scene: Scene, made: Sequence[AttemptView], most: int = 12) -> Text:
    """The latest balls, in the colours of those who played them."""
    text = Text("… " if len(made) > most else "", "dim", justify="center")
    for number, attempt in enumerate(made[-most:]):
        style = SEAT_STYLES[attempt.seat % len(SEAT_STYLES)]
        if number:
            text.append(" ⇄ ", "dim")
        text.append(attempt.text or scene.names[attempt.seat], style)
        if attempt.verdict != "right":
            text.append(" ").append(*(MARKS[attempt.verdict] if attempt.verdict else ("…", "dim")))
    return text


def settled(scene: Scene, before: ChallengeView) -> RenderableType | None:
    """The question before, with everything that can be known of it."""
    question, answers, ending = before.question, before.answers, before.ending
    if question is None or answers is None or ending is None:
        return None
    winner = scene.words.label("nobody") if ending.winner is None else scene.names[ending.winner]
    head = Text.assemble(f"{MODES[question.mode].mark} {question.text}  ", ("→ ", "bold yellow"))
    several = question.stage == "rally"
    head.append(", ".join(few(answers) if several else answers[:1]), "bold").append("  ").append(
        scene.sentence(f"({winner})")
    )
    head.stylize("dim", 0, len(question.text) + 2)
    parts: list[RenderableType] = [Unbroken(head)]
    truth = as_number(answers)
    if before.guesses and truth is not None:
        parts += number_line(scene, before.guesses, truth)
    elif before.attempts and not several:
        parts.append(attempts(scene, before.attempts))
    return Panel(Group(*parts), title=scene.words.label("previous"), border_style="dim", title_align="left")


def few(answers: Sequence[str], most: int = 3) -> list[str]:
    return [*answers[:most], *(["…"] if len(answers) > most else [])]


def as_number(answers: Sequence[str]) -> float | None:
    try:
        return float(answers[0])
    except (ValueError, IndexError):
        return None


def own(scene: Scene, label: str, answers: Sequence[str], most: int = 40) -> Text:
    """Something that only this seat sees."""
    listed = " · ".join(answers[:most]) + (f" … ({len(answers)})" if len(answers) > most else "")
    return Text.assemble((f"{scene.words.label(label)} ", "bold black on yellow"), " ", (listed, "yellow"))


# ---------------------------------------------------------------- what is asked


def about(scene: Scene, ask: Ask) -> RenderableType | None:
    """What the question is about, beside what the table shows."""
    view, held, label = view_of(scene), ask.about or {}, scene.words.label
    parts: list[RenderableType] = []
    if isinstance(seat := held.get("seat"), int):
        parts.append(scene.sentence(said(scene, seat, held.get("text"))) if ask.name in SECRETS else scene.name(seat))
    parts += what_is_right(scene, ask)
    if (proposed := held.get("proposed")) is not None:
        parts.append(Text(label("proposed", verdict=scene.words.value("verdict", proposed)), "italic"))
    if ask.name == "raise" and view.challenge:
        words = label("raised_to", seat=scene.names[view.active], amount=figure(view.challenge.stake))
        parts.append(scene.sentence(words))
    if isinstance(ask.form, Amount) and isinstance(plays := brought(scene, ask, ask.form.low), Plays):
        costs = label("kept_costs", amount=spanned(scene, plays.cost), pot=spanned(scene, plays.pot))
        parts.append(Text(costs, "dim"))
    if view.challenge and view.challenge.short and view.challenge.share and ask.name in ("raise", "join"):
        parts.append(shortness(scene, view.challenge, view.challenge.share))
    return Group(*parts) if parts else None


def shortness(scene: Scene, challenge: ChallengeView, share: Span) -> Text:
    """Who holds less than the stake, and what all play for because of it."""
    names = [scene.names[seat] for seat in challenge.short]
    return scene.sentence(scene.words.label("short", seats=names, amount=spanned(scene, share)))


def said(scene: Scene, seat: int, text: Value) -> str:
    """What has to be judged."""
    name, label = scene.names[seat], scene.words.label
    return label("aloud", seat=name) if text is None else label("said", seat=name, text=text)


def what_is_right(scene: Scene, ask: Ask) -> Iterable[RenderableType]:
    """The accepted answers: for those who judge, behind the curtain; for everyone when it is settled."""
    held = ask.about or {}
    answers = held.get("answers")
    if not isinstance(answers, tuple) or (ask.name in SECRETS and scene.seat not in ask.actors):
        return
    if scene.seat is None or scene.seat != view_of(scene).reader:  # who has it before him anyway
        yield own(scene, "accepted_answers", tuple(map(str, answers)), 12)
    if normal(str(held.get("text", ""))) in {normal(str(answer)) for answer in answers}:
        yield Text(f"✓ {scene.words.label('in_list')}", "green")


def option(scene: Scene, ask: Ask, value: Label | float | None) -> str | None:
    """A reply, or an opponent, says what it costs."""
    word, label = scene.words.value(ask.name, value, scene.names), scene.words.label
    match brought(scene, ask, value):
        case Plays(cost, left) | Refuses(cost, left):
            return label("costs", word=word, amount=spanned(scene, cost), left=spanned(scene, left))
        case Meets(cost, left, bank=False):
            return label("costs", word=word, amount=figure(cost), left=figure(left))
    return None


def brought(scene: Scene, ask: Ask, value: Label | float | None) -> Consequence | None:
    """What this option brings whoever is asked."""
    seat = scene.seat if scene.seat in ask.actors else ask.actors[0]
    if not isinstance(seat, int) or not isinstance(value, str | int):
        return None
    return scene.match.brings(ask, seat).get(value)


def spanned(scene: Scene, span: Span) -> str:
    if span.low == span.high:
        return figure(span.low)
    return scene.words.label("span", low=figure(span.low), high=figure(span.high))


def is_secret(ask: Ask) -> bool:
    return ask.name in SECRETS and "answers" in (ask.about or {})


def watch(scene: Scene) -> object:
    """Whatever moves on the table."""
    view = view_of(scene)
    challenge, before = view.challenge, view.last and view.last.question
    moves: list[object] = [view.active, tuple(view.stacks), before.text if before else None]
    if challenge:
        judged = sum(attempt.verdict is not None for attempt in challenge.attempts)
        moves += [challenge.stake, challenge.question and challenge.question.text, judged, len(challenge.guesses)]
    return tuple(moves)


# ---------------------------------------------------------------- what is told


def tell(scene: Scene, event: Event) -> RenderableType | None:
    match event:
        case QuestionPut(_, mode, text):
            return Text.assemble((mode_word(scene, mode), "bold yellow"), "  ", (text, "bold"))
        case Attempted(seat, None, _):
            typed = scene.match.header.options["answers"] == "typed"  # then it is read when all is settled
            return scene.sentence(scene.words.label("answered" if typed else "aloud", seat=scene.names[seat]))
        case Judged(seat, _, verdict):
            return Text.assemble(
                Text(*MARKS[verdict]), " ", scene.name(seat), f" : {scene.words.value('verdict', verdict)}"
            )
        case Revealed(_, answers):
            return Text(scene.words.event(Revealed("", tuple(few(answers, 6))), scene.names), "yellow")
        case Paid(seat, amount):
            return Text.assemble(scene.name(seat), ("  → ", "dim"), priced(amount))
        case Won(seat, amount):
            return Text.assemble(("★ ", "bold yellow"), sentence(scene, event, "bold"), "  ", coins(amount))
        case Eliminated():
            return sentence(scene, event, "bold red")

    return sentence(scene, event)


def sentence(scene: Scene, event: Event, style: str = "") -> Text:
    """What happened, with its sum as a figure."""
    words, amount = scene.words.event(event, scene.names), getattr(event, "amount", None)
    text = scene.sentence(words if amount is None else words.replace(str(amount), figure(amount)))
    text.stylize_before(style)
    return text
