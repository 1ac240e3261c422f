"""What all bots share. Each game's own bots are in its folder."""

from .bot import Anyone, Bot, BotMaker, Sight, Thought, find_bots
from .chance import any_value

__all__ = ["Anyone", "Bot", "BotMaker", "Sight", "Thought", "any_value", "find_bots"]
