"""Words for people: one catalogue a language, the engine's own with a game's laid over it.

A catalogue is a TOML file with the tables `asks`, `values` (the options of an ask, or the words for what a field
of an event holds), `events`, `refusals`, `options` (a sentence of help, perhaps a short name, and a word for each
value), `ends` and `labels`. Terminal and page both use it; what only one of them shows stands in a table of its own,
`picture` for the terminal, `page` for the page, and is laid over the labels there. Sentences are filled in by
`wording`. A language is known when the engine has words in it: `words.<language>.toml` in each folder, and no code.

Under `values.<name>` a value is looked for as a key, then as what a key like `"r*"` begins (a field in its sentence is
what follows, as a value of that name); then `"*"` names another
table of values to look in, or `"seat"`: the value is a seat, and its word is the player's name; or `"from_one"`: it
counts from zero, and people from one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, get_type_hints

import msgspec

from . import registry
from .asks import Seat
from .events import Event
from .refusals import Refused
from .wording import Language, ways

FIRST: Final = "fr"  # the language that people are spoken to in when nothing is known of them
_ENGINE: Final = Path(__file__).parent


@cache
def languages() -> tuple[str, ...]:
    """Every language there are words in."""
    found = (path.name.split(".")[1] for path in _ENGINE.glob("words.*.toml"))
    return tuple(sorted(found, key=lambda language: (language != FIRST, language)))


@cache
def forms(language: str) -> Language:
    return msgspec.convert(_read(_ENGINE, language)["language"], Language)


class Words:
    """The words of one language, for one game or for none; `own` names the labels that only the reader's kind sees."""

    def __init__(self, language: str, *folders: Path, own: str | None = None) -> None:
        self.language = language
        self.forms = forms(language)
        self.tables: dict[str, dict[str, Any]] = {}
        for folder in folders:
            _lay_over(self.tables, _read(folder, language))
        self.labels = {**self.tables.get("labels", {}), **self.tables.get(own or "", {})}

    def ask(self, name: str) -> str:
        """What is wanted of the person who is asked."""
        return str(self.tables["asks"].get(name, name))

    def value(self, name: str, value: object, names: Sequence[str] = ()) -> str:
        """The word for an option of the ask, or for what the event's field, called `name` holds."""
        return self.forms.text(self.told(name, value, names))

    def told(self, name: str, value: object, names: Sequence[str] = ()) -> object:
        """The same as it goes into a sentence: a list is still a list of words, a number still a number."""
        known = self.tables["values"].get(name, {})
        if isinstance(value, float) and value.is_integer():
            value = int(value)  # as JSON brings a whole number back
        if isinstance(value, list | tuple):
            return [self.told(name, part, names) for part in value] or self.label("nothing")
        if isinstance(value, dict):
            pairs = ((self.told(name, key, names), self.told(name, held, names)) for key, held in value.items())
            return ", ".join(self.label("pair", key=key, value=held) for key, held in pairs) or self.label("nothing")
        if str(value) in known:
            return str(known[str(value)])
        for key in known:
            if key[1:].endswith("*") and str(value).startswith(key[:-1]):
                rest = str(value).removeprefix(key[:-1])
                return self.forms.fill(known[key], {field: self.told(field, rest) for field, _ in ways(known[key])})
        others = known.get("*")
        if others == "seat" and isinstance(value, int) and 0 <= value < len(names):
            return names[value]
        if others == "from_one" and isinstance(value, int):
            return value + 1
        if others and others not in ("seat", "from_one"):
            return self.told(others, value, names)
        return self.label("nothing") if value is None else value

    def event(self, event: Event, names: Sequence[str]) -> str:
        """What happened, as a sentence."""
        kind = str(event.__struct_config__.tag)
        template = self.tables["events"].get(kind)
        if template is None:
            return kind
        fields = {}
        for field in event.__struct_fields__:
            held = getattr(event, field)
            fields[field] = names[held] if field in seat_fields(type(event)) else self.told(field, held, names)
        return self.forms.fill(template, fields)

    def refusal(self, refused: Refused, names: Sequence[str] = ()) -> str:
        template = self.tables["refusals"].get(refused.code, refused.code)
        actor = refused.params.get("actor")
        params = dict(refused.params)
        if isinstance(actor, int) and 0 <= actor < len(names):
            params["actor"] = names[actor]
        return self.forms.fill(template, params)

    def option(self, name: str) -> str:
        """What an option of the game does."""
        return str(self.tables["options"].get(name, {}).get("help", name))

    def option_value(self, name: str, value: object) -> str:
        word = ("on" if value else "off") if isinstance(value, bool) else "default" if value is None else str(value)
        return str(self.tables["options"].get(name, {}).get("values", {}).get(word) or self.value(name, word))

    def end(self, why: str) -> str:
        return str(self.tables["ends"].get(why, why))

    def label(self, name: str, /, **params: object) -> str:
        return self.forms.fill(self.labels.get(name, name), params)


@cache
def words(language: str, game: str | None = None) -> Words:
    """The catalogue of a language; with a game, that game's words too."""
    return Words(language, *words_folders(game))


def words_folders(game: str | None = None) -> tuple[Path, ...]:
    """Where the words are, each folder laid over those before it: the engine's, then the game's."""
    if game is None:
        return (_ENGINE,)
    meta = registry.find(game)
    return _ENGINE, *meta.shared_words, meta.folder


def _read(folder: Path, language: str) -> dict[str, Any]:
    """A game from elsewhere may not have every language: it is then told in one that it has."""
    wanted = folder / f"words.{language}.toml"
    found = wanted if wanted.is_file() else next(iter(sorted(folder.glob("words.*.toml"))), wanted)
    return tomllib.loads(found.read_text("utf-8"))


def _lay_over(below: dict[str, dict[str, Any]], above: Mapping[str, Any]) -> None:
    for table, entries in above.items():
        below.setdefault(table, {}).update(entries)


@cache
def seat_fields(event: type[Event]) -> frozenset[str]:
    """The fields that hold a seat."""
    hints = get_type_hints(event, include_extras=True)
    return frozenset(field.name for field in msgspec.structs.fields(event) if hints[field.name] == Seat)
