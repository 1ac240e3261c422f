"""What the judge says: right, wrong or unsure, with a reason that can be shown."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

Ruling = Literal["right", "wrong", "unsure"]


class Verdict(str):
    """A word, so that it compares with one; and why, as a code with parameters.

    >>> verdict = Verdict("unsure", "near_rival", rival="Loiret")
    >>> verdict == "unsure", verdict.explain("fr")
    (True, 'trop proche de « Loiret »')
    """

    __slots__ = ("item", "params", "reason")

    reason: str
    params: Mapping[str, str]
    item: str | None  # of a list: the one that was found

    def __new__(cls, ruling: Ruling, reason: str, **params: str) -> Verdict:
        verdict = super().__new__(cls, ruling)
        verdict.reason, verdict.params, verdict.item = reason, params, None
        return verdict

    def of(self, item: str) -> Verdict:
        """The same, about this item of a list."""
        verdict = Verdict(str(self), self.reason, **self.params)  # type: ignore[arg-type]
        verdict.item = item
        return verdict

    def __repr__(self) -> str:
        return f"<{self}: {self.explain('en')}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _make, (str(self), self.reason, dict(self.params))

    def explain(self, language: str = "fr") -> str:
        """The reason as a phrase."""
        return _reasons(language)[self.reason].format_map(self.params)


def ruled(ruling: Ruling, why: str) -> Verdict:
    """What somebody has decided beforehand."""
    return Verdict(ruling, "ruled", why=why)


def left_to_the_table() -> Verdict:
    return Verdict("unsure", "table_decides")


@cache
def _reasons(language: str) -> Mapping[str, str]:
    words = tomllib.loads((Path(__file__).parent / f"words.{language}.toml").read_text("utf-8"))
    reasons: Mapping[str, str] = words["reasons"]
    return reasons


def _make(ruling: Ruling, reason: str, params: dict[str, str]) -> Verdict:
    return Verdict(ruling, reason, **params)
