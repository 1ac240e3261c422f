"""A bot in twenty lines: at DESfausse it collects the value that it has most of, and passes on everything else."""

from collections import Counter
from random import Random

from tablee.bots import Sight, Thought
from tablee.engine import Ask, Choice, Header
from tablee.games.desfausse.view import DesfausseView


class Collector:
    def __init__(self, rng: Random, header: Header) -> None:
        self.rng = rng

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        if ask.standing:
            return None  # nobody waits for an answer
        assert isinstance(sight.view, DesfausseView)
        dice = sight.view.values  # the dice in hand, and what they show
        counts = Counter(value for value in dice.values() if value > 1)
        wanted = counts.most_common(1)[0][0] if counts else 0
        value = ask.silence  # what passing amounts to: always allowed
        if ask.name == "reroll":
            value = tuple(die for die in dice if dice[die] not in (1, wanted))
        elif isinstance(ask.form, Choice) and ask.name == "set" and str(wanted) in ask.form.options:
            value = str(wanted)
        return Thought(value, after=500 + self.rng.randrange(1_000))
