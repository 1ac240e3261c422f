"""What people see of a challenge in both games: all that a table draws, also for somebody who has just come in."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from tablee.engine import View
from tablee.packs.format import Media

from .ending import turns_left
from .foresight import Span, players, span, unheard, ways
from .mode import Stage
from .questions import Question
from .table import Ballots, Challenge, QuizTable, Throw

Role = Literal["reads", "out", "leads", "challenged", "designated", "refuses", "missed", "plays", "waits"]
How = Literal["question", "unopposed", "unjoined"]


class QuestionView(Struct, frozen=True, omit_defaults=True):
    mode: str | None
    stage: Stage  # how it is drawn
    text: str
    luck: str | None = None  # how Luck decides: random_uniform, highest_roll, reader_verdict
    origin: str = ""  # the title of its pack, where several are played together
    media: Media | None = None  # a picture or a sound


class AttemptView(Struct, frozen=True):
    seat: int
    text: str | None  # None: spoken aloud, or not to be read yet
    at: int | None  # None: in turn, so that the moment does not count
    verdict: str | None  # None: being judged
    after: int | None  # how long after the question was put
    item: str | None  # Ping-Pong: what it names on the list


class AlongView(Struct, frozen=True):
    """What somebody who is out had guessed, and whether it was right."""

    said: str
    right: bool


class EndingView(Struct, frozen=True, kw_only=True):
    """How a challenge ended, and where the tokens went."""

    how: How  # with a question; because nobody took up the raise; because nobody joined
    winner: int | None
    won: int  # what the winner took: nothing from a bank that does not hold the prize
    payer: str | None  # pot, bank, player; None: everyone has back what he had paid
    paid: dict[int, int]  # what everyone had put in
    before: list[int]  # by seat: the stack when it began
    change: list[int]  # by seat: what it brought or cost
    after: list[int]
    tied: tuple[int, ...]
    overturned: tuple[int, ...]  # whose victory did not stand
    upheld: tuple[int, ...]  # who was right after all, as the table says
    out: tuple[int, ...]  # who left the game by it
    again: bool  # the same player's turn once more


class ChallengeView(Struct, kw_only=True):
    active: int
    reader: int | None  # None: the house
    kind: str
    minimum: int
    prize: int | None  # what the bank pays; None: the players pay
    opponents: list[int]  # whom the active player meets, as soon as it is known
    stake: int  # as announced
    raised: bool
    replies: dict[int, str]  # so far: accept, refuse; join, decline
    unheard: list[int]  # who has yet to reply, in turn
    share: Span | None  # from the announcement on: what everyone who plays puts in
    costs: dict[int, Span]  # what everyone pays, or has paid
    expected: Span | None  # the pot as it will be if a question is put, or is
    unopposed: int | None  # what the active player takes if nobody plays; None: somebody does
    short: tuple[int, ...]  # who plays and holds less than the stake, so that all play for less
    pot: int
    paid: dict[int, int]
    contestants: list[int]
    still_in: list[int]
    turn: int | None  # whose reply, number or answer is due; None: anyone's, or nobody's
    judging: int | None  # whose answer is being judged
    question: QuestionView | None  # when it has been put
    put_at: int | None
    attempts: list[AttemptView]
    guesses: dict[int, float | None]
    off: dict[int, float]  # Target, when it is settled: how far each guess was from the truth
    given: list[str]  # Ping-Pong: the right answers so far
    throws: tuple[Throw, ...]  # dice that decide it
    votes: tuple[Ballots, ...]  # those that are over
    along: dict[int, AlongView]  # when it is settled
    claim: tuple[int, ...]  # who wins, unless it is contested
    answers: tuple[str, ...] | None  # when it is settled
    ending: EndingView | None  # when it is over


class QuizView(View, kw_only=True):
    """What both games show."""

    stacks: list[int]
    active: int
    reader: int | None  # None: the house
    out: list[list[int]]  # who left, challenge by challenge
    roles: list[Role]  # by seat: the part everyone plays now
    along: dict[int, int]  # who is out and guesses along: how often they were right
    bank: int
    bank_pays: bool  # nobody stakes anything
    times: int  # how many times the amounts of die or board count
    turns_left: int | None  # with this one; by minutes, at the pace so far; None: until one owns everything
    challenge: ChallengeView | None
    last: ChallengeView | None  # the one before, with its ending


# ---------------------------------------------------------------- the table


def view_table(table: QuizTable) -> dict[str, Any]:
    """The fields of a QuizView."""
    return {
        "stacks": table.stacks[:],
        "active": table.active,
        "reader": table.reader,
        "out": [group[:] for group in table.out],
        "roles": [view_role(table, seat) for seat in table.seats],
        "along": dict(table.along),
        "bank": table.bank,
        "bank_pays": table.bank > 0,
        "times": table.times,
        "turns_left": turns_left(table),
    }


def view_role(table: QuizTable, seat: int) -> Role:
    """The part that this seat plays now, in one word."""
    challenge = table.challenge
    if seat == table.reader:
        return "reads"
    if seat not in table.in_play:
        return "out"
    if challenge is None:
        return "leads" if seat == table.active else "waits"
    if challenge.put and not challenge.revealed and seat in challenge.contestants and not _is_in(challenge, seat):
        return "missed"
    if seat == table.active:
        return "leads"
    if seat in challenge.interested:
        return "designated"
    if challenge.replies.get(seat) in ("refuse", "decline"):
        return "refuses"
    if seat in challenge.contestants:
        return "plays"
    return "challenged" if seat in challenge.opponents else "waits"


def _is_in(challenge: Challenge, seat: int) -> bool:
    """Who has given a number has not missed."""
    return seat in challenge.still_in or challenge.guesses.get(seat) is not None


# ---------------------------------------------------------------- a challenge


def view_challenge(table: QuizTable, challenge: Challenge, *, over: bool) -> dict[str, Any]:
    """The fields of a ChallengeView. `over`: it is the one before."""
    question, revealed = challenge.question, challenge.revealed
    waiting = [] if over else unheard(table, challenge)
    judging = next((attempt.seat for attempt in challenge.attempts if attempt.verdict is None), None)
    return {
        "active": challenge.active,
        "reader": challenge.reader,
        "kind": challenge.kind,
        "minimum": challenge.minimum,
        "prize": challenge.prize,
        "opponents": list(challenge.opponents),
        "stake": challenge.stake,
        "raised": challenge.stake > challenge.minimum,
        "replies": dict(challenge.replies),
        "unheard": waiting,
        **view_stakes(table, challenge, over),
        "pot": challenge.pot,
        "paid": dict(challenge.paid),
        "contestants": challenge.contestants[:],
        "still_in": challenge.still_in[:],
        "turn": waiting[0] if waiting else None if judging is not None else _speaking(challenge),
        "judging": judging,
        "question": view_question(question) if question and challenge.put else None,
        "put_at": challenge.put_at if challenge.put else None,
        "attempts": view_attempts(challenge),
        "guesses": dict(challenge.guesses),
        "off": _distances(challenge) if revealed else {},
        "given": challenge.given[:],
        "throws": challenge.throws,
        "votes": challenge.votes,
        "along": view_along(challenge) if revealed else {},
        "claim": challenge.claim,
        "answers": question.answers if question and revealed else None,
        "ending": view_ending(challenge) if over else None,
    }


def view_stakes(table: QuizTable, challenge: Challenge, over: bool) -> dict[str, Any]:
    """What everyone plays for: a span while replies are open, then what was paid."""
    active, stake, replies = challenge.active, challenge.stake, challenge.replies
    paid = challenge.settled if over else challenge.paid
    if not stake or (not paid and (over or not unheard(table, challenge))):
        return {"share": None, "costs": {}, "expected": None, "unopposed": None, "short": ()}
    every = [paid] if paid else list(ways(table, challenge, stake, replies))
    opposed = [one for one in every if active in one]
    alone = [sum(one.values()) for one in every if active not in one]
    payers = dict.fromkeys(seat for one in every for seat in one)
    return {
        "share": span(one[active] for one in opposed) if opposed else None,
        "costs": {seat: span(one.get(seat, 0) for one in every) for seat in payers},
        "expected": span(sum(one.values()) for one in opposed) if opposed else None,
        "unopposed": alone[0] if alone else None,
        "short": tuple(seat for seat in players(challenge, replies) if challenge.before[seat] < stake),
    }


def view_ending(challenge: Challenge) -> EndingView:
    before, change = challenge.before, changes(challenge)
    return EndingView(
        how="question" if challenge.put else "unopposed" if challenge.payer else "unjoined",
        winner=challenge.winner,
        won=challenge.won,
        payer=challenge.payer,
        paid=dict(challenge.settled),
        before=list(before),
        change=change,
        after=[had + more for had, more in zip(before, change, strict=True)],
        tied=challenge.tied,
        overturned=challenge.overturned,
        upheld=challenge.upheld,
        out=challenge.out,
        again=challenge.again,
    )


def changes(challenge: Challenge) -> list[int]:
    """What a challenge that is over has brought each seat; where nobody was paid everyone has his payment back."""
    paid = challenge.settled if challenge.payer else {}
    found = [-paid.get(seat, 0) for seat in range(len(challenge.before))]
    if challenge.winner is not None:
        found[challenge.winner] += challenge.won
    return found


def _speaking(challenge: Challenge) -> int | None:
    """Who is to give a number, or the next answer of a rally, or the only one."""
    question = challenge.question
    in_turn = challenge.put and question and question.mode.in_turn
    return challenge.still_in[0] if in_turn and challenge.still_in else None


def _distances(challenge: Challenge) -> dict[int, float]:
    truth = challenge.question.truth if challenge.question else 0.0
    # Without the dust of binary fractions.
    return {seat: round(abs(guess - truth), 9) for seat, guess in challenge.guesses.items() if guess is not None}


def view_question(question: Question) -> QuestionView:
    mode, luck = question.mode, question.luck.resolve if question.luck else None
    return QuestionView(mode.name, mode.stage, question.text, luck, question.origin, question.media)


def view_attempts(challenge: Challenge) -> list[AttemptView]:
    """What was answered fast is read when all is settled: whoever still may answer shall not copy it."""
    shown, put_at = challenge.revealed, challenge.put_at
    return [
        AttemptView(
            attempt.seat,
            attempt.text if shown or attempt.at is None else None,
            attempt.at,
            attempt.verdict,
            None if attempt.at is None else max(0, attempt.at - put_at),
            attempt.item,
        )
        for attempt in challenge.attempts
    ]


def view_along(challenge: Challenge) -> dict[int, AlongView]:
    known = {seat: guess for seat, guess in challenge.along.items() if guess.right is not None}
    return {seat: AlongView(str(guess.said), bool(guess.right)) for seat, guess in known.items()}


def own_guess(challenge: Challenge, seat: int) -> str | None:
    """What this seat, which is out, has guessed."""
    return str(challenge.along[seat].said) if seat in challenge.along else None


def own_words(challenge: Challenge, seat: int) -> str | None:
    """What this seat has answered in a race, which nobody else may read yet."""
    return next((one.text for one in challenge.attempts if one.seat == seat and one.at is not None), None)


def hidden_from(challenge: Challenge, question: Question, seat: int | None) -> list[str]:
    """What of this question nobody but its reader may know yet. Short answers occur everywhere and prove nothing."""
    chosen = question is challenge.question
    hidden = [] if chosen and challenge.put else [question.text]
    if not (chosen and (challenge.revealed or seat in challenge.shown_to)):
        said = "" if seat is None else own_words(challenge, seat) or own_guess(challenge, seat) or ""
        hidden += [answer for answer in question.answers if len(answer) > 3 and answer not in said]
    return hidden
