"""What the bots of the quiz games remember, and how they say it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tablee.bots import Sight
from tablee.engine import Ask, Match, Text
from tablee.games.egomaster.bots import EgomasterPlayer
from tablee.games.quiz.bots import TEMPERS, Recollection, believe
from tablee.games.quiz.bots.memory import next_item, themes_of
from tablee.games.quiz.bots.speaking import beside, reading
from tablee.games.quiz.pack import questions

from .seating import FRONT, KNOWN, NAMES, SECRET, one_who, player, put, said, thought


@pytest.mark.parametrize("game", ["defizz", "egomaster"])
def test_the_stronger_know_more_and_answer_sooner(game: str) -> None:
    match = Match.new(game, ["a", "b", "c"])
    bots = [[player(match, name, seed) for seed in range(3)] for name in NAMES]
    for figure in ("rate", "length"):
        rates = [sum(getattr(bot.memory, figure) for bot in group) for group in bots]
        assert all(weak < strong for weak, strong in pairwise(rates)), figure
    assert all(len(weak[0].memory.by_hint) < len(strong[0].memory.by_hint) for weak, strong in pairwise(bots))


def test_easy_questions_are_remembered_more_often() -> None:
    match = Match.new("egomaster", ["a", "b", "c"])
    for name in NAMES:
        shares = []
        for difficulty in (1, 3, 5):
            texts = [known.question.text for known in questions(match.header.packs).values()]
            rated = [known.difficulty for known in questions(match.header.packs).values()]
            wanted = [text for text, rate in zip(texts, rated, strict=True) if rate == difficulty]
            bots = [player(match, name, seed) for seed in range(3)]
            shares.append(sum(bot.memory.of(text).sure for bot in bots for text in wanted) / len(wanted) / 3)
        assert shares[0] > shares[1] > shares[2]


def test_everyone_has_themes_of_his_own() -> None:
    """Who knows much of one half of a theme knows much of its other half."""
    match = Match.new("egomaster", ["a", "b", "c"])
    known, themes = questions(match.header.packs), themes_of(match.header.packs)
    shares = []
    for seed in range(20):
        memory = player(match, "regular", seed).memory
        for theme in ("histoire", "sport", "musique", "jeux", "langue", "géographie"):
            kept = [memory.of(known[id].question.text).sure for id in known if themes[id] == theme]
            shares.append((sum(kept[::2]) / len(kept[::2]), sum(kept[1::2]) / len(kept[1::2])))
    shares.sort()
    worst, best = (sum(other for _, other in part) / len(part) for part in (shares[:40], shares[-40:]))
    assert best - worst > 0.05


def test_a_number_it_does_not_know_is_off_by_a_believable_amount() -> None:
    guesses = [believe(4_808.0, 0.4, Random(seed)) for seed in range(300)]
    assert sum(2_000 < guess < 11_000 for guess in guesses) > 270
    assert sum(guess == 4_808 for guess in guesses) < 10
    assert all(1_600 < believe(1_789.0, 0.4, Random(seed)) < 1_980 for seed in range(300))
    assert all(isinstance(believe(truth, 0.4, Random(1)), float) for truth in (0.0, -40.0, 0.5, 3.14, 1e12))
    closer = [abs(believe(300.0, 0.1, Random(seed)) - 300) for seed in range(300)]
    assert sum(closer) < sum(abs(believe(300.0, 0.6, Random(seed)) - 300) for seed in range(300))


def test_wrong_beliefs_are_plausible_and_lists_run_dry() -> None:
    match = Match.new("defizz", ["a", "b", "c"])
    memory = player(match, "casual").memory
    wrong = 0
    for known in questions(match.header.packs).values():
        kept, question = memory.of(known.question.text), known.question
        assert len(kept.items) <= TEMPERS["casual"].most_items
        if kept.answer and kept.answer != question.answers[0]:
            wrong += 1
            assert not kept.sure
            assert kept.answer in question.rivals
    assert wrong > 20


def test_sitting_down_takes_no_time() -> None:
    """A count of its work rather than a clock: it looks at each question once, and draws little for each."""

    class Counting(Random):
        drawn = 0

        def random(self) -> float:
            self.drawn += 1
            return super().random()

    match, rng = Match.new("egomaster", ["a", "b", "c"]), Counting(1)
    EgomasterPlayer(TEMPERS["top"], rng, match.header)
    assert rng.drawn < 10 * len(questions(match.header.packs))


# ---------------------------------------------------------------- speaking


def test_it_answers_what_it_remembers_and_gives_up_otherwise() -> None:
    match = put()
    assert said(match, one_who(match, KNOWN), 1) == SECRET
    assert said(match, one_who(match, None), 1) is None
    standing = Ask("answer", (1,), Text(), standing=True)
    assert one_who(match, None).answer(standing, Sight(match, 1, 0)) is None


def test_what_it_knows_takes_the_time_of_reading_thinking_and_typing() -> None:
    match = put()
    began = {}
    for name in NAMES:
        thoughts = [thought(match, one_who(match, KNOWN, seed, name), 1) for seed in range(30)]
        assert all(said.began and said.after - said.began > 1_000 for said in thoughts)
        assert all((said.began or 0) >= reading(FRONT) + 0.35 * TEMPERS[name].slowest - 1 for said in thoughts)
        began[name] = sum(said.began or 0 for said in thoughts)
    assert all(began[weak] > began[strong] for weak, strong in pairwise(NAMES))
    hunch = Recollection("chrono", False, "something near")
    slower = [thought(match, one_who(match, hunch, seed), 1).began or 0 for seed in range(30)]
    assert sum(slower) > began["top"]


def test_long_questions_take_longer_to_read() -> None:
    assert reading("Qui ?") < reading("Qui a peint ce tableau que tout le monde connaît ?") < 6_000


def test_at_a_spoken_table_it_presses() -> None:
    match = put(answers="spoken")
    pressed = thought(match, one_who(match, KNOWN), 1)
    assert (pressed.value, pressed.began) == ("buzz", None)


def test_an_answer_that_was_said_by_any_name_is_not_said_again() -> None:
    kept = Recollection("ping_pong", items=("Maurice", "Malte"), names={"maurice": "Maurice", "ile maurice": "Maurice"})
    assert next_item(kept, []) == "Maurice"
    assert next_item(kept, ["Île Maurice"]) == "Malte"
    assert next_item(kept, ["maurice", "MALTE"]) is None


def test_a_taken_number_is_not_said_again() -> None:
    for seed in range(20):
        match = put(2)
        bot = player(match, "regular", seed)
        first = said(match, bot, 0)
        match.answer(0, "guess", 41 if first == 42 else first)
        other = player(match, "regular", seed)
        assert said(match, other, 1) not in match.view(None).challenge.guesses.values()  # type: ignore[attr-defined]


def test_the_last_to_guess_takes_what_lies_beyond() -> None:
    assert beside(300.0, [100.0]) == 102
    assert beside(50.0, [100.0]) == 98
    assert beside(150.0, [100.0, 200.0]) == 150
    assert beside(7.0, []) == 7
