"""One pays to play: the announcement, the round of replies, and what everyone puts in."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.engine import Script, amount, choose, confirm

from .events import Accepted, Aligned, Declined, Joined, Kept, NobodyAccepted, NobodyJoined, Raised, Refused
from .table import TOKEN, Challenge, QuizTable


def payments(
    stacks: Sequence[int], minimum: int, stake: int, playing: Sequence[int], refusing: Sequence[int], aligned: bool
) -> dict[int, int]:
    """DZ-65 to DZ-69; EG-76, EG-78 to EG-80: one stake for all who play, no side pots; the minimum from who refuses.

    Where only one would play no question is put, and he pays nothing. `aligned`: who refuses pays no more than those
    who play.
    """
    share = stake
    for seat in playing:
        if stacks[seat] < share:
            share = stacks[seat]
    opposed = len(playing) > 1
    cap = min(minimum, share) if opposed and aligned else minimum
    paid: dict[int, int] = {}
    for seat in refusing:
        paid[seat] = min(cap, stacks[seat])
    if opposed:
        for seat in playing:
            paid[seat] = share
    return paid


def highest(table: QuizTable, minimum: int, opponents: Sequence[int]) -> int:
    """DZ-46, DZ-70; EG-66, EG-77: the most that the active player may announce against these."""
    stacks = table.stacks
    if table.options.raise_blocked_by_short and any(stacks[seat] < minimum for seat in opponents):
        return minimum
    return max(minimum, stacks[table.active])


def play_for_stakes(table: QuizTable, challenge: Challenge) -> Script[bool]:
    """DZ-45 to DZ-72; EG-63 to EG-81: everyone pays before the question. False: nobody plays against the active."""
    active, opponents = table.active, challenge.opponents
    if (yield from announce(table, challenge)):
        accepting, refusing = yield from ask_round(table, challenge)
        if not collect(table, challenge, [active, *accepting], refusing):
            take_unopposed(table, challenge)
            return False
        return True
    free = table.may_decline(challenge.minimum, opponents)
    joining = (yield from join(table, challenge, free)) if free else opponents
    if not collect(table, challenge, [active, *joining], ()):  # DZ-52, DZ-58, EG-64: nobody else can decline
        table.tell(NobodyJoined())
        return False
    return True


def announce(table: QuizTable, challenge: Challenge) -> Script[bool]:
    """DZ-45 to DZ-47, DZ-70; EG-63, EG-66, EG-69, EG-72, EG-75, EG-77. True: it is a raise."""
    active, minimum = table.active, challenge.minimum
    limit = highest(table, minimum, challenge.opponents)
    challenge.stake = yield from amount(active, "stake", minimum, limit, TOKEN, rule=table.cites.stake)
    raised = challenge.stake > minimum
    table.tell(Raised(active, challenge.stake) if raised else Kept(active, minimum))
    return raised


def ask_round(table: QuizTable, challenge: Challenge) -> Script[tuple[list[int], list[int]]]:
    """DZ-59, DZ-60, DZ-71; EG-73, EG-81: each in turn, for all to hear, and for good. Who accepts, and who refuses."""
    accepting, refusing = [], []
    for seat in challenge.opponents:
        # DZ-129, EG-100: to refuse would cost such a player as much
        silence = "accept" if table.stacks[seat] <= challenge.minimum else "refuse"
        reply = yield from choose(seat, "raise", _REPLIES, silence, rule=table.cites.reply[challenge.kind])
        challenge.replies[seat] = reply
        if reply == "accept":
            accepting.append(seat)
            table.tell(Accepted(seat))
        else:
            refusing.append(seat)
            table.tell(Refused(seat))
    return accepting, refusing


def join(table: QuizTable, challenge: Challenge, free: Sequence[int]) -> Script[list[int]]:
    """DZ-64b: who may decline at no cost is asked. Gives those who play."""
    joining = []
    for seat in challenge.opponents:
        joins = seat not in free
        if not joins:
            joins = yield from confirm(seat, "join", rule=table.cites.join)
            challenge.replies[seat] = "join" if joins else "decline"
            table.tell(Joined(seat) if joins else Declined(seat))
        if joins:
            joining.append(seat)
    return joining


def collect(table: QuizTable, challenge: Challenge, playing: Sequence[int], refusing: Sequence[int]) -> bool:
    """DZ-49: before the question. False: nobody plays."""
    aligned = table.options.refuser_payment == "aligned"
    stacks, stake = table.stacks, challenge.stake
    paid = payments(stacks, challenge.minimum, stake, playing, refusing, aligned)
    if paid.get(table.active, stake) < stake:
        share = paid[table.active]
        table.tell(Aligned(tuple([seat for seat in playing if stacks[seat] == share]), share))
    for seat, sum in paid.items():
        table.pay(challenge, seat, sum)
    if len(playing) == 1:
        return False
    challenge.contestants = list(playing)
    return True


def take_unopposed(table: QuizTable, challenge: Challenge) -> None:
    """DZ-54, DZ-63; EG-67, EG-74: no question; the active player takes what the others paid."""
    table.tell(NobodyAccepted(table.active))
    table.pay_out(challenge, table.active)


_REPLIES = ("accept", "refuse")
