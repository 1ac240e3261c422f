"""A race in which the sending counts: once an answer is accepted, nobody waits for one that is still being typed."""

from __future__ import annotations

from tablee.engine import Match
from tablee.games.blitz.synthetic import synthetic
from tablee.games.blitz.view import BlitzView
from tablee.house import House
from tablee.server.fairness import Trip
from tablee.server.play import Play
from tablee.server.protocol import Answer, Began


def test_a_rival_who_is_typing_does_not_hold_up_an_accepted_answer() -> None:
    start = {"drawer": 1, "tops": [["circle0"], [], []]}
    match = Match.new("blitz", list("abc"), {"remove_symbols": "off"}, packs=synthetic(), start=start)
    match.answer(1, "draw", "left")
    match.answer("dice", "card", "circle1")
    play, near = Play(match, House(match)), Trip()
    near.add(0)
    play.trips = dict.fromkeys(range(3), near)
    play.run(0)

    def opened(seat: int, ask: str) -> int:
        return play.house.openings[seat, ask].seq

    play.begin(Began("1", 0, "answer", opened(0, "answer"), 500), 500, near)  # and goes on typing
    play.take(Answer("2", 1, "answer", opened(1, "answer"), "net", 1_000, 600), None, 1_000, near)
    play.run(1_010)
    for seat in range(3):
        play.take(Answer(f"a{seat}", seat, "challenge", opened(seat, "challenge"), "accept"), None, 1_100, near)
        play.run(1_100)
    due = play.wakes()
    assert due is not None
    assert 1_300 < due < 1_700  # the same time is over, and what was sent in it has arrived
    play.run(due)
    view = match.view(None)
    assert isinstance(view, BlitzView)
    assert view.won == [0, 1, 0]
