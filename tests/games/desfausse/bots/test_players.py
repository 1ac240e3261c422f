"""The five strengths at the table: they know the rules, keep their word, and the strongest wins."""

from __future__ import annotations

from random import Random

import pytest

from tablee.bots import CHARACTERS, Bot, Sight, any_value, find_bots
from tablee.engine import Match, find
from tablee.games.desfausse.bots import BOTS
from tablee.games.desfausse.bots.outlook import Outlook, order_after
from tablee.games.desfausse.bots.strong import Strong
from tablee.games.desfausse.meta import META, Options
from tablee.games.desfausse.sums import Hand
from tablee.games.desfausse.view import DesfausseView
from tablee.testkit import every_pair

STRENGTHS = [character.id for character in CHARACTERS]
ROWS = every_pair(META, Random(1))


def play(match: Match, bots: list[Bot], dice: Random) -> Match:
    """To the end; an answer that the rules refuse raises."""
    while match.asks:
        ask = match.asks[0]
        actor = ask.actors[0]
        if isinstance(actor, int):
            thought = bots[actor].answer(ask, Sight(match, actor, 0))
            assert thought
            assert 100 <= thought.after <= 9_000
            match.answer(actor, ask.name, thought.value)
        else:
            match.answer(actor, ask.name, any_value(ask.form, dice))
    return match


def table(strengths: list[str], seed: int, options: dict[str, object] | None = None) -> Match:
    match = Match.new("desfausse", [f"p{seat}" for seat in range(len(strengths))], options)
    bots = [BOTS[strength](Random(f"{seed} {seat}"), match.header) for seat, strength in enumerate(strengths)]
    return play(match, bots, Random(seed))


def seen(match: Match) -> DesfausseView:
    view = match.view(0)
    assert isinstance(view, DesfausseView)
    return view


def test_there_are_five_strengths_and_the_last_is_the_strongest() -> None:
    names = list(find_bots(find("desfausse")))
    assert [name for name in names if name in STRENGTHS] == STRENGTHS
    assert names[-1] == "top"
    assert BOTS["greedy"] is BOTS["expert"]


@pytest.mark.parametrize(("strength", "rolls"), [("casual", 1), ("regular", 2), ("expert", 3)])
def test_strengths_differ_in_how_often_they_roll_and_whether_they_give(strength: str, rolls: int) -> None:
    most, given = 0, 0
    for seed in range(3):
        played = table([strength] * 3, seed)
        again = Match(played.header)
        for reply in played.log:
            again.reply(reply)
            most = max(most, seen(again).rolls)
            given += (reply.name, reply.value) == ("where", "gift")
    assert most == rolls
    assert bool(given) == (strength == "expert")


@pytest.mark.parametrize("number", range(0, len(ROWS), 3))
def test_every_strength_plays_under_any_options(number: int) -> None:
    players = 2 + number % 4
    seated = [STRENGTHS[(number + seat) % 5] for seat in range(players)]
    seated[number % players] = "top"
    assert table(seated, number, ROWS[number]).result


def test_the_same_luck_gives_the_same_decisions_and_times() -> None:
    def game() -> list[object]:
        match = Match.new("desfausse", list("abc"))
        bots = [BOTS[strength](Random(strength), match.header) for strength in ("expert", "novice", "top")]
        thoughts: list[object] = []
        dice = Random(4)
        while match.asks:
            ask = match.asks[0]
            actor = ask.actors[0]
            if isinstance(actor, int):
                thought = bots[actor].answer(ask, Sight(match, actor, 0))
                assert thought
                thoughts.append(thought)
                match.answer(actor, ask.name, thought.value)
            else:
                match.answer(actor, ask.name, any_value(ask.form, dice))
        return thoughts

    assert game() == game()


def test_a_bot_that_sits_down_in_the_middle_of_a_turn_can_go_on() -> None:
    """As after a resumed match: nobody remembers the plan."""
    match = Match.new("desfausse", list("ab"), start={"active": 0})
    dice = Random(9)
    while match.asks and len(match.log) < 400:
        ask = match.asks[0]
        actor = ask.actors[0]
        if isinstance(actor, int):
            thought = BOTS["top" if actor else "casual"](dice, match.header).answer(ask, Sight(match, actor, 0))
            assert thought
            match.answer(actor, ask.name, thought.value)
        else:
            match.answer(actor, ask.name, any_value(ask.form, dice))


# ---------------------------------------------------------------- what the strongest sees

SIX_OF_SEVEN = [
    {"discard_2": 0, "discard_3": 0, "discard_4": 0, "all": 1},
    {"discard_5": 0, "gift": 0, "all": 0},
    {},
]


def test_the_seventh_trophy_is_taken_before_any_points() -> None:
    """Only the demons are missing: their 2 points win the game, the 5 for four dice do not."""
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "round": 3, "board": SIX_OF_SEVEN})
    for face in (5, 5, 2, 3, 5, 5):  # r r g g R G
        match.answer("dice", "roll", face)
    top = BOTS["top"](Random(1), match.header)
    while match.asks and match.asks[0].actors == (0,):
        thought = top.answer(match.asks[0], Sight(match, 0, 0))
        assert thought
        match.answer(0, match.asks[0].name, thought.value)
    assert match.result
    assert (match.result.why, match.result.ranking[0]) == ("grand_slam", (0,))


def test_dice_are_passed_to_whoever_is_nearly_out() -> None:
    hands = [["r1a", "r2a", "g1a", "G1a"], ["r1b", "r2b"], ["r1c", "r2c", "g1c", "g2c", "R1c", "G1c", "g1b"]]
    match = Match.new("desfausse", list("abc"), start={"active": 0, "hands": hands})
    for face in (4, 4, 6, 3):
        match.answer("dice", "roll", face)
    match.answer(0, "reroll", ())
    match.answer(0, "set", "4")
    match.answer(0, "where", "gift")
    thought = Strong(Options()).decide(match.asks[0], seen(match), 0)
    assert thought == 1


def test_being_out_is_refused_where_it_would_lose_the_game() -> None:
    """In the last round the other one is far ahead: who goes out now has lost."""
    board = [{"all": 1, "discard_5": 1}, {"all": 1, "discard_5": 1}, {}]
    start = {"active": 0, "round": 3, "board": board, "hands": [["r1a", "r2a"], None]}
    match = Match.new("desfausse", list("ab"), start=start)
    for face in (4, 4):
        match.answer("dice", "roll", face)
    match.answer(0, "reroll", ())
    assert match.asks[0].name == "set"
    outlook = Outlook(seen(match), 0, Options())
    order = order_after(seen(match), 0)
    out = outlook.worth([(0, 0), outlook.hands[1]], order, outlook.placed("all"))
    assert out == 0.0 < outlook.worth(outlook.hands, order, outlook.board)
    assert Strong(Options()).decide(match.asks[0], seen(match), 0) == "none"


def test_the_nearer_to_being_out_the_better() -> None:
    match = Match.new("desfausse", list("abcd"), start={"active": 0})
    outlook = Outlook(seen(match), 0, Options())
    order = order_after(seen(match), 0)

    def chance(mine: Hand, next_one: Hand) -> float:
        return outlook.worth([mine, next_one, (4, 2), (4, 2)], order, outlook.board)

    chances = [chance(hand, (4, 2)) for hand in ((4, 2), (4, 0), (2, 0))]
    assert chances == sorted(chances)
    threat = [chance((4, 2), hand) for hand in ((4, 2), (3, 0), (1, 0))]
    assert threat == sorted(threat, reverse=True)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everyone_takes_himself_for_the_strongest_and_nobody_for_sure_to_win(players: int) -> None:
    match = Match.new("desfausse", [f"p{seat}" for seat in range(players)], start={"active": 0})
    looks = [Outlook(seen(match), seat, Options()) for seat in range(players)]
    order = order_after(seen(match), 0)
    chances = [look.worth(look.hands, order, look.board) for look in looks]
    assert 1.0 < sum(chances) < 2.0
    assert all(0.8 / players < chance < 2 / players for chance in chances)


def test_a_token_for_1s_is_moved_and_bumps_another() -> None:
    board = [{"discard_2": 0, "discard_3": 0, "gift": 0, "ones": 1}, {}, {}]
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "board": board})
    outlook = Outlook(seen(match), 0, Options())
    moved = outlook.placed("ones")
    assert [cells.bit_count() for cells in moved.cells] == [3, 0]
    assert moved.supply == (0, 3)
    assert not moved.taken & 1  # discard_2 is the cheapest


def test_the_strongest_beats_three_who_take_what_is_best_at_once() -> None:
    """A quarter would be par, and 37 % is what thousands of games show (`python -m bench.bots`); these are few."""
    games, wins = 120, 0.0
    for number in range(games):
        mine = number % 4
        match = table(["top" if seat == mine else "greedy" for seat in range(4)], number)
        assert match.result
        first = match.result.ranking[0]
        wins += (mine in first) / len(first)
    assert wins / games > 0.29
