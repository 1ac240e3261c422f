"""Games by name. A game is found through the entry points `tablee.games`, so that anyone's package can add one.

One that cannot be used is left out, and `broken` tells of it: the others are played all the same.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from msgspec import Struct

from .meta import Game, Meta, load_place
from .refusals import Invalid

OURS: Final = "tablee"  # the package whose games our own tests look over
_registered: dict[str, Meta] = {}


class Broken(Struct, frozen=True):
    """A game that is installed and cannot be used."""

    id: str
    package: str
    problem: str

    def refusal(self) -> Invalid:
        return Invalid("broken_game", game=self.id, package=self.package, problem=self.problem)


def register(meta: Meta) -> None:
    """Add a game without an entry point: examples, experiments, tests."""
    _registered[meta.id] = meta


def games() -> dict[str, Meta]:
    return {**_installed()[0], **_registered}


def broken() -> tuple[Broken, ...]:
    return _installed()[1]


def find(name: str) -> Meta:
    try:
        return games()[name]
    except KeyError:
        for one in broken():
            if one.id == name:
                raise one.refusal() from None
        raise Invalid("unknown_game", game=name, known=", ".join(sorted(games()))) from None


@cache
def _installed() -> tuple[dict[str, Meta], tuple[Broken, ...]]:
    found: dict[str, Meta] = {}
    bad = []
    for point in sorted(entry_points(group="tablee.games"), key=lambda point: (_package(point) != OURS, point.name)):
        package = _package(point)
        try:
            if point.name in found:
                raise ValueError("another package has a game of this name")
            meta = point.load()
            if package != OURS:
                _look_over(point.name, meta)
            found[point.name] = meta
        except Exception as error:  # whatever a stranger's package raises is a problem of that package
            problem = " ".join(str(error).split()) or "it says no more"
            bad.append(Broken(point.name, package, f"{type(error).__name__}: {problem}"))
    return found, tuple(bad)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "?"


def _look_over(name: str, meta: object) -> None:
    """Load everything that people would otherwise meet broken in the middle of an evening."""
    if not isinstance(meta, Meta):
        raise TypeError(f"expected a Meta, not {meta!r:.60}")
    if meta.id != name:
        raise ValueError(f"its entry point is called {name}, its Meta {meta.id}")
    least, most = meta.players(meta.options())
    if not 1 <= least <= most:
        raise ValueError(f"players: {least} to {most}")
    for folder in (*meta.shared_words, meta.folder):
        files = sorted(folder.glob("words.*.toml"))
        if not files:
            raise FileNotFoundError(f"{folder.name} has no words.<language>.toml")
        for file in (*files, *sorted(folder.glob("rules.*.toml"))):
            try:
                tomllib.loads(file.read_text("utf-8"))
            except ValueError as error:  # of encoding or of form
                raise ValueError(f"{file.name}: {error}") from None
    if meta.page is not None and not (meta.page / "table.js").is_file():
        raise FileNotFoundError(f"{meta.page.name} has no table.js")
    load_place(meta.rules, Game)
    for place in (meta.bots, meta.picture, meta.measures, meta.packs):
        if place is not None:
            load_place(place, object)
