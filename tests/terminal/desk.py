"""A desk without a terminal: lines come from a script, time from a fake clock, and what is shown is kept."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from pathlib import Path
from random import Random

from rich.console import Console

from tablee.bots import find_bots
from tablee.engine import Match, find
from tablee.house import House, RandomDice, find_referee
from tablee.terminal.desk import Desk
from tablee.terminal.keyboard import Line
from tablee.terminal.session import Session
from tablee.terminal.words import terminal_words

WAIT = object()  # nobody types until something happens


class Script:
    """Types the lines when somebody is asked; then says nothing, or leaves."""

    clears = False

    def __init__(self, lines: Iterable[object]) -> None:
        self.lines, self.now = iter(lines), 0

    def clock(self) -> int:
        return self.now

    def read(self, seconds: float | None, wanted: bool) -> Line | None:
        line = next(self.lines, None) if wanted else WAIT
        if line is WAIT:
            assert seconds is not None, "waits for ever"
            self.now += int(seconds * 1000) + 1
            return None
        if line is None:
            raise EOFError
        self.now += 50
        return Line(str(line), 20)

    def half_typed(self) -> str:
        return ""

    def hide(self) -> None: ...

    def unhide(self) -> None: ...


class Evening:
    """A session with everything fake around it."""

    def __init__(
        self,
        game: str,
        lines: Iterable[object] = (),
        *,
        people: tuple[str, ...] = ("Ana",),
        bots: int = 2,
        language: str = "fr",
        seed: int = 1,
        real_dice: bool = False,
        file: Path | None = None,
        match: Match | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        synthetic = find(game).load().synthetic
        seats = [*people, *("Lulu", "Marius", "Zoé", "Nina")[:bots]]
        self.match = match or Match.new(game, seats, options, packs=synthetic() if synthetic else None)
        self.script, self.paper = Script(lines), io.StringIO()
        console = Console(file=self.paper, width=100, highlight=False, color_system=None)
        makers = find_bots(find(game))

        def seating(match: Match) -> House:
            dice = None if real_dice else RandomDice(Random(seed))
            players = range(len(people), len(match.header.seats))
            bots = {seat: makers[list(makers)[-1]](Random(seat), match.header) for seat in players}
            return House(match, dice, bots, find_referee(match.header))

        self.session = Session(
            self.match,
            tuple(range(len(people))),
            terminal_words(language, game),
            Desk(console, self.script),
            self.script.clock,
            seating,
            file,
        )

    def play(self) -> str:
        """Everything that was shown, with plain spaces."""
        self.session.run()
        return self.paper.getvalue().replace("\u202f", " ")

    def type_by(self, choose: Callable[[Session], object]) -> str:
        """Play with a person who looks at what is asked."""

        self.script.lines = islice(iter(lambda: choose(self.session), None), 3_000)  # a slip must not type for ever
        return self.play()
