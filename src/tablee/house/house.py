"""The house of one table. It is pure: moments and randomness are passed in, so that the terminal, the lab, tests in
virtual time and the server share it.

    house = House(match, RandomDice(Random(1)), bots={1: bot})
    while reply := house.next(now):     # whatever is due by now
        match.reply(reply)
    house.wakes()                       # when to ask again, if nobody answers before
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

from msgspec import Struct

from tablee.bots import Bot, Sight, Thought, any_value
from tablee.engine import CLOCK, DICE, REFEREE, Actor, Ask, Match, Reply, Value


class Dice(Protocol):
    def roll(self, ask: Ask, position: int) -> Value:
        """One of the ask's options by their weights; `position` is the place in the log."""


class RandomDice:
    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def roll(self, ask: Ask, position: int) -> Value:
        return any_value(ask.form, self.rng)


class Plan(Struct):
    """What a bot is going to say, to what, and when. Without a thought: nothing, as long as the log does not grow."""

    ask: Ask
    thought: Thought | None
    asked: int
    position: int


class House:
    def __init__(
        self,
        match: Match,
        dice: Dice | None = None,
        bots: Mapping[int, Bot] | None = None,
        referee: Callable[[Ask], Value] | None = None,
        pace: Callable[[Ask], int | None] = lambda ask: None,
    ) -> None:
        """Without dice or referee, somebody else answers for them: people with the real box in front of them.

        `pace` gives an ask that has no limit of its own one in milliseconds, or none.
        """
        self.match, self.dice, self.bots, self.referee, self.pace = match, dice, dict(bots or {}), referee, pace
        self.absent: set[int] = set()  # seats whose silence is played at once
        self._plans: dict[tuple[int, str], Plan] = {}
        self._opened: dict[str, tuple[Ask, int]] = {}

    def next(self, now: int) -> Reply | None:
        """The answer that is due by this moment, or None."""
        self._look_round(now)
        for ask in self.match.asks:
            if self.dice and ask.actors == (DICE,):
                return Reply(DICE, ask.name, self.dice.roll(ask, len(self.match.log)), now)
            if self.referee and ask.actors == (REFEREE,):
                return Reply(REFEREE, ask.name, self.referee(ask), now)
            if self.absent and not ask.standing and (reply := self._for_absent(ask, now)):
                return reply
        plans = [(moment, seat, plan) for (seat, _), plan in self._plans.items() if (moment := _due(plan)) is not None]
        for moment, seat, plan in sorted(plans, key=lambda due: due[:2]):
            if moment <= now:
                return self._say(seat, plan, moment)
        for ask in self.match.asks:
            limit = self._limit(ask)
            if limit is not None and now > limit:
                return self._pass(CLOCK, ask, now)
        return None

    def wakes(self) -> int | None:
        """When the next answer falls due, if nobody else answers before. None: it is up to people."""
        moments = [moment for plan in self._plans.values() if (moment := _due(plan)) is not None]
        moments += [limit + 1 for ask in self.match.asks if (limit := self._limit(ask)) is not None]
        return min(moments, default=None)

    def play_on(self, now: int = 0) -> int:
        """In virtual time: play until people are asked or the game is over. The moment at which that is."""
        while self.match.asks:
            reply = self.next(now)
            if reply is not None:
                self.match.reply(reply)
            elif (moment := self.wakes()) is not None:
                now = max(now, moment)
            else:
                break
        return now

    # ------------------------------------------------------------ inside

    def _look_round(self, now: int) -> None:
        """Forget plans for what is no longer asked; ask the bots what is new."""
        position = len(self.match.log)
        plans, opened = {}, {}
        for ask in self.match.asks:
            kept = self._opened.get(ask.name)
            opened[ask.name] = (ask, kept[1] if kept and _same(kept[0], ask) else now)
            for seat, bot in self.bots.items():
                if seat in ask.actors:
                    plan = self._plans.get((seat, ask.name))
                    if plan is None or not _same(plan.ask, ask) or (plan.thought is None and plan.position != position):
                        plan = Plan(ask, bot.answer(ask, Sight(self.match, seat, now)), now, position)
                    plan.ask = ask  # perhaps with another limit than before
                    plans[seat, ask.name] = plan
        self._plans, self._opened = plans, opened

    def _for_absent(self, ask: Ask, now: int) -> Reply | None:
        absent = next((actor for actor in ask.actors if actor in self.absent), None)
        return None if absent is None else self._pass(absent, ask, now)

    def _pass(self, actor: Actor, ask: Ask, now: int) -> Reply | None:
        """Silence; where the house has the last word, the referee's verdict."""
        if not ask.of_house:
            return Reply(actor, ask.name, None, now)
        return Reply(REFEREE, ask.name, self.referee(ask), now) if self.referee and REFEREE in ask.actors else None

    def _say(self, seat: int, plan: Plan, moment: int) -> Reply:
        thought = plan.thought
        assert thought
        del self._plans[seat, plan.ask.name]
        began = None if thought.began is None else plan.asked + thought.began
        return Reply(seat, plan.ask.name, thought.value, moment, began)

    def _limit(self, ask: Ask) -> int | None:
        if ask.until is not None or ask.standing:
            return ask.until
        pace = self.pace(ask)
        return None if pace is None else self._opened.get(ask.name, (ask, 0))[1] + pace


def _due(plan: Plan) -> int | None:
    """When the bot will speak. Never, if it still thinks when time is up, or would pass where nobody waits for it."""
    if plan.thought is None or (plan.thought.value is None and plan.ask.standing):
        return None
    moment = plan.asked + plan.thought.after
    return None if plan.ask.until is not None and moment > plan.ask.until else moment


def _same(one: Ask, other: Ask) -> bool:
    """The same question, put again: to fewer people, or with another limit."""
    return one.name == other.name and one.form == other.form and one.about == other.about
