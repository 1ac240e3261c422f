"""The house of one table. It is pure: moments and randomness are passed in, so that the terminal, the lab, tests in
virtual time and the server share it.

    house = House(match, RandomDice(Random(1)), bots={1: bot})
    while reply := house.next(now):     # whatever is due by now
        match.reply(reply)
    house.wakes()                       # when to ask again, if nobody answers before
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from tablee.bots import Bot, Sight, Thought, any_value
from tablee.engine import CLOCK, DICE, REFEREE, Actor, Ask, Event, Header, Match, Prompt, Reply, Value, Weight, find


class Dice(Protocol):
    def roll(self, ask: Ask, position: int) -> Value:
        """One of the ask's options by their weights; `position`: so many rolls came before."""


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
    pressed: bool = False  # its beginning has been announced


class Opening(Struct, frozen=True):
    """Since when somebody has been asked something: the length of the log, and the moment."""

    ask: Ask
    seq: int
    moment: int


def find_referee(header: Header) -> Callable[[Ask], Value] | None:
    """Who judges this match for the house, where its rules need that."""
    referee = find(header.game).load().referee
    return referee(header) if referee else None


class House:
    def __init__(
        self,
        match: Match,
        dice: Dice | None = None,
        bots: Mapping[int, Bot] | None = None,
        referee: Callable[[Ask], Value] | None = None,
        pace: Callable[[Ask], int | None] = lambda ask: None,
        beats: Mapping[Weight, int] | None = None,
    ) -> None:
        """Without dice or referee, somebody else answers for them: people with the real box in front of them.

        `pace` gives an ask that has no limit of its own one in milliseconds, or none. `beats` says how long a moment of
        each weight is held; without, nothing is.
        """
        self.match, self.dice, self.bots, self.referee, self.pace = match, dice, dict(bots or {}), referee, pace
        self.beats: Mapping[Weight, int] = beats or {}
        self.held_until = 0  # the house asks and answers nothing before this moment; 0: nothing is held
        self.hands: Callable[[Ask], tuple[int, ...]] | None = None  # seats that say what real dice and cards show
        self.absent: set[int] = set()  # seats whose silence is played at once
        self.patience = 0  # how long after a limit an answer in time may still be on its way
        self.held: set[tuple[int, str]] = set()  # bots' answers that wait for those of quicker people
        self.openings: dict[tuple[Actor, str], Opening] = {}
        self._plans: dict[tuple[int, str], Plan] = {}
        self._read = 0  # how much of the log it has seen
        self._rolls = self._counted = 0  # rolls in so much of the log

    @property
    def people_play(self) -> bool:
        """Whether one of those who can still win is a person. Whoever is out reads, guesses along or looks on."""
        return not self.bots.keys() >= {*self.match.in_play}

    def next(self, now: int) -> Reply | None:
        """The answer that is due by this moment, or None."""
        if now < self.held_until:
            return None
        self.held_until = 0
        asks = self.match.asks
        rolled = _first_roll(asks) if self.dice else None
        if rolled and self.hands and self.hands(rolled):
            rolled = None
        if self.bots or rolled is None:
            self.look_round(now, asks)
        if self.dice and rolled:
            return Reply(DICE, rolled.name, self.dice.roll(rolled, self._count_rolls()), now)
        for ask in asks:
            if self.referee and ask.actors == (REFEREE,):
                return Reply(REFEREE, ask.name, self.referee(ask), now)
            if self.absent and not ask.standing and (reply := self._for_absent(ask, now)):
                return reply
        plans = [(moment, seat, plan) for (seat, _), plan in self._plans.items() if (moment := _due(plan)) is not None]
        for moment, seat, plan in sorted(plans, key=lambda due: due[:2]):
            if moment <= now:
                return self._say(seat, plan, moment)
        for ask in asks:
            limit = self.limit(ask)
            if limit is not None and now > limit + self.patience:
                return self._pass(CLOCK, ask, now)
        return None

    def by_hand(self, ask: Ask) -> tuple[int, ...]:
        """The seats that answer this for the dice; nobody where the house draws."""
        return self.hands(ask) if self.hands and ask.actors == (DICE,) else ()

    def hold(self, events: Iterable[Event], now: int) -> None:
        """What was just told: where it is worth it, everything waits, so that all see it for the same time."""
        if not self.beats:
            return
        longest = max([self.beats.get(weight, 0) for event in events if (weight := event.held())], default=0)
        if longest:
            self.held_until = max(self.held_until, now + longest)

    def presses(self, now: int) -> list[tuple[int, str, int]]:
        """The bots that have begun to answer by now, each told once: seat, ask, and the moment."""
        begun = []
        for (seat, name), plan in self._plans.items():
            moment = _begins(plan)
            if moment is not None and moment <= now:
                plan.pressed = True
                begun.append((seat, name, moment))
        return begun

    def wakes(self, *, presses: bool = False) -> int | None:
        """When the next answer (or beginning of one) is due, if nobody answers before. None: it is up to people."""
        if self.held_until:
            return self.held_until
        plans = self._plans.values()
        moments = [moment for plan in plans if (moment := _due(plan)) is not None]
        moments += [moment for plan in plans if presses and (moment := _begins(plan)) is not None]
        limits = [limit for ask in self.match.asks if (limit := self.limit(ask)) is not None]
        moments += [limit + self.patience + 1 for limit in limits]
        return min(moments, default=None)

    def play_on(self, now: int = 0) -> int:
        """In virtual time: play until people are asked or the game is over. The moment at which that is."""
        while self.match.asks:
            reply = self.next(now)
            if reply is not None:
                self.hold(self.match.reply(reply), now)
            elif (moment := self.wakes()) is not None:
                now = max(now, moment)
            else:
                break
        return now

    def look_round(self, now: int, asks: Prompt) -> None:
        """Forget plans for what is no longer asked; ask the bots what is new."""
        log = self.match.log
        position = len(log)
        answered = {(reply.actor, reply.name) for reply in log[self._read :]}
        self._read = position
        plans, openings = {}, {}
        for ask in asks:
            for actor in ask.actors if ask.name != "presence" else ():
                key = (actor, ask.name)
                kept = self.openings.get(key)
                put_again = kept and same(kept.ask, ask) and not {key, (CLOCK, ask.name)} & answered
                openings[key] = kept if kept and put_again else Opening(ask, position, max(now, self.held_until))
            for seat, bot in self.bots.items():
                if seat in ask.actors and (seat, ask.name) not in self.held:
                    plan = self._plans.get((seat, ask.name))
                    if plan is None or not same(plan.ask, ask) or (plan.thought is None and plan.position != position):
                        plan = Plan(ask, bot.answer(ask, Sight(self.match, seat, now)), now, position)
                    plan.ask = ask  # perhaps with another limit than before
                    plans[seat, ask.name] = plan
        self._plans, self.openings = plans, openings

    # ------------------------------------------------------------ inside

    def _count_rolls(self) -> int:
        """Rolls by themselves: what else is written between them moves no die."""
        log = self.match.log
        self._rolls += [reply.actor for reply in log[self._counted :]].count(DICE)
        self._counted = len(log)
        return self._rolls

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

    def asks(self) -> Prompt:
        """The open prompt as people are to see it: each ask with the limit at which its silence is played."""
        return tuple(self._limited(ask) for ask in self.match.asks)

    def _limited(self, ask: Ask) -> Ask:
        limit = self.limit(ask)
        return ask if limit == ask.until else replace(ask, until=limit)

    def limit(self, ask: Ask) -> int | None:
        """When the silence of this ask is played, by its rule or by the pace of the table."""
        if ask.until is not None or ask.standing:
            return ask.until
        pace = self.pace(ask)
        if pace is None:
            return None
        moments = [self.openings[actor, ask.name].moment for actor in ask.actors if (actor, ask.name) in self.openings]
        return min(moments) + pace if moments else None


def _first_roll(asks: Prompt) -> Ask | None:
    for ask in asks:
        if ask.actors == (DICE,):
            return ask
    return None


def _due(plan: Plan) -> int | None:
    """When the bot will speak. Never, if it still thinks when time is up, or would pass where nobody waits for it."""
    if plan.thought is None or (plan.thought.value is None and plan.ask.standing):
        return None
    moment = plan.asked + plan.thought.after
    return None if plan.ask.until is not None and moment > plan.ask.until else moment


def _begins(plan: Plan) -> int | None:
    """When the bot types its first letter, if nobody has been told."""
    if plan.pressed or plan.thought is None or plan.thought.began is None or plan.thought.value is None:
        return None
    return plan.asked + plan.thought.began


def same(one: Ask, other: Ask) -> bool:
    """The same question, put again: to fewer people, or with another limit."""
    return one is other or (one.name == other.name and one.form == other.form and one.about == other.about)
