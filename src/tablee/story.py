"""What is told of a match that is over: its curve, its chapters, and what everyone did best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from tablee.engine import Event, Header, Match, Meta, Reply, load_place

POINTS: Final = 160  # of a curve, at most


class Moment(Struct, frozen=True):
    """What one answer brought about."""

    seq: int  # how long the log is now
    at: int
    events: tuple[Event, ...]


class Highlight(Struct, frozen=True, omit_defaults=True):
    """A moment worth another look. The catalogue's `highlights` say it, with these figures."""

    name: str
    seat: int
    seq: int
    params: Mapping[str, Any] = {}


class Chapter(Struct, frozen=True, omit_defaults=True):
    """A part of the match, from this step on. The catalogue's `chapters` name it."""

    name: str
    seq: int
    params: Mapping[str, Any] = {}


class Feat(Struct, frozen=True):
    worth: float  # more is better
    seq: int
    params: Mapping[str, Any]


class Feats:
    """What everyone has done, kind by kind: the best of each, or how often."""

    def __init__(self, names: Iterable[str]) -> None:
        self.of: dict[str, dict[int, Feat]] = {name: {} for name in names}

    def best(self, name: str, seat: int, worth: float, seq: int, **params: Any) -> None:
        known = self.of[name].get(seat)
        if known is None or worth > known.worth:
            self.of[name][seat] = Feat(worth, seq, params)

    def more(self, name: str, seat: int, seq: int, by: int = 1) -> None:
        """So many more of it."""
        known = self.of[name].get(seat)
        n = by + (int(known.worth) if known else 0)
        self.of[name][seat] = Feat(n, seq, {"n": n})


@dataclass(frozen=True)
class Story:
    """What a game knows of its own matches. `names`: every kind of feat, the most telling first."""

    names: tuple[str, ...]
    count: Callable[[Sequence[Moment], Feats], None]
    worth: Callable[[Any], Sequence[int]]  # of a view: what everyone owns, what lies in the pot counted
    chapters: Callable[[Sequence[Moment], int], list[Chapter]] = lambda moments, seats: []
    least: Mapping[str, float] | None = None  # what of a kind is worth telling at all


class Told(Struct, frozen=True):
    """A match as it is told afterwards."""

    length: int = 0  # in milliseconds
    curve: tuple[tuple[int, tuple[int, ...]], ...] = ()  # a step, and what everyone owned then
    chapters: tuple[Chapter, ...] = ()
    highlights: tuple[Highlight, ...] = ()  # the best of the table
    own: tuple[tuple[Highlight, ...], ...] = ()  # by seat: what to be proud of, or to laugh at


def find_story(meta: Meta) -> Story | None:
    return load_place(meta.story, Story) if meta.story else None


def tell(header: Header, log: Sequence[Reply], meta: Meta) -> Told:
    """Raises Invalid: the rules have a new version."""
    story = find_story(meta)
    match = Match(header)
    seats = len(header.seats)
    wanted = thin(len(log) + 1, POINTS) if story else set()
    moments, curve = [Moment(0, 0, seen(match))], []
    for seq in range(len(log) + 1):
        if seq:
            match.reply(log[seq - 1])
            moments.append(Moment(seq, match.log[-1].at, seen(match)))
        if story and seq in wanted:
            curve.append((seq, tuple(story.worth(match.public()))))
    length = max((reply.at for reply in log), default=0)
    if story is None:
        return Told(length)
    feats = Feats(story.names)
    story.count(moments, feats)
    for name, least in (story.least or {}).items():
        feats.of[name] = {seat: feat for seat, feat in feats.of[name].items() if feat.worth >= least}
    chapters = story.chapters(moments, seats)
    return Told(length, tuple(curve), tuple(chapters), tuple(table_of(feats)), tuple(own_of(feats, seats)))


def seen(match: Match) -> tuple[Event, ...]:
    """As everyone may."""
    return tuple(told for event in match.news if (told := event.seen_by(None)))


def thin(steps: int, most: int) -> set[int]:
    """So many of them at most, evenly taken, the first and the last always among them."""
    if steps <= most:
        return set(range(steps))
    return {round(k * (steps - 1) / (most - 1)) for k in range(most)}


def table_of(feats: Feats) -> Iterable[Highlight]:
    """The best of each kind."""
    for name, by_seat in feats.of.items():
        if by_seat:
            seat = max(by_seat, key=lambda seat: (by_seat[seat].worth, -seat))
            yield Highlight(name, seat, by_seat[seat].seq, by_seat[seat].params)


def own_of(feats: Feats, seats: int) -> Iterable[tuple[Highlight, ...]]:
    """Up to three for everyone: those of which the others did less come first."""
    for seat in range(seats):
        found = [(name, by_seat[seat]) for name, by_seat in feats.of.items() if seat in by_seat]
        found.sort(key=lambda one: sum(other.worth > one[1].worth for other in feats.of[one[0]].values()))
        yield tuple(Highlight(name, seat, feat.seq, feat.params) for name, feat in found[:3])


def parts(moments: Sequence[Moment], begins: Callable[[Event], tuple[str, dict[str, Any]] | None]) -> list[Chapter]:
    """A chapter for each event that begins one."""
    return [
        Chapter(name, moment.seq, params)
        for moment in moments
        for event in moment.events
        if (begun := begins(event))
        for name, params in [begun]
    ]
