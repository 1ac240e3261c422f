"""The bots of both quiz games: somebody who has read the pack and forgotten part of it, thinks and types like a
person, weighs every stake, and is honest when asked to judge. It uses what it is asked, what its seat sees, and its
own memory: nothing else. Each game adds its own decisions in its folder.
"""

from .memory import NOTHING, Memory, Recollection, believe
from .player import Player, QuizView
from .tempers import TEMPERS, Temper

__all__ = ["NOTHING", "TEMPERS", "Memory", "Player", "QuizView", "Recollection", "Temper", "believe"]
