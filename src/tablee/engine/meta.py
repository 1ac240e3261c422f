"""What a game is to everybody else: its rules, and all that can be known of it without loading them."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from .asks import Ask, Prompt, Reply, Script
from .events import Event
from .forms import Label, Value
from .refusals import Invalid
from .table import Consequence, Result, Table, View

if TYPE_CHECKING:
    from .match import Header, PackRef

TableT = TypeVar("TableT", bound=Table)
HeldT = TypeVar("HeldT")
Speed: TypeAlias = Literal["press", "send"]  # when an answer was begun, which commits; or when it was complete


def _nothing(table: Any, seat: int) -> None:
    """What only this seat sees, where everyone sees everything."""


class Played(Struct, frozen=True):
    """An entry of a pack, and what people said to it: for its author, if somebody thinks that it should be changed."""

    pack: str  # its hash
    entry: str
    text: str
    answers: tuple[tuple[str, str], ...] = ()  # what was said, and what was said of that


@dataclass(frozen=True)
class Game(Generic[TableT]):
    """What a game gives to the engine: a table, a script, and what may be seen."""

    table: Callable[[Header], TableT]
    play: Callable[[TableT], Script[Result]]
    public: Callable[[TableT], View]
    mine: Callable[[TableT, int], Struct | None] = _nothing
    brings: Callable[[TableT, Ask, int], Mapping[Label, Consequence]] = (
        lambda table, ask, seat: {}  # what each option of this ask brings that seat, as far as the seat may know
    )
    why: Callable[[TableT, Event], str | None] = lambda table, event: None  # the rule that answers why this happened
    standing: Callable[[TableT], Prompt] | None = None  # open beside the whole game: talk
    hear: Callable[[TableT, Reply], Script[None] | None] = lambda table, reply: None  # …and what comes of it
    check: Callable[[TableT], None] = lambda table: None  # the invariants: raises AssertionError
    secrets: Callable[[TableT, int | None], Iterable[str]] = lambda table, seat: ()  # what must not reach this seat
    packs: Callable[[Sequence[str], Mapping[str, Any]], Sequence[PackRef]] | None = (
        None  # names or paths -> what is used
    )
    start: type[Struct] | None = None  # what a start position can set
    unsaid: Mapping[str, Value] = field(
        default_factory=dict  # asks that a scenario need not speak of, and the answer that then goes without saying
    )
    polls: frozenset[str] = frozenset()  # asks that end once decided: in a scenario, later ballots change nothing
    shortcuts: Mapping[str, str] = field(default_factory=dict)  # short paths, for scenarios; the longest first
    synthetic: Callable[[], Sequence[str]] | None = None  # makes meaningless packs known, for scenarios and tests
    events: tuple[type[Event], ...] = ()  # every kind of event it tells

    consequences: tuple[type[Consequence], ...] = ()  # every kind of thing that an option brings
    referee: Callable[[Header], Callable[[Ask], Value]] | None = None  # judges what the rules put to the house
    hand: Callable[[TableT, Ask], int | None] | None = (
        None  # with the real box: whose hand rolls or draws this; None: what is not in the box, and the house draws
    )
    on_table: Callable[[TableT], Iterable[Played]] = lambda table: ()  # entries of packs that are, or were just, played

    @property
    def has_secrets(self) -> bool:
        """Whether a seat ever sees what others may not: then a device that is handed round needs a curtain."""
        return self.mine is not _nothing


@dataclass(frozen=True)
class Teams:
    """Seats that several people share."""

    formed: Callable[[Any], bool]  # whether each seat is a team, by these options
    captain: Callable[[Any], bool] = lambda options: False  # whether only the first of a team answers
    size: int = 2


@dataclass(frozen=True)
class Birthday:
    """A day of the year. People may say how far from it they were born; the birthday itself never leaves a device."""

    month: int
    day: int
    counts: Callable[[Any], bool] = lambda options: True  # whether it is of use, by these options


@dataclass(frozen=True)
class Colours:
    """Of the box and the cloth, and for words on light and on dark paper."""

    cloth: str = "#35424a"
    light: str = "#8a4a06"
    dark: str = "#ffb259"


@dataclass(frozen=True)
class Meta:
    """All there is to know of a game without loading it. Everything else of it is named here, and lies in its folder.

    Places are written "package.module:NAME"; what they hold is loaded when it is used.
    """

    id: str
    name: str  # as it is displayed; it stands nowhere else
    version: str  # of the rules: a log is replayed under the version that wrote it
    options: type[Struct]
    players: Callable[[Any], tuple[int, int]]  # least and most, for these options
    minutes: tuple[int, int]
    age: int
    rules: str  # the place of the Game
    folder: Path  # holds words.<language>.toml and rules.<language>.toml
    shared_words: tuple[Path, ...] = ()  # folders with words that it has in common with other games

    # Other places.
    bots: str | None = None  # name -> BotMaker, weakest first
    picture: str | None = None  # a Picture for the terminal
    measures: str | None = None  # the lab's Measures
    kernel: str | None = None  # the lab's Kernel
    story: str | None = None  # a Story: what is told of a match that is over
    packs: str | None = None  # PackRules; those in `content` of the folder come with the game
    page: Path | None = None  # a folder for the page, with `table.js`: how a game from elsewhere draws itself

    # What is offered.
    seats: int = 3  # a good table, when nobody says how many play
    key_options: tuple[str, ...] = ()  # what every table wants to decide; the rest can wait
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)  # name -> options that go well together
    alone: Mapping[str, object] = field(default_factory=dict)  # options for a lone person, who may say otherwise
    colours: Colours = Colours()

    # What the rules want of the table.
    speed: Mapping[str, Speed] = field(default_factory=dict)  # asks that the quickest wins, and the moment that counts
    tie_ms: Callable[[Any], int] = lambda options: 30  # moments no further apart are the same; of the options
    teams: Teams | None = None
    birthday: Birthday | None = None

    def load(self) -> Game[Any]:
        return load_place(self.rules, Game)

    def team_size(self, options: Struct) -> int:
        """How many people share a seat."""
        return self.teams.size if self.teams and self.teams.formed(options) else 1

    def read_options(self, given: Mapping[str, object]) -> Struct:
        """The game's options, checked; every default filled in."""
        types, switches = _types(self.options), _switches(self.options)
        for name in given:
            if name not in types:
                raise Invalid("unknown_option", option=name, game=self.name, known=", ".join(types))
        read = {name: _WORDS.get(v, v) if v.__class__ is str and name in switches else v for name, v in given.items()}
        try:
            return msgspec.convert(read, self.options)
        except msgspec.ValidationError:
            for name, value in read.items():
                _check(name, value, types[name])
            raise


def values(options: type[Struct], name: str) -> tuple[object, ...]:
    """Every value worth trying of one option: all of a short list, or the examples of a number."""
    found: list[object] = []
    for part in _parts(_types(options)[name]):
        if get_origin(part) is Literal:
            found += get_args(part)
        elif part is bool:
            found += [True, False]
        elif part is types.NoneType:
            found.append(None)
        else:
            found += _constraint(part, "examples") or []
    return tuple(found)


def load_place(place: str, type_: type[HeldT]) -> HeldT:
    """What lies at "package.module:NAME"."""
    module, _, name = place.partition(":")
    held = getattr(import_module(module), name)
    if not isinstance(held, type_):
        raise TypeError(f"{place} is no {type_.__name__}")
    return held


@cache
def _types(options: type[Struct]) -> dict[str, Any]:
    return get_type_hints(options, include_extras=True)


def _parts(type_: Any) -> tuple[Any, ...]:
    return get_args(type_) if get_origin(type_) in (Union, types.UnionType) else (type_,)


def _constraint(type_: Any, name: str) -> Any:
    return next(
        (value for m in getattr(type_, "__metadata__", ()) if (value := getattr(m, name, None)) is not None), None
    )


_WORDS: dict[object, bool] = {"on": True, "off": False, "yes": True, "no": False, "true": True, "false": False}


@cache
def _switches(options: type[Struct]) -> frozenset[str]:
    """Options that can be said in the words of the rules, and of a command line."""
    return frozenset(name for name, type_ in _types(options).items() if bool in _parts(type_))


def _check(name: str, value: object, type_: Any) -> None:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        raise Invalid("bad_option", option=name, value=value, expected=_expected(type_)) from None


def _expected(type_: Any) -> str:
    said = []
    for part in _parts(type_):
        if get_origin(part) is Literal:
            said += [str(value) for value in get_args(part)]
        elif part is bool:
            said += ["on", "off"]
        elif part is not types.NoneType:
            low, high = _constraint(part, "ge"), _constraint(part, "le")
            said.append(f"{'…' if low is None else low}–{'…' if high is None else high}")
    return ", ".join(said)
