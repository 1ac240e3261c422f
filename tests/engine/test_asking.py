"""The ways to ask, each driven by hand."""

from __future__ import annotations

from typing import TypeVar

from tablee.engine import (
    CLOCK,
    Amount,
    Ask,
    Choice,
    Die,
    Prompt,
    Reply,
    Script,
    Text,
    alongside,
    amount,
    ballot,
    choose,
    confirm,
    draw,
    number,
    pick,
    race,
    roll,
    ruling,
    some,
    text,
)

T = TypeVar("T")


def drive(script: Script[T], *replies: Reply) -> tuple[T, list[Prompt]]:
    """What a script returns when it is answered so, and what it asked."""
    asked: list[Prompt] = []
    answers = iter(replies)
    try:
        asked.append(next(script))
        while True:
            asked.append(script.send(next(answers)))
    except StopIteration as stop:
        assert next(answers, None) is None, "it asked less than it was answered"
        result: T = stop.value
        return result, asked


def test_an_only_option_is_not_asked() -> None:
    assert drive(choose(0, "side", ["left"])) == ("left", [])
    assert drive(amount(0, "stake", 100, 100)) == (100, [])
    assert drive(some(0, "dice", ["a", "b"], 2, 2)) == (("a", "b"), [])
    assert drive(some(0, "dice", ["a", "b"], 0, 0)) == ((), [])


def test_silence_is_what_the_ask_says() -> None:
    quiet = Reply(CLOCK, "x")
    assert drive(choose(0, "x", ["a", "b"]), quiet)[0] == "a"
    assert drive(choose(0, "x", ["a", "b"], silence="b"), quiet)[0] == "b"
    assert drive(pick(0, "x", {"a": 1, "b": 2}, silence="b"), quiet)[0] == 2
    assert drive(some(0, "x", ["a", "b", "c"], 1, 2), quiet)[0] == ("a",)
    assert drive(confirm(0, "x"), quiet)[0] is False
    assert drive(confirm(0, "x", silence=True), quiet)[0] is True
    assert drive(amount(0, "x", 100, 300, 100, silence=200), quiet)[0] == 200
    assert drive(text(0, "x"), quiet)[0] is None
    assert drive(number(0, "x"), quiet)[0] is None
    assert drive(race([0, 1], "x", Text()), quiet)[0] is None


def test_answers_come_back_typed() -> None:
    assert drive(choose(0, "x", [3, 4]), Reply(0, "x", 4))[0] == 4
    assert drive(amount(0, "x", 100, 300, 100), Reply(0, "x", 300))[0] == 300
    assert drive(text(0, "x"), Reply(0, "x", "Paris"))[0] == "Paris"
    assert drive(number(0, "x"), Reply(0, "x", 2.5))[0] == 2.5
    assert drive(roll(Die("die", (1, 2, 3))), Reply("dice", "die", 3))[0] == 3
    assert drive(ruling((2, "referee"), ("right", "wrong")), Reply(2, "verdict", "wrong"))[0] == "wrong"


def test_a_drawn_card_leaves_the_pile() -> None:
    pile = ["a", "b", "c"]
    card, asked = drive(draw("card", pile), Reply("dice", "card", "b"))
    assert (card, pile) == ("b", ["a", "c"])
    assert asked[0][0].form == Choice(("a", "b", "c"))


def test_a_ballot_waits_for_everyone_and_takes_silence_for_abstention() -> None:
    votes, asked = drive(
        ballot([0, 1, 2], "valid", ("yes", "no")), Reply(1, "valid", "no"), Reply(0, "valid"), Reply(2, "valid", "yes")
    )
    assert votes == {1: "no", 2: "yes"}
    assert [prompt[0].actors for prompt in asked] == [(0, 1, 2), (0, 2), (2,)]


def test_a_ballot_ends_when_it_is_enough_or_time_is_up() -> None:
    script = ballot([0, 1, 2], "object", ("yes", "no"), enough=lambda vote: vote == "yes")
    assert drive(script, Reply(1, "object", "yes"))[0] == {1: "yes"}
    late = ballot([0, 1], "object", ("yes", "no"), until=500)
    assert drive(late, Reply(0, "object", "no"), Reply(CLOCK, "object"))[0] == {0: "no"}


def test_standing_asks_are_heard_beside_a_script() -> None:
    heard: list[Reply] = []
    chat = (Ask("chat", (0, 1), Text(), standing=True),)
    script = alongside(choose(0, "side", ["left", "right"]), lambda: chat, heard.append)
    side, asked = drive(script, Reply(1, "chat", "hello"), Reply(0, "side", "right"))
    assert side == "right"
    assert [reply.value for reply in heard] == ["hello"]
    assert [ask.name for ask in asked[0]] == ["side", "chat"]


def test_an_interlude_is_played_and_the_question_put_again() -> None:
    flag = (Ask("flag", (0, 1), Amount(1, 9), standing=True),)
    votes: list[dict[int, str]] = []

    def hear(reply: Reply) -> Script[None]:
        votes.append((yield from ballot([0, 1], "abuse", ("yes", "no"))))

    script = alongside(choose(0, "side", ["left", "right"]), lambda: flag, hear)
    replies = (Reply(1, "flag", 1), Reply(0, "abuse", "yes"), Reply(1, "abuse", "no"), Reply(0, "side", "left"))
    side, asked = drive(script, *replies)
    assert (side, votes) == ("left", [{0: "yes", 1: "no"}])
    assert [[ask.name for ask in prompt] for prompt in asked] == [
        ["side", "flag"],
        ["abuse"],
        ["abuse"],
        ["side", "flag"],
    ]


def test_a_standing_ask_may_share_its_name_with_the_script_for_other_actors() -> None:
    heard: list[Reply] = []
    standing = (Ask("answer", (1,), Text(), standing=True),)
    script = alongside(race([0], "answer", Text()), lambda: standing, heard.append)
    first, _ = drive(script, Reply(1, "answer", "meanwhile"), Reply(0, "answer", "asked"))
    assert first
    assert (first.value, heard[0].value) == ("asked", "meanwhile")
