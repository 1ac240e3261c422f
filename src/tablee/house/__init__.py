"""The house: answers for dice, clock, referee and bots at one table."""

from .house import Dice, House, Opening, RandomDice, find_referee

__all__ = ["Dice", "House", "Opening", "RandomDice", "find_referee"]
