"""The documentation page of each game, made from its code, its catalogue and what its scenarios ask.

python -m tablee.testkit.pages tests docs/games
"""

from __future__ import annotations

import inspect
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import get_type_hints

import msgspec

from tablee.engine import Amount, Ask, Choice, Match, Meta, Number, Some, Text, find, games, read_rules, values, words
from tablee.engine.wording import plain

from .options import fitting_players
from .playout import Playout, new_match, play_out
from .rules import shown_rules
from .scenario import read_scenario, run_scenario


@dataclass
class Seen:
    """What was seen of one ask, over many games."""

    forms: set[str] = field(default_factory=set)
    actors: set[str] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)
    silence: set[str] = field(default_factory=set)
    options: set[str | int] = field(default_factory=set)


def observe(meta: Meta, tests: Path) -> tuple[dict[str, Seen], set[str]]:
    """Every ask that the game's scenarios and a few random games put, and every way in which they end."""
    asks: dict[str, Seen] = {}
    ends: set[str] = set()

    def watch(match: Match) -> None:
        for ask in match.asks:
            if ask.name != "presence":
                _note(asks.setdefault(ask.name, Seen()), ask)
        if match.result:
            ends.add(match.result.why)

    for path in sorted((tests / "scenarios" / meta.id).glob("*.toml")):
        run_scenario(read_scenario(path), watch)
    for seed, players in enumerate(fitting_players(meta, {})):
        play_out(new_match(meta.id, players), Playout(Random(seed)), watch)
    return dict(sorted(asks.items())), ends


def game_page(meta: Meta, tests: Path) -> str:
    english = words("en", meta.id)
    game = meta.load()
    asks, ends = observe(meta, tests)
    least, most = meta.players(meta.options())
    lines = [
        f"# {meta.name}",
        "",
        "*Made by `python -m tablee.testkit.pages`; do not edit.*",
        "",
        f"{least} to {most} players, {meta.minutes[0]} to {meta.minutes[1]} minutes, from age {meta.age}. "
        f"Game id `{meta.id}`, rules version {meta.version}. Package `tablee.games.{meta.id}`.",
        "",
        "## Options",
        "",
        "| option | default | other values | what it does |",
        "| --- | --- | --- | --- |",
    ]
    for option in msgspec.structs.fields(meta.options):
        default = option.default
        others = [f"`{_plain(value)}`" for value in values(meta.options, option.name) if value != default]
        lines.append(f"| `{option.name}` | `{_plain(default)}` | {', '.join(others)} | {english.option(option.name)} |")
    lines += ["", "## Decisions", "", "| ask | who | form | silence | rules | what is asked |"]
    lines.append("| --- | --- | --- | --- | --- | --- |")
    for name, seen in asks.items():
        silence = seen.silence if len(seen.silence) <= 3 else {"depends on the table"}
        cells = [" or ".join(sorted(part)) for part in (seen.actors, seen.forms, silence)]
        rules = ", ".join(sorted(seen.rules))
        lines.append(f"| `{name}` | {cells[0]} | {cells[1]} | {cells[2]} | {rules} | {english.ask(name)} |")
    lines += ["", f"The game ends by: {', '.join(f'`{why}`' for why in sorted(ends))}.", "", "## Events", ""]
    lines += ["| event | fields | what happened |", "| --- | --- | --- |"]
    for event in game.events:
        fields = ", ".join(f"`{name}`" for name in event.__struct_fields__)
        tag = str(event.__struct_config__.tag)
        lines.append(f"| `{tag}` | {fields} | {plain(english.tables['events'].get(tag, ''))} |")
    lines += ["", "## View", "", "What everyone sees; `mine` is what a seat alone sees.", ""]
    lines += ["| path | type |", "| --- | --- |"]
    view = get_type_hints(game.public)["return"]
    lines += [f"| `{name}` | {_type(hint)} |" for name, hint in view.__annotations__.items()]
    if game.start:
        lines += ["", "## Start positions", "", *inspect.getdoc(game.start).splitlines()[:1], ""]  # type: ignore[union-attr]
        lines += [f"- `{key}`: {told}" for key, told in _start_keys(game.start)]
    lines += ["", "## Rules", ""]
    lines[6:6] = [" · ".join(f"[{line[3:]}](#{_place(line[3:])})" for line in lines if line.startswith("## ")), ""]
    shown = shown_rules(tests)
    for section in read_rules(meta, "en"):
        lines += [f"### {section.title}", ""]
        for rule in section.rules:
            where = ", ".join(f"`{path.split('/')[-1]}`" for path in shown.get(rule.id, ())[:3])
            lines.append(f'- <a id="{rule.id}"></a>**{rule.id}** {rule.text}  \n  Shown by {where or "nothing yet"}.')
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def _place(heading: str) -> str:
    """The anchor of a heading."""
    return heading.lower().replace(" ", "-")


def _note(seen: Seen, ask: Ask) -> None:
    seen.forms.add(_form(ask))
    seen.rules.add(ask.rule or "—")
    kinds = {actor if isinstance(actor, str) else "seat" for actor in ask.actors}
    seen.actors.add(" and ".join(sorted(kinds)) + (" (several)" if len(ask.actors) > len(kinds) else ""))
    if ask.standing:
        seen.silence.add("(standing)")
    elif ask.of_house:
        seen.silence.add("(must be answered)")
    else:
        seen.silence.add("nothing" if ask.silence in (None, ()) else f"`{ask.silence}`")
    if isinstance(ask.form, Choice | Some):
        seen.options.update(ask.form.options)


def _form(ask: Ask) -> str:
    match ask.form:
        case Choice():
            return "one of several"
        case Some():
            return "some of several"
        case Amount(_, _, step):
            return f"amount in steps of {step}"
        case Text():
            return "text"
        case Number():
            return "number"


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "by players" if value is None else str(value)


def _type(hint: object) -> str:
    return str(hint).replace("|", "or")


def _start_keys(start: type[msgspec.Struct]) -> list[tuple[str, str]]:
    lines = (inspect.getdoc(start) or "").splitlines()[1:]
    return [(key, told.strip()) for key, _, told in (line.partition(":") for line in lines) if told]


def main() -> None:
    tests, target = map(Path, sys.argv[1:3])
    target.mkdir(parents=True, exist_ok=True)
    for meta in games().values():
        (target / f"{meta.id}.md").write_text(game_page(find(meta.id), tests), "utf-8")


if __name__ == "__main__":
    main()
