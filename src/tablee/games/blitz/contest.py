"""A face-off: who answers first, what counts as an answer, and what happens when nobody is first."""

from __future__ import annotations

from typing import Literal

from tablee.engine import Ask, Prompt, Reply, Script, Text, Value, alongside, ballot, draw, race

from .drawing import draw_tie_break, put_back
from .events import (
    Answered,
    Burned,
    Challenged,
    CoinTossed,
    DeadHeat,
    FaceOffStarted,
    LockedOut,
    Passed,
    Refused,
    Showdown,
    ShowdownWon,
    Stalled,
    Voted,
    Won,
)
from .table import Attempt, Blitz, FaceOff

Undecided = Literal["dead_heat", "stall"]
Verdict = Literal["accepted", "refused"] | int  # a seat: the group has named the winner


def play_face_off(table: Blitz, a: int, b: int, heard: Reply | None = None) -> Script[None]:
    """BL-26 to BL-29: the winner takes the loser's top card; his own stays. `heard`: an answer that started it."""
    winner = yield from find_first(table, a, b, heard)
    loser = b if winner == a else a
    table.won[winner].append(table.tops[loser].pop())
    table.top_changed(loser)
    table.face_off = None
    table.tell(Won(winner, loser))


def find_first(table: Blitz, a: int, b: int, heard: Reply | None) -> Script[int]:
    """BL-39, BL-42 to BL-46: a dead heat or a stall brings a card that both must answer; a second stall, a coin."""
    themes = {a: table.tops[b][-1].theme, b: table.tops[a][-1].theme}  # BL-26: the one on the opponent's card
    table.face_off = meeting = FaceOff(themes)
    table.tell(FaceOffStarted(a, b, themes[a], themes[b]))
    stalls = 0
    while True:
        outcome = yield from contest(table, meeting, heard)
        heard = None
        if meeting.card:
            yield from put_back(table, meeting, third(table, a, b))
        if isinstance(outcome, int):
            return outcome
        table.tell(Stalled() if outcome == "stall" else DeadHeat())
        stalls += outcome == "stall"
        if stalls == 2:
            return (yield from toss_coin(table, (a, b)))
        yield from draw_tie_break(table, meeting, third(table, a, b))
        meeting.themes = dict.fromkeys((a, b), meeting.card.theme) if meeting.card else themes


def third(table: Blitz, a: int, b: int) -> int:
    """BL-43: the first who does not compete, clockwise from the player whose turn it is."""
    seat = table.last_drawer
    while seat in (a, b):
        seat = table.left_of(seat)
    return seat


def toss_coin(table: Blitz, contestants: tuple[int, ...]) -> Script[int]:
    winner = yield from draw("coin", list(contestants), rule="BL-39")
    table.tell(CoinTossed(winner))
    return winner


# ---------------------------------------------------------------- answering


def contest(table: Blitz, meeting: FaceOff, first: Reply | None = None) -> Script[int | Undecided]:
    """BL-27, BL-30 to BL-33: the first accepted answer wins. What is said meanwhile is kept, and judged in its turn."""
    table.races += 1
    about = {"race": table.races}  # so that a bot does not answer the theme before this one
    heard: list[Attempt] = []
    accepted: list[Attempt] = []
    trying = list(meeting.themes)
    refused: dict[int, int] = {}  # when a contestant's latest answer was refused

    def hear(reply: Reply) -> None:
        seat, text, at = reply.seat, str(reply.value), reply.at
        heard.append(Attempt(seat, text, at, at if reply.began is None else reply.began, table.say(seat, text, at)))

    def answers() -> Prompt:
        return (Ask("answer", tuple(trying), Text(), standing=True, rule="BL-33", about=about),) if trying else ()

    if first:
        hear(first)
    while True:
        if not heard:
            until = deadline(table, accepted)
            if not trying or (accepted and until is not None and table.now >= until):
                return decide(table, accepted) if accepted else "stall"
            reply = yield from race(trying, "answer", Text(), until, rule="BL-26", about=about)
            if reply is None:
                return decide(table, accepted) if accepted else "stall"
            if reply.value is None:  # BL-39: stuck
                table.tell(Passed(reply.seat))
                trying.remove(reply.seat)
                continue
            hear(reply)
        heard.sort(key=lambda attempt: (moment(table, attempt), attempt.said))
        attempt = heard.pop(0)
        if attempt.seat not in trying or comes_too_late(table, accepted, attempt):
            continue  # said, and so burned, but it does not matter any more
        if is_locked_out(table, refused.get(attempt.seat), attempt):
            table.tell(LockedOut(attempt.seat, attempt.text))
            continue
        table.tell(Answered(attempt.seat, attempt.text, attempt.at))
        if table.is_burned(attempt.said):
            table.tell(Burned(attempt.seat, attempt.text))
            verdict: Verdict = "refused"
        else:
            verdict = yield from alongside(try_answer(table, meeting, attempt), answers, hear)
        if verdict == "refused":
            refused[attempt.seat] = table.now
        elif verdict == "accepted":
            accepted.append(attempt)
            trying.remove(attempt.seat)
        else:
            return verdict  # the group has named the winner


def is_locked_out(table: Blitz, refused: int | None, attempt: Attempt) -> bool:
    """BL-32: by option a refused answer is followed by a pause."""
    return refused is not None and refused <= attempt.at < refused + table.options.lockout_ms


def comes_too_late(table: Blitz, accepted: list[Attempt], attempt: Attempt) -> bool:
    return bool(accepted) and moment(table, attempt) > moment(table, accepted[0]) + window(table)


def moment(table: Blitz, attempt: Attempt) -> int:
    """BL-31: a typed answer is given when it is sent, a spoken one when it is begun."""
    return attempt.began if table.options.answers == "spoken" else attempt.at


def window(table: Blitz) -> int:
    """BL-41, BL-42: answers no further apart than this are given at the same time."""
    return table.options.exact_tie_ms if table.options.answers == "spoken" else table.options.same_time_ms


def deadline(table: Blitz, accepted: list[Attempt]) -> int | None:
    """BL-39: how long nobody may answer. BL-51: with an accepted answer, how long another could be as early."""
    if accepted:
        return moment(table, accepted[0]) + window(table)
    return table.now + table.options.stall_s * 1000 if table.options.stall_s else None


def decide(table: Blitz, accepted: list[Attempt]) -> int | Literal["dead_heat"]:
    """BL-40 to BL-42: at the same time, who began first wins; those who began together meet again."""
    earliest = min(moment(table, attempt) for attempt in accepted)
    level = [attempt for attempt in accepted if moment(table, attempt) <= earliest + window(table)]
    began = min(attempt.began for attempt in level)
    together = [attempt for attempt in level if attempt.began <= began + table.options.exact_tie_ms]
    return together[0].seat if len(together) == 1 else "dead_heat"


# ---------------------------------------------------------------- judging


def try_answer(table: Blitz, meeting: FaceOff, attempt: Attempt) -> Script[Verdict]:
    """BL-48 to BL-53: an answer stands unless someone objects, and says why; then the group votes."""
    meeting.on_trial = attempt
    about: dict[str, Value] = {"seat": attempt.seat, "text": attempt.text}
    reason = yield from wait_for_objection(table, about)
    verdict: Verdict = "accepted"
    if reason == "late":
        verdict = yield from vote_on_first(table, meeting, about)
    elif reason != "accept":
        verdict = yield from vote_on_validity(table, meeting, about)
    meeting.on_trial = None
    if verdict == "refused":
        table.tell(Refused(attempt.seat, attempt.text))
    return verdict


def wait_for_objection(table: Blitz, about: dict[str, Value]) -> Script[str]:
    """BL-51: for a few seconds, or until all accept."""
    if not table.options.challenge_s:
        return "accept"
    until = table.now + table.options.challenge_s * 1000
    seats = tuple(table.seats)
    said = yield from ballot(seats, "challenge", _REASONS, until, enough=_objects, rule="BL-51", about=about)
    for seat, reason in said.items():
        if _objects(reason):
            table.tell(Challenged(seat, reason))
            return reason
    return "accept"


_REASONS = ("accept", "wrong", "said", "late")


def _objects(reply: str) -> bool:
    return reply != "accept"


def voters(table: Blitz, meeting: FaceOff) -> tuple[int, ...]:
    """BL-52: everybody, or by option those who do not compete."""
    group = table.options.voters == "group"
    return tuple(seat for seat in table.seats if group or seat not in meeting.themes)


def vote_on_validity(table: Blitz, meeting: FaceOff, about: dict[str, Value]) -> Script[Verdict]:
    """BL-50, BL-52: as many yes as no accept it."""
    votes = yield from ballot(voters(table, meeting), "valid", ("yes", "no"), rule="BL-52", about=about)
    table.tell(Voted("valid", dict(votes)))
    yes = list(votes.values()).count("yes")
    return "accepted" if yes >= len(votes) - yes else "refused"


def vote_on_first(table: Blitz, meeting: FaceOff, about: dict[str, Value]) -> Script[Verdict]:
    """BL-53: who has more ballots was first; with an even vote the clock's order stays in force."""
    contestants = tuple(meeting.themes)
    votes = yield from ballot(voters(table, meeting), "first", contestants, rule="BL-53", about=about)
    table.tell(Voted("first", dict(votes)))
    counts = [list(votes.values()).count(seat) for seat in contestants]
    return contestants[counts.index(max(counts))] if counts.count(max(counts)) == 1 else "accepted"


# ---------------------------------------------------------------- the showdown


def play_showdown(table: Blitz, tied: tuple[int, ...], left: list[str]) -> Script[int]:
    """BL-58: those with the most cards race on a card from the play piles; if nothing comes to mind, a coin."""
    card = table.cards[(yield from draw("card", left, rule="BL-58"))]
    table.face_off = meeting = FaceOff(dict.fromkeys(tied, card.theme))
    table.tell(Showdown(card.theme))
    winner = yield from contest(table, meeting)
    if not isinstance(winner, int):
        winner = yield from toss_coin(table, tied)
    table.face_off = None
    table.tell(ShowdownWon(winner))
    return winner
