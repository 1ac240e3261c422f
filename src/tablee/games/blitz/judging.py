"""The group as judge: an answer stands unless somebody objects and the others agree. Answers go on coming meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal, TypeVar

from tablee.engine import CLOCK, YES_NO, Ask, Choice, Label, Reply, Script, Text, Value
from tablee.engine.polls import holds, leads

from .events import Challenged, Refused, Voted
from .meeting import Attempt, Call, FaceOff, Objection, Poll
from .table import Blitz

ANSWER: Final = Text()
K = TypeVar("K", bound=Label)
About = Mapping[str, Value]
Reason = Literal["accept", "wrong", "said", "late"]


def poll(
    table: Blitz,
    seats: Sequence[int],
    call: Call,
    form: Callable[[], Choice],
    until: int | None = None,
    *,
    meeting: FaceOff | None = None,
    enough: Callable[[Sequence[K], int], bool],
    rule: str,
    about: About,
) -> Script[dict[int, K]]:
    """Everyone's ballot, or those given when time ran out; silence is an abstention.

    `enough` ends it early: what was given, and how many could still add to it.

    Contestants of the `meeting` may answer meanwhile (BL-33), which may change the form.
    """
    message: int | None = about.get("message")  # type: ignore[assignment]
    table.poll = poll = Poll(call, tuple(seats), message)
    votes: dict[int, K] = {}
    given: list[K] = []
    waiting, ballot = list(seats), form()
    beside = ask_meanwhile(table, meeting) if meeting and meeting.trying else None
    while waiting:
        ask = Ask(call, tuple(waiting), ballot, None, until, False, about, rule)
        reply = yield (ask, beside) if beside else (ask,)
        if reply.actor == CLOCK:
            break
        if meeting and reply.name == "answer":
            hear_answer(table, meeting, reply)
            ballot = form()
            continue
        seat = reply.seat
        waiting.remove(seat)
        poll.given.append(seat)
        if reply.value is not None:
            vote: K = reply.value  # type: ignore[assignment]
            votes[seat] = vote
            given.append(vote)
        if enough(given, len(waiting)):
            break
    table.poll = None
    return votes


def ask_meanwhile(table: Blitz, meeting: FaceOff) -> Ask:
    """BL-33: what comes while an answer is judged is recorded."""
    return Ask("answer", tuple(meeting.trying), ANSWER, None, None, True, table.race, "BL-33")


def yes_no() -> Choice:
    return YES_NO


def hear_answer(table: Blitz, meeting: FaceOff, reply: Reply) -> None:
    seat, text, at = reply.seat, str(reply.value), reply.at
    said = table.say(seat, text, at)
    aloud = not table.said[said].words
    meeting.tries.append(Attempt(seat, text, at, at if reply.began is None else reply.began, said, aloud))


# ---------------------------------------------------------------- an answer on trial


def try_answer(table: Blitz, meeting: FaceOff, attempt: Attempt) -> Script[None]:
    """BL-48 to BL-53: it stands unless someone objects, and says why; then the group votes. Its fate tells."""
    about: dict[str, Value] = {"seat": attempt.seat, "text": attempt.text}
    time = table.options.challenge_s * 1000 if meeting.left is None else meeting.left
    meeting.on_trial, attempt.fate = attempt, "on_trial"
    hesitant = list(table.seats)
    reason: Reason = "late"
    while reason == "late":
        reason, time = yield from wait_for_objection(table, meeting, time, hesitant, about)
        if reason == "late":
            yield from vote_on_first(table, meeting, about)
            if meeting.named not in (None, attempt.seat):
                break
    if reason == "late":  # BL-53: the other's answer comes first, in the time that is left
        attempt.fate, meeting.left = "waits", time
    elif reason == "accept" or (yield from vote_on_validity(table, meeting, about)):
        meeting.stands(attempt)
    else:
        attempt.fate = "refused"
        table.tell(Refused(attempt.seat, attempt.text))
    meeting.on_trial = meeting.objection = None


def wait_for_objection(
    table: Blitz, meeting: FaceOff, time: int, hesitant: list[int], about: About
) -> Script[tuple[Reason, int]]:
    """BL-51: for a few seconds, or until all are content. What the objection is, and how much time it leaves."""
    if time <= 0:
        return "accept", 0
    until = table.now + time
    said: dict[int, Reason] = yield from poll(
        table,
        hesitant,
        "challenge",
        lambda: reasons(meeting),
        until,
        meeting=meeting,
        enough=_somebody_objects,
        rule="BL-51",
        about=about,
    )
    for seat, reason in said.items():
        if reason != "accept":
            table.tell(Challenged(seat, reason))
            meeting.objection = Objection(seat, reason)
            return reason, until - table.now
        hesitant.remove(seat)
    return "accept", 0


REASONS: Final = Choice(("accept", "wrong", "said"))
REASONS_AND_LATE: Final = Choice(("accept", "wrong", "said", "late"))


def reasons(meeting: FaceOff) -> Choice:
    """BL-53: nobody is too late for one who has said nothing; and who was first is asked once."""
    late = len(meeting.tries) > 1 and len(contenders(meeting)) > 1 and not meeting.settled
    return REASONS_AND_LATE if late else REASONS


def contenders(meeting: FaceOff) -> tuple[int, ...]:
    """BL-53: those with an answer that can still win."""
    alive = {attempt.seat for attempt in meeting.tries if attempt.fate in ("waits", "on_trial", "accepted")}
    return tuple([seat for seat in meeting.themes if seat in alive])


def _somebody_objects(said: Sequence[Reason], waiting: int) -> bool:
    return said.count("accept") < len(said)


# ---------------------------------------------------------------- votes


def voters(table: Blitz, meeting: FaceOff) -> tuple[int, ...]:
    """BL-52: everybody, or by option those who do not compete."""
    if table.options.voters == "group":
        return tuple(table.seats)
    return tuple([seat for seat in table.seats if seat not in meeting.themes])


def vote_on_validity(table: Blitz, meeting: FaceOff, about: About) -> Script[bool]:
    """BL-50, BL-52: as many yes as no accept it."""
    jury = voters(table, meeting)
    votes: dict[int, Label] = yield from poll(
        table, jury, "valid", yes_no, meeting=meeting, enough=partial(holds, "yes"), rule="BL-52", about=about
    )
    table.tell(Voted("valid", votes))
    yes = list(votes.values()).count("yes")
    return yes >= len(votes) - yes


def vote_on_first(table: Blitz, meeting: FaceOff, about: About) -> Script[None]:
    """BL-53: who has more ballots was first; with an even vote the clock's order stays in force. Nothing else."""
    jury, able = voters(table, meeting), contenders(meeting)
    votes: dict[int, Label] = yield from poll(
        table, jury, "first", lambda: Choice(able), meeting=meeting, enough=leads, rule="BL-53", about=about
    )
    table.tell(Voted("first", votes))
    counts = [list(votes.values()).count(seat) for seat in able]
    meeting.settled, meeting.objection = True, None
    meeting.named = able[counts.index(max(counts))] if counts.count(max(counts)) == 1 else None
