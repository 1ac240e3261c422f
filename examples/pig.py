"""Pig: roll as often as you dare; a 1 loses the turn. A whole game in one file, for CONTRIBUTING and its tests."""

from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Struct

from tablee.engine import Die, Event, Game, Header, Meta, Result, Script, Seat, Table, View, confirm, register, roll

DIE = Die("roll", (1, 2, 3, 4, 5, 6), rule="PG-01")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: Annotated[int, msgspec.Meta(ge=10, le=1000, examples=[50, 100])] = 100


class Banked(Event, frozen=True):
    seat: Seat
    points: int


class Busted(Event, frozen=True):
    seat: Seat


class Pig(Table):
    __slots__ = ("active", "goal", "pot", "scores")

    def __init__(self, header: Header) -> None:
        super().__init__(len(header.seats))
        self.goal = msgspec.convert(header.options, Options).goal
        self.scores = [0] * len(self.seats)
        self.active = self.pot = 0


class PigView(View, kw_only=True):
    mine: None = None
    active: int
    pot: int
    scores: list[int]


def play(table: Pig) -> Script[Result]:
    while max(table.scores) < table.goal:
        yield from turn(table, table.active)
        table.active = (table.active + 1) % len(table.seats)
    return Result.by_score(table.scores, "goal")


def turn(table: Pig, seat: int) -> Script[None]:
    table.pot = 0
    while True:
        face = yield from roll(DIE)
        if face == 1:  # PG-02
            table.tell(Busted(seat))
            return
        table.pot += face
        if not (yield from confirm(seat, "again", rule="PG-01")):  # PG-03: silence banks
            table.scores[seat] += table.pot
            table.tell(Banked(seat, table.pot))
            return


def public(table: Pig) -> PigView:
    return PigView(active=table.active, pot=table.pot, scores=table.scores[:])


GAME = Game(table=Pig, play=play, public=public, events=(Banked, Busted))
FOLDER = Path(__file__).parent / "pig_words"  # words.<language>.toml, rules.<language>.toml
META = Meta("pig", "Pig", "1", Options, lambda options: (2, 8), (5, 15), 6, "examples.pig:GAME", FOLDER)
register(META)  # a package would name META in its entry points `tablee.games` instead
