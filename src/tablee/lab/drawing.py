"""Small drawings in SVG; their colours come from the style sheet of the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

WIDE: Final = 720
ROOM: Final = 300  # of the longest bar
FIGURES: Final = 170  # room for what is told beside a bar
LETTER: Final = 7.6
ROW: Final = 34


class Bar(Struct, frozen=True):
    label: str
    value: float
    told: str  # as it is written beside the bar
    low: float | None = None
    high: float | None = None


def bars(title: str, rows: Sequence[Bar], par: float | None = None, par_label: str = "") -> str:
    """A bar a row, with its interval; a dashed line where par would be."""
    most = max([row.high if row.high is not None else row.value for row in rows] + [par or 0.0], default=0.0) or 1.0
    left = max(WIDE - ROOM - FIGURES, 24 + LETTER * max((len(row.label) for row in rows), default=0))
    top = 26 if par is not None else 6
    height = top + ROW * len(rows) + 6

    def x(value: float) -> float:
        return left + ROOM * max(0.0, value) / most

    drawn = []
    for i, row in enumerate(rows):
        y = top + ROW * i
        drawn.append(_text(left - 12, y + 21, row.label, "end"))
        drawn.append(f'<rect class="bar" x="{left:.1f}" y="{y + 6}" width="{x(row.value) - left:.1f}" height="20"/>')
        end = x(row.value)
        if row.low is not None and row.high is not None:
            end = x(row.high)
            low, middle = x(row.low), y + 16
            path = f"M{low:.1f} {middle}H{end:.1f}M{low:.1f} {middle - 5}v10M{end:.1f} {middle - 5}v10"
            drawn += [f'<path class="{style}" d="{path}"/>' for style in ("halo", "whisker")]
        drawn.append(_text(max(end, x(par or 0)) + 10, y + 21, row.told, "start", "told"))
    if par is not None:
        drawn.append(f'<path class="par" d="M{x(par):.1f} {top - 4}V{height - 4}"/>')
        drawn.append(_text(x(par), 15, par_label, "middle", "told"))
    return _svg(title, left + ROOM + FIGURES, height, drawn)


def histogram(title: str, values: NDArray[np.float64], axis: str, tell: Callable[[float], str]) -> str:
    """How many games lasted so long. The few longest are gathered in the last column."""
    low, high = float(values.min()), float(np.quantile(values, 0.995))
    step = _step((high - low) / 24)
    start = floor(low / step) * step
    count = max(1, ceil((high - start) / step))
    places = np.clip(((values - start) / step).astype(int), 0, count - 1)
    heights = np.bincount(places, minlength=count)
    left, bottom, tall = 20, 210, 180
    wide = (WIDE - 2 * left) / count
    drawn = []
    for i, found in enumerate(heights.tolist()):
        high_ = tall * found / max(1, int(heights.max()))
        x, y = left + wide * i, bottom - high_
        drawn.append(
            f'<rect class="bar" x="{x + 1:.1f}" y="{y:.1f}" width="{max(1.0, wide - 2):.1f}" height="{high_:.1f}"/>'
        )
    every = max(1, ceil(count / 10))
    drawn += [_text(left + wide * i, bottom + 20, tell(start + step * i), "middle") for i in range(0, count + 1, every)]
    middle = left + wide * (float(values.mean()) - start) / step
    drawn.append(f'<path class="par" d="M{middle:.1f} 14V{bottom}"/>')
    drawn.append(f'<path class="axis" d="M{left} {bottom}H{WIDE - left}"/>')
    drawn.append(_text(WIDE - left, bottom + 42, axis, "end", "told"))
    return _svg(title, WIDE, bottom + 50, drawn)


def _step(about: float) -> float:
    """1, 2 or 5 of some power of ten."""
    if about <= 0:
        return 1.0
    power = 10.0 ** floor(log10(about))
    return next((nice * power for nice in (1, 2, 5) if nice * power >= about), 10 * power)


def _svg(title: str, wide: float, height: float, drawn: Sequence[str]) -> str:
    inside = "".join(drawn)
    return (
        f'<svg viewBox="0 0 {wide:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f"<title>{escape(title)}</title>{inside}</svg>"
    )


def _text(x: float, y: float, said: str, anchor: str, style: str = "label") -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:g}" text-anchor="{anchor}">{escape(said)}</text>'
