"""What is known beforehand: what an option brings, and what everyone will have paid. The sums are those of the rules.

Where others have yet to reply, a figure is a span over all their possible replies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from msgspec import Struct

from tablee.engine import Amount, Ask, Choice, Consequence, Label

from .stakes import highest, payments
from .table import Challenge, QuizTable

Payments = dict[int, int]


class Span(Struct, frozen=True):
    low: int
    high: int


class Plays(Consequence, frozen=True):
    """One takes part: the stake that is announced, a raise taken up, a challenge joined."""

    cost: Span  # what one puts in, if a question is put
    left: Span  # what one keeps
    pot: Span  # what will lie in the middle
    wins: Span  # of it, what the others have put in
    short: tuple[int, ...]  # who cannot pay as much, so that all play for less if he plays
    unopposed: int | None = None  # what the active player takes if nobody plays against him; None: somebody must


class Refuses(Consequence, frozen=True):
    """The minimum, and no question for this seat."""

    cost: Span
    left: Span
    rule: str  # that says so


class StaysOut(Consequence, frozen=True):
    """Nothing is paid and nothing won."""


class Meets(Consequence, frozen=True):
    """An opponent, if the active player then keeps to the minimum; while the bank pays nobody puts anything in."""

    cost: int
    left: int
    pot: int
    wins: int
    short: tuple[int, ...]
    highest: int  # the stake that may be announced against this one; the minimum: no raise
    bank: bool  # the bank pays


CONSEQUENCES = (Plays, Refuses, StaysOut, Meets)


def foresee(table: QuizTable, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
    """What each option of an ask about stakes brings this seat."""
    challenge, form = table.challenge, ask.form
    if challenge is None:
        return {}
    match ask.name:
        case "opponent" if isinstance(form, Choice):
            return {other: meeting(table, challenge, int(other)) for other in form.options}
        case "stake" if isinstance(form, Amount):
            stakes = range(form.low, form.high + 1, form.step)
            return {stake: playing(table, challenge, seat, stake, {}) for stake in stakes}
        case "raise":
            stake, replies = challenge.stake, challenge.replies
            refusing = list(ways(table, challenge, stake, {**replies, seat: "refuse"}))
            return {
                "accept": playing(table, challenge, seat, stake, {**replies, seat: "accept"}),
                "refuse": Refuses(*cost_of(table, seat, refusing), table.cites.refusing),
            }
        case "join":
            joins = {**challenge.replies, seat: "join"}
            return {"yes": playing(table, challenge, seat, challenge.stake, joins), "no": StaysOut()}
    return {}


def meeting(table: QuizTable, challenge: Challenge, other: int) -> Meets:
    active, stacks, minimum = table.active, table.stacks, challenge.minimum
    if challenge.prize is not None:
        return Meets(0, stacks[active], 0, challenge.prize, (), 0, True)
    paid = payments(stacks, minimum, minimum, (active, other), (), False)
    cost, pot = paid[active], sum(paid.values())
    short = short_of(table, minimum, (active, other))
    return Meets(cost, stacks[active] - cost, pot, pot - cost, short, highest(table, minimum, (other,)), False)


def playing(table: QuizTable, challenge: Challenge, seat: int, stake: int, replies: Mapping[int, str]) -> Plays:
    every = list(ways(table, challenge, stake, replies))
    opposed = [paid for paid in every if table.active in paid]
    alone = [paid for paid in every if table.active not in paid]
    cost, left = cost_of(table, seat, opposed)
    pot = span(sum(paid.values()) for paid in opposed)
    wins = span(sum(paid.values()) - paid[seat] for paid in opposed)
    short = short_of(table, stake, players(challenge, replies))
    return Plays(cost, left, pot, wins, short, sum(alone[0].values()) if alone else None)


def players(challenge: Challenge, replies: Mapping[int, str]) -> list[int]:
    """Who plays, or may still."""
    inside = [seat for seat in challenge.opponents if replies.get(seat) not in ("refuse", "decline")]
    return [challenge.active, *inside]


def cost_of(table: QuizTable, seat: int, every: Sequence[Payments]) -> tuple[Span, Span]:
    """What this seat pays, and what it keeps."""
    cost, own = span(paid.get(seat, 0) for paid in every), table.stacks[seat]
    return cost, Span(own - cost.high, own - cost.low)


def short_of(table: QuizTable, stake: int, seats: Sequence[int]) -> tuple[int, ...]:
    return tuple(seat for seat in seats if table.stacks[seat] < stake)


def ways(table: QuizTable, challenge: Challenge, stake: int, replies: Mapping[int, str]) -> Iterable[Payments]:
    """What everyone will have paid, for each way in which those who have not replied may do so."""
    opponents, minimum = challenge.opponents, challenge.minimum
    aligned = table.options.refuser_payment == "aligned"
    raised = stake > minimum
    free = () if raised else table.may_decline(minimum, opponents)
    words = [_words(seat, replies, raised, seat in free) for seat in opponents]
    for said in product(*words):
        every = list(zip(opponents, said, strict=True))
        inside = [table.active, *[seat for seat, word in every if word in ("accept", "join")]]
        refusing = [seat for seat, word in every if word == "refuse"]
        yield payments(table.stacks, minimum, stake, inside, refusing, aligned)


def _words(seat: int, replies: Mapping[int, str], raised: bool, free: bool) -> tuple[str, ...]:
    if seat in replies:
        return (replies[seat],)
    if raised:
        return ("accept", "refuse")
    return ("join", "decline") if free else ("join",)


def unheard(table: QuizTable, challenge: Challenge) -> list[int]:
    """Who has yet to reply to what was announced, in turn."""
    if not challenge.stake or challenge.paid or challenge.put:
        return []
    raised = challenge.stake > challenge.minimum
    asked = challenge.opponents if raised else table.may_decline(challenge.minimum, challenge.opponents)
    return [seat for seat in challenge.opponents if seat in asked and seat not in challenge.replies]


def span(figures: Iterable[int]) -> Span:
    every = list(figures)
    return Span(min(every), max(every))
