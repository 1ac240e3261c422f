"""A tiny game with a secret and every form that the others lack: for a table without any picture."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from tablee.engine import Game, Header, Meta, Result, Script, Table, View, amount, number, register


class Options(Struct, frozen=True, forbid_unknown_fields=True): ...


class Bids(Table):
    __slots__ = ("bids",)

    def __init__(self, header: Header) -> None:
        super().__init__(len(header.seats))
        self.bids = [0] * len(self.seats)


class Mine(Struct):
    bid: int


class BidsView(View, kw_only=True):
    made: list[bool]


def play(table: Bids) -> Script[Result]:
    for seat in table.seats:
        table.bids[seat] = yield from amount(seat, "bid", 100, 500, 100)
    guess = yield from number(0, "guess")
    return Result.by_score([bid if guess else 0 for bid in table.bids], "bid")


GAME = Game(
    table=Bids,
    play=play,
    public=lambda table: BidsView(made=[bid > 0 for bid in table.bids]),
    mine=lambda table, seat: Mine(table.bids[seat]),
)


def register_in(folder: Path) -> None:
    """With hardly a word in its catalogue."""
    for language in ("fr", "en"):
        (folder / f"words.{language}.toml").write_text('[asks]\nbid = "How much?"\n', "utf-8")
    register(Meta("bids", "Bids", "1", Options, lambda options: (2, 4), (1, 1), 6, f"{__name__}:GAME", folder))
