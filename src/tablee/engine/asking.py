"""The ways to ask. Each is a typed script, so that a game is fully typed although it only ever yields prompts."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from .asks import CLOCK, DICE, Actor, Ask, Prompt, Reply, Script
from .forms import YES_NO, Amount, Choice, Form, Label, Number, Some, Text, Value

T = TypeVar("T")
K = TypeVar("K", bound=Label)
About = Mapping[str, Value] | None
_TEXT, _NUMBER = Text(), Number()


def choose(
    seat: int,
    name: str,
    options: Sequence[K],
    silence: K | None = None,
    *,
    rule: str | None = None,
    about: About = None,
) -> Script[K]:
    """One of the options; silence takes the first unless told otherwise. An only option is not asked."""
    if len(options) == 1:
        return options[0]
    fallback = options[0] if silence is None else silence
    reply = yield (Ask(name, (seat,), Choice(tuple(options)), fallback, None, False, about, rule),)
    chosen: K = fallback if reply.value is None else reply.value  # type: ignore[assignment]
    return chosen


def pick(
    seat: int,
    name: str,
    options: Mapping[K, T],
    silence: K | None = None,
    *,
    rule: str | None = None,
    about: About = None,
) -> Script[T]:
    """The thing behind the chosen label."""
    return options[(yield from choose(seat, name, tuple(options), silence, rule=rule, about=about))]


def some(
    seat: int,
    name: str,
    options: Sequence[K],
    least: int,
    most: int,
    silence: Sequence[K] | None = None,
    *,
    rule: str | None = None,
) -> Script[tuple[K, ...]]:
    """So many of the options; silence takes the first `least` of them. What leaves no choice is not asked."""
    if most == 0 or least == len(options):
        return tuple(options[:least])
    fallback = tuple(options[:least] if silence is None else silence)
    reply = yield (Ask(name, (seat,), Some(tuple(options), least, most), fallback, None, False, None, rule),)
    chosen: tuple[K, ...] = fallback if reply.value is None else reply.value  # type: ignore[assignment]
    return chosen


def confirm(
    seat: int, name: str, silence: bool = False, *, rule: str | None = None, about: About = None
) -> Script[bool]:
    reply = yield (Ask(name, (seat,), YES_NO, "yes" if silence else "no", None, False, about, rule),)
    return silence if reply.value is None else reply.value == "yes"


def amount(
    seat: int, name: str, low: int, high: int, step: int = 1, silence: int | None = None, *, rule: str | None = None
) -> Script[int]:
    if low == high:
        return low
    fallback = low if silence is None else silence
    reply = yield (Ask(name, (seat,), Amount(low, high, step), fallback, None, False, None, rule),)
    return reply.value if isinstance(reply.value, int) else fallback


def text(
    seat: int, name: str, until: int | None = None, *, rule: str | None = None, about: About = None
) -> Script[str | None]:
    reply = yield (Ask(name, (seat,), _TEXT, None, until, False, about, rule),)
    return reply.value if isinstance(reply.value, str) else None


def number(seat: int, name: str, *, rule: str | None = None, about: About = None) -> Script[float | None]:
    reply = yield (Ask(name, (seat,), _NUMBER, None, None, False, about, rule),)
    return reply.value if isinstance(reply.value, int | float) else None


def race(
    seats: Sequence[int],
    name: str,
    form: Form,
    until: int | None = None,
    *,
    rule: str | None = None,
    about: About = None,
) -> Script[Reply | None]:
    """The next reply of any of them; None when time is up. Ask again for the ones after it."""
    reply = yield (Ask(name, tuple(seats), form, None, until, False, about, rule),)
    return None if reply.actor == CLOCK else reply


def ballot(
    seats: Sequence[int],
    name: str,
    options: Sequence[K],
    until: int | None = None,
    *,
    enough: Callable[[K], bool] = lambda vote: False,
    rule: str | None = None,
    about: About = None,
) -> Script[dict[int, K]]:
    """Everyone's vote, or those given when time ran out; silence is an abstention. `enough` ends it early."""
    votes: dict[int, K] = {}
    waiting = list(seats)
    form = Choice(tuple(options))
    while waiting:
        reply = yield (Ask(name, tuple(waiting), form, None, until, False, about, rule),)
        if reply.actor == CLOCK:
            break
        seat = reply.seat
        waiting.remove(seat)
        if reply.value is not None:
            vote: K = reply.value  # type: ignore[assignment]
            votes[seat] = vote
            if enough(vote):
                break
    return votes


class Die(Generic[K]):
    """Faces, weighted where one repeats. The prompt is made once, since dice are asked more than anyone else."""

    __slots__ = ("prompt",)

    def __init__(
        self,
        name: str,
        faces: Sequence[K],
        weights: Sequence[int] | None = None,
        *,
        rule: str | None = None,
        about: About = None,
    ) -> None:
        form = Choice(tuple(faces), None if weights is None else tuple(weights))
        self.prompt: Prompt = (Ask(name, (DICE,), form, rule=rule, about=about),)


def roll(die: Die[K]) -> Script[K]:
    reply = yield die.prompt
    face: K = reply.value  # type: ignore[assignment]
    return face


def draw(name: str, cards: list[K], *, rule: str | None = None) -> Script[K]:
    """One of these cards, all as likely; it leaves the list. No order lies in memory, so none can leak."""
    reply = yield (Ask(name, (DICE,), Choice(tuple(cards)), None, None, False, None, rule),)
    card: K = reply.value  # type: ignore[assignment]
    place = bisect_left(cards, card)  # most piles lie in order, and long ones are searched slowly
    del cards[place if place < len(cards) and cards[place] == card else cards.index(card)]
    return card


def ruling(
    judges: Sequence[Actor], verdicts: Sequence[K], *, rule: str | None = None, about: About = None
) -> Script[K]:
    """Is this answer right? The reader says, or the referee for the house."""
    reply = yield (Ask("verdict", tuple(judges), Choice(tuple(verdicts)), None, None, False, about, rule),)
    verdict: K = reply.value  # type: ignore[assignment]
    return verdict


def alongside(
    script: Script[T], standing: Callable[[], Prompt], hear: Callable[[Reply], Script[None] | None]
) -> Script[T]:
    """Play `script` with the `standing` asks open beside whatever it asks.

    Their answers go to `hear`, and the script does not notice. If `hear` returns a script (a vote on a chat
    message), that interlude is played at once, and then the question that was open is put again.
    """
    try:
        resume = script.send
        prompt = next(script)
        while True:
            reply = yield prompt + standing()
            name, actor = reply.name, reply.actor
            for ask in prompt:
                if ask.name == name and (actor in ask.actors or actor == CLOCK):
                    prompt = resume(reply)
                    break
            else:
                interlude = hear(reply)
                if interlude is not None:
                    yield from interlude
    except StopIteration as stop:
        result: T = stop.value
        return result
