"""What they stake, whom they meet, where they go: one decision at a time."""

from __future__ import annotations

from random import Random

import pytest

from tablee.bots import Sight
from tablee.engine import Amount, Ask, Choice
from tablee.games.quiz.bots import NOTHING, Recollection
from tablee.games.quiz.bots.odds import Prospect
from tablee.games.quiz.bots.rivals import Rival
from tablee.games.quiz.bots.staking import Deal, Opponent, opponent, stakes

from .seating import KNOWN, NAMES, SECRET, duel, ego, one_who, player, said, thought


def opponents(*stacks: int, knows: float = 0.5, accepts: float = 0.5) -> list[Opponent]:
    return [Opponent(seat, stack, knows, accepts, knows, knows) for seat, stack in enumerate(stacks, 1)]


def deal(knows: float, stack: int = 1_900, minimum: int = 200) -> Deal:
    return Deal(stack, minimum, Prospect({"chrono": 1.0}, knows, 3, 3, 0.5), 0.6)


def test_who_is_known_to_refuse_is_raised_and_who_accepts_is_not_bluffed() -> None:
    shy, bold = opponents(1_900, accepts=0.02), opponents(1_900, accepts=0.97)
    assert deal(0.05).announce(300, shy) > deal(0.05).keep(shy)
    assert deal(0.05).announce(1_900, bold) < deal(0.05).keep(bold)
    assert deal(0.97).announce(500, bold) > deal(0.97).keep(bold)


def test_a_raise_is_taken_up_by_who_knows() -> None:
    raiser = opponents(1_900)[0]
    assert deal(0.97).accept(600, raiser, [], 1) > deal(0.97).refuse()
    assert deal(0.05).accept(1_900, raiser, [], 1) < deal(0.05).refuse()


def test_who_is_sure_takes_up_what_frightens_the_others() -> None:
    match = duel()
    match.answer(0, "stake", 600)
    assert said(match, one_who(match, KNOWN), 1) == "accept"
    assert said(match, one_who(match, Recollection("chrono")), 1) == "refuse"


def test_who_seldom_raises_or_accepts_is_believed_when_he_does() -> None:
    often, seldom = Rival(), Rival()
    for _ in range(20):
        for tally in (often.accepts, often.raises):
            tally.note(True)
        for tally in (seldom.accepts, seldom.raises):
            tally.note(False)
    loose, tight = opponent(1, 1_900, often), opponent(1, 1_900, seldom)
    assert loose.knows == tight.knows
    assert loose.knows_if_in < tight.knows_if_in
    assert loose.knows_if_raised < tight.knows_if_raised
    assert deal(0.5).accept(900, loose, [], 1) > deal(0.5).accept(900, tight, [], 1)


def test_a_big_raise_is_refused_more_often_and_the_poor_play_anyway() -> None:
    shy, bold = opponents(1_900, accepts=0.2)[0], opponents(1_900, accepts=0.8)[0]
    assert deal(0.5).chance_of(shy, 300) < deal(0.5).chance_of(bold, 300)
    assert deal(0.5).chance_of(bold, 1_900) < deal(0.5).chance_of(bold, 300)
    assert deal(0.5).chance_of(opponents(200, accepts=0.0)[0], 1_900) > 0.9


def test_short_stacks_lower_the_stake_for_all() -> None:
    """DZ-66 to DZ-69: no more can be lost to the poor than they have; a refuser pays what he has."""
    poor = opponents(100, knows=0.99, accepts=0.97)
    assert deal(0.0).announce(1_900, poor) > deal(0.0).worth(-101)
    assert deal(0.5, stack=100).refuse() == 0.0
    walkover = opponents(150, 1_900, accepts=0.0)
    chances = [chance for chance, *_ in deal(0.5).replies(500, walkover)]
    assert sum(chances) == pytest.approx(1.0)


def test_every_stake_it_thinks_of_is_allowed() -> None:
    rng = Random(3)
    for _ in range(500):
        low = 100 * rng.randint(1, 10)
        form = Amount(low, low + 100 * rng.randint(0, 60), 100)
        for stake in stakes(form, opponents(*[100 * rng.randint(1, 60) for _ in range(rng.randint(1, 5))])):
            form.check(stake)


def test_who_has_nothing_to_lose_by_it_accepts() -> None:
    match = duel(stacks=(1_900, 200, 1_900))
    match.answer(0, "stake", 900)
    for name in (*NAMES, "minimum"):
        assert said(match, player(match, name), 1) == "accept"


def test_the_frugal_one_never_pays_more_than_it_must() -> None:
    match = duel()
    bot = one_who(match, KNOWN, frugal=True)
    assert said(match, bot, 0) == 200
    match.answer(0, "stake", 300)
    assert said(match, bot, 1) == "refuse"


def test_who_knows_the_clue_raises_and_who_bluffs_does_as_if() -> None:
    match = duel()
    knowing, blank = (said(match, one_who(match, kept), 0) for kept in (KNOWN, Recollection("chrono")))
    assert isinstance(knowing, int)
    assert knowing > 200
    bluffing = said(match, one_who(match, Recollection("chrono"), bluffs=1.0), 0)
    assert (bluffing, blank) == (knowing, said(match, one_who(match, Recollection("chrono"), 2), 0))


def test_a_big_raise_frightens_who_knows_nothing() -> None:
    match = duel()
    match.answer(0, "stake", 1_900)
    assert said(match, one_who(match, Recollection("chrono")), 1) == "refuse"


def test_it_learns_who_refuses_although_no_question_was_put() -> None:
    match = duel()
    bot = one_who(match, KNOWN)
    presence = match.asks[-1]
    before = bot.notebook.rivals[1].accepts.rate
    match.answer(0, "stake", 600)
    bot.answer(presence, Sight(match, 0, 0))
    match.answer(1, "raise", "refuse")
    bot.answer(presence, Sight(match, 0, 0))
    assert bot.notebook.rivals[1].accepts.rate < before
    assert bot.notebook.rivals[2].accepts.rate == before
    assert bot.notebook.rivals[0].raises.rate > bot.notebook.rivals[1].raises.rate


def test_it_learns_who_accepts_and_who_is_right() -> None:
    match = duel()
    bot = one_who(match, None)
    for actor, name, value in (
        (0, "stake", 600),
        (1, "raise", "accept"),
        (1, "answer", SECRET),
        ("referee", "verdict", "right"),
        ("clock", "answer", None),
        ("dice", "die", "duel 200"),
    ):
        bot.answer(match.asks[-1], Sight(match, 2, 0))
        match.answer(actor, name, value)  # type: ignore[arg-type]
    bot.answer(match.asks[-1], Sight(match, 2, 0))
    one, other = bot.notebook.rivals[1], bot.notebook.rivals[2]
    assert one.accepts.rate > other.accepts.rate
    assert one.knows.rate > other.knows.rate > bot.notebook.rivals[0].knows.rate


def test_harder_decisions_take_longer() -> None:
    match = duel()
    clear, close = (player(match, seed=4) for _ in range(2))
    clear.rng, close.rng = Random(4), Random(4)
    assert close.think(2_000, lead=0.001) > 1.5 * clear.think(2_000, lead=0.5)
    match.answer(0, "stake", 1_900)
    times = [thought(match, one_who(match, Recollection("chrono"), seed), 1).after for seed in range(10)]
    assert len(set(times)) > 5


# ---------------------------------------------------------------- people, cards and cells


def test_the_weak_are_met_rather_than_the_strong() -> None:
    match = duel(0)
    bot = one_who(match, Recollection("chrono"))
    match.answer(0, "question", 1)
    for seat, knows in ((1, 0.9), (2, 0.1)):
        for _ in range(40):
            bot.notebook.rivals[seat].knows.note(knows > 0.5)
    assert said(match, bot, 0) == 2


def test_the_known_clue_is_chosen_and_help_is_for_cards_that_say_nothing() -> None:
    match = duel(0)
    question, help_ = match.asks[:2]
    bot = one_who(match, KNOWN)
    bot.memory.by_hint |= {"clue duel 0.1": NOTHING, "clue duel 0.2": NOTHING}
    assert bot.answer(help_, Sight(match, 0, 0)) is None
    assert said(match, bot, 0, question) == 1
    lost = player(match)
    for number in range(3):
        lost.memory.by_hint[f"clue duel 0.{number}"] = NOTHING
    assert lost.answer(question, Sight(match, 0, 0)) is None
    assert said(match, lost, 0, help_) == "use"
    match.answer(0, "help", "use")
    lost.memory.by_text |= {"FRONT-duel-0-0": NOTHING, "FRONT-duel-0-1": Recollection("target", True, number=42.0)}
    lost.memory.by_text["FRONT-duel-0-2"] = NOTHING
    assert said(match, lost, 0) == 2


def test_nobody_risks_tokens_for_free_who_knows_nothing() -> None:
    ask = Ask("join", (1,), Choice(("yes", "no")))
    match = duel(stacks=(100, 1_900, 1_900), short_active_participation="optional_free")
    assert said(match, one_who(match, KNOWN), 1, ask) == "yes"
    bot = one_who(match, Recollection("chrono"))
    assert said(match, bot, 1, ask) == "no"
    assert said(match, one_who(match, KNOWN, frugal=True), 1, ask) == "no"


@pytest.mark.parametrize(("better", "way"), [(5, "clockwise"), (21, "counterclockwise")])
def test_it_walks_to_the_better_cell(better: int, way: str) -> None:
    board = ["duo 100", "solo 100"] + ["multi 100"] * 24
    board[better] = "multi 900"
    match = ego(0, board=board)
    match.answer("dice", "move", 5)
    assert said(match, player(match), 0) == way


def test_it_names_the_weaker_rival() -> None:
    match = ego(0)
    match.answer("dice", "move", 3)
    match.answer(0, "direction", "clockwise")  # a solo
    match.answer("dice", "page", 1)
    match.answer("dice", "number", 1)
    bot = player(match)
    for _ in range(20):
        bot.notebook.rivals[1].knows.note(True)
        bot.notebook.rivals[2].knows.note(False)
    assert said(match, bot, 0) == 2
