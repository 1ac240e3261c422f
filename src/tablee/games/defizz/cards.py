"""The cards and the die of Défizz, and the packs they come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Struct

from tablee.engine import Invalid, PackRef
from tablee.games.quiz.modes import CHANCE, CHRONO, PING_PONG, TARGET, named
from tablee.games.quiz.questions import Luck, Question, Resolution, choose_pack, make_question, read_entries
from tablee.packs.format import Entry

Kind = Literal["duel", "multi"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MODES: Final = named(CHRONO, TARGET, PING_PONG, CHANCE)  # DZ-73
AMOUNTS: Final = (100, 200, 300)
FACES: Final[dict[str, tuple[Kind, int]]] = {f"{kind} {n}": (kind, n) for kind in KINDS for n in AMOUNTS}  # DZ-22
DEFAULT_PACK: Final = "defizz-base"


class CardEntry(Entry, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A `[[question]]` of a pack."""

    kind: Kind
    card: Annotated[int, msgspec.Meta(ge=0)]
    clue: str
    resolve: Resolution = "reader_verdict"
    sides: Annotated[int, msgspec.Meta(ge=2, le=100)] = 20
    tie: Literal["again", "restart"] = "again"
    needs: Literal["reader"] | None = None  # Chance: only a person can say who won

    @property
    def hint(self) -> str:
        return self.clue

    @property
    def part(self) -> str:
        return self.kind


class Front(Struct, frozen=True):
    """What stands beside a clue on the front of a card."""

    mode: str | None
    text: str


class Card(Struct, frozen=True):
    """DZ-28: several questions, each with clue, mode and text on the front and its answers on the back."""

    id: str
    questions: tuple[Question, ...]
    numbers: tuple[int, ...]
    clues: tuple[str, ...]
    fronts: tuple[Front, ...]
    answers: tuple[tuple[str, ...], ...]
    own: bool = False  # of a pack that is played before the box


Decks = Mapping[Kind, Mapping[str, Card]]


def choose_packs(names: Sequence[str], options: Mapping[str, Any]) -> Sequence[PackRef]:
    return choose_pack(names, "defizz", DEFAULT_PACK)


@lru_cache(64)
def decks(refs: tuple[PackRef, ...], house: bool = False) -> Decks:
    """Every card by its id, such as `duel007`. DZ-29: a card has one question or more.

    DZ-95: where the house reads, questions that only a reader can decide are left out.
    """
    found: dict[Kind, dict[str, list[Question]]] = {kind: {} for kind in KINDS}
    own: set[str] = set()
    entries = read_entries(refs, CardEntry)
    for read in sorted(entries, key=lambda read: (read.number, read.entry.card)):
        entry = read.entry
        needs_reader = entry.needs == "reader"
        luck = Luck(entry.resolve, entry.sides, entry.tie, needs_reader) if entry.mode == CHANCE.name else None
        id = f"{entry.kind}{entry.card:03}"
        if read.own:
            own.add(id := f"own{read.number + 1}-{id}")
        found[entry.kind].setdefault(id, []).append(make_question(read, entry.clue, MODES, luck))
    alone = not own
    for kind in KINDS:
        _check_deck(refs[0], kind, sorted({read.entry.card for read in entries if read.entry.kind == kind}), alone)
    if house:
        found = {kind: {n: fit for n, all in cards.items() if (fit := _decided(all))} for kind, cards in found.items()}
    return {kind: {id: make_card(id, held, id in own) for id, held in found[kind].items()} for kind in KINDS}


@lru_cache(64)
def own_cards(refs: tuple[PackRef, ...], house: bool = False) -> dict[Kind, frozenset[str]]:
    """The ids of those that are played before the box."""
    return {kind: frozenset(id for id, card in cards.items() if card.own) for kind, cards in decks(refs, house).items()}


def _decided(questions: list[Question]) -> list[Question]:
    """Those that can be decided without a reader."""
    return [question for question in questions if not (question.luck and question.luck.needs_reader)]


def make_card(id: str, questions: list[Question], own: bool = False) -> Card:
    return Card(
        id=id,
        questions=tuple(questions),
        numbers=tuple(range(1, len(questions) + 1)),
        clues=tuple(question.hint for question in questions),
        fronts=tuple(Front(question.mode.name, question.text) for question in questions),
        answers=tuple(question.answers for question in questions),
        own=own,
    )


def _check_deck(ref: PackRef, kind: Kind, numbers: list[int], alone: bool) -> None:
    """A pack that is played alone has no holes."""
    if not numbers:
        raise Invalid("bad_pack", pack=ref.id, problem=f"there is no {kind} question, expected cards of both kinds")
    for number in range(numbers[0], numbers[-1]) if alone else ():
        if number not in numbers:
            problem = f"{kind} card {number} has no question, expected cards {numbers[0]} to {numbers[-1]}"
            raise Invalid("bad_pack", pack=ref.id, problem=problem)
