"""One pays to play: the announcement, the round of replies, and what everyone puts in."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.engine import Script, amount, choose

from .events import Accepted, Kept, NobodyAccepted, Raised, Refused
from .table import TOKEN, Challenge, QuizTable


def announce(table: QuizTable, challenge: Challenge, opponents: Sequence[int]) -> Script[bool]:
    """DZ-45 to DZ-47, DZ-70; EG-63, EG-66, EG-69, EG-72, EG-75, EG-77. True: it is a raise."""
    active, minimum, stacks = table.active, challenge.minimum, table.stacks
    blocked = table.options.raise_blocked_by_short and any(stacks[seat] < minimum for seat in opponents)
    limit = minimum if blocked else max(minimum, stacks[active])
    challenge.stake = yield from amount(active, "stake", minimum, limit, TOKEN, rule=table.cites.stake)
    raised = challenge.stake > minimum
    table.tell(Raised(active, challenge.stake) if raised else Kept(active, minimum))
    return raised


def ask_round(table: QuizTable, challenge: Challenge, opponents: Sequence[int]) -> Script[list[int]]:
    """DZ-59, DZ-60, DZ-71; EG-73, EG-81: each in turn, for all to hear, and for good. Gives those who accept."""
    accepting = []
    for seat in opponents:
        # DZ-129, EG-100: to refuse would cost such a player as much
        silence = "accept" if table.stacks[seat] <= challenge.minimum else "refuse"
        reply = yield from choose(seat, "raise", _REPLIES, silence, rule=table.cites.reply)
        challenge.replies[seat] = reply
        if reply == "accept":
            accepting.append(seat)
            table.tell(Accepted(seat))
        else:
            table.tell(Refused(seat))
    return accepting


def collect(table: QuizTable, challenge: Challenge, playing: Sequence[int], refusing: Sequence[int]) -> bool:
    """DZ-65 to DZ-69; EG-76, EG-78 to EG-80: one stake for all, no side pots. False: nobody plays."""
    minimum, stacks = challenge.minimum, table.stacks
    share = min(challenge.stake, *[stacks[seat] for seat in playing])
    opposed = len(playing) > 1
    cap = min(minimum, share) if opposed and table.options.refuser_payment == "aligned" else minimum
    for seat in refusing:
        table.pay(challenge, seat, min(cap, stacks[seat]))
    if opposed:
        for seat in playing:
            table.pay(challenge, seat, share)
        challenge.contestants = list(playing)
    return opposed


def take_unopposed(table: QuizTable, challenge: Challenge) -> None:
    """DZ-54, DZ-63; EG-67, EG-74: no question; the active player takes what the others paid."""
    table.tell(NobodyAccepted(table.active))
    table.pay_out(challenge, table.active)


_REPLIES = ("accept", "refuse")
