"""What the view and the options foretell is what then happens, over random games."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tablee.engine import Ask, Match
from tablee.games.blitz.brings import Accepts, CallsVote, Returns, Takes
from tablee.games.blitz.events import (
    Challenged,
    CoinTossed,
    DuelRolled,
    FaceOffStarted,
    Flagged,
    PutBack,
    TurnedUp,
    Voted,
    Won,
)
from tablee.games.blitz.view import BlitzView
from tablee.testkit import Playout, new_match

WAITED_FOR = {"draws", "answers", "shows", "judges"}
STAGES = {"draw": "draw", "race": "answer", "tie_break": "draw", "put_back": "under"}  # else the ask has its name
GAMES = [
    (3, {}), (4, {}), (5, {"voters": "bystanders"}), (6, {"challenge_s": 2}), (4, {"detection": "players"}),
    (4, {"answers": "spoken", "win_tie": "showdown"}), (3, {"stall_s": 1, "lockout_ms": 800, "exact_tie_ms": 900}),
]  # fmt: skip


def seen(match: Match) -> BlitzView:
    view = match.view(None)
    assert isinstance(view, BlitzView)
    return view


def waited_for(match: Match) -> tuple[str, set[object]]:
    """The question that the table waits for, and who has to answer it."""
    ask = next(ask for ask in match.asks if not ask.standing)
    return ask.name, set(ask.actors)


@pytest.mark.parametrize(("players", "options"), GAMES)
def test_what_is_foretold_happens(players: int, options: dict[str, object]) -> None:
    looked: Counter[str] = Counter()
    for seed in range(4):
        match = new_match("blitz", players, options)
        playout = Playout(Random(seed), standing=0.05)
        while match.asks:
            before, asks = seen(match), match.asks
            told = {
                (ask.name, seat): match.brings(ask, seat)
                for ask in asks
                for seat in ask.actors
                if isinstance(seat, int)
            }
            look_at_roles(match, before, looked)
            playout.step(match)
            reply, after = match.log[-1], seen(match)
            brought = told.get((reply.name, reply.actor), {}) if isinstance(reply.actor, int) else {}
            if reply.value in brought:
                look_at(match, asks, brought[reply.value], before, after, looked)  # type: ignore[index]
            look_at_outcome(match, before, after, looked)
    wanted = {"takes", "accepts", "calls_vote", "won", "roles", "met"}
    assert wanted <= set(looked), looked


def look_at_roles(match: Match, view: BlitzView, looked: Counter[str]) -> None:
    """Whom the table waits for, and what for."""
    name, actors = waited_for(match)
    if "dice" in actors:
        return
    assert STAGES.get(view.stage, view.stage) == name
    assert {seat for seat, role in enumerate(view.roles) if role in WAITED_FOR} == actors
    looked["roles"] += 1
    if view.poll:
        assert set(view.poll.voters) - set(view.poll.given) == actors
    if view.face_off:
        assert {one.seat: one.theme for one in view.face_off.contestants} == view.themes
        for one in view.face_off.contestants:
            if one.owner is not None:
                top = view.tops[one.owner]
                assert top
                assert (top.theme, top.symbol) == (one.theme, one.symbol)
        trial = [answer for answer in view.face_off.answers if answer.fate == "on_trial"]
        assert [(one.seat, one.text) for one in trial] == (
            [(view.on_trial.seat, view.on_trial.text)] if view.on_trial else []
        )
    assert view.to_turn == sum(view.in_pile.values()) == sum(p.unseen + len(p.beneath) for p in view.piles.values())


def look_at(
    match: Match, asks: tuple[Ask, ...], brought: object, before: BlitzView, after: BlitzView, looked: Counter[str]
) -> None:
    reply, events = match.log[-1], match.news
    match brought:
        case Takes(left=left, last=last):
            waits_for_dice = waited_for(match)[1] == {"dice"} if match.asks else False
            if not waits_for_dice or before.in_pile != after.in_pile:
                return  # a card that was put back: it is out already, and more may have happened
            play_on_dice(match)
            assert seen(match).in_pile[reply.value] == left or before.stage == "tie_break"  # type: ignore[index]
            if last:
                assert seen(match).to_turn == 0
            looked["takes"] += 1
        case Returns(held=held):
            (side,) = [event.side for event in events if isinstance(event, PutBack)][:1]
            assert side == reply.value
            assert held == before.in_pile[side] + 1  # type: ignore[index]
            looked["returns"] += 1
        case Accepts(waits=waits):
            poll = after.poll
            still = set(poll.voters) - set(poll.given) if poll and poll.call == "challenge" else set()
            if waits:
                assert set(waits) == still
            else:
                assert after.on_trial is None or after.on_trial != before.on_trial
            looked["accepts"] += 1
        case CallsVote(call=call, voters=voters, later=later):
            if not voters:
                return
            if later:
                assert any(isinstance(event, Flagged) for event in events)
                assert before.stage == after.stage
                looked["later"] += 1
                return
            assert after.poll
            assert (after.poll.call, tuple(after.poll.voters)) == (call, voters)
            if call != "is_abuse":
                assert after.face_off
                assert after.face_off.objection
                assert any(isinstance(event, Challenged) for event in events)
                assert after.face_off.objection.seat == reply.actor
            looked["calls_vote"] += 1


def play_on_dice(match: Match) -> None:
    """Which card it is does not matter here."""
    (ask,) = [ask for ask in match.asks if "dice" in ask.actors]
    if ask.name == "card":
        match.answer("dice", "card", ask.form.options[0], match.log[-1].at)  # type: ignore[union-attr]


def look_at_outcome(match: Match, before: BlitzView, after: BlitzView, looked: Counter[str]) -> None:
    """Who meets by what, and what the winner gets: as everyone could see before."""
    events = match.news
    drawn = any(isinstance(event, TurnedUp | DuelRolled) for event in events)  # the only card there was: no question
    for event in events:
        if isinstance(event, Voted) and before.poll:
            assert set(event.ballots) <= set(before.poll.voters)
            looked["voted"] += 1
        if (
            isinstance(event, FaceOffStarted)
            and after.face_off
            and set(after.themes or ()) == {event.seat, event.opponent}
        ):
            looked["met"] += 1
            tops = [after.tops[seat] for seat in (event.seat, event.opponent)]
            assert [card and card.symbol for card in tops] == after.face_off.symbols
            assert after.face_off.why == event.why == ("same" if len(set(after.face_off.symbols)) == 1 else "die")
        if isinstance(event, Won) and before.face_off and not drawn:
            assert {event.seat, event.loser} == set(before.themes or ())
            assert after.won[event.seat] == before.won[event.seat] + 1
            assert after.heights[event.loser] == before.heights[event.loser] - 1
            assert after.settled
            assert (after.settled.winner, after.settled.loser) == (event.seat, event.loser)
            if after.settled.by == "coin":
                assert any(isinstance(one, CoinTossed) for one in events)
                assert after.settled.text == ""
            else:  # BL-27, BL-53: nobody wins without an answer
                given = [one.text for one in before.face_off.answers if one.seat == event.seat]
                assert after.settled.text in given or before.stage == "race"
            looked["won"] += 1
