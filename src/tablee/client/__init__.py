"""A table on a server, for programs: people in a terminal, bots, tests and load.

async with await Connection.open("http://localhost:8420", "desfausse") as table:
    await table.order(Sit, name="Ana")
"""

from .connection import Connection, Gone
from .player import play
from .seen import Seen

__all__ = ["Connection", "Gone", "Seen", "play"]
