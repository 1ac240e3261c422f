"""`tablee join`: from the command line to a table of a server, or to a sentence that says what is wrong."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from rich.console import Console
from rich.text import Text

from tablee.bots import Bot, BotMaker, Sight, Thought, find_bot
from tablee.client import Gone, Seen
from tablee.client import play as play_through
from tablee.client.connection import HOME, read_address
from tablee.engine import Ask, Header, Invalid, NotAllowed, Refused, Result, Words, find
from tablee.pictures import Scene
from tablee.server.protocol import Lobby, Sit, Start, Take

from . import seats
from .command import default_name, read_setting, wrong
from .desk import Desk
from .joined import Joined
from .keyboard import Keyboard, Typed
from .lobby import known_strengths
from .texts import result_text
from .told import FarMatch
from .wire import Watched, Wire, fetch
from .words import terminal_words

MOST_ALIKE: Final = 9  # people of one name, when nobody chose it
Tell: TypeAlias = Callable[[Ask, Thought], None]


def join_table(asked: argparse.Namespace, language: str) -> int:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a star shows a question mark
    console = Console(no_color=True if asked.no_color else None, highlight=False)
    if asked.bot:
        return join(asked, language, console, None)
    with Typed() as keyboard:
        return join(asked, language, console, keyboard)


def join(asked: argparse.Namespace, language: str, console: Console, keyboard: Keyboard | None) -> int:
    """Raises Refused before anything is shown; afterwards what is wrong is said at the table."""
    wire = Wire()
    try:
        wire.connect(wire.wait(find_table(asked, terminal_words(language))))
        table = wire.table
        assert table.lobby
        assert table.token
        seats.keep(table.url, table.table, table.token)
        take_seats(asked, wire, terminal_words(language))
        address = f"{wire.wait(public_url(table.url))}/{table.lobby.code}"
        if keyboard is None:
            return play_with_bot(asked, wire, language, console, address)
        wire.listen()
        session = Joined(wire, table.lobby, language, Desk(console, keyboard), address)
        session.run()
        return say_goodbye(session, again=f"{table.url}/{table.lobby.code}")
    except KeyboardInterrupt:
        console.print(terminal_words(language).label("bye"))
        return 0
    finally:
        wire.close()


def say_goodbye(session: Joined, again: str) -> int:
    table, show = session.wire.table, session.desk.show
    if session.ended == "left_seat":
        seats.forget(table.url, table.table)
        return 0
    if session.ended:
        if session.ended == "kicked":
            seats.forget(table.url, table.table)
        show(Text(session.words.refusal(NotAllowed(session.ended, table=session.lobby.code)), "yellow"))
        return 1
    if session.people:
        show(Text(session.label("seat_kept", command=f"tablee join {shlex.quote(again)}"), overflow="fold"))
    return 0


# ---------------------------------------------------------------- which table


async def find_table(asked: argparse.Namespace, own: Words) -> Watched:
    """The table of an address, with the token of the seat that one has there; or a new one."""
    if asked.game:
        return await open_table(asked, own)
    if not asked.address:
        raise wrong("ADDRESS", own.label("no_address"))
    url, code = read_address(asked.address)
    told = await fetch(url, f"/api/tables/{code}")
    if asked.new:
        seats.forget(url, str(told["table"]))
    return Watched(url, code, seats.recall(url, str(told["table"])))


async def open_table(asked: argparse.Namespace, own: Words) -> Watched:
    meta = find(asked.game)
    url = (asked.address or HOME).rstrip("/")
    url = url if "//" in url else f"http://{url}"
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path:
        raise Invalid("bad_address", address=asked.address)
    options = dict(read_setting(meta, given, own) for given in asked.settings)
    kind = asked.strength or ("regular" if "regular" in known_strengths(meta.id) else known_strengths(meta.id)[-1])
    await fetch(url, "/api/address")
    wanted = {"options": options, "pace": asked.pace, "bots": [kind] * max(0, asked.bots)}
    if not asked.watch:  # the bots sit down after the host
        wanted |= {"name": names(asked, own)[0]}
    told = await Watched.open(url, meta.id, **wanted)
    return Watched(url, told.table, told.token)


async def public_url(url: str) -> str:
    """The address under which others reach the server, as it says itself; this one where that is not known."""
    with suppress(Refused):
        urls = (await fetch(url, "/api/address")).get("urls")
        if urls and urlsplit(url).hostname in ("localhost", "127.0.0.1"):
            return str(urls[0])
    return url


# ---------------------------------------------------------------- which seat


def take_seats(asked: argparse.Namespace, wire: Wire, own: Words) -> None:
    """Sit down, unless one sits there already, or came to look on. Raises Refused."""
    lobby = wire.table.lobby
    assert lobby
    if asked.take:
        wire.ask(Take, code=asked.take)
        return
    if asked.watch or lobby.phase == "playing" or (lobby.mine and not asked.game):
        return
    for name in names(asked, own)[len(lobby.mine) :]:
        sit(wire, name, chosen=bool(asked.name or asked.seats))


def names(asked: argparse.Namespace, own: Words) -> list[str]:
    """Of those who sit at this keyboard."""
    return [name.strip() for name in asked.seats.split(",")] if asked.seats else [asked.name or default_name(own)]


def sit(wire: Wire, name: str, chosen: bool) -> None:
    """A name that nobody chose gets a number where it is taken."""
    for number in range(1, MOST_ALIKE + 1):
        try:
            wire.ask(Sit, name=name if number == 1 else f"{name} {number}")
            return
        except Refused as refused:
            if refused.code != "same_name" or chosen or number == MOST_ALIKE:
                raise


# ---------------------------------------------------------------- a bot of one's own


class Overheard:
    """A bot that says aloud what it does."""

    def __init__(self, bot: Bot, name: str, tell: Tell) -> None:
        self.bot, self.name, self.tell = bot, name, tell

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        try:
            thought = self.bot.answer(ask, sight)
        except Exception as error:  # whatever a stranger's bot raises is a problem of that bot
            raise Invalid("bad_bot", bot=self.name, problem=f"{type(error).__name__}: {error}") from error
        if thought is not None and not ask.standing:
            self.tell(ask, thought)
        return thought


def play_with_bot(asked: argparse.Namespace, wire: Wire, language: str, console: Console, address: str) -> int:
    lobby = wire.table.lobby
    assert lobby
    own = terminal_words(language, lobby.game)
    if not lobby.mine:
        raise wrong("--bot", own.label("you_have_no_seat"))
    make = find_bot(find(lobby.game), asked.bot)
    console.print(own.label("for_others"), address, soft_wrap=True)
    try:
        result = wire.wait(_play(asked, wire, own, make, console))
    except Gone as gone:
        console.print(Text(own.refusal(NotAllowed(gone.code, table=lobby.code)), "yellow"))
        return 1
    seen = FarMatch(wire.table.lobby or lobby)
    if wire.table.seen:
        seen.show(wire.table.seen)
    assert result
    console.print(result_text(Scene(seen, own, None)))
    return 0


async def _play(asked: argparse.Namespace, wire: Wire, own: Words, make: BotMaker, console: Console) -> Result:
    table = wire.table
    assert table.lobby
    seat = table.lobby.mine[0]

    def seated(rng: Random, header: Header) -> Bot:
        def tell(ask: Ask, thought: Thought) -> None:
            lobby = table.lobby
            assert isinstance(lobby, Lobby)
            told = FarMatch(lobby)
            if isinstance(table.seen, Seen):
                told.show(table.seen)
            scene = Scene(told, own, seat)
            value = own.label("command_pass") if thought.value is None else scene.option(ask, thought.value)
            console.print(Text.assemble(scene.name(seat), f"  {own.ask(ask.name)} ", (value, "bold")))

        return Overheard(make(rng, header), asked.bot, tell)

    if table.lobby.host and table.lobby.phase == "lobby" and asked.bots:
        await table.order(Start)
    return await play_through(table, seated, seat)
