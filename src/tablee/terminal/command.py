"""`tablee play`: from the command line to a game, or to a sentence that says what is wrong."""

from __future__ import annotations

import argparse
import getpass
import shlex
import sys
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from random import Random

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tablee.bots import CHARACTERS, a_name, any_value, find_bot, find_bots
from tablee.engine import Ask, Invalid, Match, Meta, Refused, Value, Words, find, games, values
from tablee.house import Dice, House, RandomDice, find_referee

from . import saves
from .answers import fold
from .desk import Desk
from .keyboard import Typed
from .session import Session
from .words import terminal_words

Bots = dict[int, str]  # by seat: a strength, a strategy of the game, or the place of somebody's own bot


def play(asked: argparse.Namespace, language: str) -> int:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot show a star shows a question mark
    console = Console(no_color=True if asked.no_color else None, highlight=False)
    with Typed() as keyboard:
        desk, own = Desk(console, keyboard), terminal_words(language)
        if asked.game is None and asked.resume is None:
            asked.game = choose_game(desk, own)
            if asked.game is None:
                return 0
        if asked.options:
            list_options(console, find(asked.game), terminal_words(language, asked.game))
            list_bots(console, find(asked.game), own)
            return 0
        match, people, bots = begin(asked, own) if asked.resume is None else resume(asked, own)
        game = match.header.game
        session = Session(
            match, people, terminal_words(language, game), desk, milliseconds, seating(asked, find(game), bots)
        )
        session.file = keep(asked, session)
        for line in introductions(match.header.seats, bots, own):
            session.note(line)
        if asked.resume is None and alone(asked, game, people):
            session.note(session.label("alone"))
        if asked.resume is not None:
            desk.show(Text(own.label("resumed" if match.asks else "is_over"), "italic"))
        session.run()
    if session.match.result is None and session.file:
        command = f"tablee play --resume {shlex.quote(str(session.file))}"
        console.print(own.label("resume_with", command=command), soft_wrap=True)
    elif session.file and not (asked.save or asked.resume):
        session.file.unlink(missing_ok=True)
    return 0


def milliseconds() -> int:
    return time.monotonic_ns() // 1_000_000


def wrong(place: str, problem: str) -> Invalid:
    """What is wrong with a word of the command line."""
    return Invalid("bad_file", file=place, problem=problem)


# ---------------------------------------------------------------- which game


def choose_game(desk: Desk, own: Words) -> str | None:
    """The games, and a question; None when nobody wants to play."""
    known = {str(number): meta for number, (_, meta) in enumerate(sorted(games().items()), 1)}
    if not desk.keyboard.clears:
        raise wrong("GAME", own.label("no_game", known=", ".join(sorted(games()))))
    table = Table(box=box.SIMPLE, show_header=False)
    for number, meta in known.items():
        least, most = meta.players(meta.options())
        table.add_row(
            Text(number, "bold"),
            Text(meta.name, "bold"),
            own.label("players", least=least, most=most),
            own.label("minutes", least=meta.minutes[0], most=meta.minutes[1]),
            own.label("age", age=meta.age),
        )
    desk.show("", Text(own.label("which_game"), "bold"), table)
    while True:
        try:
            line = desk.keyboard.read(None, wanted=True)
        except (EOFError, KeyboardInterrupt):
            desk.show("", own.label("bye"))
            return None
        said = fold(line.text) if line else ""
        found = [
            meta.id for number, meta in known.items() if said and (said == number or fold(meta.name).startswith(said))
        ]
        if len(found) == 1:
            return found[0]
        expected = ", ".join(f"{number} {meta.name}" for number, meta in known.items())
        desk.show(Text(own.label("expected", expected=expected), "yellow"))


def list_options(console: Console, meta: Meta, own: Words) -> None:
    table = Table(
        own.label("option"), own.label("meaning"), own.label("option_values"), title=meta.name, box=box.ROUNDED
    )
    default = meta.options()
    for option in meta.options.__struct_fields__:
        offered = []
        for value in values(meta.options, option):
            raw, word = as_typed(value), own.option_value(option, value)
            said = Text.assemble((raw, "bold"), "" if word == raw else f"  {word}")
            if as_typed(getattr(default, option)) == raw:
                said.append(f"  {own.label('default_value')}", "green")
            offered.append(said)
        try:
            meta.read_options({option: "?"})
        except Invalid as refused:  # which knows the bounds of a number
            bounds = [part for part in str(refused.params["expected"]).split(", ") if "–" in part]
            offered += [Text(part, "dim") for part in bounds]
        table.add_row(Text(option, "bold"), own.option(option), Text("\n").join(offered), end_section=True)
    console.print(table)
    example = meta.options.__struct_fields__[0]
    console.print(
        own.label("how_to_set", game=meta.id, option=example, value=as_typed(values(meta.options, example)[-1]))
    )


def as_typed(value: object) -> str:
    """A value as `-o` takes it."""
    return ("on" if value else "off") if isinstance(value, bool) else "default" if value is None else str(value)


# ---------------------------------------------------------------- who the bots are


def list_bots(console: Console, meta: Meta, own: Words) -> None:
    table = Table(box=box.SIMPLE, show_header=False)
    for kind in find_bots(meta):
        title, manner = character(kind, own)
        table.add_row(Text(f"--bot {kind}", "bold"), title, manner)
    console.print(table)


def introductions(seats: Sequence[str], bots: Bots, own: Words) -> list[str]:
    """Who sits there, and what to expect of them; those of one kind together."""
    said = []
    for kind in dict.fromkeys(bots.values()):
        names = ", ".join(seats[seat] for seat, other in bots.items() if other == kind)
        title, manner = character(kind, own)
        said.append(own.label("pair", key=names, value=f"{title}. {manner}" if manner else title))
    return said


def character(kind: str, own: Words) -> tuple[str, str]:
    """What a kind of bot is called, and its manners; of somebody's own bot only the name is known."""
    known = kind in ("anyone", *(character.id for character in CHARACTERS))
    return (own.label(f"bot_{kind}"), own.label(f"manner_{kind}")) if known else (kind, "")


def wanted(asked: argparse.Namespace, meta: Meta) -> list[str]:
    """The kinds of bots that were asked for, and can play; without a word, the strongest."""
    kinds = [kind.strip() for kind in asked.bot.split(",")] if asked.bot else list(find_bots(meta))[-1:]
    for kind in kinds:
        find_bot(meta, kind)
    return kinds


def name_bots(people: Sequence[str], kinds: Sequence[str]) -> list[str]:
    """A name for each that nobody else has, not even with other accents."""
    folded = [fold(name) for name in people]
    taken = [name for character in CHARACTERS for name in character.names if fold(name) in folded]
    names: list[str] = []
    for kind in kinds:
        names.append(a_name(kind, [*people, *taken, *names]))
    return names


def recognise(name: str) -> str | None:
    """The strength of a bot with this name. A saved match knows no more of it."""
    return next((known.id for known in CHARACTERS if name.rstrip(" 0123456789") in known.names), None)


# ---------------------------------------------------------------- a new match


def begin(asked: argparse.Namespace, own: Words) -> tuple[Match, tuple[int, ...], Bots]:
    """A new match. Everything is checked before anything is shown."""
    meta = find(asked.game)
    people = [name.strip() for name in asked.players.split(",")] if asked.players else [default_name(own)]
    settings = dict(read_setting(meta, given, own) for given in asked.settings)
    settings = {**alone(asked, meta.id, people), **settings}
    least, most = meta.players(meta.read_options(settings))
    kinds, bots = wanted(asked, meta), asked.bots
    if bots is None and len(kinds) > 1:
        bots = len(kinds)
    if bots is None:
        bots = max(0, min(max(meta.seats, least), most) - len(people))
    if not 0 <= bots <= most:
        raise wrong("--bots", own.label("not_a_count", most=most, found=bots))
    seated = [kinds[number % len(kinds)] for number in range(bots)]
    names = [*people, *name_bots(people, seated)]
    for name in names:
        twice = [other for other in names if fold(other) == fold(name)]
        if len(twice) > 1:
            raise Invalid("same_name", name=name)
    facts = {"bots": tuple(range(len(people), len(names)))}
    match = Match.new(meta.id, names, settings, facts, asked.pack or None)
    return match, tuple(range(len(people))), dict(enumerate(seated, len(people)))


def alone(asked: argparse.Namespace, game: str, people: Sequence[object]) -> dict[str, object]:
    """The options that suit a lone person, as far as nothing else was asked for."""
    given = [setting.partition("=")[0] for setting in asked.settings]
    own = find(game).alone if len(people) == 1 else {}
    return {option: value for option, value in own.items() if option not in given}


def default_name(own: Words) -> str:
    try:
        name = getpass.getuser()
    except (KeyError, OSError, ImportError):
        name = ""
    return own.label("default_name") if name in ("", "root") else name.capitalize()


def read_setting(meta: Meta, given: str, own: Words) -> tuple[str, object]:
    """`name=value`, where a value may be a word, a number, or `default`."""
    name, equals, text = given.partition("=")
    if not equals:
        raise wrong(f"-o {given}", own.label("not_name_value", found=given))
    readings: list[object] = [text, *([int(text)] if text.lstrip("-").isdecimal() else [])]
    readings += [None] if text == "default" else []
    problem: Refused | None = None
    for value in readings:
        try:
            meta.read_options({name: value})
        except Invalid as refused:
            problem = problem or refused
        else:
            return name, value
    assert problem
    raise problem


# ---------------------------------------------------------------- an old match


def resume(asked: argparse.Namespace, own: Words) -> tuple[Match, tuple[int, ...], Bots]:
    given = {"--players": asked.players, "--bots": asked.bots, "-o": asked.settings, "--pack": asked.pack}
    for flag, value in given.items():
        if value not in (None, []):
            raise wrong(flag, own.label("with_resume"))
    asked.resume = Path(asked.resume) if asked.resume else saves.newest()
    if asked.resume is None:
        raise wrong("--resume", own.label("no_saves", folder=saves.folder()))
    try:
        match, people = saves.load(asked.resume)
    except Refused as refused:
        cause = refused.__cause__
        if isinstance(cause, Refused):  # tell the reason in the reader's language as well
            refused.params["problem"] = own.refusal(cause)
        if refused.code != "bad_file":
            raise wrong(str(asked.resume), own.refusal(refused)) from None
        raise
    if asked.game not in (None, match.header.game):
        names = {"found": find(match.header.game).name, "game": find(asked.game).name}
        raise wrong(str(asked.resume), own.label("other_game", **names))
    meta, seats = find(match.header.game), match.header.seats
    kinds, known = wanted(asked, meta), find_bots(meta)
    bots = {}
    for number, seat in enumerate(seat for seat in range(len(seats)) if seat not in people):
        before = None if asked.bot else recognise(seats[seat])
        bots[seat] = before if before and before in known else kinds[number % len(kinds)]
    return match, people, bots


def keep(asked: argparse.Namespace, session: Session) -> Path:
    """Where the match is saved after each decision. A file that was asked for is written at once, or refused."""
    if not asked.save:
        stamp = datetime.now().strftime("%Y-%m-%d-%Hh%M-%S")
        return Path(asked.resume) if asked.resume else saves.folder() / f"{session.match.header.game}-{stamp}.json"
    file = Path(asked.save)
    if file.exists() and file != asked.resume:
        raise wrong(str(file), session.label("file_exists"))
    try:
        saves.save(file, session.match, session.people)
    except OSError as error:
        raise wrong(str(file), error.strerror or str(error)) from None
    return file


# ---------------------------------------------------------------- the house


def seating(asked: argparse.Namespace, meta: Meta, bots: Bots) -> Callable[[Match], House]:
    """Makes the house of a match: the dice, and a bot on every seat without a person."""
    makers = {seat: find_bot(meta, kind) for seat, kind in bots.items()}
    seed = asked.seed

    def luck(whose: str) -> Random:
        return Random() if seed is None else Random(f"{seed} {whose}")

    def sit(match: Match) -> House:
        dice: Dice | None = None if asked.real_dice else RandomDice(Random()) if seed is None else SeededDice(seed)
        players = {seat: make(luck(f"bot {seat}"), match.header) for seat, make in makers.items()}
        return House(match, dice, players, find_referee(match.header))

    return sit


class SeededDice:
    """The same at the same place in the log, so that a resumed match rolls on as it would have."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def roll(self, ask: Ask, position: int) -> Value:
        return any_value(ask.form, Random(f"{self.seed} {position}"))
