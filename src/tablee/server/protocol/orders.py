"""What a device sends: `hello`, then orders."""

from __future__ import annotations

from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import Meta

from .message import STOP, Message, Pace, Reaction, Sent

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Token: TypeAlias = Annotated[str, Meta(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$")]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Sign: TypeAlias = Annotated[int, Meta(ge=0, le=5)]  # one of six pairs of a colour and a shape
Days: TypeAlias = Annotated[int, Meta(ge=0, le=183)]  # the shorter way through a year
Name: TypeAlias = Annotated[str, Meta(max_length=200)]  # checked in full by `names`


class Hello(Message, frozen=True):
    """The first message. Without a token the server gives one; `seq` is the last state that this device has seen."""

    table: Annotated[str, Meta(min_length=1, max_length=40)]  # its code or its id
    token: Token | None = None
    match: str | None = None
    seq: int | None = None
    screen: bool = False  # wide enough for a whole table to look at


class Order(Message, frozen=True):
    """What a device wants."""

    id: Id


class Answer(Order, frozen=True):
    """To an ask. `opened` is the `seq` at which it was put to this seat: another number is stale, so that a double
    tap never answers the next question. `at` and `began` are on the clock of the match, as this device believes it."""

    seat: SeatNo
    ask: str
    opened: int
    value: Sent = None
    at: int | None = None
    began: int | None = None


class Began(Order, frozen=True):
    """The press, or the first keystroke of an answer for which speed counts."""

    seat: SeatNo
    ask: str
    opened: int
    at: int | None = None


class GoOn(Order, frozen=True):
    """Enough seen of the moment that is held; `beat` is its `seq`. It ends when everyone has said so."""

    seat: SeatNo
    beat: int


class Look(Order, frozen=True):
    """Several seats share this device: show the private part of this one, or of none."""

    seat: SeatNo | None = None


class Chat(Order, frozen=True):
    seat: SeatNo
    text: Annotated[str, Meta(max_length=2_000)]


class React(Order, frozen=True):
    seat: SeatNo
    what: Reaction


class Report(Order, frozen=True):
    """A chat line is abusive. The host is told; a line that two seats report is removed."""

    seat: SeatNo
    line: int


class Mark(Order, frozen=True):
    """The question that is played, or was just, should be looked at again by whoever wrote it."""

    seat: SeatNo


class Reading(Order, frozen=True):
    """This device shows how the game goes, before it begins: everyone may see who is not ready yet."""

    on: bool


class Ping(Order, frozen=True):
    at: float = 0  # by the device's own clock; comes back as it is


class Sit(Order, frozen=True):
    """Take a new seat with this device, or join the team that sits at `seat`."""

    name: Name
    seat: SeatNo | None = None
    sign: Sign | None = None
    days: Days | None = None  # between one's birthday and the day that the game asks about


class Rename(Order, frozen=True):
    """Another name, sign or birthday for one's own seat."""

    seat: SeatNo
    name: Name | None = None
    sign: Sign | None = None
    days: Days | None = None
    mate: Name | None = None  # another member of a team, without a device


class Leave(Order, frozen=True):
    """Get up. Before the start the seat is gone; during a game it is absent."""

    seat: SeatNo


class Lend(Order, frozen=True):
    """A one-time code with which another device takes over the seats of this one."""


class Take(Order, frozen=True):
    code: Annotated[str, Meta(min_length=8, max_length=8)]


class Seed(Order, frozen=True):
    """This device's part in the dice of the next match: given when its commitment has been seen, and kept to check."""

    match: Annotated[str, Meta(max_length=40)]
    seed: Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]


class Vote(Order, frozen=True):
    """For the next game of the evening, or (without a name) for its end. It may be changed until all have voted."""

    seat: SeatNo
    game: Annotated[str, Meta(max_length=40)] = STOP


class HostOrder(Order, frozen=True):
    """What changes the table itself: for the host, some of it for everyone who sits (`orders.may`)."""


class SetUp(HostOrder, frozen=True):
    """Another game, options, packs or pace; what is None stays as it is. Options are those that differ.

    A pack is named by its id. A guest's is `own:<id>:<key>`, with the token or the secret of a link that opens it, or
    without once it lies on the table; the last of several fills the gaps.
    """

    game: Annotated[str, Meta(max_length=40)] | None = None
    options: dict[str, Any] | None = None
    packs: Annotated[list[Annotated[str, Meta(max_length=80)]], Meta(max_length=8)] | None = None
    pace: Pace | None = None
    real: bool | None = None  # dice and cards of the real box


class AddBot(HostOrder, frozen=True):
    strength: Annotated[str, Meta(max_length=40)]


class Remove(HostOrder, frozen=True):
    """Kick a person (who cannot come back to this table) or send a bot away. During a game a bot takes over."""

    seat: SeatNo


class Seating(HostOrder, frozen=True):
    """The seats in another order, clockwise."""

    order: Annotated[list[SeatNo], Meta(max_length=8)]


class Youngest(HostOrder, frozen=True):
    """The youngest first: some games want to know who that is."""

    order: Annotated[list[SeatNo], Meta(max_length=8)]


class Lock(HostOrder, frozen=True):
    on: bool


class Mute(HostOrder, frozen=True):
    seat: SeatNo
    on: bool


class Erase(HostOrder, frozen=True):
    """Remove a chat line."""

    line: int


class HandOver(HostOrder, frozen=True):
    """Another seat's people become the host."""

    seat: SeatNo


class HandToScreen(HostOrder, frozen=True):
    """The screen that shows the table becomes the host."""


class Start(HostOrder, frozen=True):
    pass


class Pause(HostOrder, frozen=True):
    on: bool


class Skip(HostOrder, frozen=True):
    """Only bots can still win: what they do until the end is not shown."""


class Replace(HostOrder, frozen=True):
    """A bot plays for an absent seat, until its people come back; without a strength the seat is theirs again.
    Before a game: another strength for a bot."""

    seat: SeatNo
    strength: Annotated[str, Meta(max_length=40)] | None = None


class Again(Order, frozen=True):
    """After the end: these people want a rematch. Once everyone who is here does, all are back in the lobby."""


class Rematch(HostOrder, frozen=True):
    """After the end, or instead of it: back to the lobby with the same people, whoever still hesitates."""


class Gather(HostOrder, frozen=True):
    """After a game: the ranking of the evening, and a vote for the next game. Off: to the lobby without one."""

    on: bool = True


class Decide(HostOrder, frozen=True):
    """The vote is over, although somebody has not voted."""


class NewEvening(HostOrder, frozen=True):
    """What was played so far counts no longer."""


AnyOrder: TypeAlias = (
    Answer
    | Began
    | GoOn
    | Look
    | Chat
    | React
    | Report
    | Mark
    | Reading
    | Ping
    | Sit
    | Rename
    | Leave
    | Lend
    | Take
    | Seed
    | Vote
    | SetUp
    | AddBot
    | Remove
    | Seating
    | Youngest
    | Lock
    | Mute
    | Erase
    | HandOver
    | HandToScreen
    | Start
    | Pause
    | Skip
    | Replace
    | Again
    | Rematch
    | Gather
    | Decide
    | NewEvening
)

decode_hello: Final = msgspec.json.Decoder(Hello).decode
decode_order: Final = msgspec.json.Decoder(AnyOrder).decode
