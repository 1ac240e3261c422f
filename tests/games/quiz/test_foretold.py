"""Whatever is told beforehand comes true: random games of both quiz games, every figure against what then happens."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from tablee.engine import DICE, Consequence, Label, Match, find
from tablee.games.egomaster.foresight import Lands, Wagers
from tablee.games.egomaster.view import EgomasterView
from tablee.games.quiz.foresight import Meets, Plays, Refuses, Span, StaysOut
from tablee.testkit import Playout, every_pair, fitting_players, new_match

GAMES = ("defizz", "egomaster")
ROWS = [(game, number, row) for game in GAMES for number, row in enumerate(every_pair(find(game), Random(3)))]
IDS = [f"{game}-{number}" for game, number, _ in ROWS]
SPANS = ("cost", "left", "pot", "wins")


class Prophet:
    """Writes down what was foretold of the answers that were given, and compares when the tokens move."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.said: list[tuple[int, Consequence]] = []  # who was told what, in this challenge
        self.stacks: list[int] = []  # when it began
        self.spans: list[Any] = []  # the challenge as everyone could see it while replies were open
        self.compared: set[str] = set()

    def step(self, playout: Playout) -> None:
        match = self.match
        told: dict[tuple[str, int], Mapping[Label, Consequence]] = {
            (ask.name, seat): match.brings(ask, seat)
            for ask in match.asks
            for seat in ask.actors
            if isinstance(seat, int)
        }
        forms = {ask.name: ask for ask in match.asks}
        before: Any = match.public()
        playout.step(match)
        reply = match.log[-1]
        asked = forms[reply.name]
        value = asked.silence if reply.value is None else reply.value
        seat = reply.actor if isinstance(reply.actor, int) else asked.actors[0]
        if isinstance(seat, int) and value is not None and not isinstance(value, tuple | float):
            brought = told.get((reply.name, seat), {})
            assert not brought or value in brought, "every option brings something"
            if brought:
                self.hear(seat, brought[value], before)
        self.look(before)

    def hear(self, seat: int, brought: Consequence, before: Any) -> None:
        if isinstance(brought, Lands):
            after: Any = self.match.public()
            assert after.pawns[seat] == brought.cell
            assert before.pawns[seat] != brought.cell or len(brought.met) > 0
            assert brought in before.landings.values()
            self.said.append((seat, brought))
        else:
            self.said.append((seat, brought))
        self.compared.add(type(brought).__name__)

    def look(self, before: Any) -> None:
        view: Any = self.match.public()
        challenge = view.challenge
        if challenge and not before.challenge:
            self.stacks, self.spans = list(before.stacks), []
            for _, brought in self.said:
                if isinstance(brought, Lands):
                    assert (challenge.cell, challenge.kind) == (brought.cell, brought.kind)
                    assert (challenge.minimum, challenge.prize) == (brought.amount, brought.prize)
            self.said = []
        if challenge and challenge.costs:
            self.narrow(challenge)
        if before.challenge and not challenge:
            self.settle(view)
            self.said = []
        elif not challenge and view.last != before.last:
            self.said = []  # begun and over at once: nobody was there to vote

    def narrow(self, challenge: Any) -> None:
        """What was a span becomes narrower with every reply, and never leaves what was shown."""
        for earlier in self.spans:
            for seat, cost in challenge.costs.items():
                assert within(cost, earlier.costs[seat])
            if challenge.expected:
                assert within(challenge.expected, earlier.expected)
                assert within(challenge.share, earlier.share)
            assert challenge.unopposed in (None, earlier.unopposed)
        self.spans.append(challenge)

    def settle(self, view: Any) -> None:
        last, ending = view.last, view.last.ending
        paid, pot = ending.paid, sum(ending.paid.values())
        asked = ending.how == "question"
        staked = bool(last.stake)
        if staked and paid:
            self.narrow(last)
            assert last.costs == {seat: Span(sum, sum) for seat, sum in paid.items()}
            assert last.expected == (Span(pot, pot) if asked else None)
            assert last.unopposed == (None if asked else pot)
        for seat, brought in self.said:
            match brought:
                case Plays(cost, left, pots, wins, short, unopposed):
                    if asked:
                        assert paid[seat] in range(cost.low, cost.high + 1)
                        assert self.stacks[seat] - paid[seat] in range(left.low, left.high + 1)
                        assert pot in range(pots.low, pots.high + 1)
                        assert pot - paid[seat] in range(wins.low, wins.high + 1)
                        assert paid[seat] == last.stake or any(other in short for other in last.contestants)
                    elif ending.how == "unopposed":
                        assert (seat, unopposed) == (last.active, ending.won)
                    else:
                        assert unopposed == 0
                case Refuses(cost, left):
                    assert paid[seat] in range(cost.low, cost.high + 1)
                    assert self.stacks[seat] - paid[seat] in range(left.low, left.high + 1)
                case StaysOut():
                    assert seat not in paid
                case Meets() if brought.bank:
                    assert not paid
                    assert ending.winner is None or ending.won == brought.wins
                case Meets() if not last.raised and asked:
                    assert paid[seat] == brought.cost
                    assert pot == brought.pot == brought.cost + brought.wins
                    assert bool(brought.short) == (paid[seat] < last.minimum)
                case Meets():
                    assert last.stake <= brought.highest
                case Wagers(wins, loses, gives, bank):
                    assert (ending.payer == "bank") == bank
                    assert ending.won == (wins if ending.winner == seat else gives)
                    assert bank or paid == {loser(last): loses if ending.winner != seat else wins}
        if last.prize is not None:
            assert not paid
            assert ending.winner is None or ending.won == last.prize
        self.follow_tokens(view)

    def follow_tokens(self, view: Any) -> None:
        """The ending tells the whole way of the tokens; DZ-125: the rest of a bank apart."""
        last, ending = view.last, view.last.ending
        moved = {seat: -sum for seat, sum in ending.paid.items()} if ending.payer else {}
        if ending.winner is not None:
            moved[ending.winner] = moved.get(ending.winner, 0) + ending.won
        assert ending.before == self.stacks
        assert ending.change == [moved.get(seat, 0) for seat in range(len(self.stacks))]
        for stack, after in zip(view.stacks, ending.after, strict=True):
            gained = stack - after
            assert gained == 0 or (last.prize and not view.bank and gained < last.prize)
        assert set(ending.out) <= {seat for group in view.out for seat in group}


def within(inner: Span, outer: Span) -> bool:
    return outer.low <= inner.low <= inner.high <= outer.high


def loser(last: Any) -> int:
    return int(last.designee if last.ending.winner == last.active else last.active)


@pytest.mark.parametrize(("game", "number", "options"), ROWS, ids=IDS)
def test_what_was_foretold_comes_true(game: str, number: int, options: dict[str, object]) -> None:
    rng = Random(number)
    players = fitting_players(find(game), options)
    if not players:
        pytest.skip("no number of players allows these options")
    match = new_match(game, rng.choice(players), options)
    prophet, playout = Prophet(match), Playout(rng)
    while match.asks and len(match.log) < 6_000:
        prophet.step(playout)
    assert prophet.compared or len(match.log) < 200, "nothing was foretold"


def test_an_aligned_refusal_costs_what_it_says() -> None:
    """Stacks 1000, 100 and 900; 500 announced over a minimum of 300: once the poor one accepts, all is about 100."""
    start = {"active": 0, "stacks": [1000, 100, 900, 1900]}
    match = Match.new(
        "defizz", ["ana", "bo", "cy", "dee"], {"refuser_payment": "aligned"}, packs=packs("defizz"), start=start
    )
    match.answer(DICE, "die", "multi 300")
    match.answer(DICE, "card", "multi000")
    match.answer(0, "question", 2)
    stake = next(ask for ask in match.asks if ask.name == "stake")
    plays = match.brings(stake, 0)[500]
    assert isinstance(plays, Plays)
    assert (plays.cost, plays.pot, plays.short, plays.unopposed) == (Span(100, 500), Span(300, 1100), (1,), 400)
    match.answer(0, "stake", 500)
    match.answer(1, "raise", "accept")
    view: Any = match.public()
    assert (view.challenge.share, view.challenge.costs[2]) == (Span(100, 100), Span(100, 100))
    assert (view.challenge.expected, view.challenge.short, view.challenge.unheard) == (Span(300, 300), (1,), [2])
    (ask,) = [ask for ask in match.asks if ask.name == "raise"]
    told = match.brings(ask, 2)
    assert told["refuse"] == Refuses(Span(100, 100), Span(800, 800), "DZ-69")
    match.answer(2, "raise", "refuse")
    view = match.public()
    assert view.challenge.paid == {0: 100, 1: 100, 2: 100}
    assert (view.challenge.pot, view.roles) == (300, ["leads", "plays", "refuses", "reads"])


def test_a_duel_beyond_the_means_of_the_other() -> None:
    """Raised to 2600 against 2300, both play for 2300: the pot is 4600."""
    start = {"active": 0, "stacks": [2600, 2300, 1000, 1700]}
    match = Match.new("defizz", ["ana", "bo", "cy", "dee"], packs=packs("defizz"), start=start)
    match.answer(DICE, "die", "duel 300")
    match.answer(DICE, "card", "duel000")
    match.answer(0, "question", 2)
    match.answer(0, "opponent", 1)
    match.answer(0, "stake", 2600)
    view: Any = match.public()
    assert (view.challenge.share, view.challenge.expected) == (Span(2300, 2300), Span(4600, 4600))
    assert (view.challenge.short, view.challenge.costs) == ((1,), {1: Span(300, 2300), 0: Span(0, 2300)})
    (ask,) = [ask for ask in match.asks if ask.name == "raise"]
    told = match.brings(ask, 1)
    assert told["accept"] == Plays(Span(2300, 2300), Span(0, 0), Span(4600, 4600), Span(2300, 2300), (1,))
    assert told["refuse"] == Refuses(Span(300, 300), Span(2000, 2000), "DZ-69")


def test_both_ways_of_a_pawn() -> None:
    """EG-17: whom it meets is told, and everyone sees both ends while the direction is chosen."""
    pawns = [0, 3, 4, 27]
    start = {"active": 0, "pawns": pawns, "phase": "enrichment"}
    match = Match.new("egomaster", ["ana", "bo", "cy", "dee"], packs=packs("egomaster"), start=start)
    match.answer(DICE, "move", 3)
    view = match.public()
    assert isinstance(view, EgomasterView)
    assert view.landings["clockwise"] == Lands(5, (1, 2), "multi", 100, 100)
    assert view.landings["counterclockwise"] == Lands(26, (3,), "multi", 300, 300)


def packs(game: str) -> list[str]:
    synthetic = find(game).load().synthetic
    assert synthetic
    return list(synthetic())
