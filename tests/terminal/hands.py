"""Terminals at a real server: each in a thread of its own, with hands that type when their moment has come."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable
from threading import Event

import pytest
from rich.console import Console

from tablee.cli import build_parser
from tablee.engine import Amount, Choice, Number, Some
from tablee.pictures import keys
from tablee.terminal.desk import Desk
from tablee.terminal.join import join
from tablee.terminal.joined import Joined
from tablee.terminal.keyboard import Line

PATIENCE = 60  # seconds; only a failure takes that long
Step = str | Callable[[Joined], str | None]  # a line, or somebody who looks at the table before typing


class Hands:
    clears = False
    session: Joined  # set by the session that these hands type for

    def __init__(self, steps: Iterable[Step], paper: io.StringIO) -> None:
        self.steps, self.paper = list(steps), paper
        self.until = time.monotonic() + PATIENCE
        self.never = Event()

    def read(self, seconds: float | None, wanted: bool) -> Line | None:
        shown = self.paper.getvalue()
        assert time.monotonic() < self.until, f"waits for ever: {len(self.steps)} steps are left\n{shown}"
        if not self.steps:
            raise EOFError
        step = self.steps[0]
        line = step if isinstance(step, str) else step(self.session)
        if line is None:
            self.never.wait(min(seconds or 0.01, 0.01))
            return None
        if line == DONE or isinstance(step, str):
            self.steps.pop(0)
        return None if line == DONE else Line(line, 20)

    def half_typed(self) -> str:
        return ""

    def hide(self) -> None: ...

    def unhide(self) -> None: ...


DONE = "\0"  # go on with the next step


def once(condition: Callable[[Joined], object]) -> Step:
    """Type nothing before this is so."""
    return lambda session: DONE if condition(session) else None


def seated(count: int) -> Step:
    return once(lambda session: len(session.lobby.seats) == count)


def play(session: Joined) -> str | None:
    """Somebody who types a legal key for whatever is asked, until the game is over."""
    if session.match.result:
        return DONE
    if session.curtain is not None:
        return ""
    waited_for = [(actor, ask) for actor, ask in session.wanted() if not ask.standing]
    if not waited_for:
        return None
    actor, ask = waited_for[0]
    several = len({who for who, _ in waited_for}) > 1
    prefix = f"{actor + 1} " if several and isinstance(actor, int) else ""
    match ask.form:
        case Some(_, least, _):
            return prefix + " ".join(map(str, range(1, least + 1)))
        case Choice():
            return prefix + list(keys(session.scene(None), ask))[-1]
        case Amount(low):
            return f"{prefix}{low}"
        case Number():
            return f"{prefix}{session.now()}"  # each must say another one
    return f"{prefix}mot{session.now()}"


def play_until(condition: Callable[[Joined], object]) -> Step:
    """Whatever the dice ask of them, until this is so."""
    return lambda session: DONE if condition(session) else play(session)


class Terminal:
    """One `tablee join`, and all that it printed."""

    def __init__(self, *arguments: str, steps: Iterable[Step] = ()) -> None:
        self.asked = build_parser().parse_args(["join", *arguments])
        self.paper = io.StringIO()
        self.hands = Hands(steps, self.paper)
        self.code: int | None = None

    def run(self) -> str:
        """To be run in a thread. Everything that was shown, with plain spaces and without breaks."""
        console = Console(file=self.paper, width=100, highlight=False, color_system=None)
        self.code = join(self.asked, self.asked.language or "fr", console, None if self.asked.bot else self.hands)
        return " ".join(self.paper.getvalue().split())

    @property
    def session(self) -> Joined:
        return self.hands.session


class Watched(Joined):
    """Tells its hands what it knows."""

    def __init__(self, *given: object) -> None:
        super().__init__(*given)  # type: ignore[arg-type]
        desk = given[3]
        assert isinstance(desk, Desk)
        assert isinstance(desk.keyboard, Hands)
        desk.keyboard.session = self


def let_hands_see(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.terminal.join.Joined", Watched)
