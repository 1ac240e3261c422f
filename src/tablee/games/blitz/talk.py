"""Talk at the table: what is said in conversation is burned as well, unless the group finds it abusive."""

from __future__ import annotations

from functools import partial

from tablee.engine import Label, Reply, Script
from tablee.engine.polls import wins

from .events import Flagged, Said, Unburned, Voted
from .judging import poll, yes_no
from .table import Blitz


def hear(table: Blitz, reply: Reply) -> Script[None] | None:
    """BL-36, BL-37: a message, or a flag. A flag in a race waits until it is settled: no vote gives time to think."""
    if reply.name != "abuse":
        say_aloud(table, reply, table.options.chat_burns)
        return None
    message = int(reply.value)  # type: ignore[arg-type]
    table.flagged.add(message)
    table.tell(Flagged(reply.seat, message))
    if table.racing:
        table.flags.append(message)
        table.open_talk()
        return None
    return vote_on_abuse(table, message)


def say_aloud(table: Blitz, reply: Reply, burns: bool) -> None:
    table.say(reply.seat, str(reply.value), reply.at, burns)
    table.chat.append(table.said[-1])
    table.tell(Said(reply.seat, len(table.chat), str(reply.value)))
    table.open_talk()


def hear_flags(table: Blitz) -> Script[None]:
    """BL-37: those that were raised during a race."""
    while table.flags:
        yield from vote_on_abuse(table, table.flags.pop(0))


def vote_on_abuse(table: Blitz, message: int) -> Script[None]:
    """BL-37: more yes than no, and the words of this message are free again. Each message is voted on once."""
    table.voting = True  # one vote at a time
    table.open_talk()
    votes: dict[int, Label] = yield from poll(
        table,
        tuple(table.seats),
        "is_abuse",
        yes_no,
        enough=partial(wins, "yes"),
        rule="BL-37",
        about={"message": message},
    )
    table.tell(Voted("is_abuse", votes))
    yes = list(votes.values()).count("yes")
    if yes > len(votes) - yes:
        table.chat[message - 1].burns = False
        table.tell(Unburned(message))
    table.voting = False
    table.open_talk()
