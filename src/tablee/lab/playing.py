"""One game by the rules themselves, in virtual time. A bot that breaks loses it, and the run goes on."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Final, TypeVar

from tablee.bots import Bot, BotMaker, Sight, Thought
from tablee.engine import Ask, Event, Header, Match, Refused, Value, Whispered
from tablee.house import House, RandomDice

T = TypeVar("T")
LONGEST: Final = 200_000  # answers; a game that goes on after so many is given up


class Broke(Exception):
    """This seat's bot does not play on, and why."""

    def __init__(self, seat: int, why: str) -> None:
        super().__init__(seat, why)
        self.seat, self.why = seat, why


class Played:
    """What came of one game."""

    __slots__ = ("answers", "broken", "events", "match", "milliseconds", "problem")

    def __init__(self, match: Match) -> None:
        self.match = match
        self.events: list[Event] = []
        self.answers = self.milliseconds = 0
        self.broken: int | None = None  # the seat whose bot broke
        self.problem = ""


def play_game(
    header: Header,
    makers: Sequence[BotMaker],
    luck: str,
    patience: float,
    referee: Callable[[Ask], Value] | None = None,
) -> Played:
    """`luck` decides the dice and every bot's own luck."""
    played = Played(match := Match(header))
    heard = list(match.news)
    try:
        bots: dict[int, Bot] = {}
        for seat, maker in enumerate(makers):
            bots[seat] = Watched(seat, maker, Random(f"{luck} bot {seat}"), header, patience)
        house = House(match, RandomDice(Random(f"{luck} dice")), bots, referee)
        played.milliseconds = play_on(match, house, heard)
    except Broke as broke:
        played.broken, played.problem = broke.seat, broke.why
    except Endless as endless:
        played.problem = str(endless)
    played.answers = len(match.log)
    played.events = [e.what if isinstance(e, Whispered) else e for e in heard]
    return played


class Endless(Exception):
    """Nobody is to blame, but this game does not end."""


def play_on(match: Match, house: House, heard: list[Event]) -> int:
    """Until the game is over. The virtual moment at which that is."""
    now = 0
    while asks := match.asks:
        reply = house.next(now)
        if reply is None:
            moment = house.wakes()
            if moment is None:
                raise stuck(asks)
            now = max(now, moment)
            continue
        try:
            heard += match.reply(reply)
        except Refused as refused:
            if isinstance(reply.actor, int):
                raise Broke(reply.actor, f"answered {reply.name!r} with {reply.value!r}: {refused}") from None
            raise
        if len(match.log) > LONGEST:
            raise Endless(f"not over after {LONGEST} answers")
    return now


def stuck(asks: Sequence[Ask]) -> Exception:
    """Someone is asked, has nothing to say, and nobody's time runs out."""
    for ask in asks:
        seat = next((actor for actor in ask.actors if isinstance(actor, int)), None)
        if seat is not None and not ask.standing:
            return Broke(seat, f"has no answer to {ask.name!r}")
    return Endless(f"nobody answers {asks[0].name!r}")


class Watched:
    """A bot whose answers are timed, and whose errors are its own."""

    def __init__(self, seat: int, maker: BotMaker, rng: Random, header: Header, patience: float) -> None:
        self.seat, self.patience = seat, patience
        self.bot = self.guard(lambda: maker(rng, header))

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        thought = self.guard(lambda: self.bot.answer(ask, sight))
        if thought is not None and not is_thought(thought):
            raise Broke(self.seat, f"answered {ask.name!r} with {thought!r}, which is no Thought")
        return thought

    def guard(self, do: Callable[[], T]) -> T:
        try:
            with at_most(self.patience):
                return do()
        except TooSlow:
            raise Broke(self.seat, f"took more than {self.patience:g} s") from None
        except Broke:
            raise
        except (Exception, SystemExit) as error:
            raise Broke(self.seat, f"raised {type(error).__name__}: {error}") from error


def is_thought(thought: object) -> bool:
    if not isinstance(thought, Thought) or thought.after.__class__ is not int or thought.after < 0:
        return False
    return thought.began is None or (thought.began.__class__ is int and 0 <= thought.began <= thought.after)


# ---------------------------------------------------------------- patience


class TooSlow(BaseException):
    """Not an Exception, so that a bot that catches those is interrupted all the same."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooSlow once this has taken so long.

    A signal interrupts the main thread, where workers of loky and multiprocessing play. In another thread, and where
    there are no such signals, a slow answer is only noticed when it is there.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        began = time.monotonic()
        yield
        if time.monotonic() - began > seconds:
            raise TooSlow
        return

    def interrupt(number: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, seconds, max(seconds, 0.05))  # again, if the bot catches everything
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
