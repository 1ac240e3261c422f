"""What is to be played: checked before anything is, and the same wherever and however often it is played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from itertools import product
from typing import Any, Final

import msgspec
from msgspec import Struct

from tablee import __version__
from tablee.bots import find_bot
from tablee.engine import Invalid, Match, Meta, find
from tablee.measures import find_kernel

from .needs import need_gpu
from .refusals import CannotRun

MOST_GAMES: Final = 10_000_000  # about half a kilobyte of memory for each
PART: Final = 50  # games that the engine plays, at most, before they are stored
PARTS: Final = 200  # of a variant, if it has enough games
KERNEL_PART: Final = 20_000
GPU_PART: Final = 1_000_000


class Variant(Struct, frozen=True):
    """One choice of the options."""

    varied: dict[str, Any]  # only what differs between the variants of this run
    options: dict[str, Any]  # all of them
    key: str  # every option that is not the default: the games depend on the seed, on this, and on their number

    @property
    def name(self) -> str:
        return " ".join(f"{option}={show(value)}" for option, value in self.varied.items())


class Plan(Struct, frozen=True):
    """Everything that decides the results, and nothing else."""

    game: str
    rules: str
    seats: tuple[str, ...]  # names of bots
    games: int  # of each variant
    variants: tuple[Variant, ...]
    packs: tuple[str, ...]
    contents: tuple[str, ...]  # what these hold, or what the game takes by itself, by hash
    rotate: bool
    seed: int
    player: str  # "engine", "kernel" or "gpu": the last two play the same games
    patience: float
    tablee: str = __version__

    def parts(self) -> list[Part]:
        sizes = {"engine": max(1, min(PART, self.games // PARTS)), "kernel": KERNEL_PART, "gpu": GPU_PART}
        size = sizes[self.player]
        return [
            Part(variant, first, min(size, self.games - first))
            for variant in range(len(self.variants))
            for first in range(0, self.games, size)
        ]

    def strategies(self, game: int) -> tuple[str, ...]:
        """Who sits where in this game: one seat further every time, so that seat and strategy can be told apart."""
        turn = game % len(self.seats) if self.rotate else 0
        return self.seats[-turn:] + self.seats[:-turn] if turn else self.seats


class Part(Struct, frozen=True):
    """Some games of one variant: what a worker plays at a time, and what is stored together."""

    variant: int
    first: int
    count: int

    @property
    def name(self) -> str:
        return f"{self.variant:03d}-{self.first:09d}"


def make_plan(
    game: str,
    seats: Sequence[str],
    games: int,
    options: Mapping[str, object],
    vary: Mapping[str, Sequence[object]],
    packs: Sequence[str] = (),
    rotate: bool = True,
    seed: int = 1,
    *,
    engine: bool = False,
    gpu: bool = False,
    patience: float = 10.0,
) -> Plan:
    """Raises CannotRun or Invalid if anything of this cannot be played."""
    meta = find(game)
    if not 1 <= games <= MOST_GAMES:
        raise CannotRun("bad_games", games=games, most=MOST_GAMES)
    if not patience > 0:
        raise CannotRun("bad_patience", patience=patience)
    named = tuple("anyone" if name == "random" else name for name in seats)
    for name in named:
        find_bot(meta, name)
    for name, values in vary.items():
        if name in options:
            raise CannotRun("set_and_varied", option=name)
        if not values:
            raise CannotRun("no_values", option=name)
    variants = []
    for chosen in product(*vary.values()):
        varied = dict(zip(vary, chosen, strict=True))
        variants.append(make_variant(meta, varied, options))
    if len({variant.key for variant in variants}) < len(variants):
        raise CannotRun("same_variant", option=", ".join(vary))
    compiled = not engine and all(kernel_knows(meta, variant.options, named) for variant in variants)
    if gpu:
        need_gpu()
        if not compiled or not on_gpu(meta):
            raise CannotRun("not_for_gpu", game=meta.name)
    headers = [new_match(meta, named, variant, packs).header for variant in variants]
    return Plan(
        game=meta.id,
        rules=meta.version,
        seats=named,
        games=games,
        variants=tuple(variants),
        packs=tuple(packs),
        contents=tuple(sorted({f"{pack.id} {pack.hash}" for header in headers for pack in header.packs})),
        rotate=rotate and len(set(named)) > 1,
        seed=seed,
        player="gpu" if gpu else "kernel" if compiled else "engine",
        patience=float(patience),
    )


def make_variant(meta: Meta, varied: Mapping[str, object], fixed: Mapping[str, object]) -> Variant:
    read = {name: read_value(meta, name, value) for name, value in {**fixed, **varied}.items()}
    options = msgspec.to_builtins(meta.read_options(read))
    default = msgspec.to_builtins(meta.options())
    key = " ".join(f"{name}={show(options[name])}" for name in sorted(options) if options[name] != default[name])
    return Variant({name: options[name] for name in varied}, options, key)


def new_match(meta: Meta, seats: Sequence[str], variant: Variant, packs: Sequence[str]) -> Match:
    names, facts = [str(seat + 1) for seat in range(len(seats))], {"bots": tuple(range(len(seats)))}
    return Match.new(meta.id, names, variant.options, facts, packs or None)


def kernel_knows(meta: Meta, options: Mapping[str, object], seats: Sequence[str]) -> bool:
    """Has the game a fast player, and can it play this?"""
    kernel = find_kernel(meta)
    return kernel is not None and kernel.knows(options, seats)


def on_gpu(meta: Meta) -> bool:
    kernel = find_kernel(meta)
    return kernel is not None and kernel.play_on_gpu is not None


# ---------------------------------------------------------------- values


def read_value(meta: Meta, name: str, value: object) -> object:
    """A word of the command line as the option wants it: a word, a number, a list, or `default`."""
    if not isinstance(value, str):
        meta.read_options({name: value})
        return value
    readings: list[object] = [value]
    readings += [int(value)] if value.lstrip("-").isdecimal() else []
    readings += [None] if value == "default" else []
    if value.startswith("["):
        try:
            readings.append(json.loads(value))
        except ValueError:
            raise CannotRun("bad_list", option=name, value=value) from None
    problem: Invalid | None = None
    for reading in readings:
        try:
            meta.read_options({name: reading})
            return reading
        except Invalid as refused:
            problem = problem or refused
    assert problem
    raise problem


def split_values(meta: Meta, name: str, text: str) -> list[str]:
    """`a,b`, or `a|b` and `a;b` where values hold commas; a text that is a value itself is not split."""
    for separator in "|;":
        if separator in text:
            return [part.strip() for part in text.split(separator)]
    try:
        read_value(meta, name, text)
    except Invalid as refused:
        if refused.code == "unknown_option":
            raise
        return [part.strip() for part in text.split(",")]
    return [text]


def show(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return "default"
    return json.dumps(value, separators=(",", ":")) if isinstance(value, list) else str(value)


def number_of(*parts: object) -> int:
    """A seed for the kernel, made of words and numbers."""
    return int.from_bytes(sha256(" ".join(map(str, parts)).encode()).digest()[:6], "big")
