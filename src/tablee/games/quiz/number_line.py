"""Guesses on a line, and the truth among them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from rich.align import Align
from rich.console import RenderableType
from rich.text import Text

from tablee.pictures import SEAT_STYLES, Scene

from .tokens import figure

LINE: Final = 66  # columns of a number line
EDGE: Final = 6  # of them beyond the lowest and the highest guess


def number_line(scene: Scene, guesses: Mapping[int, float | None], truth: float | None) -> list[RenderableType]:
    """Each guess where it lies between the lowest and the highest, the truth among them when it is known."""
    said = {seat: value for seat, value in guesses.items() if value is not None}
    points = [_guess(scene, seat, value, truth) for seat, value in said.items()]
    if truth is not None and truth not in said.values():
        points.append(Point(truth, f"★ {figure(truth)}", "bold yellow", "▲"))
    if not points:
        return []
    low, high = min(point.value for point in points), max(point.value for point in points)
    rows: list[Text] = []
    axis = [("─", "dim")] * LINE
    for point in sorted(points, key=lambda point: point.value):
        column = EDGE + round((point.value - low) / (high - low) * (LINE - 2 * EDGE)) if high > low else LINE // 2
        write_above(rows, point, column)
        axis[column] = (point.mark, point.style)
    for row in rows:
        row.pad_right(LINE - len(row))
    return [Align.center(Text("\n").join([*reversed(rows), Text.assemble(*axis)]))]


class Point(Struct, frozen=True):
    """Somebody's guess, or the truth."""

    value: float
    label: str
    style: str
    mark: str


def _guess(scene: Scene, seat: int, value: float, truth: float | None) -> Point:
    label, style = f"{scene.names[seat][:8]} {figure(value)}", SEAT_STYLES[seat % len(SEAT_STYLES)]
    return Point(value, f"★ {label}", style, "▲") if value == truth else Point(value, label, style, "┷")


def write_above(rows: list[Text], point: Point, column: int) -> None:
    """In the lowest row that has room; labels come from left to right."""
    label = point.label
    start = max(0, min(column - len(label) // 2, LINE - len(label)))
    for row in rows:
        if len(row) < start:
            break
    else:
        row = Text()
        rows.append(row)
    row.append(" " * (start - len(row))).append(label, point.style)
