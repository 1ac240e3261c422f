"""Questions as the packs hold them, and as the rules use them.

A pack has `[[question]]` tables, and perhaps `[[list]]` tables: closed lists, such as the planets, which a question
names by `list`. A list that the pack does not hold itself is taken from the shipped pack `lists`. An item of a list
may be written with its other names, as in "Maurice|Île Maurice".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isfinite, nan
from typing import Final, Generic, Literal, TypeVar

from msgspec import Struct

from tablee import packs
from tablee.engine import Invalid, PackRef, Value
from tablee.judge import normal
from tablee.packs import Pack
from tablee.packs.format import ClosedList, Entry, Media

from .mode import Mode

Resolution = Literal["reader_verdict", "random_uniform", "highest_roll"]
NO_ITEM: Final = "-"  # the house knows no item of the list by that name
LISTS: Final = "lists"  # the shipped pack of closed lists


class Luck(Struct, frozen=True):
    """DZ-95: how a Chance question finds its winner."""

    resolve: Resolution = "reader_verdict"
    sides: int = 20  # of the die, for `highest_roll`
    tie: Literal["again", "restart"] = "again"  # what the card says about equal rolls
    needs_reader: bool = False  # only a person who does not play can say who won


class Question(Struct, frozen=True):
    """A question ready to be asked. Everything but `hint` is secret until the rules say otherwise."""

    id: str
    hint: str  # the clue (Défizz) or keyword (Egomaster)
    mode: Mode
    text: str
    answers: tuple[str, ...]  # what is right, as it is shown; in Ping-Pong every answer there is
    truth: float = 0.0  # Target
    items: tuple[tuple[str, ...], ...] = ()  # Ping-Pong: every answer with all its names
    names: dict[str, str] = {}  # Ping-Pong: normal form -> the item that it names
    luck: Luck | None = None
    rivals: tuple[str, ...] = ()
    closed_list: str | None = None
    unit: str | None = None
    about: dict[str, Value] = {}  # what those who are asked may know
    pack: str = ""  # the hash of the pack that it stands in
    origin: str = ""  # …and its title, where several are played together
    media: Media | None = None


EntryT = TypeVar("EntryT", bound=Entry)
Lists = dict[str, tuple[str, ...]]


class Read(Struct, Generic[EntryT], frozen=True):
    """A question as its pack has it."""

    place: str
    entry: EntryT
    lists: Lists  # that it may name
    pack: str  # its hash
    number: int  # of its pack, among those that are played together…
    own: bool  # …and whether it comes before the last, which fills the gaps
    origin: str  # the title of its pack, where there are several


def choose_pack(names: Sequence[str], game: str, default: str) -> list[PackRef]:
    """The packs of questions, of which the last one fills the gaps, and the shipped lists if they are needed."""
    chosen = [*dict.fromkeys(packs.load(name).ref for name in names or (default,))]
    needed = False
    for pack in map(packs.get, chosen):
        made_for = pack.manifest.game
        if made_for != game:
            raise Invalid("bad_pack", pack=pack.manifest.id, problem=f"it is made for {made_for}, expected {game}")
        needed = needed or not _strings(pack, "question", "list") <= _strings(pack, "list", "id")
    return [*chosen, packs.load(LISTS).ref] if needed else chosen


def read_entries(refs: Sequence[PackRef], type_: type[EntryT]) -> list[Read[EntryT]]:
    """Every question of the packs. No id stands twice in one; where two packs have it, the first one counts, so that a
    corrected copy takes the place of the original."""
    held = [packs.get(ref) for ref in refs]
    boxes = [pack for pack in held if pack.manifest.game != LISTS]
    if not boxes:
        raise Invalid("unknown_pack", pack="", known="a pack of questions was expected")
    shared = {name: items for pack in held if pack not in boxes for name, items in lists_of(pack).items()}
    found: dict[str, Read[EntryT]] = {}
    for number, pack in enumerate(boxes):
        lists, origin = shared | lists_of(pack), pack.manifest.title if len(boxes) > 1 else ""
        seen: dict[str, str] = {}
        entries = pack.entries("question", type_, beside=("list",))
        for place, entry in zip(_places(pack, "question"), entries, strict=True):
            if entry.id in seen:
                raise Invalid("bad_file", file=place, problem=f"the id “{entry.id}” already stands at {seen[entry.id]}")
            seen[entry.id] = place
            own = number < len(boxes) - 1
            found.setdefault(entry.id, Read(place, entry, lists, pack.hash, number, own, origin))
    return list(found.values())


def make_question(
    read: Read[EntryT], hint: str | None, modes: Mapping[str | None, Mode], luck: Luck | None = None
) -> Question:
    """An entry, checked: what its mode needs must be there."""
    entry, lists = read.entry, read.lists

    def wrong(problem: str) -> Invalid:
        return Invalid("bad_file", file=read.place, problem=problem)

    if entry.mode not in modes:
        raise wrong(f"mode {entry.mode!r}, expected one of {', '.join(map(str, modes))}")
    if not hint:
        raise wrong("a clue or keyword was expected")
    if entry.closed_list and entry.closed_list not in lists:
        raise wrong(f"there is no list “{entry.closed_list}”, expected one of {', '.join(sorted(lists))}")
    mode = modes[entry.mode]
    items = lists[entry.closed_list] if entry.closed_list else ()
    answers, rivals = _answers(entry), entry.rivals
    names: dict[str, str] = {}
    groups: dict[str, tuple[str, ...]] = {}
    truth = 0.0
    if mode.answered == "list":
        names = _names(items or entry.accept, wrong)
        for alike in (item.split("|") for item in items or entry.accept):
            groups[alike[0]] = (*groups.get(alike[0], ()), *alike)
        answers = tuple(groups)
    elif mode.answered == "number":
        truth = _number(entry.answer)
        if not isfinite(truth):
            raise wrong(f"answer {entry.answer!r}, expected a number")
    else:
        rivals += _others(items, answers)
    if not answers and mode.answered != "deed":
        raise wrong("an answer was expected")
    return Question(
        id=entry.id,
        hint=hint,
        mode=mode,
        text=entry.text,
        answers=answers,
        truth=truth,
        items=tuple(groups.values()),
        names=names,
        luck=luck,
        rivals=rivals,
        closed_list=entry.closed_list,
        unit=entry.unit,
        about={"question": entry.id},
        pack=read.pack,
        origin=read.origin,
        media=entry.media,
    )


def _number(answer: str | int | float | None) -> float:
    try:
        return float(str(answer))
    except ValueError:
        return nan


def _answers(entry: Entry) -> tuple[str, ...]:
    first = () if entry.answer is None else (str(entry.answer),)
    return (*first, *entry.accept)


def _others(items: Sequence[str], answers: Sequence[str]) -> tuple[str, ...]:
    """What else stands in the list of the right answer: plausible, and wrong."""
    right = {normal(answer) for answer in answers}
    groups = [item.split("|") for item in items]
    return tuple(name for group in groups if right.isdisjoint(map(normal, group)) for name in group)


def _names(items: Sequence[str], wrong: Callable[[str], Invalid]) -> dict[str, str]:
    """Every name of every item in normal form. Two items with one name could not be told apart."""
    names: dict[str, str] = {}
    for item in items:
        shown, *_ = alike = item.split("|")
        for name in alike:
            if names.setdefault(normal(name), shown) != shown:
                raise wrong(f"“{name}” names two answers, “{names[normal(name)]}” and “{shown}”")
    return names


def _strings(pack: Pack, array: str, field: str) -> set[str]:
    """What the tables of this array say in this field; whether they are well made is seen later."""
    tables = [table for _, found, table in pack.tables if found == array and isinstance(table, dict)]
    return {value for table in tables if isinstance(value := table.get(field), str)}


def lists_of(pack: Pack) -> Lists:
    """The closed lists of a pack."""
    return {found.id: found.items for found in pack.entries("list", ClosedList, beside=("question",))}


def _places(pack: Pack, array: str) -> list[str]:
    return [place for place, found, _ in pack.tables if found == array]
