"""The rules of Vendanges, and what people see of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from tablee.engine import Die, Event, Game, Header, Result, Script, Seat, Table, View, confirm, roll

from .meta import Options

DIE = Die("vine", ("grape", "grape2", "leaf", "leaf2", "sun", "wasp"), rule="VE-02")
PICKED = {"grape2": "grape", "leaf2": "leaf"}  # two faces of the die are there twice


class Picked(Event, frozen=True):
    seat: Seat
    face: str


class Stung(Event, frozen=True):
    seat: Seat
    lost: int


class Brought(Event, frozen=True):
    seat: Seat
    grapes: int


class Best(Struct, frozen=True):
    """The best basket of the day."""

    seat: int
    grapes: int
    basket: list[str]


class Vineyard(Table):
    __slots__ = ("active", "basket", "best", "cellar", "grapes", "options")

    def __init__(self, header: Header) -> None:
        super().__init__(len(header.seats))
        self.options = msgspec.convert(header.options, Options)
        self.active = 0
        self.basket: list[str] = []
        self.cellar: list[list[str]] = [[] for _ in self.seats]  # what each seat brought home, basket by basket
        self.grapes = [0] * len(self.seats)
        self.best: Best | None = None


class VineyardView(View, kw_only=True):
    mine: None = None
    active: int
    goal: int
    basket: list[str]
    worth: int  # of the basket, if it is brought home now
    grapes: list[int]
    cellar: list[list[str]]
    best: Best | None


def worth(basket: Sequence[str], sun_doubles: bool) -> int:
    """VE-04, VE-05: a grape each, and twice as much in the sun."""
    return basket.count("grape") * (2 if sun_doubles and "sun" in basket else 1)


def play(table: Vineyard) -> Script[Result]:
    while max(table.grapes) < table.options.goal:  # VE-06
        yield from turn(table, table.active)
        table.active = (table.active + 1) % len(table.seats)
    return Result.by_score(table.grapes, "harvest_home")


def turn(table: Vineyard, seat: int) -> Script[None]:
    table.basket = []
    while True:
        rolled = yield from roll(DIE)
        face = PICKED.get(rolled, rolled)
        if face == "wasp":  # VE-03
            table.tell(Stung(seat, worth(table.basket, table.options.sun_doubles)))
            return
        table.basket.append(face)
        table.tell(Picked(seat, face))
        if not (yield from confirm(seat, "go_on", rule="VE-04")):  # silence brings the basket home
            bring_home(table, seat)
            return


def bring_home(table: Vineyard, seat: int) -> None:
    grapes = worth(table.basket, table.options.sun_doubles)
    table.grapes[seat] += grapes
    table.cellar[seat] = table.basket[:]
    if table.best is None or grapes > table.best.grapes:
        table.best = Best(seat, grapes, table.basket[:])
    table.tell(Brought(seat, grapes))


def public(table: Vineyard) -> VineyardView:
    return VineyardView(
        active=table.active,
        goal=table.options.goal,
        basket=table.basket[:],
        worth=worth(table.basket, table.options.sun_doubles),
        grapes=table.grapes[:],
        cellar=[basket[:] for basket in table.cellar],
        best=table.best,
    )


GAME = Game(table=Vineyard, play=play, public=public, events=(Picked, Stung, Brought))
