"""What a device is told."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Raw, Struct, field

from tablee.engine import Ask, Result, Weight

from .message import Message, Pace, Phase, Reaction, Sent


class Welcome(Message, frozen=True):
    """You are known by this token from now on. It is never sent again, nor to anyone else."""

    table: str
    token: str
    version: str  # of the program: another one means that the page must be loaded anew
    languages: tuple[str, ...]


class Done(Message, frozen=True):
    id: str
    told: dict[str, Any] = field(default_factory=dict)  # a one-time code, a match


class Refusal(Message, frozen=True):
    """Nothing has changed. `code` and `params` make a sentence with the catalogue; `rule` forbids it."""

    id: str
    code: str
    params: dict[str, Any] = field(default_factory=dict)
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
    again: bool = False  # these people want a rematch, and wait for the others


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
    paused: str | None = None  # why the clock stands still: host, empty, storage, rules, broken
    youngest: tuple[int, ...] = ()
    team: int = 1  # how many people share a seat
    birthday: tuple[int, int] | None = None  # month and day: how far from it people were born is of use
    next: str = ""  # the id of the next match
    commitment: str = ""  # to that id and the secret of its dice; known before any device gives a seed
    match: str | None = None  # the id of the match that is played, or was last
    trial: bool = False  # a game to try out: its dice are known beforehand, and nothing of it can be proved
    real: bool = False  # real dice and cards: whoever rolls or draws says what they show, and nothing proves it
    evening: EveningView | None = None  # once a game was played to its end
    screen: bool = False  # one at which nobody sits shows the table
    watching: int = 0  # spectators, besides that screen
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
    bots_play: bool = False  # only they can still win: whoever sits may skip to the result
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
    params: dict[str, Any] = field(default_factory=dict)


News: TypeAlias = Welcome | Done | Refusal | Pong | Lobby | State | Pressed | Readied | Said | Erased | Reacted | Notice
