"""Tables of the quiz games at one decision, and bots that know what a test wants them to know."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from tablee.bots import CHARACTERS, Sight, Thought
from tablee.engine import Ask, Match, Value, find
from tablee.games.defizz.bots import DefizzPlayer
from tablee.games.egomaster.bots import EgomasterPlayer
from tablee.games.quiz.bots import NOTHING, TEMPERS, Player, Recollection

NAMES = [character.id for character in CHARACTERS]
CLUE, FRONT, SECRET = "clue duel 0.0", "FRONT-duel-0-0", "SECRET-duel-0-0"
KNOWN = Recollection("chrono", True, SECRET)


def duel(number: int = 1, stacks: tuple[int, ...] = (1_900, 1_900, 1_900), **options: Any) -> Match:
    """Seat 0 has the card duel000, a chrono, a target and a ping-pong question, and meets seat 1."""
    synthetic = find("defizz").load().synthetic
    assert synthetic
    start = {"active": 0, "stacks": list(stacks)}
    seats = ["a", "b", "c", "d"][: len(stacks)]
    match = Match.new("defizz", seats, {"reader": "house", **options}, packs=synthetic(), start=start)
    match.answer("dice", "die", "duel 200")
    match.answer("dice", "card", "duel000")
    if number:
        match.answer(0, "question", number)
        if len(stacks) > 2:
            match.answer(0, "opponent", 1)
    return match


def put(number: int = 1, **options: Any) -> Match:
    match = duel(number, **options)
    match.answer(0, "stake", 200)
    return match


VOTES = ("vote", "winner", "declare", "contest", "overturn")


def ego(cell: int = 0, **options: Any) -> Match:
    """Seat 0 is to move; its pawn stands on this cell."""
    synthetic = find("egomaster").load().synthetic
    assert synthetic
    start = {"active": 0, "pawns": [cell, 10, 20], "phase": "elimination", "stacks": [4_000, 4_000, 4_000]}
    return Match.new("egomaster", ["a", "b", "c"], {"reader": "house", **options}, packs=synthetic(), start=start)


def player(match: Match, name: str = "top", seed: int = 1, **temper: Any) -> Player:
    kind = DefizzPlayer if match.header.game == "defizz" else EgomasterPlayer
    return kind(replace(TEMPERS[name], **temper), Random(seed), match.header)


def one_who(match: Match, kept: Recollection | None, seed: int = 1, name: str = "top", **temper: Any) -> Player:
    """A bot that recognises the clue and remembers this; None: the clue rings no bell."""
    bot = player(match, name, seed, **{"bluffs": 0.0, "care": 1.0, **temper})
    bot.memory.by_text[FRONT] = kept or NOTHING
    if kept:
        bot.memory.by_hint[CLUE] = kept
    else:
        bot.memory.by_hint.pop(CLUE, None)
    return bot


def thought(match: Match, bot: Player, seat: int, ask: Ask | None = None) -> Thought:
    wanted = ask or match.asks[0]
    found = bot.answer(wanted, Sight(match, seat, 0))
    assert found
    if wanted.name in VOTES:
        assert found.after == 0  # nobody waits for the vote of a bot
    else:
        assert 500 <= found.after <= 40_000
    return found


def said(match: Match, bot: Player, seat: int, ask: Ask | None = None) -> Value:
    return thought(match, bot, seat, ask).value
