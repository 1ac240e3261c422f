"""Asks and replies: the two things that pass between a script and the world."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct

from .forms import Form, Value

T = TypeVar("T")

House: TypeAlias = Literal["dice", "clock", "referee"]
Seat: TypeAlias = Annotated[int, Meta(ge=0, title="seat")]
"""A place at the table, numbered clockwise. The title lets the catalogue put the name there."""
Actor: TypeAlias = Seat | House
Moment: TypeAlias = Annotated[int, Meta(ge=0, title="moment")]
"""Fair milliseconds on the clock of the match."""

DICE: Final[House] = "dice"  # everything random
CLOCK: Final[House] = "clock"  # time is up
REFEREE: Final[House] = "referee"  # is this answer right?


class Ask(Struct, frozen=True, omit_defaults=True, gc=False):
    """One question: its name, who may answer, in what form, and what their silence means."""

    name: str
    actors: tuple[Actor, ...]
    form: Form
    silence: Value = None  # what passing, being away or running out of time amounts to
    until: int | None = None  # a limit that is a rule of the game; the table's own pace is not the engine's business
    standing: bool = False  # open beside the game: nobody is waited for
    about: Mapping[str, Value] | None = None  # what is judged, offered, rolled: seen by the asked only
    rule: str | None = None  # the rule that puts this question

    @property
    def of_house(self) -> bool:
        """Dice or referee answer in the end, so it cannot be passed."""
        return self.actors[-1].__class__ is str


class Waiting(Struct, frozen=True):
    """An ask as others see it: who is asked what."""

    name: str
    actors: tuple[Actor, ...]


class Reply(Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """One line of the log. A value of None: this actor lets it pass (the clock: for all who are asked)."""

    actor: Actor
    name: str
    value: Value = None
    at: Moment = 0
    began: Moment | None = None  # when a typed or spoken answer was begun

    if TYPE_CHECKING:

        @property
        def seat(self) -> int:
            """The actor, where the script has asked seats only."""


if not TYPE_CHECKING:
    Reply.seat = Reply.actor  # the same slot by another name, since scripts look at it after every answer


def seat_of(ask: Ask) -> Seat | None:
    """The seat that this is about, where it says so."""
    seat = (ask.about or {}).get("seat")
    return seat if isinstance(seat, int) else None


TYPING_FIRST: Final = 800  # what typing takes, in milliseconds: to begin with
TYPING_EACH: Final = 220  # for each character
TYPING_MOST: Final = 6_000


def begun(at: Moment, began: Moment | None, value: Value) -> Moment:
    """When an answer was begun, where speed counts: the first key, but no earlier than typing explains (DZ-136).

    So slow fingers lose nothing, and pressing at once to think later gains nothing.

    >>> begun(3000, 1000, "Rome"), begun(9000, 1000, "Rome"), begun(9000, None, "Rome")
    (1320, 7320, 9000)
    """
    return at if began is None else max(began, at - typing(value))


def typing(value: Value) -> int:
    """The most that typing this explains."""
    return min(TYPING_MOST, TYPING_FIRST + TYPING_EACH * len(str(value)))


Prompt: TypeAlias = tuple[Ask, ...]
Script: TypeAlias = Generator[Prompt, Reply, T]
