"""The shape of an answer. There are only five."""

from __future__ import annotations

import re
from math import isfinite
from typing import Final, TypeAlias

from msgspec import Struct

from .refusals import NotAllowed

Label: TypeAlias = str | int
Value: TypeAlias = str | int | float | tuple[Label, ...] | None
"""What can be answered. None: silence."""


_OF_LABELS: Final = (str, int)  # and not `True`, which equals 1
MOST: Final = 10**15  # beyond this a number would not survive JSON everywhere


class Choice(Struct, frozen=True, gc=False, tag="choice"):
    """One of the options, which are all of one type."""

    options: tuple[Label, ...]
    weights: tuple[int, ...] | None = None  # for dice with repeated faces

    def check(self, value: Value) -> None:
        if value not in self.options or value.__class__ not in _OF_LABELS:
            raise NotAllowed("not_an_option", value=value)


class Some(Struct, frozen=True, gc=False, tag="some"):
    """At least so many of the options, and at most so many: which dice to roll again."""

    options: tuple[Label, ...]
    least: int
    most: int

    def check(self, value: Value) -> None:
        if value.__class__ is not tuple:
            raise NotAllowed("not_a_selection", value=value)
        if not self.least <= len(value) <= self.most:
            raise NotAllowed("not_so_many", least=self.least, most=self.most)
        options = self.options
        for label in value:
            if label not in options or label.__class__ not in _OF_LABELS:
                raise NotAllowed("not_an_option", value=label)
        if len(value) > 1 and len(set(value)) != len(value):
            raise NotAllowed("named_twice")


class Amount(Struct, frozen=True, gc=False, tag="amount"):
    low: int
    high: int
    step: int = 1

    def check(self, value: Value) -> None:
        if value.__class__ is not int:
            raise NotAllowed("not_a_number", value=value)
        if not self.low <= value <= self.high:
            raise NotAllowed("out_of_range", low=self.low, high=self.high)
        if (value - self.low) % self.step:
            raise NotAllowed("not_a_step", step=self.step)


_UNTYPED: Final = re.compile("[\x00-\x1f\ud800-\udfff]")  # control characters and lone surrogates


class Text(Struct, frozen=True, gc=False, tag="text"):
    longest: int = 80

    def check(self, value: Value) -> None:
        if value.__class__ is not str or not value.strip():
            raise NotAllowed("not_a_text")
        if len(value) > self.longest:
            raise NotAllowed("too_long", longest=self.longest)
        if not value.isprintable() and _UNTYPED.search(value):
            raise NotAllowed("not_a_text")  # nobody's answer


class Number(Struct, frozen=True, gc=False, tag="number"):
    def check(self, value: Value) -> None:
        if value.__class__ not in (int, float) or (value.__class__ is float and not isfinite(value)):
            raise NotAllowed("not_a_number", value=value)
        if not -MOST <= value <= MOST:
            raise NotAllowed("out_of_range", low=-MOST, high=MOST)


Form: TypeAlias = Choice | Some | Amount | Text | Number

YES_NO: Final = Choice(("yes", "no"))
