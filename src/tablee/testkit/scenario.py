"""Scenarios: rules as readable tests, written by people who only know the rulebook (`steps` says how)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from tablee.engine import (
    Invalid,
    Match,
    Refused,
    find,
    read_rules,
    words,
)

from .steps import Runner, Scenario, Wrong


class Failure(Struct, frozen=True):
    """Why a scenario failed: the step, what was wrong with it, and what was being asked."""

    step: int
    line: str
    problem: str
    asked: str
    place: str = ""  # file:line

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}step {self.step} ‹{self.line}›: {self.problem}. Asked: {self.asked or 'nobody'}"


def read_scenario(path: Path) -> Scenario:
    try:
        text = path.read_text("utf-8")
        scenario = msgspec.convert(tomllib.loads(text), Scenario)
        return msgspec.structs.replace(scenario, file=str(path), lines=_step_lines(text))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise Invalid("bad_file", file=str(path), problem=str(error)) from None


def run_scenario(scenario: Scenario, watch: Callable[[Match], None] = lambda match: None) -> Failure | None:
    """Plays it on the game's synthetic packs, with somebody watching after every answer. None: it holds."""
    try:
        runner = Runner(scenario, watch)
        _look_over(scenario)
    except (Wrong, Refused) as problem:
        return Failure(0, "set-up", _told(problem, scenario.seats), "", scenario.file)
    for number, line in enumerate(scenario.steps, 1):
        try:
            runner.step(line)
        except (Wrong, Refused) as problem:
            lines = scenario.lines
            place = f"{scenario.file}:{lines[number - 1]}" if len(lines) == len(scenario.steps) else scenario.file
            return Failure(number, line, _told(problem, scenario.seats), runner.asked(), place)
    return None


def _told(problem: Exception, names: Sequence[str]) -> str:
    """With the names of the seats, not their numbers."""
    said = words("en").refusal(problem, names) if isinstance(problem, Refused) else str(problem)
    return said.rstrip(".")


def _look_over(scenario: Scenario) -> None:
    """A scenario without a step could not fail, and one without a rule shows nothing."""
    known = {rule.id for section in read_rules(find(scenario.game), "en") for rule in section.rules}
    unknown = [rule for rule in scenario.rules if rule not in known]
    if unknown or not scenario.rules:
        raise Wrong(f"there is no rule {', '.join(unknown)}" if unknown else "it names no rule")
    if not scenario.steps:
        raise Wrong("it has no steps")


_STEPS = re.compile(r"^steps\s*=\s*\[", re.M)
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#[^\n]*|\]', re.S)


def _step_lines(text: str) -> tuple[int, ...]:
    """The line of each step, counted from 1."""
    begin = _STEPS.search(text)
    lines = []
    for found in _STRING.finditer(text, begin.end()) if begin else ():
        if found[0] == "]":
            break
        if not found[0].startswith("#"):
            lines.append(text.count("\n", 0, found.start()) + 1)
    return tuple(lines)
