"""The house: answers for dice, clock, referee and bots at one table."""

from .house import Dice, House, RandomDice

__all__ = ["Dice", "House", "RandomDice"]
