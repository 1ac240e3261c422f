"""What a bot has noticed of the others: who is often right, who raises, who takes a raise up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from ..modes import MODES
from ..view import ChallengeView

FIRST_IMPRESSION: Final = 2.0  # so many observations weigh as much as what one expects of a stranger
STRANGER_KNOWS: Final = 0.45
STRANGER_RAISES: Final = 0.45
STRANGER_ACCEPTS: Final = 0.50


class Seen(Protocol):
    """What the views of both games have."""

    stacks: list[int]
    active: int

    @property
    def challenge(self) -> ChallengeView | None: ...

    @property
    def last(self) -> ChallengeView | None: ...


class Tally:
    """How often somebody did something, begun with what one expects of a stranger."""

    __slots__ = ("expected", "no", "yes")

    def __init__(self, expected: float) -> None:
        self.expected, self.yes, self.no = expected, 0.0, 0.0

    def note(self, done: bool, weight: float = 1.0) -> None:
        if done:
            self.yes += weight
        else:
            self.no += weight

    @property
    def rate(self) -> float:
        return (self.yes + FIRST_IMPRESSION * self.expected) / (self.yes + self.no + FIRST_IMPRESSION)


class Rival:
    """One seat, as far as one knows him."""

    __slots__ = ("accepts", "knows", "raises")

    def __init__(self) -> None:
        self.knows, self.raises, self.accepts = Tally(STRANGER_KNOWS), Tally(STRANGER_RAISES), Tally(STRANGER_ACCEPTS)


class Turn(Struct):
    """The challenge that is going on, as it was last seen."""

    active: int
    stacks: list[int]
    minimum: int
    stake: int = 0
    contestants: list[int] = []
    answered: bool = False  # the replies to a raise have been noted


class Notebook:
    def __init__(self, seats: int) -> None:
        self.rivals = [Rival() for _ in range(seats)]
        self.turn: Turn | None = None
        self.settled: str | None = None  # the question whose end was noted last

    def look(self, view: Seen) -> None:
        """Note what has happened since the last look."""
        challenge, turn = view.challenge, self.turn
        if turn and (challenge is None or view.active != turn.active or challenge.stake < turn.stake):
            self.note_walkover(turn, view.stacks)
        last = view.last
        if last and last.question and last.question.text != self.settled:
            self.settled = last.question.text
            self.note_answers(last)
        if challenge is None:
            self.turn = None
        elif turn is None or view.active != turn.active or challenge.stake < turn.stake:
            self.turn = Turn(view.active, view.stacks, challenge.minimum)
        if self.turn and challenge:
            self.follow(self.turn, challenge, view.stacks)

    def follow(self, turn: Turn, challenge: ChallengeView, stacks: list[int]) -> None:
        """The announcement, and who has taken it up."""
        if challenge.stake and not turn.stake:
            turn.stake = challenge.stake
            if turn.stacks[turn.active] > turn.minimum:
                self.rivals[turn.active].raises.note(turn.stake > turn.minimum)
        if not challenge.contestants:
            turn.stacks = stacks
        elif not turn.answered:
            turn.answered, turn.contestants = True, challenge.contestants
            if turn.stake > turn.minimum:
                for seat in challenge.paid:
                    if seat != turn.active and turn.stacks[seat] > turn.minimum:
                        self.rivals[seat].accepts.note(seat in challenge.contestants)

    def note_walkover(self, turn: Turn, stacks: Sequence[int]) -> None:
        """Nobody took the raise up: who has paid, has refused."""
        if turn.answered or turn.stake <= turn.minimum:
            return
        for seat, (before, after) in enumerate(zip(turn.stacks, stacks, strict=True)):
            if after < before and seat != turn.active:
                self.rivals[seat].accepts.note(False)

    def note_answers(self, settled: ChallengeView) -> None:
        assert settled.question
        assert settled.ending
        answered = MODES[settled.question.mode].answered
        if answered == "number":
            for seat in settled.guesses:
                self.rivals[seat].knows.note(settled.off.get(seat) == 0)
        if answered != "words":  # a list, or a deed, tells nothing
            return
        verdicts = {attempt.seat: attempt.verdict for attempt in settled.attempts}
        for seat in settled.contestants:
            if seat in verdicts:
                self.rivals[seat].knows.note(verdicts[seat] == "right")
            else:  # gave up; or somebody else was faster, which says little
                self.rivals[seat].knows.note(False, 1.0 if settled.ending.winner is None else 0.4)
