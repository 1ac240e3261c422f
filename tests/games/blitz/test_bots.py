"""The five players of Blitz: what they know, when they speak, what they object to."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from tablee.bots import CHARACTERS, Sight, Thought, find_bots
from tablee.engine import Ask, Choice, Match, Value, find
from tablee.games.blitz.bots import STRENGTHS, Memory, Player, is_known
from tablee.games.blitz.cards import Borderline, Theme, themes
from tablee.games.blitz.events import FaceOffStarted, FalseAlarm
from tablee.house import House, RandomDice
from tablee.judge import normal
from tablee.testkit import every_pair, fitting_players

NAMES = [character.id for character in CHARACTERS]
ROWS = list(enumerate(every_pair(find("blitz"), Random(1))))
SAVANNA = "Animal de la savane africaine"  # the theme of card a03


def player(match: Match, name: str = "top", seed: int = 1) -> Player:
    return Player(STRENGTHS[name], Random(seed), match.header)


def play(match: Match, kinds: list[str], seed: int = 1) -> Match:
    bots = {seat: player(match, kind, seed * 10 + seat) for seat, kind in enumerate(kinds)}
    House(match, RandomDice(Random(seed)), bots).play_on()
    return match


def face_off(**options: object) -> Match:
    """Seats 0 and 1 meet; seat 1 has to name an animal of the savanna, seat 0 a monument."""
    start = {"tops": [["a03"], [], [], []], "drawer": 1, "active_duel": "F2"}
    match = Match.new("blitz", list("abcd"), options, start=start)
    match.answer(1, "draw", "left")
    match.answer("dice", "card", "a04")
    return match


def say(bot: Player, match: Match, name: str, seat: int) -> Thought | None:
    return bot.answer(next(ask for ask in match.asks if ask.name == name), Sight(match, seat, 0))


def test_the_five_of_the_house_weakest_first() -> None:
    assert list(find_bots(find("blitz"))) == ["anyone", *NAMES]


@pytest.mark.parametrize(("weaker", "stronger"), list(pairwise(NAMES)))
def test_each_wins_more_cards_than_the_one_before(weaker: str, stronger: str) -> None:
    cards: Counter[str] = Counter()
    for seed in range(16):
        kinds = [weaker, stronger] * 2 if seed % 2 else [stronger, weaker] * 2
        result = play(Match.new("blitz", list("abcd")), kinds, seed).result
        assert result
        for kind, score in zip(kinds, result.scores, strict=True):
            cards[kind] += score
    assert cards[stronger] > 1.15 * cards[weaker]


@pytest.mark.parametrize(("number", "options"), ROWS)
def test_they_play_to_the_end_under_every_pair_of_options(number: int, options: dict[str, Any]) -> None:
    players = fitting_players(find("blitz"), options)
    if not players:
        return
    match = Match.new("blitz", list("abcdef")[: players[number % len(players)]], options)
    count = len(match.header.seats)
    play(match, [NAMES[(number + seat) % 5] for seat in range(count)], number)
    assert match.result
    assert match.result.why in ("piles_empty", "showdown")
    assert not [reply for reply in match.log if reply.began is not None and reply.began > reply.at]


# ---------------------------------------------------------------- memory


def test_the_stronger_one_remembers_more_and_nobody_everything_alike() -> None:
    header = Match.new("blitz", list("abc")).header
    bots = {name: Player(STRENGTHS[name], Random(4), header) for name in NAMES}
    known = {name: [len(memory.words) for memory in bot.memory.values()] for name, bot in bots.items()}
    totals = [sum(known[name]) for name in NAMES]
    assert totals == sorted(set(totals))
    assert all(max(counts) - min(counts) >= 4 for counts in known.values())


def test_no_bot_knows_a_word_or_a_ruling_that_did_not_stick() -> None:
    theme = Theme("x", "star", "Fruit", "fruit", ("pomme", "poire"), 2, (Borderline("tomate", "yes", ""),))
    assert not Memory(theme, 0.0, Random(1)).rulings
    assert Memory(theme, 1.0, Random(1)).rulings == {"pomme": "yes", "poire": "yes", "tomate": "yes"}


def test_words_that_were_said_are_not_free_whoever_said_them_and_however() -> None:
    theme = Theme("x", "star", "Fruit", "fruit", ("pomme", "poire", "kiwi"))
    assert Memory(theme, 1.0, Random(1)).free(" | jus de pomme | kiwi | ") == ["poire"]
    assert Memory(theme, 1.0, Random(1)).free(" | pommeau | ") == ["pomme", "poire", "kiwi"]


def test_in_a_whole_game_hardly_a_burned_word_is_said() -> None:
    said = [normal(str(reply.value)) for reply in played().log if reply.name == "answer" and reply.value]
    assert len(said) > 10
    assert len(said) - len(set(said)) <= 1  # two may think of the same word at the same moment


def played() -> Match:
    return play(Match.new("blitz", list("abcd")), ["top", "expert", "regular", "casual"], 2)


# ---------------------------------------------------------------- answering


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_an_example_of_the_own_theme_and_takes_time(name: str) -> None:
    match, strength = face_off(), STRENGTHS[name]
    for seed in range(30):
        thought = say(player(match, name, seed), match, "answer", 1)
        assert thought
        if thought.value is None:
            continue
        assert thought.value in examples(SAVANNA)
        assert thought.began is not None
        assert thought.began >= strength.recall[0]
        assert thought.after == thought.began + strength.stroke * len(str(thought.value))


def examples(text: str) -> tuple[str, ...]:
    match = Match.new("blitz", list("abcd"))
    return next(theme.examples for theme in themes(match.header.packs) if theme.text == text)


def test_at_a_spoken_table_everyone_speaks_equally_fast() -> None:
    match = face_off(answers="spoken")
    for name in NAMES:
        thought = say(player(match, name, 3), match, "answer", 1)
        assert thought
        assert thought.began is not None
        assert thought.after - thought.began == 60 * len(str(thought.value))


def test_who_knows_nothing_more_passes_after_a_while() -> None:
    match = face_off()
    match.answer(2, "chat", ", ".join(examples(SAVANNA)))
    thought = say(player(match), match, "answer", 1)
    assert thought
    assert thought.value is None
    assert thought.after >= 8_000


def test_it_says_nothing_while_its_own_answer_is_judged_and_goes_on_while_the_others_is() -> None:
    match = face_off()
    match.answer(0, "answer", "tour Eiffel", 2_000)
    assert say(player(match), match, "answer", 0) is None
    thought = say(player(match), match, "answer", 1)
    assert thought
    assert thought.value in examples(SAVANNA)


def test_after_a_refused_answer_it_waits_for_the_pause_to_end() -> None:
    match = face_off(lockout_ms=5_000, challenge_s=15)
    bot = player(match)
    assert say(bot, match, "answer", 1)
    match.answer(1, "answer", "sapin", 2_000)
    match.answer(0, "challenge", "wrong", 2_100)
    for seat in range(3):
        match.answer(seat, "valid", "no", 3_000)
    thought = say(bot, match, "answer", 1)
    assert thought
    assert thought.began is not None
    assert thought.began >= 5_000


def test_it_draws_from_the_higher_pile() -> None:
    match = Match.new("blitz", list("abcd"), start={"drawer": 0, "piles": {"left": 8, "right": 50}})
    thought = say(player(match), match, "draw", 0)
    assert thought
    assert thought.value == "right"


# ---------------------------------------------------------------- watching


def watching(*tops: str) -> Match:
    """Nobody announces face-offs; seat 3 is to draw."""
    start = {"tops": [[card] for card in tops] + [[]] * (4 - len(tops)), "drawer": 3}
    return Match.new("blitz", list("abcd"), {"detection": "players"}, start=start)


def same_symbol() -> tuple[str, str, str]:
    """Two cards that match, and one that does not."""
    cards = themes(Match.new("blitz", list("abcd")).header.packs)
    one = cards[0]
    other = next(card for card in cards[1:] if card.symbol == one.symbol)
    return one.id, other.id, next(card.id for card in cards if card.symbol != one.symbol)


def test_a_strong_one_answers_its_pair_outright_and_points_out_the_others() -> None:
    one, other, odd = same_symbol()
    match = watching(one, other, odd)
    theme = next(theme for theme in themes(match.header.packs) if theme.id == other)
    thought = say(player(match), match, "answer", 0)
    assert thought
    assert thought.value in theme.examples
    assert say(player(match), match, "face_off", 0) is None
    assert say(player(match), match, "answer", 2) is None
    cry = say(player(match), match, "face_off", 2)
    assert cry
    assert cry.value == "!"


def test_with_two_pairs_even_a_strong_one_cries_out() -> None:
    cards = themes(Match.new("blitz", list("abcd")).header.packs)
    three = [card.id for card in cards if card.symbol == cards[0].symbol][:3]
    match = watching(*three)
    assert say(player(match), match, "answer", 1) is None
    cry = say(player(match), match, "face_off", 1)
    assert cry
    assert cry.value == "!"


def test_a_weak_one_cries_out_and_overlooks_many() -> None:
    one, other, odd = same_symbol()
    match = watching(one, other, odd)
    seen = {}
    for name in NAMES:
        cries = [say(player(match, name, seed), match, "face_off", 2) for seed in range(100)]
        seen[name] = sum(cry is not None for cry in cries)
    assert list(seen.values()) == sorted(set(seen.values()))
    assert say(player(match, "novice", 1), match, "answer", 0) is None


def test_a_pair_that_was_missed_is_not_called_after_the_next_draw() -> None:
    one, other, odd = same_symbol()
    match = watching(one, other, odd)
    bot = player(match)
    assert say(bot, match, "face_off", 2)
    match.answer(3, "draw", "left")
    duel = next(card for card in match.asks[0].form.options if str(card).startswith("duel"))  # type: ignore[union-attr]
    match.answer("dice", "card", duel)
    match.answer("dice", "die", "F3")
    assert say(bot, match, "face_off", 2) is None


def test_without_a_pair_nobody_says_a_word() -> None:
    one, _, odd = same_symbol()
    match = watching(one, odd)
    for seat in range(4):
        assert say(player(match), match, "face_off", seat) is None
        assert say(player(match), match, "answer", seat) is None


def test_hardly_a_false_alarm_in_whole_games() -> None:
    for seed in range(4):
        match = Match.new("blitz", list("abcd"), {"detection": "players"})
        play(match, ["expert"] * 4, seed)
        again = Match(match.header)
        told = [event for reply in match.log for event in again.reply(reply)]
        assert sum(isinstance(event, FaceOffStarted) for event in told) > 10
        assert sum(isinstance(event, FalseAlarm) for event in told) <= 1


# ---------------------------------------------------------------- judging


def judged(bot: Player, text: str, name: str = "challenge", author: int = 1) -> Value:
    """What the bot on seat 2 says to an answer to "Animal de la savane africaine"."""
    match = face_off()
    form = Choice(("accept", "wrong", "said", "late") if name == "challenge" else ("yes", "no"))
    thought = bot.answer(Ask(name, (2,), form, about={"seat": author, "text": text}), Sight(match, 2, 0))
    assert thought
    return thought.value


def rate(name: str, text: str) -> float:
    match = face_off()
    return sum(judged(player(match, name, seed), text) == "wrong" for seed in range(60)) / 60


def test_invented_words_are_challenged_the_more_the_stronger() -> None:
    rates = [rate(name, "zorbifoulk") for name in NAMES]
    assert rates == sorted(set(rates))
    assert rates[-1] > 0.85


def test_what_may_be_right_is_let_pass() -> None:
    assert rate("top", "gnou") == rate("top", "les gnous") == rate("top", "canapé") == rate("novice", "lion") == 0


def test_a_ruling_that_stuck_is_upheld_and_one_that_did_not_is_unknown() -> None:
    votes = Counter(judged(player(face_off(), "casual", seed), "tigre", "valid") for seed in range(100))
    assert set(votes) == {"no", None}
    assert rate("top", "tigre") > rate("novice", "tigre") > 0


def test_votes_say_what_is_known_and_nothing_else() -> None:
    bot = player(face_off())
    kept = next(iter(bot.memory[SAVANNA].words))
    assert judged(bot, kept, "valid") == "yes"
    assert judged(bot, "canapé", "valid") is None
    assert judged(bot, "zorbifoulk", "valid") == "no"
    assert judged(bot, "zorbifoulk", "valid", author=2) == "yes"  # its own
    assert judged(bot, "!", "valid") is None  # spoken aloud: it has heard nothing
    assert judged(bot, "!") == "accept"


def test_where_names_are_asked_for_an_unknown_one_is_no_proof() -> None:
    theme = Theme("x", "star", "Méchant", "m", ("Rastapopoulos", "Voldemort"))
    assert not Memory(theme, 1.0, Random(1)).plain
    assert Memory(Theme("y", "star", "Fruit", "f", ("pomme", "poire")), 1.0, Random(1)).plain


def test_the_dictionary() -> None:
    assert is_known("œufs à la coque")
    assert is_known("7")
    assert not is_known("zorbifoulk")


def test_who_was_first_is_not_theirs_to_say() -> None:
    match = face_off()
    match.answer(1, "answer", "lion", 2_000)
    match.answer(0, "answer", "Taj Mahal", 2_050)
    match.answer(0, "challenge", "late", 2_100)
    for name in NAMES:
        thought = say(player(match, name), match, "first", 2)
        assert thought
        assert thought.value is None


def test_they_nod_at_once_and_keep_nobody_waiting() -> None:
    match = face_off()
    match.answer(1, "answer", "lion", 2_000)
    for seat, name in enumerate(NAMES[:4]):
        assert say(player(match, name), match, "challenge", seat) == Thought("accept", 0)


def test_talk_that_uses_up_answers_is_abuse() -> None:
    match = Match.new("blitz", list("abcd"), start={"drawer": 1})
    bot = player(match)
    kept = list(bot.memory[SAVANNA].words)[:3]
    for number, (text, expected) in enumerate([(", ".join(kept), "yes"), ("à qui est-ce donc", "no")], 1):
        match.answer(3, "chat", text)
        match.answer(3, "abuse", number)
        thought = say(bot, match, "is_abuse", 2)
        assert thought
        assert thought.value == expected
        for seat in range(4):
            match.answer(seat, "is_abuse", None)


def test_they_keep_silent_where_nobody_waits_for_them() -> None:
    match = face_off()
    for ask in match.asks:
        if ask.name in ("chat", "presence"):
            assert player(match).answer(ask, Sight(match, 2, 0)) is None
