"""The simple player of both quiz games, and the automatic judge beside it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablee.bots import Sight, find_bots
from tablee.engine import Amount, Ask, Choice, Match, Number, Text, Value, find
from tablee.games.quiz.bots import NOTHING, Simple, believe
from tablee.games.quiz.pack import questions
from tablee.games.quiz.referee import referee
from tablee.house import House, RandomDice
from tablee.testkit import new_match

GAMES = ("defizz", "egomaster")
VARIANTS: list[tuple[str, dict[str, object]]] = [
    ("defizz", {}),
    ("defizz", {"expert": True}),
    ("defizz", {"expert": True, "expert_choice_timing": "after_stakes"}),
    ("defizz", {"enrichment": True, "enrichment_bank": "players_share"}),
    ("defizz", {"judge": "auto_then_reader", "short_active_participation": "optional_free"}),
    ("defizz", {"target_duplicates": "allowed", "target_tie": "first_in_order", "final_reader": "chosen"}),
    ("egomaster", {"quick_game": True}),
    ("egomaster", {"quick_game": True, "eliminated_reads_early": True, "speed_last_standing_wins": True}),
]


def play(match: Match, seed: int = 1) -> int:
    """A whole game of bots in virtual time. The moment at which it ends."""
    seats = range(len(match.header.seats))
    bots = {seat: Simple(Random(seed * 10 + seat), match.header) for seat in seats}
    return House(match, RandomDice(Random(seed)), bots, referee(match.header)).play_on()


@pytest.mark.parametrize("game", GAMES)
def test_it_is_the_strongest_of_both_games(game: str) -> None:
    assert list(find_bots(find(game))) == ["anyone", "simple"]


@pytest.mark.parametrize("reader", ["neighbour", "house"])
@pytest.mark.parametrize("answers", ["typed", "spoken"])
@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_four_of_them_play_a_game_to_the_end(game: str, options: dict[str, object], reader: str, answers: str) -> None:
    match = new_match(game, 4, {**options, "reader": reader, "answers": answers})
    play(match)
    assert match.result
    match.check()


def test_a_game_with_an_enriching_bank_comes_to_its_end() -> None:
    match = new_match("egomaster", 3, {"reader": "house"})
    minutes = play(match) / 60_000
    assert match.result
    assert 5 < minutes < 180


def test_the_same_luck_plays_the_same_game() -> None:
    logs = []
    for _ in range(2):
        match = new_match("defizz", 3)
        play(match, 7)
        logs.append(match.log)
    assert logs[0] == logs[1]


# ---------------------------------------------------------------- memory


@pytest.mark.parametrize("game", GAMES)
def test_it_remembers_a_part_of_the_pack(game: str) -> None:
    match = new_match(game, 3)
    kept = Simple(Random(1), match.header).by_text.values()
    assert 0.3 < sum(memory.sure for memory in kept) / len(kept) < 0.55  # synthetic packs say nothing of difficulty


def test_easy_questions_are_remembered_more_often() -> None:
    pack = Match.new("defizz", ["a", "b", "c"]).header
    bots = [Simple(Random(seed), pack) for seed in range(6)]
    shares = []
    for difficulty in (1, 5):
        texts = [
            known.question.text
            for known in questions(pack.packs).values()
            if known.difficulty == difficulty and known.question.mode != "chance"
        ]
        sure = [bot.by_text[text].sure for bot in bots for text in texts]
        shares.append(sum(sure) / len(sure))
    assert shares[0] == pytest.approx(0.70, abs=0.12)
    assert shares[1] == pytest.approx(0.15, abs=0.12)


def test_two_bots_remember_different_things() -> None:
    header = new_match("defizz", 3).header
    assert Simple(Random(1), header).by_text != Simple(Random(2), header).by_text


def test_a_number_it_does_not_know_is_off_by_a_believable_amount() -> None:
    guesses = [believe(4_808.0, Random(seed)) for seed in range(300)]
    assert sum(2_000 < guess < 11_000 for guess in guesses) > 270
    assert sum(guess == 4_808 for guess in guesses) < 10
    years = [believe(1_789.0, Random(seed)) for seed in range(300)]
    assert all(1_600 < year < 1_980 for year in years)
    assert all(isinstance(believe(truth, Random(1)), float) for truth in (0.0, -40.0, 0.5, 3.14, 1e12))


def test_lists_run_dry() -> None:
    header = new_match("defizz", 3).header
    kept = [memory.items for memory in Simple(Random(3), header).by_text.values() if memory.items]
    assert max(map(len, kept)) <= 7
    assert min(map(len, kept)) < 3


# ---------------------------------------------------------------- one ask at a time


def asked(match: Match, bot: Simple, seat: int, ask: Ask) -> Value:
    thought = bot.answer(ask, Sight(match, seat, 0))
    assert thought
    assert 500 <= thought.after <= 30_000
    return thought.value


def duel(number: int = 1, stacks: tuple[int, ...] = (1_900, 1_900, 1_900), seats: int = 3, **options: Any) -> Match:
    """Seat 0 has the card duel000: a chrono, a target and a ping-pong question."""
    synthetic = find("defizz").load().synthetic
    assert synthetic
    options = {"reader": "house", **options}
    start = {"active": 0, "stacks": list(stacks[:seats])}
    match = Match.new("defizz", ["a", "b", "c"][:seats], options, packs=synthetic(), start=start)
    match.answer("dice", "die", "duel 200")
    match.answer("dice", "card", "duel000")
    if number:
        match.answer(0, "question", number)
        if seats > 2:
            match.answer(0, "opponent", 1)
    return match


def put(number: int = 1, **options: Any) -> Match:
    match = duel(number, **options)
    match.answer(0, "stake", 200)
    return match


def one_who(match: Match, text: str, sure: bool) -> Simple:
    """A bot that knows this question, or does not."""
    bots = (Simple(Random(seed), match.header) for seed in range(200))
    return next(bot for bot in bots if bot.by_text[text].sure == sure)


def test_it_answers_what_it_remembers_and_gives_up_otherwise() -> None:
    match = put()
    ask = match.asks[0]
    assert asked(match, one_who(match, "FRONT-duel-0-0", True), 1, ask) == "SECRET-duel-0-0"
    assert asked(match, one_who(match, "FRONT-duel-0-0", False), 1, ask) is None


def test_what_it_knows_takes_the_time_of_reading_and_typing() -> None:
    match = put()
    for seed in range(60):
        thought = Simple(Random(seed), match.header).answer(match.asks[0], Sight(match, 1, 0))
        assert thought
        if thought.value:
            assert thought.began is not None
            assert 2_000 < thought.began < 8_000
            assert thought.after - thought.began > 1_500


def test_nobody_gives_up_where_nobody_waits() -> None:
    match = put()
    ask = Ask("answer", (1,), Text(), standing=True)
    bot = one_who(match, "FRONT-duel-0-0", False)
    assert bot.answer(ask, Sight(match, 1, 0)) is None


def test_a_taken_number_is_not_said_again() -> None:
    match = put(2)
    match.answer(0, "guess", 42)
    for seed in range(30):
        match = put(2)
        bot = Simple(Random(seed), match.header)
        first = asked(match, bot, 0, match.asks[0])
        match.answer(0, "guess", 41 if first == 42 else first)
        if match.asks[0].name == "guess":
            assert asked(match, bot, 1, Ask("guess", (1,), Number())) != match.view(None).challenge.guesses[0]  # type: ignore[attr-defined]


def test_an_answer_that_was_said_is_not_said_again() -> None:
    match = put(3)
    match.answer(0, "answer", "a")
    match.answer("referee", "verdict", "right")
    for seed in range(40):
        assert asked(match, Simple(Random(seed), match.header), 1, match.asks[0]) != "a"


def test_who_knows_the_clue_raises_more_often() -> None:
    match = duel()
    form = Amount(200, 1_900, 100)
    raises = {True: 0, False: 0}
    for sure in raises:
        for seed in range(60):
            bot = one_who(match, "FRONT-duel-0-0", sure)
            bot.rng = Random(seed)
            stake = asked(match, bot, 0, Ask("stake", (0,), form))
            form.check(stake)
            raises[sure] += stake != 200
    assert raises[True] > 25
    assert raises[False] < 15


def test_who_has_nothing_to_lose_by_it_accepts() -> None:
    match = duel(stacks=(1_900, 200, 1_900))
    match.answer(0, "stake", 900)
    for seed in range(30):
        assert asked(match, Simple(Random(seed), match.header), 1, match.asks[0]) == "accept"


def test_a_big_raise_frightens_who_knows_nothing() -> None:
    match = duel()
    match.answer(0, "stake", 1_900)
    bot, accepted = one_who(match, "FRONT-duel-0-0", False), 0
    for seed in range(60):
        bot.rng = Random(seed)
        accepted += asked(match, bot, 1, match.asks[0]) == "accept"
    assert accepted < 10


def test_help_is_looked_at_before_a_clue_is_chosen() -> None:
    match = duel(0)
    texts = [f"FRONT-duel-0-{question}" for question in range(3)]
    for seed in range(400):
        bot = Simple(Random(seed), match.header)
        if any(bot.by_hint[f"clue duel 0.{question}"].sure for question in range(3)):
            continue
        sight, (question, help_) = Sight(match, 0, 0), match.asks[:2]
        if bot.answer(question, sight) is None:
            assert asked(match, bot, 0, help_) == "use"
            match.answer(0, "help", "use")
            bot.by_text = dict.fromkeys(texts[:2], NOTHING)
            bot.by_text[texts[2]] = one_who(match, texts[2], True).by_text[texts[2]]
            assert asked(match, bot, 0, match.asks[0]) == 3
            return
    raise AssertionError("nobody ever plays Help!")


# ---------------------------------------------------------------- judging


def verdict_of(match: Match, name: str, options: tuple[str, ...], **about: Value) -> set[Value]:
    ask = Ask(name, (2,), Choice(options), about={"question": "duel0.0", "seat": 0, **about})
    return {asked(match, Simple(Random(seed), match.header), 2, ask) for seed in range(20)}


def test_a_reader_goes_by_the_answers_on_the_card() -> None:
    match, options, answers = put(), ("right", "wrong", "unsure"), ("Victor Hugo", "Hugo")
    assert verdict_of(match, "verdict", options, text="victor hugo", answers=answers) == {"right"}
    assert verdict_of(match, "verdict", options, text="Émile Zola", answers=answers) == {"wrong"}
    assert verdict_of(match, "verdict", options[:2], text="zzz", answers=answers) == {"wrong"}


def test_votes_are_honest_and_the_unsure_abstain() -> None:
    match, options = put(), ("right", "wrong")
    assert verdict_of(match, "vote", options, text="Hugo", answers=("Hugo",)) == {"right"}
    assert verdict_of(match, "vote", options, text="Zola", answers=("Hugo",)) == {"wrong"}
    assert verdict_of(match, "vote", options, text="never heard of") == {None}
    assert verdict_of(match, "vote", options) == {None}


def test_nobody_declares_a_wrong_answer_right() -> None:
    match, options = put(), ("right", "wrong")
    assert verdict_of(match, "declare", options, text="Zola", answers=("Hugo",)) == {"wrong"}
    assert verdict_of(match, "declare", options, text="hugo", answers=("Hugo",)) == {"right"}


@pytest.mark.parametrize(
    ("text", "contests", "votes"), [("something else", "contest", "yes"), ("SECRET-duel-0-0", "accept", "no")]
)
def test_a_false_declaration_is_contested_and_overturned(text: str, contests: str, votes: str) -> None:
    match = put(seats=2)
    match.answer(0, "answer", text, 100)
    match.answer("referee", "verdict", "unsure", 100)
    match.answer(0, "declare", "right", 100)
    while match.asks[0].name != "contest":
        match.answer("clock", match.asks[0].name, None, 1_000)
    bot = Simple(Random(1), match.header)
    assert asked(match, bot, 1, match.asks[0]) == contests
    match.answer(1, "contest", "contest", 2_000)
    assert asked(match, bot, 1, match.asks[0]) == votes


def test_the_referee_knows_rivals_names_and_its_options() -> None:
    match = Match.new("egomaster", ["a", "b", "c"])
    rule = referee(match.header)
    known = questions(match.header.packs)
    verdicts = Choice(("right", "wrong", "unsure"))
    for id, entry in known.items():
        question = entry.question
        if question.mode == "target":
            continue
        for text, expected in ((question.answers[0], {"right"}), ("zzz qqq", {"wrong", "unsure"})):
            about: dict[str, Value] = {"question": id, "seat": 0, "text": text, "answers": question.answers}
            assert rule(Ask("verdict", ("referee",), verdicts, about=about)) in expected, (id, text)
        if entry.question.rivals:
            about = {"question": id, "seat": 0, "text": question.rivals[0], "answers": question.answers}
            assert rule(Ask("verdict", ("referee",), verdicts, about=about)) != "right", id
    narrow = Choice(("right", "wrong"))
    assert rule(Ask("verdict", ("referee",), narrow, about={"question": "?", "text": "x"})) == "wrong"
    assert rule(Ask("verdict", ("referee",), verdicts)) == "unsure"
