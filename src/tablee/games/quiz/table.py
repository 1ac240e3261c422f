"""What the tables of both quiz games have: stacks, bank, reader, those who are out, and the challenge being played."""

from __future__ import annotations

from bisect import bisect, bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from msgspec import Struct

from tablee.engine import Header, Invalid, Played, Table

from .events import Attempted, Eliminated, Paid, QuestionPut, Refunded, Revealed, Won
from .options import QuizOptions
from .questions import Question

RISES: Final = 10  # beyond this every stake is all that somebody has
TOKEN: Final = 100  # DZ-10, EG-10: every sum is a multiple of it


class Cites(Struct, frozen=True):
    """The rules, in this game's numbering, that put the questions which both games ask."""

    reader: str
    opponent: str
    stake: str
    reply: Mapping[str, str]  # by the kind of challenge
    join: str
    race: str
    close: str
    nearest: str
    rally: str
    item: str
    verdict: str
    vote: str
    refusing: str
    luck: str = ""  # of modes that only one of the games has
    alone: str = ""
    out: str = ""


class QuizStart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What can be set up beforehand in both games; each documents it with its own keys."""

    active: int | None = None
    stacks: list[int | None] | None = None
    bank: int | None = None
    out: list[list[int]] | None = None
    reader: int | None = None


class Attempt(Struct, gc=False):
    """What someone answered, and what was said of it."""

    seat: int
    text: str | None  # None: spoken aloud
    at: int | None = None  # None: in turn, so that the moment does not count
    verdict: str | None = None  # right, wrong, tie; None: being judged
    item: str | None = None  # Ping-Pong: what it names on the list
    by_house: bool = False  # the automatic judge has said so


class Throw(Struct, frozen=True, gc=False):
    """Dice that somebody rolled to win a challenge."""

    seat: int
    dice: tuple[int, ...]
    sum: int


class Ballots(Struct, frozen=True, gc=False):
    """A vote that is over: who said what."""

    vote: str  # vote, winner, overturn
    ballots: dict[int, str | int]


class Guess(Struct, gc=False):
    """Of somebody who is out; sealed until the answers are known."""

    said: str | int | float
    right: bool | None = None  # None: nobody knows yet


class Challenge(Struct, kw_only=True, gc=False):
    """The turn that is being played, as far as people may see it."""

    active: int
    reader: int | None
    kind: str  # duel, multi; solo, duo, multi
    minimum: int  # M of Défizz, X of Egomaster; while the bank pays, what a question is worth
    prize: int | None  # what the bank will pay for it; None: the players pay
    before: tuple[int, ...]  # the stacks when the turn began
    question: Question | None = None  # the one that was chosen
    put: bool = False  # it has been read out
    put_at: int = 0  # when it was
    revealed: bool = False  # everyone may see what is right
    opponents: Sequence[int] = ()  # whom the active player meets, clockwise
    stake: int = 0  # as announced
    replies: dict[int, str] = {}  # accept or refuse, join or decline, in turn
    contestants: list[int] = []  # the active player first, then clockwise
    still_in: list[int] = []  # who is not out of this challenge
    paid: dict[int, int] = {}
    attempts: list[Attempt] = []
    guesses: dict[int, float | None] = {}
    given: list[str] = []  # Ping-Pong: the right answers so far
    on_word: bool = False  # DZ-135 (b): a verdict rests on the word of those who compete
    throws: tuple[Throw, ...] = ()
    votes: tuple[Ballots, ...] = ()
    claim: tuple[int, ...] = ()  # who wins, unless it is contested
    overturned: tuple[int, ...] = ()  # whose victory did not stand
    upheld: tuple[int, ...] = ()  # who was right after all, as the table says
    tied: tuple[int, ...] = ()  # who was equally good
    winner: int | None = None
    won: int = 0  # what the winner took
    payer: str | None = None  # of what was won: pot, bank, player
    settled: dict[int, int] = {}  # what everyone had paid when it was over
    out: tuple[int, ...] = ()  # who left the game by it
    again: bool = False  # it came to nothing: the same player's turn once more
    shown_to: set[int] = set()  # DZ-135: whom the accepted answers were shown to, to judge
    along: dict[int, Guess] = {}  # who is out, and guesses all the same
    interested: tuple[int, ...] = ()  # who neither answers nor judges, because the outcome pays him
    seen: Any = None  # as people see it once it is over, when nothing changes any more

    @property
    def pot(self) -> int:
        return sum(self.paid.values())


class QuizTable(Table):
    __slots__ = (
        "active",
        "along",
        "announced",
        "auto_first",
        "bank",
        "bots",
        "challenge",
        "duplicates",
        "fixed_reader",
        "host",
        "last_standing_wins",
        "lost",
        "options",
        "out",
        "previous",
        "reader",
        "stacks",
        "started",
        "total",
        "turns",
        "two_for",
    )
    cites: ClassVar[Cites]
    options: QuizOptions
    challenge: Challenge | None
    previous: Challenge | None  # the challenge before, with everything to be seen

    def __init__(self, header: Header, options: QuizOptions, stack: int, bank: int) -> None:
        super().__init__(len(header.seats))
        self.options = options
        self.host, self.bots = header.facts.host, header.facts.bots
        self.stacks = [stack] * len(self.seats)
        self.bank = bank
        self.lost = 0  # DZ-126
        self.total = sum(self.stacks) + bank
        self.active = 0
        self.started = False  # who begins is known
        self.turns = [0] * len(self.seats)  # how many each has had
        self.two_for = 0  # challenges since an elimination left two
        self.announced = False  # that it will soon be over
        self.out: list[list[int]] = []  # who left, challenge by challenge; those who left together, clockwise
        self.reader: int | None = None  # None: the house reads
        self.fixed_reader: int | None = None
        self.auto_first = False  # DZ-20: the program judges before the reader
        self.last_standing_wins = False  # DZ-77, EG-47: of a race, without an answer
        self.along: dict[int, int] = {}  # how often those who are out were right; it changes nothing
        self.duplicates = True  # DZ-84, EG-38: a number that was said may be said again
        self.challenge = None
        self.previous = None

    # ------------------------------------------------------------ seats

    @property
    def typed(self) -> bool:
        return self.options.answers == "typed"

    def types(self, seat: int) -> bool:
        """DZ-134, DZ-135: at a spoken table, too, a bot writes its answer on the screen."""
        return self.options.answers == "typed" or seat in self.bots

    def clockwise(self, seat: int) -> list[int]:
        """Everyone in play, from the left of this seat round to the seat itself."""
        in_play = self.in_play
        left = bisect(in_play, seat)
        return in_play[left:] + in_play[:left]

    def left_of(self, seat: int) -> int:
        """Who is next in play, clockwise."""
        in_play = self.in_play
        return in_play[bisect(in_play, seat) % len(in_play)]

    def right_of(self, seat: int) -> int:
        return self.in_play[bisect_left(self.in_play, seat) - 1]

    def others(self) -> list[int]:
        """Whom the active player can meet: all in play but himself and the reader, clockwise."""
        in_play = self.in_play
        here = in_play.index(self.active)
        others = in_play[here + 1 :] + in_play[:here]
        if self.reader in others:
            others.remove(self.reader)
        return others

    def may_decline(self, minimum: int, opponents: Sequence[int]) -> Sequence[int]:
        """DZ-139, EG-76: by option, who holds less than this may stay out at no cost.

        Of two nobody may: the game could not end.
        """
        if self.options.short_participation == "compulsory" or len(self.in_play) == 2:
            return ()
        return [seat for seat in opponents if self.stacks[seat] < minimum]

    @property
    def two_left(self) -> bool:
        """DZ-24, DZ-133: an elimination has left two in play."""
        return len(self.in_play) == 2 and len(self.seats) > 2

    @property
    def times(self) -> int:
        """DZ-138, EG-106: how many times every amount counts, since two have been left for long."""
        every = self.options.rising_minimum
        return 1 if every == "off" or not self.two_left else 2 ** min(self.two_for // every, RISES)

    def pass_turn(self) -> None:
        self.turns[self.active] += 1
        self.active = self.left_of(self.active)

    # ------------------------------------------------------------ tokens

    def pay(self, challenge: Challenge, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        challenge.paid[seat] = amount
        self.tell(Paid(seat, amount))

    def refund(self, challenge: Challenge) -> None:
        """DZ-96: every payment goes back to its payer."""
        if challenge.paid:
            self.tell(Refunded(dict(challenge.paid)))
        for seat, amount in challenge.paid.items():
            self.stacks[seat] += amount
        challenge.settled, challenge.paid = challenge.paid, {}

    def pay_out(self, challenge: Challenge, winner: int) -> None:
        pot = challenge.pot
        self.tell(Won(winner, pot))
        self.stacks[winner] += pot
        challenge.settled, challenge.paid = challenge.paid, {}
        challenge.winner, challenge.won, challenge.payer = winner, pot, "pot"

    def pay_from_bank(self, challenge: Challenge, winner: int, amount: int) -> None:
        self.tell(Won(winner, amount))
        self.bank -= amount
        self.stacks[winner] += amount
        challenge.winner, challenge.won, challenge.payer = winner, amount, "bank"

    def eliminate(self) -> None:
        """DZ-98 to DZ-104, EG-84: who has nothing is out; those who go together are noted clockwise from the active."""
        stacks = self.stacks
        if stacks.count(0) == len(stacks) - len(self.in_play):
            return  # who has nothing is out already
        broke = [seat for seat in self.in_play if not stacks[seat]]
        broke.sort(key=lambda seat: (seat - self.active) % len(self.seats))
        self.out.append(broke)
        self.in_play = [seat for seat in self.in_play if stacks[seat]]
        self.tell(Eliminated(tuple(broke)))
        if self.previous:
            self.previous.out = tuple(broke)

    # ------------------------------------------------------------ questions

    def put_question(self, challenge: Challenge) -> Question:
        """DZ-31, DZ-49, EG-28: it is paid for, and now everyone hears it."""
        question = challenge.question
        assert question
        challenge.put, challenge.put_at = True, self.now
        challenge.still_in = challenge.contestants[:]
        self.tell(QuestionPut(question.id, question.mode.name, question.text))
        return question

    def reveal(self, challenge: Challenge) -> None:
        """DZ-135: everyone sees the accepted answers when it is settled."""
        assert challenge.question
        challenge.revealed = True
        challenge.still_in = []
        for attempt in challenge.attempts:
            if attempt.at is not None and attempt.text is not None:
                self.tell(Attempted(attempt.seat, attempt.text, attempt.at))
        if challenge.question.answers:
            self.tell(Revealed(challenge.question.id, challenge.question.answers))

    # ------------------------------------------------------------ a table set up beforehand

    def set_up(self, start: QuizStart, box: int | None) -> None:
        """`box`: what the bank and the stacks hold together, if there is a bank."""
        self._set_seats(start)
        for seat, amount in enumerate(start.stacks or ()):
            if amount is not None:
                self.stacks[seat] = amount
        if start.bank is not None:
            if box is None and start.bank:
                raise Invalid("bad_start", problem="bank: this game has none")
            self.bank = start.bank
        elif box is not None and start.stacks is not None:
            self.bank = max(0, box - sum(self.stacks))
        for amount in (*self.stacks, self.bank):
            if amount < 0 or amount % TOKEN:
                raise Invalid("bad_start", problem=f"stacks and bank: multiples of {TOKEN}, not {amount}")
        self.total = sum(self.stacks) + self.bank
        self.out = [list(group) for group in start.out or ()]
        gone = {seat for group in self.out for seat in group}
        self.in_play = [seat for seat in self.seats if seat not in gone]
        if any(self.stacks[seat] for seat in gone):
            raise Invalid("bad_start", problem="out: who is out has no tokens")
        if not self.bank:
            self.eliminate()
            self.events.clear()
        if not self.in_play:
            raise Invalid("bad_start", problem="stacks: nobody has any tokens")
        if self.bank and self.out:
            raise Invalid("bad_start", problem="out: nobody leaves while the bank pays")
        if self.started and self.active not in self.in_play:
            raise Invalid("bad_start", problem=f"active: seat {self.active} is out")
        if start.reader is not None and start.reader in self.in_play:
            raise Invalid("bad_start", problem="reader: the one who reads to the end is out")
        self.fixed_reader = start.reader

    def _set_seats(self, start: QuizStart) -> None:
        named = [seat for group in start.out or () for seat in group]
        for seat in (*named, start.active, start.reader):
            if seat is not None and seat not in self.seats:
                raise Invalid("bad_start", problem=f"there is no seat {seat}")
        if len(set(named)) != len(named):
            raise Invalid("bad_start", problem="out: everyone leaves once")
        if start.stacks is not None and len(start.stacks) != len(self.seats):
            raise Invalid("bad_start", problem=f"stacks: expected {len(self.seats)}, one for each seat")
        if start.active is not None:
            self.active, self.started = start.active, True


def played(table: QuizTable) -> Iterator[Played]:
    """The question that is put, and the one before."""
    for challenge in (table.challenge, table.previous):
        if challenge and challenge.put and (question := challenge.question):
            said = [(one.text, one.verdict or "unsure") for one in challenge.attempts if one.text]
            guessed = [(f"{guess:g}", "unsure") for guess in challenge.guesses.values() if guess is not None]
            yield Played(question.pack, question.id, question.text, (*said, *guessed))
