"""A server that chooses its dice, in every way that was ever thought of. Each must be found out, here and by the page.

`python -m tests.house.frauds` writes them down for the tests of the page.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import msgspec
from msgspec import Struct

from tablee.bots import Anyone
from tablee.engine import DICE, Ask, Match, Refused, Reply, Value
from tablee.house import House
from tablee.house.export import Export, Remembered, rolls_of
from tablee.house.provable import ProvableDice, Provenance, commit

SECRET: Final = bytes(range(32))
SEEDS: Final = ("seed-of-ana-0001", "seed-of-bo-00002")
ID: Final = "the-match-that-was-promised"
SHOWN: Final = Remembered(commit(SECRET, ID), SEEDS[0])  # what Ana's device knew before the first roll
LOOKED_AT: Final = 40  # rolls are enough for the tests of the page
FIXTURE: Final = Path(__file__).parents[2] / "web" / "tests" / "frauds.json"


class Fraud(Struct, frozen=True):
    """The match as it is shown afterwards, and the code under which it is refused."""

    export: Export
    code: str
    needs_memory: bool = False  # only a device that remembers can tell
    before: Export | None = None  # another match that has been seen


class Shifted:
    """Dice by the place in the log, as a server would want them: absences move them on to a better roll."""

    def __init__(self, dice: ProvableDice, match: Match) -> None:
        self.dice, self.match = dice, match

    def roll(self, ask: Ask, position: int) -> Value:
        return self.dice.roll(ask, len(self.match.log))


def play(id: str = ID, secret: bytes = SECRET, seeds: tuple[str, ...] = SEEDS, *, shifted: bool = False) -> Export:
    match = Match.new("desfausse", ["ana", "bo"])
    dice = ProvableDice(secret, seeds, id)
    if shifted:
        for said in ("away", "back"):
            match.reply(Reply(0, "presence", said))
    bots = {seat: Anyone(Random(seat)) for seat in range(2)}
    House(match, Shifted(dice, match) if shifted else dice, bots).play_on()
    assert match.result
    provenance = Provenance(commit(secret, id), seeds)
    return Export(
        id=id,
        header=match.header,
        provenance=provenance,
        log=tuple(match.log),
        secret=secret.hex(),
        result=match.result,
    )


def best(tries: Callable[[int], Export]) -> Export:
    """The one of several in which the first to throw throws highest: what grinding is for."""
    return max(map(tries, range(8)), key=lambda export: str(next(r.value for r in export.log if r.actor == DICE)))


def another_id() -> Fraud:
    """The id drawn after the seeds, until it pleases; the commitment is the one that was shown."""
    ground = best(lambda number: play(f"{ID}-{number}"))
    told = msgspec.structs.replace(ground, provenance=Provenance(commit(SECRET, ID), SEEDS))
    return Fraud(told, "wrong_secret")


def another_commitment() -> Fraud:
    """The same, and the commitment made anew to fit."""
    return Fraud(best(lambda number: play(f"{ID}-{number}")), "other_commitment", needs_memory=True)


def another_secret() -> Fraud:
    ground = best(lambda number: play(secret=hashlib.sha256(bytes([number])).digest()))
    return Fraud(ground, "other_commitment", needs_memory=True)


def presence_lines() -> Fraud:
    """People who seem to come and go, so that the dice move on to a better place."""
    return Fraud(play(shifted=True), "wrong_roll")


def no_seeds() -> Fraud:
    return Fraud(play(seeds=()), "no_seeds")


def empty_seeds() -> Fraud:
    return Fraud(play(seeds=("", "")), "no_seeds")


def left_out() -> Fraud:
    """Ana's device gave a seed; another stands in its place."""
    return Fraud(play(seeds=("made-up-by-server", SEEDS[1])), "seed_left_out", needs_memory=True)


def secret_again() -> Fraud:
    """A rematch with a secret that everyone has seen."""
    return Fraud(play("the-rematch"), "secret_twice", before=play())


def one_die() -> Fraud:
    """A single die turned over, where the rest of the game fits all the same."""
    fair = play()
    for line, reply in enumerate(fair.log):
        if reply.actor == DICE:
            turned = msgspec.structs.replace(reply, value=int(str(reply.value)) % 6 + 1)
            told = msgspec.structs.replace(fair, log=(*fair.log[:line], turned, *fair.log[line + 1 :]))
            with suppress(Refused):
                rolls_of(told)
                return Fraud(told, "wrong_roll")
    raise AssertionError("every die matters")


def called_real() -> Fraud:
    """The server's own dice, said afterwards to have been real ones: nothing about them counts as proved."""
    fair = play()
    provenance = msgspec.structs.replace(fair.provenance, real=True)
    return Fraud(msgspec.structs.replace(fair, provenance=provenance), "real_dice")


FRAUDS: Final[dict[str, Callable[[], Fraud]]] = {
    make.__name__: cache(make)
    for make in (
        another_id,
        another_commitment,
        another_secret,
        presence_lines,
        no_seeds,
        empty_seeds,
        left_out,
        secret_again,
        called_real,
        one_die,
    )
}


def remembered(fraud: Fraud) -> Remembered:
    """What Ana's device would compare this match with."""
    if fraud.code == "secret_twice":
        return Remembered(fraud.export.provenance.commitment, SEEDS[0])
    return SHOWN


def for_page() -> bytes:
    def told(export: Export) -> dict[str, object]:
        provenance = export.provenance
        given = {
            "id": export.id,
            "commitment": provenance.commitment,
            "seeds": provenance.seeds,
            "real": provenance.real,
        }
        return {**given, "secret": export.secret, "rolls": rolls_of(export)[:LOOKED_AT]}

    frauds = {
        name: {
            "told": told((fraud := make()).export),
            "code": fraud.code,
            "part": remembered(fraud),
            "before": told(fraud.before) if fraud.before else None,
        }
        for name, make in FRAUDS.items()
    }
    return msgspec.json.encode({"fair": {"told": told(play()), "part": SHOWN}, "frauds": frauds}) + b"\n"


if __name__ == "__main__":
    FIXTURE.write_bytes(for_page())
