"""When a game is over: one player owns everything, or, by option, so many turns or minutes have been played."""

from __future__ import annotations

from tablee.engine import Result

from .events import AmountsRose, EndingSoon, LastTurn
from .table import QuizTable

MINUTE = 60_000


def begin_turn(table: QuizTable) -> None:
    """DZ-137, EG-105: the end is announced one turn before."""
    if table.options.ending == "last_standing":
        return
    ahead = turns_left(table)
    if ahead is None or ahead > 2 or (table.previous and table.previous.again):
        return
    if ahead == 1 and table.options.ending == "turns":
        table.tell(LastTurn(table.active))
    elif not table.announced:
        table.announced = True
        table.tell(EndingSoon(table.options.ending))


def turns_left(table: QuizTable) -> int | None:
    """How many turns will be played, this one with them; for minutes, at the pace so far. None: nobody counts."""
    options, turns = table.options, table.turns
    if options.ending == "last_standing":
        return None
    if options.ending == "turns":
        return sum(max(0, options.ending_after - turns[seat]) for seat in table.in_play)
    now, played = table.now, sum(turns)
    left = options.ending_after * MINUTE - now
    if left <= 0:
        return 1
    return 1 + left * played // now if now and played else None


def is_over(table: QuizTable) -> bool:
    """After a turn: nobody else is in play, or that was the last one."""
    options = table.options
    if len(table.in_play) == 1:
        return True
    match options.ending:
        case "turns":
            return min(table.turns[seat] for seat in table.in_play) >= options.ending_after
        case "minutes":
            return table.now >= options.ending_after * MINUTE
    return False


def end_turn(table: QuizTable, eliminates: bool) -> None:
    """DZ-14, DZ-98 to DZ-104, DZ-138; EG-21, EG-84, EG-106: who has nothing is out; then the next one's turn."""
    before = 1
    if table.two_left:
        before = table.times
        table.two_for += 1
    if eliminates:
        table.eliminate()
    if len(table.in_play) == 2 and table.times > before:
        table.tell(AmountsRose(table.times))
    table.pass_turn()


def result(table: QuizTable) -> Result:
    """DZ-107, DZ-137, EG-89: the richest first; then the later someone left, the better. Equals share a place."""
    in_play, stacks = table.in_play, table.stacks
    places = sorted({stacks[seat] for seat in in_play}, reverse=True)
    richest = [tuple(seat for seat in in_play if stacks[seat] == place) for place in places]
    gone = [tuple(sorted(group)) for group in reversed(table.out)]
    why = "owns_everything" if len(in_play) == 1 else f"{table.options.ending}_over"
    return Result((*richest, *gone), tuple(stacks), why)
