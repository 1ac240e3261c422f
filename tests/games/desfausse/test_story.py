"""What is told of a match of DESfausse, and the board between its rounds."""

from __future__ import annotations

from random import Random

from tablee.bots import find_bots
from tablee.engine import Event, Match, find
from tablee.games.desfausse.events import Discarded, Gave, GrandSlam, Mastered, Rolled, RoundEnded, WentOut
from tablee.games.desfausse.story import STORY
from tablee.house import House, RandomDice
from tablee.story import Feats, Moment


def feats_of(*steps: tuple[Event, ...]) -> Feats:
    feats = Feats(STORY.names)
    STORY.count([Moment(seq, 0, events) for seq, events in enumerate(steps)], feats)
    return feats


def test_gifts_of_one_turn_count_together_and_those_of_two_do_not() -> None:
    gift = Gave(1, 0, "g1b", 0)
    feats = feats_of((Discarded(0, ("r1a", "r2a")),), (gift,), (gift,), (gift,), (Rolled(0, 1, {}),), (gift,))
    assert {seat: feat.worth for seat, feat in feats.of["discard"].items()} == {0: 2, 1: 3}
    assert feats.of["gift"][1].params == {"n": 4}
    assert feats.of["discard"][1].seq == 3


def test_masters_slams_empty_hands_and_ones() -> None:
    told = (WentOut(1), WentOut(1), Mastered(1, "gift", 9), GrandSlam(1), Rolled(0, 1, {"r1a": 1, "r2a": 1, "g1a": 4}))
    feats = feats_of(told)
    assert {name for name, by_seat in feats.of.items() if by_seat} == {"out", "master", "slam", "luck"}
    assert feats.of["master"][1].params == {"trophy": "gift", "n": 9}
    assert feats.of["luck"][0].params == {"n": 2}


def test_the_board_between_rounds_says_who_has_what_and_who_moves_up() -> None:
    """Against what was told when each round ended."""
    for seed in range(6):
        match = Match.new("desfausse", seats=["ana", "bo", "cy"])
        bots = {seat: find_bots(find("desfausse"))["regular"](Random(seed), match.header) for seat in range(3)}
        house = House(match, RandomDice(Random(seed)), bots)
        now, before, rounds = 0, [0, 0, 0], 0
        while match.asks:
            reply = house.next(now)
            if reply is None:
                now = max(now, house.wakes() or now + 1)
                continue
            for event in match.reply(reply):
                if not isinstance(event, RoundEnded):
                    continue
                rounds += 1
                view = match.public()
                ended = view.ended  # type: ignore[attr-defined]
                assert (ended.round, [line.points for line in ended.lines]) == (rounds, sorted(event.points)[::-1])
                for line in ended.lines:
                    assert line.points == event.points[line.seat]
                    assert line.won == event.points[line.seat] - before[line.seat]
                    assert (line.before is None) == (rounds == 1)
                    assert line.place == 1 + sum(points > line.points for points in event.points)
                assert ended.opens == (None if rounds == 3 else view.active)  # type: ignore[attr-defined]
                before = list(event.points)
        assert rounds == 3 or match.result
