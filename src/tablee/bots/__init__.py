"""What all bots share. Each game's own bots are in its folder."""

from .bot import Anyone, Bot, BotMaker, Sight, Thought, find_bot, find_bots
from .chance import any_value
from .characters import CHARACTERS, Character, a_name

__all__ = [
    "CHARACTERS",
    "Anyone",
    "Bot",
    "BotMaker",
    "Character",
    "Sight",
    "Thought",
    "a_name",
    "any_value",
    "find_bot",
    "find_bots",
]
