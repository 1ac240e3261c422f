"""`tablee play`: from the command line to a game, or to a sentence that says what is wrong."""

from __future__ import annotations

import argparse
import getpass
import sys
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from tablee.bots import any_value, find_bots
from tablee.engine import Ask, Invalid, Match, Meta, Refused, Value, Words, find, games, values, words
from tablee.house import House, RandomDice

from . import saves
from .answers import fold
from .desk import Desk
from .keyboard import Typed
from .pictures import picture
from .session import Session

BOT_NAMES: Final = ("Lulu", "Marius", "Zoé", "Gaston", "Nina", "Oscar", "Iris")


def play(asked: argparse.Namespace, language: str) -> int:
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    own = words(language)
    console = Console(no_color=True if asked.no_color else None, highlight=False)
    with Typed() as keyboard:
        desk = Desk(console, keyboard)
        game = asked.game
        if game is None and asked.resume is None:
            if not keyboard.clears and not asked.options:
                raise _wrong("GAME", own.label("no_game", known=", ".join(sorted(games()))))
            game = choose_game(desk, own)
            if game is None:
                return 0
        if asked.options:
            list_options(console, find(game), words(language, game))
            return 0
        match, people, file, kept = resume(asked, own) if asked.resume is not None else begin(asked, game, own)
        meta = find(match.header.game)
        session = Session(
            match, people, words(language, meta.id), desk, milliseconds, seating(asked, meta, people, own), file
        )
        if asked.resume is not None:
            desk.show(Text(own.label("resumed" if match.asks else "is_over"), "italic"))
        else:
            session.store()
        session.run()
    if match_is_over := session.match.result is not None:
        if not kept:
            file.unlink(missing_ok=True)
    if not match_is_over:
        console.print(own.label("resume_with", command=f"tablee play --resume {file}"), soft_wrap=True)
    return 0
