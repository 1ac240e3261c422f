"""A player of either quiz game. Each game adds its own decisions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final, Protocol, cast

from tablee.bots import Sight, Thought, any_value
from tablee.engine import Amount, Ask, Choice, Consequence, Header, Label, Some
from tablee.games.quiz.table import TOKEN

from ..foresight import Meets
from . import speaking
from .judging import rule_on
from .memory import NOTHING, Memory, Recollection
from .odds import SURE, Prospect, certainty
from .rivals import Notebook, Seen
from .staking import Deal, Opponent, best, opponent, stakes
from .tempers import Temper

PATIENCE: Final = 90_000  # after so long a reader closes the question


class QuizView(Seen, Protocol):
    """What the views of both games have."""

    reader: int | None
    bank: int
    out: list[list[int]]


class Player:
    must_end = False  # if nobody is right in a race, the dice find a winner

    def __init__(self, temper: Temper, rng: Random, header: Header) -> None:
        self.temper, self.rng, self.options = temper, rng, header.options
        self.memory = Memory(header.packs, temper, rng)
        self.notebook = Notebook(len(header.seats))
        self.sight: Sight | None = None  # of the seat it plays

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        view = cast(QuizView, sight.view)
        self.sight = sight
        self.notebook.look(view)
        if ask.name == "presence":
            return None
        decide = self.decisions().get(ask.name)
        return decide(ask, view, sight.seat) if decide else self.anything(ask)

    def decisions(self) -> dict[str, Callable[[Ask, QuizView, int], Thought | None]]:
        return {
            "answer": self.say,
            "guess": self.guess,
            "stake": self.stake,
            "raise": self.reply,
            "join": self.join,
            "opponent": self.choose_opponent,
            "verdict": self.judge,
            "vote": self.judge,
            "declare": self.judge,
            "contest": self.judge,
            "appeal": self.judge,
            "overturn": self.judge,
            "close": lambda ask, view, seat: Thought("close", PATIENCE),
            "tie": lambda ask, view, seat: Thought("yes", self.think(1_500)),  # as the clock has found it
            "tied": self.name_tied,
            "winner": self.name_winner,
        }

    def anything(self, ask: Ask) -> Thought | None:
        """What is of no importance."""
        return None if ask.standing else Thought(any_value(ask.form, self.rng), self.think(1_200))

    def brings(self, ask: Ask) -> Mapping[Label, Consequence]:
        """What each option brings, as everyone who is asked is told."""
        assert self.sight
        return self.sight.brings(ask)

    # ------------------------------------------------------------ manners

    def think(self, usual: int, lead: float = 1.0) -> int:
        """How long a decision takes. The smaller the lead of what it chooses, the longer."""
        hard = 1 / (1 + 60 * max(0.0, lead))
        return int(self.temper.pace * (usual + 3_500 * hard) * (0.7 + 0.6 * self.rng.random()))

    def reckons(self) -> bool:
        """Whether it thinks this one through, or follows its nose."""
        return self.rng.random() < self.temper.care

    # ------------------------------------------------------------ answering

    def recollection(self, view: QuizView) -> Recollection:
        """Of the question that everyone hears."""
        question = view.challenge.question if view.challenge else None
        return self.memory.of(question.text) if question else NOTHING

    def say(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        challenge = view.challenge
        if challenge is None or challenge.question is None:
            return self.anything(ask)
        return speaking.answer(ask, challenge, self.recollection(view), self.temper, self.rng)

    def guess(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        challenge = view.challenge
        if challenge is None:
            return self.anything(ask)
        return speaking.guess(challenge, seat, self.recollection(view), self.temper, self.rng)

    # ------------------------------------------------------------ what it expects

    def glance(self, view: QuizView) -> Recollection | None:
        """What it thinks the question will be, before it is put. None: no idea."""
        return None

    def icon(self, view: QuizView) -> str | None:
        """The mode of the question, where it is announced."""
        return None

    def prospect(self, kept: Recollection | None, icon: str | None = None) -> Prospect:
        memory = self.memory
        usual, rate = memory.length, memory.rate
        if kept is None:
            modes: Mapping[str | None, float] = {icon: 1.0} if icon else memory.modes
            return Prospect(modes, rate, usual, usual, rate, self.must_end)
        return Prospect({kept.mode: 1.0}, certainty(kept), len(kept.items), usual, rate, self.must_end)

    def bluff(self, prospect: Prospect) -> Prospect:
        """Now and then it plays as if it knew."""
        if self.rng.random() >= self.temper.bluffs:
            return prospect
        return Prospect(prospect.modes, SURE, 2 * prospect.usual, prospect.usual, prospect.rate, prospect.must_end)

    # ------------------------------------------------------------ whom it meets

    def others(self, view: QuizView, *apart: int) -> list[int]:
        """Who can take part, but these."""
        gone = {seat for group in view.out for seat in group}.union(apart, (view.reader,))
        return [seat for seat in range(len(view.stacks)) if seat not in gone]

    def known(self, view: QuizView, seat: int) -> Opponent:
        return opponent(seat, view.stacks[seat], self.notebook.rivals[seat])

    def faced(self, view: QuizView, seat: int) -> list[Opponent]:
        """Whom it meets this turn, being the active player."""
        return [self.known(view, other) for other in view.challenge.opponents] if view.challenge else []

    def choose_opponent(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        options = [option for option in getattr(ask.form, "options", ()) if isinstance(option, int)]
        chosen, lead = self.rng.choice(options), 0.05
        if self.reckons():
            prospect = self.prospect(self.glance(view), self.icon(view))
            told = self.brings(ask)
            worths = {option: self.duel_worth(view, seat, option, told[option], prospect) for option in options}
            chosen, lead = best(options, worths.__getitem__)
        return Thought(chosen, self.think(1_500, lead))

    def duel_worth(self, view: QuizView, seat: int, option: int, told: Consequence, prospect: Prospect) -> float:
        """What it is worth to meet this one, with the best stake."""
        met = self.known(view, option)
        assert isinstance(told, Meets)
        if told.bank:
            return prospect.odds([met.knows], 0).edge
        deal = self.deal(view, seat, prospect)
        high = deal.minimum if self.temper.frugal else told.highest
        return max(
            deal.announce(stake, [met]) if stake > deal.minimum else deal.keep([met])
            for stake in stakes(Amount(deal.minimum, high, TOKEN), [met])
        )

    # ------------------------------------------------------------ tokens

    def deal(self, view: QuizView, seat: int, prospect: Prospect) -> Deal:
        assert view.challenge
        aligned = self.options["refuser_payment"] == "aligned"
        return Deal(view.stacks[seat], view.challenge.minimum, prospect, self.temper.caution, aligned)

    def stake(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """The one with the best prospects, whatever the others reply."""
        form = ask.form
        assert isinstance(form, Amount)
        opponents = self.faced(view, seat)
        if self.temper.frugal or not opponents:
            return Thought(form.low, self.think(1_500))
        options = stakes(form, opponents)
        if not self.reckons():
            return Thought(self.stake_by_nose(options, view), self.think(2_000))
        deal = self.deal(view, seat, self.bluff(self.prospect(self.glance(view), self.icon(view))))
        worths = {
            stake: deal.announce(stake, opponents) if stake > form.low else deal.keep(opponents) for stake in options
        }
        chosen, lead = best(options, worths.__getitem__)
        return Thought(chosen, self.think(2_000, lead))

    def stake_by_nose(self, options: Sequence[int], view: QuizView) -> int:
        kept = self.glance(view)
        eager = 0.5 if kept and kept.sure else self.temper.bluffs
        return self.rng.choice(options) if self.rng.random() < eager else options[0]

    def reply(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """Take the raise up, or pay the minimum. Who has no more than that loses nothing by accepting."""
        challenge, stack = view.challenge, view.stacks[seat]
        assert challenge
        if stack <= challenge.minimum:
            return Thought("accept", self.think(1_000))
        if self.temper.frugal:
            return Thought("refuse", self.think(1_500))
        if not self.reckons():
            kept = self.glance(view)
            dares = self.rng.random() < (0.8 if kept and kept.sure else 0.35)
            return Thought("accept" if dares else "refuse", self.think(2_000))
        deal = self.deal(view, seat, self.bluff(self.prospect(self.glance(view), self.icon(view))))
        others = self.others(view, seat, view.active) if challenge.kind == "multi" else []
        accepting = deal.accept(
            challenge.stake, self.known(view, view.active), [self.known(view, other) for other in others], before=1
        )
        lead = accepting - deal.refuse()
        return Thought("accept" if lead >= 0 else "refuse", self.think(2_000, abs(lead)))

    def join(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """DZ-64b, DZ-139, EG-76: where somebody is poor, it may cost nothing to decline."""
        challenge = view.challenge
        assert challenge
        others = [view.active]
        if challenge.kind == "multi":
            others += self.others(view, seat, view.active)
        known = [self.known(view, other).knows for other in others]
        odds = self.prospect(self.glance(view), self.icon(view)).odds(known, 1)
        gain = odds.win * len(others) - odds.lose
        joins = gain > 0 and not self.temper.frugal
        return Thought("yes" if joins else "no", self.think(1_500, abs(gain)))

    # ------------------------------------------------------------ judging

    def judge(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        value = rule_on(ask, view.challenge, self.recollection(view))
        if ask.name != "verdict":
            return Thought(value, 0)  # nobody waits for the vote of a bot
        return Thought(value, self.think(1_500, 0.02 if value in (None, "unsure") else 1.0))

    def name_tied(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """Everyone between whom it can be."""
        assert isinstance(ask.form, Some)
        return Thought(ask.form.options[: ask.form.most], self.think(1_500))

    def name_winner(self, ask: Ask, view: QuizView, seat: int) -> Thought | None:
        """DZ-95: it favours nobody; as a reader it hears everybody out."""
        assert isinstance(ask.form, Choice)
        return Thought(self.rng.choice(ask.form.options), self.think(12_000) if seat == view.reader else 0)
