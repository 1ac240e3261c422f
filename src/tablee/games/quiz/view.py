"""What people see of a challenge in both games, and what must always hold."""

from __future__ import annotations

from msgspec import Struct

from tablee.engine import View

from .questions import Question
from .table import TOKEN, Attempt, Challenge, QuizTable


class QuestionView(Struct, frozen=True):
    mode: str | None
    text: str


class SettledView(Struct, frozen=True):
    """The question before this one, with everything that could be known of it."""

    question: QuestionView
    answers: tuple[str, ...]
    attempts: list[Attempt]
    guesses: dict[int, float | None]
    winner: int | None


class ChallengeView(Struct, kw_only=True):
    kind: str
    minimum: int
    stake: int  # as announced
    replies: dict[int, str]  # to a raise, so far
    pot: int
    paid: dict[int, int]
    contestants: list[int]
    still_in: list[int]
    question: QuestionView | None  # when it has been put
    attempts: list[Attempt]
    guesses: dict[int, float | None]
    given: list[str]  # Ping-Pong: the right answers so far
    answers: tuple[str, ...] | None  # when it is settled


class QuizView(View, kw_only=True):
    """What both games show."""

    stacks: list[int]
    bank: int
    active: int
    reader: int | None  # None: the house
    out: list[list[int]]  # who left, challenge by challenge
    challenge: ChallengeView | None
    previous: SettledView | None


def view_challenge(challenge: Challenge) -> ChallengeView:
    question = challenge.question
    return ChallengeView(
        kind=challenge.kind,
        minimum=challenge.minimum,
        stake=challenge.stake,
        replies=dict(challenge.replies),
        pot=challenge.pot,
        paid=dict(challenge.paid),
        contestants=challenge.contestants[:],
        still_in=challenge.still_in[:],
        question=view_question(question) if question and challenge.put else None,
        attempts=view_attempts(challenge),
        guesses=dict(challenge.guesses),
        given=challenge.given[:],
        answers=question.answers if question and challenge.revealed else None,
    )


def view_settled(challenge: Challenge | None) -> SettledView | None:
    if challenge is None or challenge.question is None or not challenge.revealed:
        return None
    question = challenge.question
    attempts, guesses = view_attempts(challenge), dict(challenge.guesses)
    return SettledView(view_question(question), question.answers, attempts, guesses, challenge.winner)


def view_question(question: Question) -> QuestionView:
    return QuestionView(question.mode, question.text)


def view_attempts(challenge: Challenge) -> list[Attempt]:
    """What was answered fast is read when all is settled: whoever still may answer shall not copy it."""
    shown = challenge.revealed
    return [
        Attempt(attempt.seat, attempt.text if shown or attempt.at is None else None, attempt.at, attempt.verdict)
        for attempt in challenge.attempts
    ]


def hidden_from(challenge: Challenge, question: Question, seat: int | None) -> list[str]:
    """What of this question nobody but its reader may know yet. Short answers occur everywhere and prove nothing."""
    chosen = question is challenge.question
    hidden = [] if chosen and challenge.put else [question.text]
    if not (chosen and (challenge.revealed or seat in challenge.shown_to)):
        hidden += [answer for answer in question.answers if len(answer) > 3]
    return hidden


# ---------------------------------------------------------------- what must hold after every answer


def check_tokens(table: QuizTable) -> None:
    """DZ §6.1–3, EG §6.1–2."""
    challenge = table.challenge
    pot = challenge.pot if challenge else 0
    assert sum(table.stacks) + pot + table.bank + table.lost == table.total, "tokens are kept"
    paid = challenge.paid.values() if challenge else ()
    assert all(amount >= 0 and amount % TOKEN == 0 for amount in (*table.stacks, *paid, table.bank))


def check_roles(table: QuizTable) -> None:
    """DZ §6.4–7, EG §6.3, 18–19."""
    in_play, gone = table.in_play, [seat for group in table.out for seat in group]
    assert sorted(in_play + gone) == list(table.seats), "everyone is in play or out"
    assert all(not table.stacks[seat] for seat in gone)
    challenge, reader, options = table.challenge, table.reader, table.options
    if challenge is None:
        return
    assert table.active in in_play
    assert set(challenge.paid) <= set(in_play), "only players in play pay"
    assert set(challenge.contestants) <= set(in_play)
    assert not challenge.contestants or challenge.contestants[0] == table.active
    if options.reader == "house":
        assert reader is None
    elif reader is not None:
        assert reader != table.active
        assert reader not in challenge.contestants
        if not options.eliminated_reads_early:
            assert (reader in in_play) == (len(in_play) > 2)
    else:
        assert len(in_play) == 2, "a neighbour can read while three are in play"


def check_stakes(table: QuizTable, challenge: Challenge) -> None:
    """DZ §6.8–12, EG §6.7–8: those who play have paid the same; who refused, the minimum or all he had."""
    paid, before, minimum = challenge.paid, challenge.before, challenge.minimum
    if not paid or not challenge.put:
        return
    (share,) = {paid[seat] for seat in challenge.contestants}
    assert 0 < share <= challenge.stake
    assert challenge.stake <= max(minimum, before[table.active])
    assert all(share <= before[seat] for seat in challenge.contestants)
    for seat in paid.keys() - set(challenge.contestants):
        assert challenge.stake > minimum, "only a raise can be refused"
        cap = min(minimum, share) if table.options.refuser_payment == "aligned" else minimum
        assert paid[seat] == min(cap, before[seat])


def check_answers(table: QuizTable, challenge: Challenge) -> None:
    """DZ §6.16, 18, 20, EG §6.14–15: nothing is shown too early, and nobody answers twice."""
    assert set(challenge.still_in) <= set(challenge.contestants)
    assert challenge.put or not (challenge.attempts or challenge.guesses or challenge.revealed)
    question = challenge.question
    if question and question.mode in ("chrono", "speed", None):
        seats = [attempt.seat for attempt in challenge.attempts]
        assert len(set(seats)) == len(seats), "one attempt each"
    if question and question.mode == "ping_pong" and not table.typed:
        assert len(challenge.given) <= len(question.answers)
    if question and question.mode == "target" and question.truth in challenge.guesses.values():
        assert list(challenge.guesses.values())[-1] == question.truth, "nobody is heard after an exact answer"
