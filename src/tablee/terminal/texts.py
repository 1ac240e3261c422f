"""What the terminal says besides the table: questions, help, rules, the log, the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablee.engine import Actor, Ask, Event, Match, find
from tablee.engine.rulebook import Rule, read_rules
from tablee.pictures import Scene, Unbroken

from .answers import choices, fold, how_to, silence

COMMANDS: Final = ("help", "undo", "save", "rules", "log", "quit", "pass", "say")


def question(scene: Scene, asked: Sequence[tuple[Actor, Ask]], now: int) -> RenderableType:
    """Each open ask once, with those who may answer it, its options, and what an answer looks like."""
    label = scene.words.label
    parts: list[RenderableType] = []
    for ask in {id(ask): ask for _, ask in asked}.values():
        who = [scene.name(actor) for actor, same in asked if same is ask and isinstance(actor, int)]
        head = Text(", ").join(who) if who else Text(label("asked_of_table"), "bold")
        head = Text.assemble("\n", head, "  ", (scene.words.ask(ask.name), "bold"))
        if ask.rule:
            head.append(f"  {label('rule_of', rule=ask.rule)}", "dim")
        about, options = scene.picture.about(scene, ask), choices(scene, ask)
        parts += [head, *(Padding(about, (0, 2)) for _ in "x" if about), *([options] if options else [])]
        left = None if ask.until is None else label("seconds_left", seconds=max(0, ask.until - now) // 1000)
        hints = [left, how_to(scene, ask), silence(scene, ask), label("help_hint", help="?")]
        parts.append(Unbroken(Text("  " + " · ".join(hint for hint in hints if hint), "dim")))
    return Group(*parts)


def help_text(
    scene: Scene,
    asked: Sequence[tuple[Actor, Ask]],
    standing: Sequence[Ask],
    several: bool,
    commands: Sequence[str] = COMMANDS,
) -> RenderableType:
    label = scene.words.label
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for name in commands:
        if name == "say" and not any(ask.name == "chat" for ask in standing):
            continue
        word = label(f"command_{name}")
        table.add_row(
            Text(f"? {word}" if name == "help" else word, "bold"), label(f"help_{name}", undo=label("command_undo"))
        )
    for ask in standing:
        if ask.name != "chat":
            table.add_row(Text(f"/{ask.name}", "bold"), label("help_other", ask=scene.words.ask(ask.name)))
    notes = [label("help_quotes"), *([label("help_seats")] if several else [])]
    lists = [part for _, ask in asked if (part := choices(scene, ask, everything=True)) is not None]
    body = Group(table, Padding(Text("\n".join(notes), "dim"), (0, 2)), *lists)
    return Panel(body, title=label("help_title"), box=box.ROUNDED, title_align="left")


def rules_text(scene: Scene, wanted: str, open_rules: Sequence[str]) -> RenderableType:
    """The rule in play, a rule by its number, or those that contain a word."""
    words = scene.words
    rules = [rule for section in read_rules(find(scene.match.header.game), words.language) for rule in section.rules]
    if not wanted:
        found = [rule for rule in rules if rule.id in open_rules]
        hint = Text(words.label("rules_here", rules=words.label("command_rules")), "dim")
        return Group(*(_rule(rule) for rule in found), hint)
    found = [rule for rule in rules if _is(rule, wanted)]
    found = found or [rule for rule in rules if fold(wanted) in fold(rule.text)]
    if not found:
        return Text(words.label("no_rule", rule=wanted))
    return Group(*(_rule(rule) for rule in found))


def _rule(rule: Rule) -> RenderableType:
    return Padding(Text.assemble((rule.id, "bold"), "  ", rule.text), (0, 2))


def _is(rule: Rule, wanted: str) -> bool:
    number = rule.id.partition("-")[2]
    return wanted.strip().upper() == rule.id or (wanted.strip().isdigit() and wanted.strip().zfill(2) == number)


def told_again(match: Match, viewer: int | None) -> list[Event]:
    """What happened, told again from the log."""
    again = Match(match.header)
    told = [*again.news]
    for reply in match.log:
        told += again.reply(reply)
    return [event for each in told if (event := each.seen_by(viewer)) is not None]


def log_text(scene: Scene, events: Sequence[Event], most: int = 40) -> RenderableType:
    if not events:
        return Text(scene.words.label("no_log"))
    return Group(*(scene.told(event) for event in events[-most:]))


def result_text(scene: Scene) -> RenderableType:
    result, words = scene.match.result, scene.words
    assert result
    best = [scene.names[seat] for seat in result.ranking[0]]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=True)
    table.add_column(words.label("place"), justify="right")
    table.add_column(words.label("player"))
    table.add_column(words.label("score"), justify="right")
    place = 1
    for seats in result.ranking:
        for seat in seats:
            table.add_row(str(place), scene.name(seat), words.forms.number(result.scores[seat]))
        place += len(seats)
    headline = scene.sentence(words.label("winner" if len(best) == 1 else "winners", names=best))
    headline.stylize("bold")
    body = Group(Text(words.end(result.why), "dim"), headline, table)
    return Panel(body, title=find(scene.match.header.game).name, box=box.DOUBLE, expand=False, padding=(1, 3))
