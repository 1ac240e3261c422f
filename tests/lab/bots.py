"""Bots that break, each in its own way, and one that does as it pleases."""

from random import Random

from tablee.bots import Anyone, Sight, Thought
from tablee.engine import Ask, Header


class Raising(Anyone):
    def __init__(self, rng: Random, header: Header) -> None:
        super().__init__(rng)

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        raise ValueError("boom")


class Illegal(Raising):
    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        return None if ask.standing else Thought("nonsense", 1)


class Thoughtless(Raising):
    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        return "yes"  # type: ignore[return-value]


class Mute(Raising):
    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        return None


class Stalling(Raising):
    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        while True:
            try:
                while True:
                    pass
            except Exception:
                continue


def unmakeable(rng: Random, header: Header) -> Anyone:
    raise RuntimeError("no bot today")


def well_behaved(rng: Random, header: Header) -> Anyone:
    return Anyone(rng)
