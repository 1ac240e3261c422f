"""Every message between a device and the server, defined once. The page's TypeScript types are generated from here.

A device opens one WebSocket a table and says `hello`. After that, each message that it sends has an `id` of its own
choosing and is answered by `done` or `refused` with the same id; to send the same id again is harmless.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from tablee.engine import Ask, Label, Result, Weight

LARGEST: Final = 16_384  # bytes of one message
STOP: Final = ""  # a vote for no game: the evening is over

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Token: TypeAlias = Annotated[str, Meta(min_length=22, max_length=22, pattern="^[A-Za-z0-9_-]+$")]
SeatNo: TypeAlias = Annotated[int, Meta(ge=0, le=7)]
Sign: TypeAlias = Annotated[int, Meta(ge=0, le=5)]  # one of six pairs of a colour and a shape
Days: TypeAlias = Annotated[int, Meta(ge=0, le=183)]  # the shorter way through a year
Name: TypeAlias = Annotated[str, Meta(max_length=200)]  # checked in full by `names`
Pace: TypeAlias = Literal["relaxed", "normal", "quick", "none"]
Phase: TypeAlias = Literal["lobby", "playing", "over"]
Reaction: TypeAlias = Literal["bravo", "laugh", "wow", "sad", "think", "love"]
Sent: TypeAlias = str | int | float | list[Label] | None


def _tag(name: str) -> str:
    """`AddBot` -> `add_bot`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Message(Struct, frozen=True, tag_field="type", tag=_tag, omit_defaults=True, forbid_unknown_fields=True):
    """Anything that is sent."""


# ---------------------------------------------------------------- from a device


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


class Start(HostOrder, frozen=True):
    pass


class Pause(HostOrder, frozen=True):
    on: bool


class Skip(HostOrder, frozen=True):
    """Bots play alone: what they do until the end is not shown."""


class Replace(HostOrder, frozen=True):
    """A bot plays for an absent seat, until its people come back; without a strength the seat is theirs again.
    Before a game: another strength for a bot."""

    seat: SeatNo
    strength: Annotated[str, Meta(max_length=40)] | None = None


class Rematch(HostOrder, frozen=True):
    """After the end, or instead of it: back to the lobby with the same people."""


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
    | Start
    | Pause
    | Skip
    | Replace
    | Rematch
    | Gather
    | Decide
    | NewEvening
)


# ---------------------------------------------------------------- to a device


class Welcome(Message, frozen=True):
    """You are known by this token from now on. It is never sent again, nor to anyone else."""

    table: str
    token: str
    version: str  # of the program: another one means that the page must be loaded anew
    languages: tuple[str, ...]


class Done(Message, frozen=True):
    id: str
    told: dict[str, Any] = {}  # a one-time code, a match


class Refusal(Message, frozen=True):
    """Nothing has changed. `code` and `params` make a sentence with the catalogue; `rule` forbids it."""

    id: str
    code: str
    params: dict[str, Any] = {}
    rule: str | None = None


class Pong(Message, frozen=True):
    id: str
    at: float
    now: int  # on the clock of the match
    running: bool  # whether that clock is running


class SeatView(Struct, frozen=True, omit_defaults=True):
    name: str
    sign: int
    bot: str | None = None  # the strength of the bot that plays here now
    person: bool = True  # whether the seat belongs to people
    here: bool = True  # whether one of their devices is connected
    muted: bool = False
    host: bool = False
    reads: bool = False  # how the game goes, before it begins
    members: tuple[str, ...] = ()  # of a team
    vote: str | None = None  # for the next game of the evening; nothing between the quotes: for its end


class EveningRow(Struct, frozen=True, omit_defaults=True):
    """What somebody has won so far."""

    name: str
    sign: int
    place: int  # those who have as many points share it
    points: int
    places: tuple[int | None, ...]  # in each game; None: was not there
    seat: int | None = None  # None: is gone


class EveningView(Struct, frozen=True, omit_defaults=True):
    """Several games in a row: gold brings three points, silver two, bronze one."""

    since: int  # milliseconds since 1970
    games: tuple[str, ...]  # that were played
    rows: tuple[EveningRow, ...]  # the best first
    voting: bool = False
    chosen: str | None = None  # by the last vote
    tied: bool = False  # the die had to decide
    over: bool = False


class ChatLine(Struct, frozen=True, omit_defaults=True):
    line: int
    seat: int
    name: str
    text: str
    reports: int = 0


class OwnPack(Struct, frozen=True):
    """A pack that one of the guests has written."""

    name: str
    title: str
    entries: int


class Lobby(Message, frozen=True):
    """All there is to know of the table besides the game itself. Sent whole, whenever any of it changes."""

    table: str
    code: str
    game: str
    phase: Phase
    options: dict[str, Any]
    packs: tuple[str, ...]
    pace: Pace
    players: tuple[int, int]  # least and most, with these options
    seats: tuple[SeatView, ...]
    mine: tuple[int, ...]  # seats of this device
    host: bool  # whether this device is the host's
    locked: bool = False
    paused: str | None = None  # why the clock stands still: host, empty, storage, broken
    youngest: tuple[int, ...] = ()
    team: int = 1  # how many people share a seat
    birthday: tuple[int, int] | None = None  # month and day: how far from it people were born is of use
    next: str = ""  # the id of the next match
    commitment: str = ""  # to that id and the secret of its dice; known before any device gives a seed
    match: str | None = None  # the id of the match that is played, or was last
    trial: bool = False  # a game to try out: its dice are known beforehand, and nothing of it can be proved
    real: bool = False  # real dice and cards: whoever rolls or draws says what they show, and nothing proves it
    evening: EveningView | None = None  # once a game was played to its end
    watching: int = 0  # spectators, besides the screen of the table
    loose: bool = False  # the way to somebody is known by his own pongs alone, so that a program could feign it
    reports: tuple[ChatLine, ...] = ()  # for the host only: reported lines
    broken: tuple[tuple[str, str], ...] = ()  # for the host only: games that cannot be used, and their packages
    own: tuple[OwnPack, ...] = ()  # among the packs: those of guests


class WaitingFor(Struct, frozen=True):
    """An ask as everyone may know it."""

    name: str
    actors: tuple[int | str, ...]
    standing: bool = False
    until: int | None = None  # when its silence will be played, if nobody answers


class AdviceView(Struct, frozen=True):
    """In a trial game: what to answer, and the sentence of the game's words that says why."""

    value: Sent
    say: str


class Opened(Struct, frozen=True, omit_defaults=True):
    """An ask put to one of this device's seats, with the limit that its rule or the pace of the table sets."""

    seat: int
    opened: int
    ask: Ask
    brings: dict[str | int, Any] = {}  # by option: the game's own consequences, told to this seat alone
    advice: AdviceView | None = None


class Margin(Struct, frozen=True):
    """By how much one seat was quicker than the next."""

    first: int
    second: int
    ms: int


class BeatView(Struct, frozen=True, omit_defaults=True):
    """A moment that everyone looks at, and that nothing new is asked before the end of."""

    seq: int
    weight: Weight
    since: int
    until: int
    ready: tuple[int, ...] = ()
    events: Raw = Raw(b"[]")  # what happened, for whoever comes in meanwhile, too
    rule: str | None = None  # that answers why


class State(Message, frozen=True):
    """What happened, and how the table stands now, as this device may see it.

    `show_at`: a race begins: show this state at that moment, as everyone else does.
    """

    match: str
    seq: int
    now: int
    view: Raw
    events: Raw
    waiting: tuple[WaitingFor, ...]
    look: int | None = None  # whose private part `mine` is
    mine: Raw = Raw(b"null")
    asks: tuple[Opened, ...] = ()
    beat: BeatView | None = None
    show_at: int | None = None
    margin: Margin | None = None  # of a race that was close
    result: Result | None = None
    secret: str | None = None  # after the end: whence the dice came


class Pressed(Message, frozen=True):
    """Somebody was quick; the rest is being weighed up."""

    seat: int
    ask: str
    writes: bool  # what was begun is written; else it was a buzzer


class Readied(Message, frozen=True):
    """Who has seen enough of the moment that is held."""

    beat: int
    seats: tuple[int, ...]


class Said(Message, frozen=True):
    """Table talk."""

    line: ChatLine


class Erased(Message, frozen=True):
    line: int


class Reacted(Message, frozen=True):
    seat: int
    what: Reaction


class Notice(Message, frozen=True):
    """Something about this device or the server: `kicked`, `moved` (another device took over), `closing`, …"""

    code: str
    params: dict[str, Any] = {}


News: TypeAlias = Welcome | Done | Refusal | Pong | Lobby | State | Pressed | Readied | Said | Erased | Reacted | Notice

decode_hello: Final = msgspec.json.Decoder(Hello).decode
decode_order: Final = msgspec.json.Decoder(AnyOrder).decode
encode: Final = msgspec.json.Encoder().encode
