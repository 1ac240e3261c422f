"""The house in virtual time: dice, bots, limits and absent seats."""

from __future__ import annotations

from random import Random

from tablee.bots import Anyone, Sight, Thought, any_value, find_bots
from tablee.engine import Ask, Away, Event, Match, Text, find
from tablee.house import House, RandomDice
from tablee.testkit import new_match


def test_bots_and_dice_play_a_whole_game() -> None:
    for game, players in (("desfausse", 4), ("blitz", 4)):
        match = new_match(game, players)
        for name, make in find_bots(find(game)).items():
            match = new_match(game, players)
            bots = {seat: make(Random(seat), match.header) for seat in range(players)}
            House(match, RandomDice(Random(1)), bots).play_on()
            assert match.result, (game, name)


def test_the_same_luck_gives_the_same_game() -> None:
    def play() -> Match:
        match = new_match("desfausse", 3)
        House(match, RandomDice(Random(5)), {seat: Anyone(Random(seat)) for seat in range(3)}).play_on()
        return match

    assert play().log == play().log


def test_people_are_waited_for() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0})
    house = House(match, RandomDice(Random(1)), {1: Anyone(Random(1))})
    house.play_on()
    assert match.asks[0].actors == (0,)
    assert house.next(10**9) is None
    assert house.wakes() is None


def test_without_dice_somebody_types_in_what_they_show() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0})
    assert House(match).next(0) is None
    assert match.asks[0].actors == ("dice",)


class Slow:
    """Says one word, after a while, and begins to type before."""

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        return Thought("tango", after=5000, began=3000) if isinstance(ask.form, Text) and not ask.standing else None


def face_off() -> Match:
    tops = [["star1"], ["circle0"], [], []]
    packs = find("blitz").load().synthetic
    assert packs
    match = Match.new("blitz", list("abcd"), packs=packs(), start={"tops": tops, "drawer": 2})
    match.answer(2, "draw", "left", 100)
    match.answer("dice", "card", "circle1", 100)
    return match


def test_a_bot_answers_when_it_has_thought_and_not_before() -> None:
    match = face_off()
    house = House(match, bots={1: Slow()})
    assert house.next(200) is None
    assert house.wakes() == 5200
    assert house.next(5199) is None
    reply = house.next(6000)
    assert reply
    assert (reply.actor, reply.value, reply.at, reply.began) == (1, "tango", 5200, 3200)


def test_a_bot_does_not_think_again_because_another_spoke() -> None:
    match = face_off()
    house = House(match, bots={1: Slow()})
    assert house.next(200) is None
    match.answer(0, "chat", "hurry up", 3000)
    assert house.next(3000) is None
    assert house.wakes() == 5200


class Dreamer:
    """Still thinking when time is up."""

    def answer(self, ask: Ask, sight: Sight) -> Thought | None:
        return Thought("tango", after=90_000) if ask.name == "answer" else None


def test_a_bot_that_thinks_too_long_is_silent() -> None:
    match = face_off()
    house = House(match, bots={0: Dreamer(), 1: Dreamer()})
    assert house.next(200) is None
    late = house.next(200_000)
    assert late
    assert (late.actor, late.value) == ("clock", None)


def test_the_clock_speaks_after_the_limit() -> None:
    match = face_off()
    house = House(match)
    limit = match.asks[0].until
    assert limit is not None
    assert house.next(limit) is None
    reply = house.next(limit + 1)
    assert reply
    assert (reply.actor, reply.name) == ("clock", "answer")


def test_the_pace_limits_what_the_rules_do_not() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0})
    house = House(match, RandomDice(Random(1)), pace=lambda ask: 20_000)
    now = 50
    while reply := house.next(now):
        match.reply(reply)
    assert match.asks[0].actors == (0,)
    assert house.wakes() == 20_051
    assert house.next(20_050) is None
    assert (late := house.next(20_051))
    assert late.actor == "clock"


def test_the_silence_of_absent_seats_is_played_at_once() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0})
    house = House(match, RandomDice(Random(3)))
    house.absent = {0, 1}
    house.play_on()
    assert match.result


def test_weighted_dice_keep_their_weights() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "hands": [["R1a", "G1a"], None]})
    rng, ask = Random(1), match.asks[0]
    faces = [any_value(ask.form, rng) for _ in range(6000)]
    counts = {face: faces.count(face) for face in (1, 3, 4, 5)}
    assert sum(counts.values()) == 6000
    for face, share in ((1, 2000), (3, 1000), (4, 1000), (5, 2000)):
        assert abs(counts[face] - share) < 150


class Gasp(Event, frozen=True):
    weight = "result"


def test_a_beat_holds_back_dice_bots_and_limits_for_the_same_time() -> None:
    match = Match.new("desfausse", ["ana", "bo"], start={"active": 0})
    house = House(match, RandomDice(Random(1)), pace=lambda ask: 20_000, beats={"light": 1200, "result": 2500})
    house.hold([Away(0), Gasp()], 1000)
    assert house.next(3499) is None
    assert house.wakes() == 3500
    while reply := house.next(3500):
        match.reply(reply)
    assert match.asks[0].actors == (0,)
    assert house.wakes() == 23_501, "the limit begins when the beat is over"


def test_nothing_is_held_where_nobody_looks() -> None:
    house = House(Match.new("desfausse", ["ana", "bo"], start={"active": 0}), RandomDice(Random(1)))
    house.hold([Gasp()], 1000)
    assert house.next(1000)
