"""Rows of options: every game is tried, however few options it has."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Literal

from msgspec import Struct

from examples.pig import META
from tablee.engine import Meta
from tablee.testkit import every_pair


class No(Struct):
    pass


class Two(Struct):
    a: bool = False
    b: Literal["x", "y", "z"] = "x"


def test_a_game_with_one_option_has_a_row_for_each_value() -> None:
    assert every_pair(META, Random(1)) == [{"goal": 50}, {"goal": 100}]


def test_a_game_without_options_has_one_row() -> None:
    assert every_pair(_with(No), Random(1)) == [{}]


def test_any_two_values_stand_together() -> None:
    rows = every_pair(_with(Two), Random(1))
    assert {(row["a"], row["b"]) for row in rows} == {(a, b) for a in (True, False) for b in "xyz"}


def _with(options: type[Struct]) -> Meta:
    return replace(META, options=options)
