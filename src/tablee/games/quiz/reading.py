"""Who reads the questions."""

from __future__ import annotations

from tablee.engine import Script, choose

from .events import ReaderChosen
from .table import QuizTable


def find_reader(table: QuizTable) -> Script[int | None]:
    """DZ-12, DZ-16 to DZ-19, DZ-131, DZ-133; EG-22, EG-24, EG-25, EG-87, EG-99, EG-102. None: the house reads."""
    options, in_play = table.options, table.in_play
    if options.reader == "house":
        return None
    if len(in_play) == 2:
        return (yield from find_final_reader(table))
    if options.eliminated_reads_early and (reader := latest_present(table)) is not None:
        return reader
    return table.right_of(table.active)


def find_final_reader(table: QuizTable) -> Script[int | None]:
    """DZ-18, DZ-19, EG-87: fixed once; while that one is away, the most recently eliminated who is there."""
    if table.fixed_reader is None and table.out:
        table.fixed_reader = yield from choose_eliminated(table)
        table.tell(ReaderChosen(table.fixed_reader))
    if table.fixed_reader not in table.away:
        return table.fixed_reader
    return latest_present(table)


def latest_present(table: QuizTable) -> int | None:
    return next((seat for seat in latest_out(table) if seat not in table.away), None)


def choose_eliminated(table: QuizTable) -> Script[int]:
    latest = latest_out(table)
    match table.options.final_reader:
        case "first_eliminated":
            return table.out[0][-1]
        case "chosen":
            return (yield from choose(table.host, "reader", latest, rule=table.cites.reader))
        case "last_eliminated":
            return latest[0]


def latest_out(table: QuizTable) -> list[int]:
    """The last to go out first; of those who went together, the furthest clockwise from the active player."""
    return [seat for group in reversed(table.out) for seat in reversed(group)]
