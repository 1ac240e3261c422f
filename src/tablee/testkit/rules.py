"""Which rules the tests show."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from .scenario import read_scenario

F = TypeVar("F", bound=Callable[..., object])


def shows(*rules: str) -> Callable[[F], F]:
    """Marks an ordinary test that shows what no scenario can: components, display, refusals of a whole match."""
    return lambda test: test


def shown_rules(tests: Path) -> dict[str, list[str]]:
    """Rule ids, each with the scenarios and tests below this folder that show it."""
    shown: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("*.toml")):
        if "scenarios" in path.parts:
            for rule in read_scenario(path).rules:
                shown.setdefault(rule, []).append(path.relative_to(tests).as_posix())
    for path in sorted(tests.rglob("test_*.py")):
        for name, rule in _marked(path):
            shown.setdefault(rule, []).append(f"{path.relative_to(tests).as_posix()}::{name}")
    return shown


def _marked(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "shows":
                    yield from ((node.name, str(arg.value)) for arg in mark.args if isinstance(arg, ast.Constant))
