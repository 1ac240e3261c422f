"""The numbered rules of a game, in our own words."""

from __future__ import annotations

import tomllib

import msgspec
from msgspec import Struct

from .meta import Meta
from .refusals import Invalid


class Rule(Struct, frozen=True):
    id: str
    text: str


class Section(Struct, frozen=True):
    title: str
    rules: tuple[Rule, ...]


def read_rules(meta: Meta, language: str) -> tuple[Section, ...]:
    """A game without the file numbers none."""
    found = meta.folder / f"rules.{language}.toml"
    path = found if found.is_file() else next(iter(sorted(meta.folder.glob("rules.*.toml"))), None)
    if path is None:
        return ()
    try:
        chapters = msgspec.convert(tomllib.loads(path.read_text("utf-8")), dict[str, dict[str, str]])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Invalid("bad_file", file=str(path), problem=str(error)) from None
    return tuple(
        Section(title, tuple(Rule(id, text) for id, text in rules.items())) for title, rules in chapters.items()
    )
