"""How they read and judge, and the automatic judge beside them."""

from __future__ import annotations

import pytest

from tablee.bots import Sight
from tablee.engine import Ask, Choice, Match, Value
from tablee.games.quiz.bots import Recollection
from tablee.games.quiz.pack import questions
from tablee.games.quiz.referee import referee

from .seating import KNOWN, NAMES, SECRET, one_who, player, put, said


def verdict_of(match: Match, name: str, options: tuple[str, ...], **about: Value) -> set[Value]:
    ask = Ask(name, (2,), Choice(options), about={"question": "duel0.0", "seat": 0, **about})
    return {said(match, player(match, strength), 2, ask) for strength in NAMES}


def test_a_reader_goes_by_the_answers_on_the_card() -> None:
    match, options, answers = put(), ("right", "wrong", "unsure"), ("Victor Hugo", "Hugo")
    assert verdict_of(match, "verdict", options, text="victor hugo", answers=answers) == {"right"}
    assert verdict_of(match, "verdict", options, text="Émile Zola", answers=answers) == {"wrong"}
    assert verdict_of(match, "verdict", options[:2], text="zzz", answers=answers) == {"wrong"}


def test_a_reader_who_has_heard_nothing_leaves_it_to_the_table() -> None:
    match, options = put(answers="spoken"), ("right", "wrong")
    assert verdict_of(match, "verdict", options, answers=("Hugo",)) == {None}
    assert verdict_of(match, "vote", options, answers=("Hugo",)) == {None}


def test_votes_are_honest_and_the_unsure_abstain() -> None:
    match, options = put(), ("right", "wrong")
    assert verdict_of(match, "vote", options, text="Hugo", answers=("Hugo",)) == {"right"}
    assert verdict_of(match, "vote", options, text="Zola", answers=("Hugo",)) == {"wrong"}
    assert verdict_of(match, "vote", options, text="never heard of") == {None}
    assert verdict_of(match, "winner", ("right",)) == {"right"}  # DZ-95: by lot


def test_a_rival_votes_for_what_he_knows_to_be_right() -> None:
    match = put(3)
    bot = player(match)
    bot.memory.by_text["FRONT-duel-0-2"] = Recollection("ping_pong", items=("a", "b"))
    for text, vote in (("a", "right"), ("c", None)):
        ask = Ask("vote", (1,), Choice(("right", "wrong")), about={"question": "duel0.2", "seat": 0, "text": text})
        assert said(match, bot, 1, ask) == vote


def test_nobody_declares_a_wrong_answer_right() -> None:
    match, options = put(), ("right", "wrong")
    assert verdict_of(match, "declare", options, text="Zola", answers=("Hugo",)) == {"wrong"}
    assert verdict_of(match, "declare", options, text="hugo", answers=("Hugo",)) == {"right"}
    spoken = Ask("declare", (0,), Choice(options), about={"question": "duel0.0", "seat": 0, "answers": (SECRET,)})
    assert said(match, one_who(match, KNOWN), 0, spoken) == "right"
    assert said(match, one_who(match, Recollection("chrono", False, "a rival")), 0, spoken) == "wrong"


@pytest.mark.parametrize(
    ("text", "contests", "votes"), [("something else", "contest", "yes"), (SECRET, "accept", "no")]
)
def test_a_false_declaration_is_contested_and_overturned(text: str, contests: str, votes: str) -> None:
    match = put(stacks=(1_900, 1_900))
    match.answer(0, "answer", text, 100)
    match.answer("referee", "verdict", "unsure", 100)
    match.answer(0, "declare", "right", 100)
    while match.asks[0].name != "contest":
        match.answer("clock", match.asks[0].name, None, 1_000)
    bot = player(match)
    assert said(match, bot, 1) == contests
    match.answer(1, "contest", "contest", 2_000)
    assert said(match, bot, 1) == votes


def test_a_reader_closes_a_question_that_nobody_answers() -> None:
    match = put(reader="neighbour", stacks=(1_900, 1_900, 1_900, 1_900))
    close = next(ask for ask in match.asks if ask.name == "close")
    found = player(match).answer(close, Sight(match, 3, 0))
    assert found
    assert found.value == "close"
    assert found.after >= 60_000


def test_the_referee_knows_rivals_names_and_its_options() -> None:
    match = Match.new("egomaster", ["a", "b", "c"])
    rule = referee(match.header)
    verdicts = Choice(("right", "wrong", "unsure"))
    for id, entry in questions(match.header.packs).items():
        question = entry.question
        if question.mode.name == "target":
            continue
        for text, expected in ((question.answers[0], {"right"}), ("zzz qqq", {"wrong", "unsure"})):
            about: dict[str, Value] = {"question": id, "seat": 0, "text": text, "answers": question.answers}
            assert rule(Ask("verdict", ("referee",), verdicts, about=about)) in expected, (id, text)
        if question.rivals:
            about = {"question": id, "seat": 0, "text": question.rivals[0], "answers": question.answers}
            assert rule(Ask("verdict", ("referee",), verdicts, about=about)) != "right", id
    narrow = Choice(("right", "wrong"))
    assert rule(Ask("verdict", ("referee",), narrow, about={"question": "?", "text": "x"})) == "wrong"
    assert rule(Ask("verdict", ("referee",), verdicts)) == "unsure"
