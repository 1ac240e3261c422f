from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.fairness import measure
from tablee.engine.asks import TYPING_MOST
from tablee.server.fairness import (
    BACK_MOST,
    HOLD_MOST,
    LEAD_MOST,
    STALL_MOST,
    TIE,
    Allowance,
    Held,
    Kind,
    Trip,
    Window,
    closing,
    lead,
    leaves,
    margin,
)
from tablee.server.protocol import Margin


def steady(round_trip: float, blur: float = 2.0) -> Trip:
    trip = Trip()
    for sign in (0, 1, -1) * 10:
        trip.add(round_trip + sign * blur)
    return trip


def answer(seat: int, moment: int, arrived: int | None = None, at: int | None = None) -> Held:
    return Held(
        seat, f"the long answer of {seat}", moment if at is None else at, moment, moment if arrived is None else arrived
    )


def run_all(window: Window, answers: list[Held], trips: dict[int, Trip]) -> list[tuple[int, Held]]:
    """As the server does: look when something arrives and when something is due. When each was handed on."""
    handed: list[tuple[int, Held]] = []
    for held in sorted(answers, key=lambda held: held.arrived):
        while (due := window.due(trips)) is not None and due < held.arrived:
            handed += [(due, one) for one in window.release(due, trips)]
        window.add(held)
        handed += [(held.arrived, one) for one in window.release(held.arrived, trips)]
    while (due := window.due(trips)) is not None:
        handed += [(due, one) for one in window.release(due, trips)]
    return handed


# ---------------------------------------------------------------- the way to a device


def test_an_unmeasured_way_is_short_and_uncertain() -> None:
    trip = Trip()
    assert trip.one_way == trip.round_trip / 2 == 40
    assert trip.uncertainty == Trip.UNCERTAIN_MOST
    assert trip.overdue(10_000) == 0


def test_a_few_spikes_do_not_move_the_round_trip() -> None:
    trip = steady(100)
    for _ in range(8):
        trip.add(900)
    assert abs(trip.round_trip - 100) <= 2
    assert trip.uncertainty <= 4


def test_the_round_trip_follows_a_way_that_has_changed() -> None:
    trip = steady(100)
    for _ in range(Trip.KEPT):
        trip.add(300)
    assert trip.round_trip == 300


def test_pings_and_pongs_are_matched_in_order() -> None:
    trip = Trip()
    trip.ping(1000)
    trip.ping(1100)
    trip.pong(1060)
    assert trip.round_trip == 60
    trip.pong(1180)
    trip.pong(5000)  # nobody asked
    assert trip.round_trip == 80


def test_a_late_pong_is_a_stall_until_the_line_counts_as_dead() -> None:
    trip = steady(100)
    trip.ping(1000)
    assert trip.overdue(1100) == 0
    assert trip.overdue(1105) == 0  # jitter
    assert trip.overdue(1400) == 300
    assert trip.overdue(1101 + STALL_MOST) == 0


@given(st.lists(st.floats(-10, 5000), min_size=1))
def test_uncertainty_stays_within_its_bounds(samples: list[float]) -> None:
    trip = Trip()
    for sample in samples:
        trip.add(sample)
    assert Trip.UNCERTAIN_LEAST <= trip.uncertainty <= Trip.UNCERTAIN_MOST
    assert trip.round_trip >= 0


def test_the_lead_is_the_slowest_way_and_has_a_limit() -> None:
    assert lead([]) == 0
    assert lead([steady(20), steady(200)]) == 100
    assert lead([steady(20), steady(900)]) == LEAD_MOST


def test_the_clock_waits_for_what_was_sent_at_the_last_moment() -> None:
    assert closing(5000, []) == 5000
    assert closing(5000, [steady(20), steady(200)]) == 5102
    assert closing(5000, [steady(2000)]) == 5000 + HOLD_MOST
    stalled = steady(100)
    stalled.ping(4800)
    assert closing(5000, [stalled]) == 5000 + HOLD_MOST


# ---------------------------------------------------------------- what is believed

CLAIMS = st.integers(-10_000, 20_000)


@pytest.mark.parametrize("claimed", [None, True, 9.5, "9", [], 10_001, 10**30])
def test_without_a_sensible_claim_the_arrival_counts(claimed: object) -> None:
    assert Allowance().believe(claimed, 10_000, steady(200)) == 10_000  # type: ignore[arg-type]


def test_an_honest_claim_is_believed_every_time() -> None:
    allowance, trip = Allowance(), steady(200)
    assert [allowance.believe(now - 100, now, trip) for now in range(1000, 9000, 100)] == list(range(900, 8900, 100))


@given(CLAIMS, st.floats(0, 2000))
def test_belief_keeps_within_the_claim_the_trip_and_the_arrival(claimed: int, round_trip: float) -> None:
    believed = Allowance().believe(claimed, 10_000, steady(round_trip, 0))
    assert 10_000 - min(0.6 * round_trip, BACK_MOST) <= believed <= 10_000
    assert believed >= min(claimed, 10_000)


@given(st.lists(st.tuples(CLAIMS, st.integers(0, 500)), min_size=1, max_size=60), st.floats(0, 500))
def test_habitual_back_dating_soon_gains_nothing(lies: list[tuple[int, int]], round_trip: float) -> None:
    allowance, trip, now, gained = Allowance(), steady(round_trip, 0), 10_000, 0.0
    for claimed, pause in lies:
        now += pause
        gained += max(0.0, now - trip.one_way - allowance.believe(claimed, now, trip))
    assert gained <= 30 + 0.1 * (now - 10_000) / 1000 + 1e-6


def test_the_quota_comes_back_slowly() -> None:
    allowance, trip = Allowance(), steady(400)
    earliest = [allowance.believe(0, now, trip) for now in (10_000, 10_000, 110_000, 110_000, 900_000)]
    assert earliest == [9770, 9800, 109_790, 109_800, 899_770]


def test_what_a_stalled_line_delivers_is_believed_as_far_as_a_pong_was_late() -> None:
    trip = steady(100)
    trip.ping(9000)
    assert trip.overdue(9500) == 400
    assert Allowance().believe(9070, 9500, trip) == 9070
    assert Allowance().believe(0, 9500, trip) == 9500 - 60 - 400


def test_stalling_every_time_soon_gains_nothing() -> None:
    trip, allowance = steady(100), Allowance()
    trip.ping(9000)
    believed = [allowance.believe(0, 9500, trip) for _ in range(4)]
    assert believed == [9040, 9240, 9440, 9450]


@given(CLAIMS, st.integers(9000, 12_000), st.integers(0, 2000), st.floats(0, 500), st.booleans())
def test_nobody_gains_by_sending_later(claimed: int, arrived: int, later: int, round_trip: float, stall: bool) -> None:
    trip = steady(round_trip)
    if stall:
        trip.ping(9000)
    assert Allowance().believe(claimed, arrived + later, trip) >= Allowance().believe(claimed, arrived, trip)


# ---------------------------------------------------------------- the window

KINDS = st.sampled_from(("press", "send"))
RACES = st.lists(st.tuples(st.integers(1000, 2000), st.floats(10, 400), st.floats(0, 1)), min_size=2, max_size=6)


@given(KINDS, RACES)
def test_the_order_is_that_of_the_moments_whatever_the_order_of_arrival(
    kind: Kind, race: list[tuple[int, float, float]]
) -> None:
    trips = {seat: steady(round_trip) for seat, (_, round_trip, _) in enumerate(race)}
    answers = [
        answer(seat, moment, moment + int(way * trips[seat].one_way)) for seat, (moment, _, way) in enumerate(race)
    ]
    window = Window(kind)
    handed = [held for _, held in run_all(window, answers, trips)]
    assert [answers[held.seat].began for held in handed] == sorted(moment for moment, _, _ in race)
    for one, other in pairwise(handed):
        assert window.moment(one) <= window.moment(other)


@given(KINDS, st.lists(st.tuples(st.integers(0, 3), st.integers(1000, 2000), st.integers(0, 900)), max_size=12))
def test_nothing_is_held_for_long_and_nothing_is_lost(kind: Kind, sent: list[tuple[int, int, int]]) -> None:
    trips = {seat: steady(100 * seat) for seat in range(5)}  # seat 4 never answers
    trips[4].ping(900)
    window = Window(kind)
    answers = [answer(seat, moment, moment + way) for seat, moment, way in sent]
    handed = run_all(window, answers, trips)
    assert all(held.arrived <= now <= held.arrived + HOLD_MOST for now, held in handed)
    assert len(handed) == (len(sent) if kind == "send" else len({seat for seat, _, _ in sent}))


def test_an_answer_waits_for_the_slowest_who_could_have_been_earlier() -> None:
    trips = {0: steady(20), 1: steady(100), 2: steady(300)}
    window = Window("press")
    window.add(answer(0, 1000, 1010))
    assert window.due(trips) == 1152
    assert window.release(1151, trips) == []
    window.add(answer(2, 990, 1140))  # by now seat 1 would be here, too
    assert [held.seat for held in window.release(1140, trips)] == [2, 0]
    assert window.due(trips) is None


def test_who_has_waited_long_enough_takes_those_before_him_along() -> None:
    trips = {0: steady(20), 1: steady(20), 2: steady(900)}
    window = Window("press")
    window.add(answer(0, 1100, 1100))
    window.add(answer(1, 1090, 1390))
    assert window.due(trips) == 1100 + HOLD_MOST
    assert [held.seat for held in window.release(1100 + HOLD_MOST, trips)] == [1, 0]


def test_where_sending_counts_another_text_may_be_on_its_way() -> None:
    trips = {0: steady(20), 1: steady(300)}
    window = Window("send")
    window.add(answer(1, 990, 1140))
    window.add(answer(0, 1000, 1141))
    assert [held.seat for held in window.release(1141, trips)] == [1]
    assert window.due(trips) == 1152


def test_nobody_waits_for_those_who_are_out() -> None:
    trips = {0: steady(20), 1: steady(300)}
    window = Window("press")
    window.add(answer(0, 1000, 1010))
    window.drop(1)
    assert window.due(trips) == 1010
    assert Window("press").due(trips) is None


def test_who_comes_back_and_presses_is_in_the_race_again() -> None:
    trips = {0: steady(20), 1: steady(20)}
    window = Window("press")
    window.drop(1)
    window.begin(1, 1000, 1010)
    window.add(answer(0, 1100, 1110))
    assert window.due(trips) == 1100 + TIE + TYPING_MOST + 12


def test_a_stalled_line_is_waited_for_until_its_pong_comes() -> None:
    trips = {0: steady(20), 1: steady(100)}
    window = Window("send")
    trips[1].ping(900)
    window.add(answer(0, 1000, 1010))
    assert window.due(trips) == 1010 + HOLD_MOST
    trips[1].pong(1200)
    assert window.due(trips) == 1052


def test_an_earlier_press_holds_later_ones_back_while_he_types() -> None:
    trips = {0: steady(20), 1: steady(20), 2: steady(20)}
    window = Window("press")
    window.begin(1, 990, 1000)
    window.begin(2, 1100, 1110)  # later: nobody waits for him
    window.add(answer(0, 1000, 1010))
    assert window.due(trips) == 1000 + TIE + TYPING_MOST + 12
    window.add(Held(1, "slow", 2600, None, 2610))
    assert [(held.seat, held.began) for held in window.release(2610, trips)] == [(1, 990), (0, 1000)]


def test_pressing_at_once_and_thinking_later_gains_nothing() -> None:
    """DZ-136: four letters take 1.68 s to type; what was sent later than that was begun later."""
    trips = {0: steady(20), 1: steady(20)}
    window = Window("press")
    window.begin(1, 990, 1000)
    window.add(answer(0, 1000, 1010))
    window.add(Held(1, "slow", 4000, None, 4010))
    assert [(held.seat, held.began) for held in window.release(4010, trips)] == [(0, 1000), (1, 2320)]
    assert margin([Held(1, "slow", 4000, 990, 4010), Held(0, "x", 1000, 1000, 1010)], "press") == Margin(0, 1, 1320)


def test_who_types_for_too_long_is_overtaken_but_heard() -> None:
    trips = {0: steady(20), 1: steady(20)}
    window = Window("press")
    window.begin(1, 900, 910)
    window.add(answer(0, 1000, 1010))
    assert [held.seat for held in window.release(1000 + TIE + TYPING_MOST + 12, trips)] == [0]
    assert window.add(Held(1, "at last", 14_000, None, 14_010))
    assert window.release(14_010, trips) == [Held(1, "at last", 14_000, 11_660, 14_010)]


def test_a_press_that_is_level_is_waited_for_so_that_a_tie_is_found() -> None:
    trips = {0: steady(20), 1: steady(20)}
    window = Window("press", tie=30)
    window.begin(1, 1030, 1040)
    window.add(answer(0, 1000, 1010))
    assert window.due(trips) == 1000 + 30 + TYPING_MOST + 12
    window.drop(1)
    assert window.due(trips) == 1010


def test_a_press_commits() -> None:
    window = Window("press")
    assert window.begin(0, 1000, 1010)
    assert not window.begin(0, 900, 1020)
    assert window.add(Held(0, "first", 800, 850, 2010))  # neither of them earlier than the press
    assert not window.add(answer(0, 1200))
    assert not window.begin(0, 1200, 1200)
    assert window.release(2010, {0: Trip()}) == [Held(0, "first", 1000, 1000, 2010)]


def test_sending_may_be_tried_again_and_each_text_has_its_own_beginning() -> None:
    trips = {0: steady(20)}
    window = Window("send")
    window.begin(0, 1000, 1010)
    assert window.add(Held(0, "tuba", 1500, None, 1510))
    assert window.release(1510, trips) == [Held(0, "tuba", 1500, 1000, 1510)]
    assert window.begin(0, 2000, 2010)
    assert window.add(Held(0, "viola", 2500, None, 2510))
    assert window.release(2510, trips) == [Held(0, "viola", 2500, 2000, 2510)]


def test_moments_that_cannot_be_told_apart_become_one_without_chaining() -> None:
    trips = {seat: steady(20, 10) for seat in range(4)}
    answers = [answer(0, 1000, at=3000), answer(1, 1008, at=2000), answer(2, 1016, at=2500), answer(3, 1030, at=2600)]
    handed = [held for _, held in run_all(Window("press"), answers, trips)]
    assert [held.began for held in handed] == [1000, 1000, 1016, 1030]
    assert [held.at for held in handed] == [3000, 2000, 2500, 2600]


def test_where_sending_counts_beginnings_are_levelled_too() -> None:
    trips = {seat: steady(20, 10) for seat in range(2)}
    handed = [held for _, held in run_all(Window("send"), [answer(0, 1000, at=2000), answer(1, 1008, at=2200)], trips)]
    assert [(held.at, held.began) for held in handed] == [(2000, 1000), (2200, 1000)]


@given(KINDS, st.lists(st.integers(1000, 1100), min_size=2, max_size=6), st.floats(0, 40))
def test_levelling_moves_nobody_further_than_the_uncertainty(kind: Kind, moments: list[int], blur: float) -> None:
    trips = {seat: steady(50, blur) for seat in range(len(moments))}
    for _, held in run_all(Window(kind), [answer(seat, moment) for seat, moment in enumerate(moments)], trips):
        assert held.began is not None
        assert 0 <= moments[held.seat] - held.began <= trips[0].uncertainty
        assert held.began <= held.at


def test_the_margin_is_between_the_two_earliest_seats() -> None:
    held = [answer(2, 1084, at=1500), answer(1, 1000, at=1600), answer(1, 1010, at=1700)]
    assert margin(held, "press") == Margin(1, 2, 84)
    assert margin(held, "send") == Margin(2, 1, 100)
    assert margin(held[1:], "press") is None


# ---------------------------------------------------------------- all together


def test_the_fastest_wins_and_lying_does_not_pay() -> None:
    figures = measure(300)
    assert figures["wrong_winner"] <= 0.02
    assert figures["wrong_by_arrival"] >= 0.05
    assert figures["liar_gain"] <= 1.5
    assert figures["hold_ms_mean"] <= 100


def test_the_races_are_the_same_each_time() -> None:
    assert measure(40, seed=2) == measure(40, seed=2)


# ---------------------------------------------------------------- what programs cannot feign


def test_the_system_bounds_the_pongs() -> None:
    trip = steady(400)
    trip.bound(30.0)
    assert trip.round_trip == 30 + Trip.SLACK
    trip.bound(60.0)  # all-time
    assert trip.round_trip == 30 + Trip.SLACK
    near = steady(20)
    near.bound(30.0)
    assert near.round_trip == 20


def test_a_stall_needs_bytes_on_their_way() -> None:
    trip = steady(40)
    trip.ping(1000)
    assert trip.overdue(1300) == 260
    trip.stalls = lambda: False
    assert trip.overdue(1300) == 0
    assert Allowance().believe(900, 1300, trip) >= 1300 - 0.6 * 40 - 30


def test_nobody_is_sent_a_question_before_he_must() -> None:
    near, far = steady(20), steady(300)
    assert (leaves(1000, near), leaves(1000, far)) == (990, 850)
    assert leaves(1000, steady(2000)) == 1000 - LEAD_MOST


def test_cheats_gain_next_to_nothing() -> None:
    """Of 600 races; `python -m bench.fairness` runs 10,000."""
    figures = measure(600, seed=3)
    assert figures["wrong_winner"] <= 0.02
    for name in ("liar", "delayer", "staller", "peeker", "combined"):
        assert figures[f"{name}_gain"] <= 4, name
