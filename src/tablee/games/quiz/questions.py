"""Questions as the packs hold them, and as the rules use them.

A pack has `[[question]]` tables, and perhaps `[[list]]` tables: closed lists, such as the planets, which a question
names by `list`. A list that the pack does not hold itself is taken from the shipped pack `lists`. An item of a list
may be written with its other names, as in "Maurice|Île Maurice".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import isfinite, nan
from typing import Final, Literal, TypeVar

from msgspec import Struct

from tablee import packs
from tablee.engine import Invalid, PackRef, Value
from tablee.judge import normal
from tablee.packs import Pack
from tablee.packs.format import ClosedList, Entry

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
    mode: str | None  # None: an Egomaster solo question, which has no icon
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


EntryT = TypeVar("EntryT", bound=Entry)
Lists = dict[str, tuple[str, ...]]


def choose_pack(names: Sequence[str], game: str, default: str) -> list[PackRef]:
    """The one pack of questions, and the shipped lists if it needs them."""
    if len(names) > 1:
        raise Invalid("bad_pack", pack=", ".join(names), problem="one pack of questions was expected")
    pack = packs.load(names[0] if names else default)
    if pack.manifest.game != game:
        raise Invalid(
            "bad_pack", pack=pack.manifest.id, problem=f"it is made for {pack.manifest.game}, expected {game}"
        )
    own, named = _strings(pack, "list", "id"), _strings(pack, "question", "list")
    return [pack.ref] if named <= own else [pack.ref, packs.load(LISTS).ref]


def read_entries(refs: Sequence[PackRef], type_: type[EntryT]) -> tuple[list[tuple[str, EntryT]], Lists]:
    """Every question of the pack with its place there, and the lists it may name. No id stands there twice."""
    if not refs:
        raise Invalid("unknown_pack", pack="", known="a pack of questions was expected")
    pack = packs.get(refs[0])
    entries = list(zip(_places(pack, "question"), pack.entries("question", type_, beside=("list",)), strict=True))
    seen: dict[str, str] = {}
    for place, entry in entries:
        if entry.id in seen:
            raise Invalid("bad_file", file=place, problem=f"the id “{entry.id}” already stands at {seen[entry.id]}")
        seen[entry.id] = place
    return entries, {name: items for ref in reversed(refs) for name, items in _lists(packs.get(ref)).items()}


def make_question(
    place: str, entry: Entry, hint: str | None, modes: Collection[str | None], lists: Lists, luck: Luck | None = None
) -> Question:
    """An entry, checked: what its mode needs must be there."""

    def wrong(problem: str) -> Invalid:
        return Invalid("bad_file", file=place, problem=problem)

    if entry.mode not in modes:
        raise wrong(f"mode {entry.mode!r}, expected one of {', '.join(map(str, modes))}")
    if not hint:
        raise wrong("a clue or keyword was expected")
    if entry.closed_list and entry.closed_list not in lists:
        raise wrong(f"there is no list “{entry.closed_list}”, expected one of {', '.join(sorted(lists))}")
    items = lists[entry.closed_list] if entry.closed_list else ()
    answers, rivals = _answers(entry), entry.rivals
    names: dict[str, str] = {}
    groups: dict[str, tuple[str, ...]] = {}
    truth = 0.0
    if entry.mode == "ping_pong":
        names = _names(items or entry.accept, wrong)
        for alike in (item.split("|") for item in items or entry.accept):
            groups[alike[0]] = (*groups.get(alike[0], ()), *alike)
        answers = tuple(groups)
    elif entry.mode == "target":
        truth = _number(entry.answer)
        if not isfinite(truth):
            raise wrong(f"answer {entry.answer!r}, expected a number")
    else:
        rivals += _others(items, answers)
    if not answers and entry.mode != "chance":
        raise wrong("an answer was expected")
    return Question(
        id=entry.id,
        hint=hint,
        mode=entry.mode,
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


def _lists(pack: Pack) -> Lists:
    return {found.id: found.items for found in pack.entries("list", ClosedList, beside=("question",))}


def _places(pack: Pack, array: str) -> list[str]:
    return [place for place, found, _ in pack.tables if found == array]
