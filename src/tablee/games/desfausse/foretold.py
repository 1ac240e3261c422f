"""What an option brings, told before anybody chooses: the rules' own sums, over the table as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from tablee.engine import Ask, Choice, Consequence, Label, Some, once

from .meta import Options
from .sums import (
    POINTS,
    Cell,
    Hand,
    Kinds,
    Trophy,
    Where,
    announceable,
    count_hand,
    count_kinds,
    count_ones,
    equal_dice,
    faces_of,
    is_slam,
    leaving_of,
    next_seat,
    outcome,
    points_of,
    reach,
    reverse_skips,
    room,
    score_of,
    stray_dice,
    ways,
)
from .table import Desfausse, label

Effect = Literal["skip", "reverse"]
EFFECTS: Final[Mapping[int, Effect]] = {6: "skip", 2: "reverse"}  # DF-32, DF-33
Lots = tuple[tuple[Hand, Where], ...]
WHERE: Final[Mapping[Label, Where]] = {"bowl": "bowl", "gift": "gift"}


class Discard(Consequence, frozen=True):
    """A set, and what it comes to: three 5s less one 1 are two dice."""

    value: int
    size: int
    ones: int = 0
    leaves: int = 0
    trophies: tuple[Trophy, ...] = ()  # open ones that can be earned by it
    points: int = 0  # that the best of them brings
    may: Effect | None = None  # what the set allows besides, in the bowl


class Keeps(Consequence, frozen=True):
    """Nothing leaves: so many dice stay in hand."""

    dice: int


class Again(Consequence, frozen=True):
    """A die that is rolled again: in so many cases of six it shows a 1."""

    ones: int
    stray: bool = False  # outside the largest set, so most likely rolled again


class Receives(Consequence, frozen=True):
    """A die changes hands: what the receiver holds then, and the giver."""

    seat: int
    dice: int
    left: int
    bowl: bool = False  # the receiver's hand is full


class PlaysNext(Consequence, frozen=True):
    seat: int


class LastDie(Consequence, frozen=True):
    """In so many cases of six the die is kept, shows the 1, or is gone."""

    kept: int
    ones: int
    out: int


class Token(Consequence, frozen=True):
    """What a token brings on the board, less what it leaves; and how the Master bonus changes."""

    points: int = 0
    bonus: int = 0
    slam: bool = False


CONSEQUENCES: tuple[type[Consequence], ...] = (Discard, Keeps, Again, Receives, PlaysNext, LastDie, Token)


def brings(table: Desfausse, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
    """By option; where several may be chosen, a number stands for so many of them."""
    form = ask.form
    options = form.options if isinstance(form, Choice | Some) else ()
    match ask.name:
        case "reroll" | "reroll_all":
            return _rerolled(table, seat, ask.name == "reroll_all")
        case "set":
            keeps: dict[Label, Consequence] = {"none": Keeps(len(table.hands[seat]))}
            return keeps | {str(discard.value): discard for discard in sets_of(table, seat) if discard.leaves}
        case "leave_out" if isinstance(form, Some):
            sizes = {count: len(options) - count for count in range(form.most + 1)}
            return {count: _discard(table, seat, _dice(options), size) for count, size in sizes.items()}
        case "leave" if isinstance(form, Some):
            return {form.most: _discard(table, seat, _dice(options), len(options))}
        case "where":
            return {where: _put(table, seat, where) for where in options}
        case "give_to":
            return {to: _given(table, seat, int(to), gift=True) for to in options}
        case "give_die":
            return {die: _given(table, seat, table.active, gift=False) for die in options}
        case "take_die":
            giver = int(str((ask.about or {})["from"]))
            return {die: _given(table, giver, seat, gift=False) for die in options}
        case "skip":
            return {"yes": _next(table, skip=True), "no": _next(table)}
        case "reverse":
            turned = _next(table, skip=reverse_skips(table.options, len(table.seats)), turned=True)
            return {"yes": turned, "no": _next(table)}
        case "announce":
            (die,) = table.hands[seat]
            return {value: _announced(table, die, value) for value in announceable(table.options, die)}
        case "token":
            return {option: Token() if option == "none" else _token(table, seat, _trophy(option)) for option in options}
        case "move":
            to = _trophy((ask.about or {})["to"])
            return {label(cell): _token(table, seat, to, cell) for cell in table.movable(seat)}
    return {}


@once
def sets_of(table: Desfausse, seat: int) -> list[Discard]:
    """What could be discarded now, the largest first; at the end what only the 1s hold back."""
    equal = equal_dice(table.hands[seat], table.values)
    found = [_discard(table, seat, dice) for dice in equal.values() if len(dice) >= table.options.min_combination]
    return sorted(found, key=lambda one: (-one.leaves, -one.points, -one.size, -one.value))


def _discard(table: Desfausse, seat: int, dice: Sequence[str], size: int | None = None) -> Discard:
    """Of these equal dice, all or so many of them."""
    ones, hand, value = count_ones(table.values), count_hand(table.hands[seat]), table.values[dice[0]]
    lots = _lots(table.options, count_kinds(dice), ones, size)
    many = len(dice) if size is None else size
    return _reckoned(table, seat, value, many, ones, leaving_of(table.options, many, ones), hand, lots)


def _put(table: Desfausse, seat: int, where: Label) -> Discard:
    """The dice that leave, there."""
    turn = table.turn
    assert turn.value
    leaving, place = count_hand(turn.left), WHERE[where]
    hand = count_hand(table.hands[seat])
    ones = count_ones(turn.shown)
    return _reckoned(table, seat, turn.value, turn.size, ones, len(turn.left), hand, ((leaving, place),))


def _reckoned(
    table: Desfausse,
    seat: int,
    value: int,
    size: int,
    ones: int,
    leaves: int,
    hand: Hand,
    lots: Lots,
) -> Discard:
    others = tuple([len(table.hands[other]) for other in table.others(seat)])
    able, stays = _able(table.options, hand, lots, others)
    worth = _open(table, seat, able)
    return Discard(
        value, size, ones, leaves, tuple(worth), max(worth.values(), default=0), EFFECTS.get(value) if stays else None
    )


@lru_cache(maxsize=4_096)  # the same few lots come again and again, and are told with every roll
def _lots(options: Options, kinds: Kinds, ones: int, size: int | None) -> Lots:
    return tuple((leaving, where) for leaving, where, _ in ways(options, kinds, ones, size))


@lru_cache(maxsize=4_096)
def _able(options: Options, hand: Hand, lots: Lots, others: tuple[int, ...]) -> tuple[frozenset[Trophy], bool]:
    """The trophies that these dice can earn; and whether whoever discards them plays on (DF-32)."""
    able = frozenset(trophy for leaving, where in lots for trophy in reach(options, hand, leaving, where, others))
    return able, any(where == "bowl" and leaving != hand for leaving, where in lots)


def _open(table: Desfausse, seat: int, able: Iterable[Trophy]) -> dict[Trophy, int]:
    """The trophies that a token could still come to, and what it would bring there."""
    if not table.supply[seat]:  # DF-63: a token has to be moved
        return {
            trophy: max(_token(table, seat, trophy, cell).points for cell in table.movable(seat))
            for trophy in able
            if trophy == "all"
        }
    return {trophy: POINTS[trophy] for trophy in POINTS if trophy in able and trophy not in table.board[table.row]}


def _rerolled(table: Desfausse, seat: int, everything: bool) -> dict[Label, Consequence]:
    sets = sets_of(table, seat)
    stop: Consequence = sets[0] if sets else Keeps(len(table.hands[seat]))
    if everything:
        return {"no": stop}
    stray = stray_dice(table.hands[seat], table.values)
    again: dict[Label, Consequence] = {
        die: Again(faces_of(table.options, die).count(1), die in stray)
        for die in table.hands[seat]
        if table.values[die] != 1
    }
    return again | {0: stop}


def _given(table: Desfausse, giver: int, to: int, *, gift: bool) -> Receives:
    held = len(table.hands[to])
    fits = room(table.options, held, gift=gift) > 0
    return Receives(to, held + fits, len(table.hands[giver]) - 1, not fits)


def _next(table: Desfausse, *, skip: bool = False, turned: bool = False) -> PlaysNext:
    direction = -table.direction if turned else table.direction
    return PlaysNext(next_seat(table.active, direction, len(table.seats), skip=skip))


def _announced(table: Desfausse, die: str, value: int) -> LastDie:
    came = [outcome(value, face) for face in faces_of(table.options, die)]
    return LastDie(came.count("kept"), came.count("ones"), came.count("out"))


def _token(table: Desfausse, seat: int, trophy: Trophy, moved: Cell | None = None) -> Token:
    before = table.tokens(seat)
    after = [*(cell for cell in before if cell != moved), (table.row, trophy)]
    points = points_of(after) - points_of(before)
    return Token(points, score_of(after) - score_of(before) - points, is_slam(after))


def _trophy(option: object) -> Trophy:
    return next(trophy for trophy in POINTS if trophy == option)


def _dice(options: Sequence[Label]) -> list[str]:
    return [str(die) for die in options]
