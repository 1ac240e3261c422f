"""The box of Défizz, and what no scenario can show: the arithmetic of tokens, wrong numbers of players, fair dice,
broken packs, and what a judge is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from tablee import packs
from tablee.engine import DICE, REFEREE, Ask, Choice, Invalid, Match, find, read_rules
from tablee.games.defizz.cards import decks
from tablee.games.defizz.meta import META
from tablee.games.defizz.synthetic import synthetic
from tablee.games.defizz.table import BOX, PRIZE, STACK, Defizz
from tablee.games.quiz.referee import referee
from tablee.house import RandomDice
from tablee.packs import Manifest, Pack
from tablee.testkit import Playout, new_match, play_out, shows

NAMES = ["ana", "bo", "cy", "dee", "eve", "flo", "gil"]
TOKENS = {500: 12, 200: 18, 100: 18}  # of the box
DEALT = {500: 2, 200: 3, 100: 3}  # to a player
Entry = dict[str, Any]
_number = count()


def new(seats: int = 4, start: dict[str, object] | None = None, pack: str | None = None, **options: object) -> Match:
    return Match.new("defizz", NAMES[:seats], options, packs=[pack] if pack else synthetic(), start=start)


def table(match: Match) -> Defizz:
    assert isinstance(match._table, Defizz)
    return match._table


def say(match: Match, *words: tuple[int | str, str, str | int]) -> Match:
    for actor, name, value in words:
        match.answer(actor, name, value)  # type: ignore[arg-type]
    return match


def told(match: Match, seat: int, name: str) -> dict[str, Any] | None:
    """What this seat is told with a question. None: it may not even see what it is about."""
    ask = next(ask for ask in match.asked(seat) if ask.name == name)
    return dict(ask.about or {}) if isinstance(ask, Ask) else None


# ---------------------------------------------------------------- the box


@shows("DZ-01", "DZ-03")
def test_tokens_of_the_box() -> None:
    """48 tokens; each player gets eight of them, and six players get them all."""
    assert sum(TOKENS.values()) == 48
    assert sum(value * number for value, number in TOKENS.items()) == BOX == 11_400
    assert sum(DEALT.values()) == 8
    assert sum(value * number for value, number in DEALT.items()) == STACK == 1_900
    assert {value: 6 * number for value, number in DEALT.items()} == TOKENS


@shows("DZ-01", "DZ-05")
def test_cards_of_the_box() -> None:
    match = new(6)
    view: Any = match.view(None)
    assert view.left == {"duel": 106, "multi": 106}
    assert view.help == [0, 1, 2, 3, 4, 5]
    deck = table(match).decks
    assert {len(set(deck[kind])) for kind in deck} == {106}


@shows("DZ-03", "DZ-04")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_tokens_in_play(seats: int) -> None:
    """What is not dealt is nobody's: not the bank's either."""
    view: Any = new(seats).view(None)
    assert view.stacks == [1_900] * seats
    assert view.bank == 0
    assert table(new(seats)).total == 1_900 * seats


@shows("DZ-26")
def test_colours_of_the_piles() -> None:
    """A colour is for the eye: the rules say it, and the two kinds stand in the order in which they are mentioned."""
    (rule,) = [rule for section in read_rules(META, "en") for rule in section.rules if rule.id == "DZ-26"]
    assert rule.text == "The Duel pile is blue, the Multi pile pink."
    assert list(table(new()).decks) == ["duel", "multi"]


# ---------------------------------------------------------------- change (§1.3)


def deal(values: Sequence[int], tokens: dict[int, int]) -> bool:
    """Whether these very tokens make up these very sums: big ones first, each wherever it fits."""
    left = list(values)
    for token in (500, 200, 100):
        number = tokens[token]
        for holder, value in enumerate(left):
            used = min(number, value // token)
            left[holder] -= used * token
            number -= used
        if number:
            return False
    return not any(left)


def shares(total: int, holders: int) -> Iterator[tuple[int, ...]]:
    """Every way in which the holders can own so many hundreds."""
    if holders == 1:
        yield (total,)
    else:
        for own in range(total + 1):
            for rest in shares(total - own, holders - 1):
                yield (own, *rest)


def some_shares(total: int, holders: int, rng: Random) -> tuple[int, ...]:
    cuts = sorted(rng.randint(0, total) for _ in range(holders - 1))
    return tuple(high - low for low, high in zip([0, *cuts], [*cuts, total], strict=True))


@shows("DZ-10")
@pytest.mark.parametrize("players", [2, 3])
def test_change_is_always_possible(players: int) -> None:
    """Whatever the players and the pot hold, the tokens in play can be dealt out to match."""
    tokens = {token: players * number for token, number in DEALT.items()}
    assert all(deal([100 * own for own in held], tokens) for held in shares(19 * players, players + 1))


@shows("DZ-10")
@pytest.mark.parametrize("players", [4, 5, 6])
@pytest.mark.parametrize("bank", [False, True])
def test_change_is_possible_at_larger_tables(players: int, bank: bool) -> None:
    tokens = {token: players * number for token, number in DEALT.items()}
    rng, holders = Random(players), players + 1 + bank
    for _ in range(5_000):
        assert deal([100 * own for own in some_shares(19 * players, holders, rng)], tokens)


@shows("DZ-10")
def test_change_after_a_lost_tail() -> None:
    tokens = {**TOKENS, 100: TOKENS[100] - 4}
    rng = Random(0)
    for _ in range(5_000):
        assert deal([100 * own for own in some_shares(110, 7, rng)], tokens)


@shows("DZ-10", "DZ-125")
def test_the_bank_can_always_pay() -> None:
    """Twenty-two times 500, and four tokens of 100 are left."""
    tokens, paid = dict(TOKENS), 0
    for payment in ({500: 1}, {200: 2, 100: 1}, {100: 5}):
        while all(tokens[token] >= number for token, number in payment.items()):
            assert sum(token * number for token, number in payment.items()) == PRIZE
            for token, number in payment.items():
                tokens[token] -= number
            paid += 1
    assert (paid, tokens) == (22, {500: 0, 200: 0, 100: 4})


@shows("DZ-10")
@pytest.mark.parametrize("stacks", [[1_850, 1_950, 1_900, 1_900], [-100, 3_900, 1_900, 1_900]])
def test_sums_are_multiples_of_100(stacks: list[int]) -> None:
    with pytest.raises(Invalid) as refused:
        new(4, {"active": 0, "stacks": stacks})
    assert refused.value.code == "bad_start"


@shows("DZ-125")
@pytest.mark.parametrize(
    ("seats", "bank", "wins", "rest"),
    [
        (3, "full_box", 22, 400),
        (6, "full_box", 22, 400),
        (2, "players_share", 7, 300),
        (3, "players_share", 11, 200),
        (4, "players_share", 15, 100),
        (5, "players_share", 19, 0),
        (6, "players_share", 22, 400),
    ],
)
def test_how_often_the_bank_pays(seats: int, bank: str, wins: int, rest: int) -> None:
    """Everyone wins in turn, until the bank cannot pay; those who come last have won once less."""
    match = new(seats, {"active": 0}, enrichment=True, enrichment_bank=bank, reader="house")
    for won in range(wins):
        assert table(match).bank_pays
        say(match, (DICE, "die", "multi 100"), (DICE, "card", f"multi{4 * won:03}"))
        say(match, (won % seats, "question", 2), (won % seats, "guess", 42))
    assert not table(match).bank_pays
    stacks = [PRIZE * len(range(seat, wins, seats)) for seat in range(seats)]
    poorest = stacks.count(min(stacks)) == 1  # alone
    stacks[-1] += rest if poorest else 0
    view: Any = match.view(None)
    assert (view.stacks, view.lost, view.bank) == (stacks, 0 if poorest else rest, 0)


# ---------------------------------------------------------------- players


@shows("DZ-02")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_players(seats: int) -> None:
    assert len(table(new(seats)).in_play) == seats


@shows("DZ-02")
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(seats)
    assert refused.value.code == "wrong_players"


@shows("DZ-02", "DZ-133")
def test_two_players_where_the_table_reads() -> None:
    assert len(table(new(2, reader="house")).in_play) == 2
    for seats in (1, 7):
        with pytest.raises(Invalid):
            new(seats, reader="house")


@shows("DZ-02", "DZ-131")
def test_an_absent_reader_does_not_lower_the_minimum() -> None:
    """Only the option does."""
    with pytest.raises(Invalid):
        new(2, reader="neighbour")


@shows("DZ-02", "DZ-115", "DZ-120")
def test_three_to_six_teams() -> None:
    """A seat is a team of two, so that six to twelve persons play; no option makes it another size."""
    for seats in (3, 6):
        assert table(new(seats, teams=True)).options.teams
    for seats in (2, 7):
        with pytest.raises(Invalid) as refused:
            new(seats, teams=True)
        assert refused.value.code == "wrong_players"
    for size in (1, 3):
        with pytest.raises(Invalid):
            new(4, teams=size)
        with pytest.raises(Invalid):
            new(4, teams=True, team_size=size)


# ---------------------------------------------------------------- dice


@shows("DZ-22")
def test_the_die_is_fair() -> None:
    (ask, *_) = new(4, {"active": 0}).asks
    assert ask.actors == (DICE,)
    assert isinstance(ask.form, Choice)
    assert sorted(ask.form.options) == sorted(f"{kind} {n}" for kind in ("duel", "multi") for n in (100, 200, 300))
    assert ask.form.weights is None
    dice = RandomDice(Random(22))
    rolled = Counter(dice.roll(ask, position) for position in range(6_000))
    assert all(abs(rolled[face] - 1_000) < 150 for face in ask.form.options)  # five times the usual error


@shows("DZ-07", "DZ-30")
def test_every_card_left_is_as_likely() -> None:
    match = new(4, {"active": 0, "decks": {"duel": ["duel003", "duel001", "duel002"]}})
    match.answer(DICE, "die", "duel 100")
    (ask, *_) = match.asks
    assert ask.form == Choice(("duel001", "duel002", "duel003"))
    assert ask.actors == (DICE,)


@shows("DZ-09", "DZ-95")
def test_draws_among_people_are_fair() -> None:
    (ask, *_) = new(5).asks
    assert ask.form == Choice((0, 1, 2, 3, 4))
    match = new(4, {"active": 0})
    say(match, (DICE, "die", "multi 100"), (DICE, "card", "multi007"), (0, "question", 1), (0, "stake", 100))
    assert match.asks[0].form == Choice((0, 1, 2))
    match = new(4, {"active": 0})
    say(match, (DICE, "die", "multi 100"), (DICE, "card", "multi003"), (0, "question", 1), (0, "stake", 100))
    assert match.asks[0].form == Choice(tuple(range(1, 21)))


@shows("DZ-132")
@pytest.mark.parametrize("options", [{}, {"reader": "house", "expert": True}, {"enrichment": True}])
def test_a_match_replays_without_a_seed(options: dict[str, object]) -> None:
    """Whatever was random is an answer of the dice in the log."""
    match = play_out(new_match("defizz", 4, options), Playout(Random(132)))
    again = Match.replay(match.header, match.log)
    assert again.result == match.result
    assert again.view(None) == match.view(None)
    names = {reply.name for reply in match.log if reply.actor == DICE}
    assert {"first", "die", "card", "luck"} <= names
    assert ("question" in names) == bool(options.get("expert"))
    assert "seed" not in str(match.header)


# ---------------------------------------------------------------- packs


def made(*entries: Entry) -> str:
    """A pack of these questions, by name."""
    name = f"test-defizz-{next(_number)}"
    manifest = Manifest(name, "defizz", "Test", "en", "CC0-1.0", ("Tablée",), "1")
    tables = tuple((f"[[question]] {n}", "question", entry) for n, entry in enumerate(entries, 1))
    return packs.add(Pack(manifest, name, tables)).manifest.id


def question(id: str, kind: str = "duel", card: int = 0, **fields: object) -> Entry:
    return {"id": id, "kind": kind, "card": card, "clue": f"clue {id}", "text": "?", "mode": "chrono"} | fields


ONE_EACH = (question("d", answer="x"), question("m", "multi", answer="x"))


@shows("DZ-28", "DZ-29")
def test_a_card_may_have_one_question() -> None:
    """Then there is nothing to choose, unless one may look at it first."""
    match = new(3, {"active": 0, "help": [1]}, made(*ONE_EACH))
    say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"))
    assert match.asks[0].name == "stake"
    assert table(match).challenge.question.hint == "clue d"  # type: ignore[union-attr]
    match = new(3, {"active": 0}, made(*ONE_EACH))
    say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"))
    assert [ask.name for ask in match.asks[:2]] == ["question", "help"]
    say(match, (0, "help", "use"))
    assert match.asks[0].name == "stake"


@shows("DZ-28", "DZ-29")
def test_questions_with_one_number_are_one_card() -> None:
    extra = [question(f"d{n}", answer=str(n)) for n in range(4)]
    pack = packs.load(made(*extra, question("m", "multi", answer="x")))
    cards = decks((pack.ref,))
    assert list(cards["duel"]) == ["duel000"]
    card = cards["duel"]["duel000"]
    assert card.clues == ("clue d0", "clue d1", "clue d2", "clue d3")
    assert card.answers == (("0",), ("1",), ("2",), ("3",))


@shows("DZ-30")
def test_a_single_card_comes_again() -> None:
    match = new(3, {"active": 0, "help": []}, made(*ONE_EACH))
    for _ in range(2):
        say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"))
        say(match, (0, "stake", 200), (1, "raise", "accept"), (2, "close", "close"))


@shows("DZ-01")
@pytest.mark.parametrize(
    "entries",
    [
        (question("d", answer="x"),),  # no Multi
        (question("m", "multi", answer="x"),),  # no Duel
        (*ONE_EACH, question("e", card=2, answer="x")),  # no card 1
        (*ONE_EACH, question("d", card=1, answer="x")),  # an id twice
    ],
)
def test_a_broken_box_is_refused(entries: tuple[Entry, ...]) -> None:
    with pytest.raises(Invalid):
        new(3, None, made(*entries))


@shows("DZ-28", "DZ-73", "DZ-79", "DZ-86")
@pytest.mark.parametrize(
    "fields",
    [
        {"mode": "quiz", "answer": "x"},  # a fifth mode
        {"mode": None, "answer": "x"},
        {"mode": "chrono"},  # nothing on the back
        {"mode": "target", "answer": "many"},
        {"mode": "target"},
        {"mode": "ping_pong"},  # no list
        {"mode": "ping_pong", "accept": ("A|B", "b|C")},  # B names two answers
        {"clue": ""},
        {"mode": "chance", "resolve": "oracle"},
        {"mode": "chance", "resolve": "highest_roll", "sides": 1},
    ],
)
def test_a_broken_question_is_refused(fields: Entry) -> None:
    with pytest.raises(Invalid):
        new(3, None, made(*ONE_EACH, question("e", card=1, **fields)))


@shows("DZ-73")
def test_the_four_modes() -> None:
    modes = [
        question("a", mode="chrono", answer="x"),
        question("b", mode="target", answer=7),
        question("c", mode="ping_pong", accept=("x", "y")),
        question("d", mode="chance"),
    ]
    pack = packs.load(made(*modes, question("m", "multi", answer="x")))
    found = [front.mode for front in decks((pack.ref,))["duel"]["duel000"].fronts]
    assert found == ["chrono", "target", "ping_pong", "chance"]


@shows("DZ-95")
def test_the_reader_decides_where_the_card_says_nothing() -> None:
    match = new(3, {"active": 0, "help": []}, made(question("d", mode="chance"), ONE_EACH[1]))
    say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"), (0, "stake", 100))
    assert [(ask.name, ask.actors) for ask in match.asks[:2]] == [("winner", (2,)), ("close", (2,))]


@shows("DZ-89")
def test_two_names_of_one_answer() -> None:
    """Mauritius has two names in French; whoever gives the second one repeats it."""
    entry = question("d", mode="ping_pong", accept=("Maurice|Île Maurice", "Malte"))
    match = new(3, {"active": 0, "help": []}, made(entry, ONE_EACH[1]))
    say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"), (0, "stake", 100))
    say(match, (0, "answer", "maurice"), (2, "verdict", "right"), (1, "answer", "ile Maurice"))
    assert table(match).stacks == [2_000, 1_800, 1_900]


@shows("DZ-89")
@pytest.mark.parametrize("spelling", ["vénus", "la planète Vénus", "VENUS", "venuss", "Vénuse", "veinus"])
def test_one_item_in_six_spellings(spelling: str) -> None:
    """Whatever the judge takes for an item of the list is that item, and nobody gets it twice."""
    entry = question("d", mode="ping_pong", accept=("Mercure", "Vénus", "Terre", "Mars"))
    match = new(3, {"active": 0, "help": []}, made(entry, ONE_EACH[1]), reader="house")
    say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"), (0, "opponent", 1), (0, "stake", 100))
    rule = referee(match.header)
    say(match, (0, "answer", "Vénus"), (REFEREE, "verdict", "right"))
    match.answer(1, "answer", spelling)
    while match.asks[0].actors == (REFEREE,):
        match.answer(REFEREE, match.asks[0].name, rule(match.asks[0]))
    assert "repeated" in [event.__struct_config__.tag for event in match.news]
    assert table(match).stacks == [2_000, 1_800, 1_900]


@shows("DZ-95")
def test_what_only_a_reader_can_decide_is_not_dealt_by_the_house() -> None:
    """The question is left out where the house reads; a card with nothing else on it, too."""
    sung = question("d1", mode="chance", resolve="reader_verdict", needs="reader")
    match_of = made(
        sung, question("d2", answer="x"), question("d3", card=1, mode="chance", needs="reader"), ONE_EACH[1]
    )
    assert {id: card.numbers for id, card in table(new(3, pack=match_of)).cards["duel"].items()} == {
        "duel000": (1, 2),
        "duel001": (1,),
    }
    house = table(new(3, pack=match_of, reader="house")).cards["duel"]
    assert {id: [one.id for one in card.questions] for id, card in house.items()} == {"duel000": ["d2"]}


@shows("DZ-95")
def test_a_draw_is_told_and_nothing_had_to_be_answered() -> None:
    entry = question("d", mode="chance", resolve="random_uniform")
    match = new(3, {"active": 0, "help": []}, made(entry, ONE_EACH[1]))
    say(match, (DICE, "die", "duel 100"), (DICE, "card", "duel000"), (0, "stake", 100), (DICE, "luck", 1))
    assert [event.__struct_config__.tag for event in match.news] == ["drawn", "won"]


@shows("DZ-137")
def test_the_richest_wins_when_the_turns_are_over() -> None:
    match = new(3, {"active": 0, "stacks": [1_900, 1_000, 2_800]}, ending="turns", ending_after=2)
    play_out(match, Playout(Random(4)))
    assert match.result is not None
    assert match.result.why == "turns_over"
    places = [{match.result.scores[seat] for seat in place} for place in match.result.ranking]
    assert places == [{score} for score in sorted({*match.result.scores}, reverse=True)]


# ---------------------------------------------------------------- what judges are told


def chrono(seats: int, kind: str = "duel", **options: object) -> Match:
    """Ana and bo in a Chrono question, or all of them."""
    match = new(seats, {"active": 0}, None, **options)
    say(match, (DICE, "die", f"{kind} 100"), (DICE, "card", f"{kind}000"), (0, "question", 1))
    if match.asks[0].name == "opponent":
        say(match, (0, "opponent", 1))
    return say(match, (0, "stake", 100))


@shows("DZ-20", "DZ-135")
def test_the_reader_judges_with_the_back_of_the_card() -> None:
    match = say(chrono(4), (0, "answer", "rock"))
    assert told(match, 3, "verdict") == {
        "question": "duel0.0",
        "seat": 0,
        "text": "rock",
        "answers": ("SECRET-duel-0-0",),
    }
    assert all(told(match, seat, "verdict") is None for seat in (0, 1, 2))


@shows("DZ-20")
def test_the_reader_hears_what_the_program_proposes() -> None:
    match = say(chrono(4, judge="auto_then_reader"), (0, "answer", "rock"), ("referee", "verdict", "wrong"))
    about = told(match, 3, "verdict")
    assert about is not None
    assert about["proposed"] == "wrong"


@shows("DZ-135")
def test_those_left_over_see_the_accepted_answers() -> None:
    match = say(chrono(4, reader="house"), (0, "answer", "rock"), ("referee", "verdict", "unsure"))
    for seat in (2, 3):
        about = told(match, seat, "vote")
        assert about is not None
        assert about["answers"] == ("SECRET-duel-0-0",)
        assert about["text"] == "rock"
    for seat in (0, 1):
        assert told(match, seat, "vote") is None


@shows("DZ-135")
def test_an_answerer_alone_sees_the_accepted_answers() -> None:
    match = say(chrono(3, "multi", reader="house", answers="spoken"), (0, "answer", "buzz"))
    assert "SECRET" not in str(match.asked(0))  # first he says it
    say(match, (0, "spoken", "done"))
    about = told(match, 0, "declare")
    assert about is not None
    assert about["answers"] == ("SECRET-multi-0-0",)
    for seat in (1, 2):
        assert told(match, seat, "declare") is None
        assert "SECRET" not in str(match.view(seat))


@shows("DZ-135")
def test_rivals_in_ping_pong_do_not_see_the_list() -> None:
    match = new(3, {"active": 0}, reader="house", answers="spoken")
    say(match, (DICE, "die", "multi 100"), (DICE, "card", "multi000"), (0, "question", 3), (0, "stake", 100))
    assert told(match, 1, "vote") == told(match, 2, "vote") == {"question": "multi0.2", "seat": 0}
    say(match, (1, "vote", "wrong"), (2, "vote", "wrong"))
    assert told(match, 0, "vote") == {"question": "multi0.2", "seat": 1}  # she is out, and still has a stake in it


@shows("DZ-135")
def test_everyone_sees_the_answers_before_contesting() -> None:
    match = say(chrono(2, reader="house", answers="spoken"), (0, "answer", "buzz"), (0, "spoken", "done"))
    say(match, (0, "declare", "right"))
    match.answer("clock", "answer")
    assert told(match, 1, "contest") == {"question": "duel0.0", "answers": ("SECRET-duel-0-0",)}
    view: Any = match.view(None)
    assert view.challenge.answers == ("SECRET-duel-0-0",)


@shows("DZ-129")
def test_no_option_of_the_rules_is_a_timer() -> None:
    """Limits are the table's own business; the rules have none but those of a tie and of contesting."""
    assert [name for name in find("defizz").options.__struct_fields__ if "tim" in name] == ["expert_choice_timing"]
    assert all(ask.until is None for ask in chrono(4).asks)
