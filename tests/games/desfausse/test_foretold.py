"""Every figure told before a choice, against what then happens: random games under all pairs of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from random import Random

import pytest

from tablee.bots import any_value
from tablee.engine import Ask, Choice, Consequence, Label, Match, Some, Value
from tablee.games.desfausse.foretold import Again, Discard, Keeps, LastDie, PlaysNext, Receives, Token
from tablee.games.desfausse.meta import META
from tablee.games.desfausse.table import Turn
from tablee.games.desfausse.view import DesfausseView
from tablee.testkit.options import every_pair

ROWS = every_pair(META, Random(11))


def seen(match: Match) -> DesfausseView:
    view = match.view(None)
    assert isinstance(view, DesfausseView)
    return view


def after(match: Match, value: Value) -> Match:
    """The same match, one answer on."""
    again = Match.replay(match.header, match.log)
    ask = again.asks[0]
    again.answer(ask.actors[0], ask.name, value)
    return again


def values(ask: Ask) -> Iterator[Value]:
    form = ask.form
    if isinstance(form, Choice):
        yield from form.options
    elif isinstance(form, Some):
        for count in range(form.least, form.most + 1):
            yield from combinations(form.options, count)


def endings(match: Match, turns: tuple[int, int]) -> Iterator[Match]:
    """Every way in which the choices of this turn can go on, as far as no die is thrown."""
    view = seen(match)
    if match.result or (view.round, view.turns) != turns or match.asks[0].of_house:
        yield match
        return
    for value in values(match.asks[0]):
        yield from endings(after(match, value), turns)


def games(options: Mapping[str, object], players: int, seed: int) -> Iterator[tuple[Match, Ask, int]]:
    """Each question to a person, in a game in which everyone does anything."""
    rng = Random(seed)
    match = Match.new("desfausse", [f"p{seat}" for seat in range(players)], {**options, "round_turn_cap": 12})
    while asks := match.asks:
        ask = asks[0]
        actor = ask.actors[0]
        if isinstance(actor, int):
            yield match, ask, actor
        value = any_value(ask.form, rng)
        if ask.name in ("reroll", "reroll_all") and rng.random() < 0.5:
            value = ask.silence
        match.answer(actor, ask.name, value)


def played(match: Match, turns: tuple[int, int]) -> Turn:
    """That turn, as it is or was."""
    view = seen(match)
    turn = view.turn if match.result or (view.round, view.turns) == turns else view.last
    assert turn
    return turn


def check_discard(match: Match, told: Discard, value: Value, seat: int) -> None:
    """What leaves, what can be earned by it at best, and what it allows: over all ways to go on."""
    before = seen(match)
    turns = before.round, before.turns
    left, earned, gains = set(), set(), [0]
    done = after(match, value)
    for end in endings(done, turns):
        turn = played(end, turns)
        assert (turn.value, turn.ones) == (told.value, told.ones)
        if turn.size == told.size:
            left.add(len(turn.left))
        if turn.token:
            earned.add(turn.token)
            gains.append(turn.points)
    asked = {"skip", "reverse"} & questions(done, turns)
    assert left == {told.leaves}
    assert earned == set(told.trophies)
    assert max(gains) == told.points
    assert asked == ({told.may} if told.may else set())


def questions(match: Match, turns: tuple[int, int]) -> set[str]:
    view = seen(match)
    if match.result or (view.round, view.turns) != turns or match.asks[0].of_house:
        return set()
    return {match.asks[0].name}.union(*(questions(after(match, value), turns) for value in values(match.asks[0])))


def check(match: Match, ask: Ask, seat: int, option: Label, told: Consequence) -> None:
    before = seen(match)
    turns = before.round, before.turns
    match told:
        case Discard() if ask.name in ("reroll", "reroll_all"):
            stopped = after(match, ask.silence)
            if told.leaves:
                assert stopped.asks[0].name == "set"
                assert stopped.brings(stopped.asks[0], seat)[str(told.value)] == told
                assert told.leaves == max(
                    found.leaves
                    for found in stopped.brings(stopped.asks[0], seat).values()
                    if isinstance(found, Discard)
                )
            else:
                turn = played(stopped, turns)
                assert turn.came == "held_back"
                assert (turn.value, turn.size, turn.ones) == (told.value, told.size, told.ones)
        case Discard() if ask.name == "leave_out":
            assert isinstance(option, int)
            assert isinstance(ask.form, Some)
            for left_out in combinations(ask.form.options, option):
                for end in endings(after(match, left_out), turns):
                    turn = played(end, turns)
                    assert (turn.size, len(turn.left)) == (told.size, told.leaves)
                    assert turn.token is None or turn.token in told.trophies
                    assert turn.points <= told.points
        case Discard() if ask.name == "leave":
            assert isinstance(option, int)
            assert isinstance(ask.form, Some)
            assert ask.form.least == ask.form.most == option == told.leaves
        case Discard():
            check_discard(match, told, option, seat)
        case Keeps(dice):
            then = after(match, "none" if ask.name == "set" else ask.silence)
            assert played(then, turns).came in ("declined", "no_set")
            assert len(seen(then).hands[seat]) == dice or seen(then).round > before.round
        case Again(ones):
            die_form = after(match, (option,)).asks[0].form
            assert isinstance(die_form, Choice)
            faces = dict(zip(die_form.options, die_form.weights or (1,) * 6, strict=True))
            assert faces.get(1, 0) == ones
        case Receives(to, dice, left, bowl):
            then = after(match, option)
            if seen(then).round == before.round and not then.result:
                giver = int(str((ask.about or {}).get("from", seat)))
                assert seen(then).bowl - before.bowl == bowl
                assert bowl or len(seen(then).hands[to]) >= dice  # others may give besides
                assert len(seen(then).hands[giver]) == left
        case PlaysNext(then_plays):
            for end in endings(after(match, option), turns):
                if seen(end).round == before.round and not end.result:
                    assert seen(end).active == then_plays
        case LastDie():
            rolled = after(match, option)
            die = rolled.asks[0]
            assert isinstance(die.form, Choice)
            came: Counter[str] = Counter()
            for face, weight in zip(die.form.options, die.form.weights or (1,) * 6, strict=True):
                then = after(rolled, face)
                came[played(then, turns).came] += weight
            assert came == Counter(kept=told.kept, too_many_ones=told.ones, bowl=told.out)
        case Token(points, bonus, slam):
            then = after(match, option)
            assert seen(then).points[seat] - before.points[seat] == points
            assert seen(then).scores[seat] - before.scores[seat] == points + bonus
            assert slam == (then.result is not None and then.result.why == "grand_slam")


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_what_is_told_beforehand_happens(number: int) -> None:
    rng = Random(number)
    checked: Counter[str] = Counter()
    for match, ask, seat in games(ROWS[number], 2 + number % 4, number):
        view = seen(match)
        assert view.too_many == view.ones + view.bears + 1 or view.turn.came == "too_many_ones"
        for option, told in match.brings(ask, seat).items():
            if checked[ask.name] < 12 or rng.random() < 0.05:
                check(match, ask, seat, option, told)
                checked[ask.name] += 1
    assert checked["set"]


@pytest.mark.parametrize(("dice", "limit"), [(2, 2), (3, 2), (6, 4), (7, 4)])
def test_how_many_1s_are_too_many(dice: int, limit: int) -> None:
    """The figure shown beforehand is the first number of 1s that ends the rolling."""
    hand = ["r1a", "r2a", "g1a", "g2a", "R1a", "G1a", "r1b"][:dice]
    for ones in range(dice + 1):
        match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "hands": [hand, None]})
        assert seen(match).too_many == limit
        for number in range(dice):
            match.answer("dice", "roll", 1 if number < ones else 5)
        assert (match.asks[0].name != "reroll") == (ones >= limit)


FULL = ["r1b", "r2b", "g1b", "g2b", "R1b", "G1b", "R1a", "G1a", "g2a"]
RARE: dict[str, dict[str, object]] = {
    "no token left": {"board": [{"discard_2": 0, "gift": 0, "ones": 0}], "hands": [["r1a", "r2a"], None]},
    "no token left, and not out": {"board": [{"discard_2": 0, "gift": 0, "ones": 0}]},
    "a full hand": {"hands": [["r1a", "r2a", "g1a"], FULL]},
    "on the way to a Master": {"round": 3, "board": [{"discard_2": 0}, {"discard_2": 0}, {}]},
    "six trophies of seven": {
        "round": 3,
        "board": [{"discard_3": 0, "gift": 0, "all": 0}, {"discard_4": 0, "discard_5": 0, "demons": 0}, {}],
    },
}


@pytest.mark.parametrize("rare", RARE)
def test_what_is_told_in_rare_positions_happens(rare: str) -> None:
    """Two red 4s beside other dice: to the bowl or to the opponent, with every token that they may earn."""
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, **RARE[rare]})
    shown, turn = iter((4, 4, 3, 5, 3, 5)), (seen(match).round, 0)
    asked = set()
    while not match.result and (seen(match).round, seen(match).turns) == turn:
        ask = match.asks[0]
        if ask.of_house:
            match.answer("dice", ask.name, next(shown))
            continue
        asked.add(ask.name)
        for option, told in match.brings(ask, 0).items():
            check(match, ask, 0, option, told)
        chosen: dict[str, Value] = {"reroll": (), "set": "4", "leave_out": ()}
        match.answer(0, ask.name, chosen.get(ask.name, ask.silence))
    assert asked >= {"set", "where"}
