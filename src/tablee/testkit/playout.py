"""Random play: a player for any game, who needs nothing but the open asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from tablee.bots import any_value
from tablee.engine import CLOCK, Ask, Match, find


@dataclass(slots=True)
class Playout:
    """How a random game is played. Standing asks are used now and then, and limits run out now and then."""

    rng: Random
    standing: float = 0.1  # how often someone says something that nobody waits for
    silence: float = 0.05  # how often someone passes, or the clock says that time is up
    pause: int = 400  # at most so many milliseconds between two answers
    now: int = 0

    def step(self, match: Match) -> None:
        """One answer to an open ask."""
        rng = self.rng
        self.now += int(rng.random() * self.pause)
        ask = self.pick(match)
        late = ask.until is not None and self.now > ask.until
        if not ask.of_house and not ask.standing and (late or rng.random() < self.silence):
            who = CLOCK if late or rng.random() < 0.5 else rng.choice(ask.actors)
            match.answer(who, ask.name, None, self.now)
        else:
            began = max(0, self.now - int(rng.random() * 2000)) if ask.name == "answer" else None
            match.answer(rng.choice(ask.actors), ask.name, any_value(ask.form, rng), self.now, began)

    def pick(self, match: Match) -> Ask:
        asks = match.asks
        standing = [ask for ask in asks if ask.standing]
        if standing and self.rng.random() < self.standing:
            return self.rng.choice(standing)
        return self.rng.choice([ask for ask in asks if not ask.standing])


def play_out(
    match: Match, playout: Playout, after: Callable[[Match], None] = lambda match: None, most: int = 200_000
) -> Match:
    """Play a match to its end, looking at it after every answer."""
    while match.asks:
        playout.step(match)
        after(match)
        assert len(match.log) < most, "the game does not end"
    return match


def new_match(game: str, players: int, options: Mapping[str, object] | None = None) -> Match:
    """A match on the game's synthetic packs."""
    synthetic = find(game).load().synthetic
    return Match.new(game, [f"p{seat}" for seat in range(players)], options, packs=synthetic() if synthetic else None)


def silent_game(match: Match, rng: Random, most: int = 200_000) -> Match:
    """Everybody sleeps: only the dice, the referee and the clock answer."""
    while match.asks:
        ask = next(ask for ask in match.asks if not ask.standing)
        if ask.of_house:
            match.answer(ask.actors[-1], ask.name, any_value(ask.form, rng))
        else:
            match.answer(CLOCK, ask.name)
        assert len(match.log) < most, "a table of sleepers loops for ever"
    return match
