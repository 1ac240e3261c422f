"""What a face-off holds while it lasts: who must name what, everything that was answered, and who is asked to judge."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from .cards import Card

Why = Literal["same", "die", "tie_break", "showdown"]
"""Why these meet: equal symbols, those of the die, a card that both must answer, or a tie at the top."""

Fate = Literal["waits", "on_trial", "accepted", "refused", "burned", "locked_out", "late"]
"""What became of an answer. Late: it came when it could no longer win."""

Undecided = Literal["stall", "dead_heat"]
What = Literal["started", "turned_up", "duel", "false_alarm", "won"]
Side = Literal["left", "right"]
Call = Literal["challenge", "valid", "first", "is_abuse"]
Means = Literal["answer", "vote", "coin"]


class Attempt(Struct, eq=False, gc=False):
    """An answer in a face-off, and where it stands among all that was said."""

    seat: int
    text: str
    at: int
    began: int
    said: int
    aloud: bool  # no word was typed: the ears of the group decide
    fate: Fate = "waits"
    tried: bool = False  # the table has heard of it


class Objection(Struct, eq=False, gc=False):
    seat: int
    reason: str


class FaceOff(Struct, eq=False, gc=False):
    """Two players (in a showdown perhaps more), and what each of them must name."""

    themes: dict[int, str]
    why: Why
    card: Card | None = None  # the tie-break card, held by the third player
    side: Side = "left"  # the pile it came from
    undecided: Undecided | None = None  # why they need a card for both
    third: int | None = None  # who turns a card for these two, or puts it back, while that lasts
    on_trial: Attempt | None = None
    objection: Objection | None = None  # what is voted on
    tries: list[Attempt] = []  # of this race, in the order in which they were heard
    earlier: int = 0  # how many answers the races before it had
    accepted: list[Attempt] = []  # those that stand
    trying: list[int] = []  # who may still answer
    refused: dict[int, int] = {}  # when a contestant's latest answer fell
    opened: int = 0  # when this race began
    settled: bool = False  # BL-53: the group has voted on who was first
    named: int | None = None  # …and on whom it agreed
    left: int | None = None  # BL-53: what that vote leaves of the time to object, in milliseconds

    def open(self, now: int) -> None:
        """A new race: everyone may answer, and nothing has been said."""
        self.earlier += len(self.tries)
        self.tries, self.accepted, self.refused = [], [], {}
        self.trying, self.opened = list(self.themes), now
        self.settled, self.named, self.left = False, None, None

    def stands(self, attempt: Attempt) -> None:
        """It wins unless another was as early. Its author has answered."""
        attempt.fate = "accepted"
        self.accepted = [one for one in self.tries if one.fate == "accepted"] if self.accepted else [attempt]
        self.trying.remove(attempt.seat)

    def falls(self, attempt: Attempt, fate: Fate, now: int) -> None:
        """It does not win. Its author may go on, and whoever was first, that vote is of the past."""
        attempt.fate = fate
        if attempt in self.accepted:
            self.accepted = [one for one in self.accepted if one is not attempt]
        self.refused[attempt.seat] = now
        self.settled, self.named, self.left = False, None, None
        if attempt.seat not in self.trying:
            self.trying = [seat for seat in self.themes if seat == attempt.seat or seat in self.trying]


class Poll(Struct, eq=False, gc=False):
    """Who is asked for a ballot, and whose is in."""

    call: Call
    voters: tuple[int, ...]
    message: int | None = None  # of the talk, if that is judged
    given: list[int] = []


class Settled(Struct, eq=False, gc=False):
    """How the latest face-off ended."""

    meeting: FaceOff
    winner: int
    loser: int | None  # None: in a showdown there may be several
    by: Means
    answers: int  # how many were given
    text: str = ""
    aloud: bool = False
    after: int | None = None  # milliseconds from the sight of the theme to the answer; None: there was no race

    @property
    def theme(self) -> str:
        """What the winner had to name."""
        return self.meeting.themes[self.winner]
