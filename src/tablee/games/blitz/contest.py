"""A face-off: who answers first, what counts as an answer, and what happens when nobody is first."""

from __future__ import annotations

from typing import Final, Literal

from tablee.engine import CLOCK, Ask, Reply, Script, draw

from .drawing import draw_tie_break, put_back
from .events import (
    Answered,
    Burned,
    CoinTossed,
    DeadHeat,
    FaceOffStarted,
    LockedOut,
    Passed,
    Showdown,
    ShowdownWon,
    Stalled,
    Won,
)
from .judging import ANSWER, hear_answer, try_answer
from .meeting import Attempt, FaceOff, Means, Settled
from .table import Blitz
from .talk import hear_flags

Outcome = int | tuple[int, ...] | Literal["stall"]
"""The winner; those who began together; or nobody."""

NAMES: Final = {"same": "BL-26", "die": "BL-26", "tie_break": "BL-42", "showdown": "BL-58"}
"""The rule that says which theme is to be answered."""


def play_face_off(table: Blitz, a: int, b: int, heard: Reply | None = None) -> Script[list[tuple[int, int]]]:
    """BL-26 to BL-29: the winner takes the loser's top card; his own stays. `heard`: an answer that started it.

    Comes to the pairs that match then (BL-54).
    """
    table.chain += 1
    winner, by = yield from find_first(table, a, b, heard)
    loser = b if winner == a else a
    table.won[winner].append(table.lift(loser))
    table.runs[winner], table.runs[loser] = table.runs[winner] + 1, 0
    settled = settle(table, winner, loser, by)
    pairs = table.matches()
    cascades = table.options.detection == "auto" and bool(pairs)
    run = table.runs[winner]
    table.tell(Won(winner, loser, by, settled.text, settled.after, settled.answers, table.chain, run, cascades))
    if table.flags:
        yield from hear_flags(table)
    return pairs


def settle(table: Blitz, winner: int, loser: int | None, by: Means) -> Settled:
    """The face-off is over. What is remembered of it until the next."""
    meeting = table.face_off
    assert meeting
    settled = Settled(meeting, winner, loser, by, meeting.earlier + len(meeting.tries))
    if by != "coin" and (mine := best(table, meeting, winner)):
        settled.text, settled.aloud = "" if mine.aloud else mine.text, mine.aloud
        settled.after = moment(table, mine) - meeting.opened or None
    table.settled, table.face_off, table.latest = settled, None, ("won", winner)
    return settled


def lead(table: Blitz, settled: Settled) -> int | None:
    """How many milliseconds the winner was before the nearest rival who had an answer too."""
    meeting, winner = settled.meeting, settled.winner
    mine = best(table, meeting, winner) if settled.by != "coin" else None
    rivals = [one for seat in meeting.themes if seat != winner and (one := best(table, meeting, seat))]
    return min([moment(table, one) - moment(table, mine) for one in rivals], default=None) if mine else None


def best(table: Blitz, meeting: FaceOff, seat: int) -> Attempt | None:
    """The earliest of this seat's answers that could have won."""
    able = [one for one in meeting.tries if one.seat == seat and one.fate in ("accepted", "waits", "late")]
    if len(able) < 2:
        return able[0] if able else None
    return min(able, key=lambda one: (one.fate != "accepted", moment(table, one)))


def find_first(table: Blitz, a: int, b: int, heard: Reply | None) -> Script[tuple[int, Means]]:
    """BL-39, BL-42 to BL-46: a dead heat or a stall brings a card that both must answer; a second stall, a coin."""
    one, other = table.tops[a][-1], table.tops[b][-1]
    themes = {a: other.theme, b: one.theme}  # BL-26: the one on the opponent's card
    table.face_off = meeting = FaceOff(themes, "same" if one.symbol == other.symbol else "die")
    why = meeting.why
    table.tell(FaceOffStarted(a, b, themes[a], themes[b], why))
    stalls = 0
    while True:
        outcome = yield from contest(table, meeting, heard)
        heard = None
        if meeting.card:
            yield from put_back(table, meeting, third(table, a, b))
        if isinstance(outcome, int):
            return outcome, means(meeting, outcome)
        meeting.undecided = "stall" if outcome == "stall" else "dead_heat"
        table.tell(Stalled() if outcome == "stall" else DeadHeat())
        stalls += outcome == "stall"
        if stalls == 2:
            return (yield from toss_coin(table, (a, b), "BL-39")), "coin"
        if table.flags:
            yield from hear_flags(table)
        yield from draw_tie_break(table, meeting, third(table, a, b))
        meeting.themes = dict.fromkeys((a, b), meeting.card.theme) if meeting.card else themes
        meeting.why = "tie_break" if meeting.card else why


def means(meeting: FaceOff, winner: int) -> Means:
    return "vote" if meeting.named == winner else "answer"


def third(table: Blitz, a: int, b: int) -> int:
    """BL-43: the first who does not compete, clockwise from the player whose turn it is."""
    seat = table.last_drawer
    while seat in (a, b):
        seat = table.left_of(seat)
    return seat


def toss_coin(table: Blitz, contestants: tuple[int, ...], rule: str) -> Script[int]:
    winner = yield from draw("coin", list(contestants), rule=rule)
    table.tell(CoinTossed(winner))
    return winner


# ---------------------------------------------------------------- answering


def contest(table: Blitz, meeting: FaceOff, first: Reply | None = None) -> Script[Outcome]:
    """BL-27, BL-30 to BL-33: the first accepted answer wins. What is said meanwhile is kept, and judged in its turn."""
    table.races += 1
    table.race = {"race": table.races}  # so that a bot does not answer the theme before this one
    table.racing = True
    meeting.open(table.now)
    if first:
        hear_answer(table, meeting, first)
    outcome: Outcome | None = None
    while outcome is None:
        attempt = next_up(table, meeting)
        if attempt:
            outcome = yield from look_at(table, meeting, attempt)
        else:
            outcome = yield from wait_for_answer(table, meeting)
    table.racing = False
    return outcome


def wait_for_answer(table: Blitz, meeting: FaceOff) -> Script[Outcome | None]:
    until = deadline(table, meeting)
    accepted = meeting.accepted
    over = until is not None and (table.now >= until if accepted else table.now > until)
    if meeting.trying and not over:
        rule = NAMES[meeting.why]
        reply = yield (Ask("answer", tuple(meeting.trying), ANSWER, None, until, False, table.race, rule),)
        if reply.value is not None:
            hear_answer(table, meeting, reply)
            return None
        if reply.actor != CLOCK:  # BL-39: stuck
            table.tell(Passed(reply.seat))
            meeting.trying.remove(reply.seat)
            return None
    return decide(table, accepted) if accepted else "stall"


def next_up(table: Blitz, meeting: FaceOff) -> Attempt | None:
    """The earliest answer not yet judged; before it that of the one whom the group has named (BL-53)."""
    if not meeting.tries:
        return None
    waiting = [one for one in meeting.tries if one.fate == "waits"]
    if len(waiting) < 2:
        return waiting[0] if waiting else None
    return min(waiting, key=lambda one: (one.seat != meeting.named, moment(table, one), one.said))


def look_at(table: Blitz, meeting: FaceOff, attempt: Attempt) -> Script[int | None]:
    """Gives an answer its fate. If the group has named its author as the first, and it stands, he has won."""
    if attempt.seat not in meeting.trying or comes_too_late(table, meeting, attempt):
        attempt.fate = "late"  # said, and so burned, but it does not matter any more
        return None
    if is_locked_out(table, meeting.refused.get(attempt.seat), attempt):
        attempt.fate = "locked_out"
        table.tell(LockedOut(attempt.seat, attempt.text))
        return None
    if not attempt.tried:
        attempt.tried = True
        table.tell(Answered(attempt.seat, attempt.text, attempt.at))
    if not falls_as_burned(table, meeting, attempt):
        yield from try_answer(table, meeting, attempt)
    if attempt.fate == "refused":
        meeting.falls(attempt, "refused", table.now)
    if len(meeting.tries) > 1:  # BL-41: an earlier one may have come in meanwhile
        for stands in meeting.accepted:
            falls_as_burned(table, meeting, stands)
    if meeting.named is None:
        return None
    return next((one.seat for one in meeting.accepted if one.seat == meeting.named), None)


def falls_as_burned(table: Blitz, meeting: FaceOff, attempt: Attempt) -> bool:
    """BL-34, BL-41: said before. What two contestants say at the same time does not burn the other's."""
    level: list[int] = []
    if len(meeting.tries) > 1:
        at, near = moment(table, attempt), window(table)
        level = [one.said for one in meeting.tries if one.seat != attempt.seat and abs(moment(table, one) - at) <= near]
    if not table.is_burned(attempt.said, level):
        return False
    table.tell(Burned(attempt.seat, attempt.text))
    meeting.falls(attempt, "burned", table.now)
    return True


def is_locked_out(table: Blitz, refused: int | None, attempt: Attempt) -> bool:
    """BL-32: by option a refused answer is followed by a pause."""
    return refused is not None and refused <= attempt.at < refused + table.options.lockout_ms


def pause(table: Blitz, meeting: FaceOff, seat: int) -> int | None:
    """Until when that lasts, if it does."""
    until = meeting.refused.get(seat, 0) + table.options.lockout_ms
    return until if until > table.now and seat in meeting.refused else None


def comes_too_late(table: Blitz, meeting: FaceOff, attempt: Attempt) -> bool:
    """After one that was accepted, or after time was up."""
    until = deadline(table, meeting)
    return until is not None and moment(table, attempt) > until


def moment(table: Blitz, attempt: Attempt) -> int:
    """BL-31: a typed answer is given when it is sent, a spoken one when it is begun."""
    return attempt.began if table.options.answers == "spoken" else attempt.at


def window(table: Blitz) -> int:
    """BL-41, BL-42: answers no further apart than this are given at the same time."""
    return table.options.exact_tie_ms if table.options.answers == "spoken" else table.options.same_time_ms


def deadline(table: Blitz, meeting: FaceOff) -> int | None:
    """BL-39: how long nobody may answer. BL-51: with an accepted answer, how long another could be as early."""
    if meeting.accepted:
        return earliest(table, meeting.accepted) + window(table)
    stall = table.options.stall_s
    return meeting.opened + stall * 1000 if stall else None


def earliest(table: Blitz, attempts: list[Attempt]) -> int:
    if len(attempts) == 1:
        return moment(table, attempts[0])
    return min([moment(table, attempt) for attempt in attempts])


def decide(table: Blitz, accepted: list[Attempt]) -> int | tuple[int, ...]:
    """BL-40 to BL-42: at the same time, who began first wins; those who began together meet again."""
    if len(accepted) == 1:
        return accepted[0].seat
    last = earliest(table, accepted) + window(table)
    level = [attempt for attempt in accepted if moment(table, attempt) <= last]
    began = min(attempt.began for attempt in level)
    together = [attempt for attempt in level if attempt.began <= began + table.options.exact_tie_ms]
    return together[0].seat if len(together) == 1 else tuple(attempt.seat for attempt in together)


# ---------------------------------------------------------------- the showdown


def play_showdown(table: Blitz, tied: tuple[int, ...], left: list[str]) -> Script[int]:
    """BL-58: those with the most cards race on a card from the play piles. Those of a dead heat alone toss a coin."""
    card = table.cards[(yield from draw("card", left, rule="BL-58"))]
    table.face_off = meeting = FaceOff(dict.fromkeys(tied, card.theme), "showdown")
    table.tell(Showdown(card.theme))
    outcome = yield from contest(table, meeting)
    if isinstance(outcome, int):
        winner, by = outcome, means(meeting, outcome)
    else:
        winner, by = (yield from toss_coin(table, tied if outcome == "stall" else outcome, "BL-58")), "coin"
    settle(table, winner, None, by)
    table.tell(ShowdownWon(winner))
    return winner
