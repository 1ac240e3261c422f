"""Counts the boxes of questions for docs/content.md: a table between its marks, and the drawing docs/content.svg.

.venv/bin/python tools/content.py            (after a change of the content)
.venv/bin/python tools/content.py --check    (only says whether both are what the boxes hold today)
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from math import floor, log10
from pathlib import Path
from statistics import median

from tablee.packs.format import Entry
from tablee.packs.library import shipped
from tablee.packs.lint import Sheet, shipped_lists
from tablee.packs.lint.sheet import fill_in
from tablee.packs.source import read

DOCS = Path(__file__).parents[1] / "docs"
PAGE, DRAWING = DOCS / "content.md", DOCS / "content.svg"
MARKS = re.compile(r"(<!-- figures -->\n).*?(<!-- /figures -->)", re.S)
BOXES = {"Défizz": "defizz-base", "Egomaster": "egomaster-base"}
LENGTHS = ((6, 7), (8, 11), (12, 19), (20, 49), (50, 200))  # items

WIDE, LEFT, ROOM = 760, 150, 560
INK, SOFT, PAPER = "#1f1f1e", "#6b6a66", "#fcfcfb"
BLUES = ("#cde2fb", "#9ec5f4", "#6da7ec", "#2a78d6", "#184f95")  # from easy to hard
TWO = dict(zip(BOXES, ("#2a78d6", "#eb6834"), strict=True))


def main() -> None:
    known = shipped_lists()
    boxes = {name: fill_in(read(shipped()[pack]), known) for name, pack in BOXES.items()}
    page = MARKS.sub(lambda mark: f"{mark[1]}{table(boxes)}{mark[2]}", PAGE.read_text("utf-8"))
    drawing = draw(boxes)
    if "--check" in sys.argv:
        fresh = page == PAGE.read_text("utf-8") and drawing == DRAWING.read_text("utf-8")
        sys.exit(0 if fresh else "docs/content.md or docs/content.svg is old: python tools/content.py")
    PAGE.write_text(page, "utf-8")
    DRAWING.write_text(drawing, "utf-8")


def entries(sheet: Sheet, mode: str = "") -> list[Entry]:
    return [entry for _, entry in sheet.questions if not mode or entry.mode == mode]


def items(sheet: Sheet, part: str = "") -> list[int]:
    """The lengths of the lists of Ping-Pong."""
    lists = [entry for entry in entries(sheet, "ping_pong") if part in ("", entry.part)]
    return [len(sheet.known[entry.closed_list]) if entry.closed_list else len(entry.accept) for entry in lists]


def numbers(sheet: Sheet) -> list[float]:
    return [abs(float(str(entry.answer))) for entry in entries(sheet, "target")]


def tagged(held: Iterable[Entry], tag: str) -> int:
    return sum(tag in entry.tags for entry in held)


def table(boxes: dict[str, Sheet]) -> str:
    rows = [("", *boxes), ("---",) * (1 + len(boxes))]
    rows.append(("questions", *(f"{len(sheet.questions):,}" for sheet in boxes.values())))
    for tag, says in (("pop", "popular culture"), ("2000s", "since 2000"), ("school", "grammar, sums, recitation")):
        rows.append((says, *(share(tagged(entries(one), tag), len(one.questions)) for one in boxes.values())))
    people = [Counter(tag for entry in entries(one) for tag in entry.tags) for one in boxes.values()]
    women = (share(tags["woman"], tags["woman"] + tags["man"]) for tags in people)
    rows.append(("women among the people who are answers", *women))
    guesses = [(tagged(entries(one, "target"), "estimate"), len(numbers(one))) for one in boxes.values()]
    rows.append(("Cible: numbers to guess", *(share(*pair) for pair in guesses)))
    small = [(sum(number <= 12 for number in numbers(one)), len(numbers(one))) for one in boxes.values()]
    rows.append(("Cible: 12 or less", *(share(*pair) for pair in small)))
    rows.append(("Cible: orders of magnitude", *(str(len(magnitudes(one))) for one in boxes.values())))
    medians = [
        ", ".join(f"{part} {median(items(one, part)):g}" for part in one.parts() if items(one, part))
        for one in boxes.values()
    ]
    rows.append(("Ping-Pong: items of the median list", *medians))
    closed = (sum(bool(entry.closed_list) for entry in entries(one, "ping_pong")) for one in boxes.values())
    rows.append(("Ping-Pong: on a closed list", *(str(count) for count in closed)))
    luck = [entries(one, "chance") for one in boxes.values()]
    rows.append(("Chance: people do something", *(share(tagged(held, "action"), len(held)) for held in luck)))
    rows.append(("with `expires`", *(str(sum(bool(e.expires) for e in entries(one))) for one in boxes.values())))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def share(count: int, total: int) -> str:
    return f"{count} of {total} ({count / total:.0%})" if total else "–"


def magnitudes(sheet: Sheet) -> Counter[int]:
    return Counter(floor(log10(number)) for number in numbers(sheet) if number)


def draw(boxes: dict[str, Sheet]) -> str:
    drawn: list[str] = []
    y = heading(drawn, 30, "Difficulty, by deck and booklet (share of the questions)")
    for name, sheet in boxes.items():
        for part, held in sheet.parts().items():
            counts = Counter(entry.difficulty for _, entry in held)
            stack(drawn, y, f"{name} {part}", [counts[level] for level in range(1, 6)])
            y += 30
    y = heading(drawn, y + 40, "Cible: answers, by order of magnitude")
    found = {name: magnitudes(sheet) for name, sheet in boxes.items()}
    powers = sorted(set().union(*found.values()))
    tens = [f"{10**power:,}".replace(",", "\u202f") + " …" for power in powers]
    y = pairs(drawn, y, tens, {name: [counts[power] for power in powers] for name, counts in found.items()})
    y = heading(drawn, y + 40, "Ping-Pong: lists, by how many items they have")
    spans = [f"{low}–{high}" for low, high in LENGTHS]
    sizes = {name: [sum(a <= n <= b for n in items(sheet)) for a, b in LENGTHS] for name, sheet in boxes.items()}
    y = pairs(drawn, y, spans, sizes)
    title = "What the boxes hold: difficulty, numbers and lists"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {y + 10}" role="img" aria-label="{title}" '
        f'font-family="system-ui, sans-serif" font-size="13">\n<title>{title}</title>\n'
        f'<rect width="{WIDE}" height="{y + 10}" fill="{PAPER}"/>\n' + "\n".join(drawn) + "\n</svg>\n"
    )


def heading(drawn: list[str], y: int, told: str) -> int:
    drawn.append(f'<text x="20" y="{y}" fill="{INK}" font-size="15" font-weight="600">{escape(told)}</text>')
    return y + 16


def stack(drawn: list[str], y: int, label: str, counts: Sequence[int]) -> None:
    drawn.append(text(LEFT - 12, y + 16, label, INK, "end"))
    x, total = float(LEFT), sum(counts)
    for level, count in enumerate(counts, 1):
        wide = ROOM * count / total
        drawn.append(f'<rect x="{x:.1f}" y="{y}" width="{wide - 2:.1f}" height="22" fill="{BLUES[level - 1]}"/>')
        ink = INK if level < 4 else "#ffffff"
        drawn.append(text(x + wide / 2 - 1, y + 16, f"{level}: {count / total:.0%}", ink, "middle"))
        x += wide


def pairs(drawn: list[str], y: int, labels: Sequence[str], rows: dict[str, list[int]]) -> int:
    """Two thin bars a row, one for each box, with their counts; a legend first."""
    x = LEFT
    for name in rows:
        drawn.append(f'<rect x="{x}" y="{y}" width="12" height="12" rx="2" fill="{TWO[name]}"/>')
        drawn.append(text(x + 18, y + 11, name, SOFT, "start"))
        x += 110
    y += 24
    most = max(max(counts) for counts in rows.values())
    for number, label in enumerate(labels):
        drawn.append(text(LEFT - 12, y + 18, label, INK, "end"))
        for name, counts in rows.items():
            wide = (ROOM - 40) * counts[number] / most
            drawn.append(f'<rect x="{LEFT}" y="{y}" width="{wide:.1f}" height="12" fill="{TWO[name]}"/>')
            drawn.append(text(LEFT + wide + 6, y + 11, str(counts[number]), SOFT, "start"))
            y += 14
        y += 6
    return y


def text(x: float, y: float, told: str, ink: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y}" fill="{ink}" text-anchor="{anchor}">{escape(told)}</text>'


if __name__ == "__main__":
    main()
