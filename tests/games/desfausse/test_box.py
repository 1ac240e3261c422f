"""What no scenario of DESfausse can show: the box, the chances of its dice, the number of players, very long rounds."""

from collections import Counter
from random import Random

import pytest

from tablee.engine import DICE, Ask, Choice, Invalid, Match
from tablee.games.desfausse.table import Desfausse
from tablee.house import RandomDice
from tablee.testkit import shows

NAMES = ["ana", "bo", "cy", "dee", "eve", "fay"]


def table(match: Match) -> Desfausse:
    assert isinstance(match._table, Desfausse)
    return match._table


def first_rolled(die: str, options: dict[str, object] | None = None) -> Ask:
    """The question that is put to this die."""
    hand = [die, *(other for other in ("r1a", "R1a") if other != die)]
    match = Match.new("desfausse", ["ana", "bo"], options, start={"active": 0, "hands": [hand, None]})
    ask = match.asks[0]
    assert ask.name == "roll"
    assert ask.actors == (DICE,)
    assert ask.about == {"die": die}
    return ask


@shows("DF-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players(players: int) -> None:
    assert len(Match.new("desfausse", NAMES[:players]).view(None).hands) == players  # type: ignore[attr-defined]


@shows("DF-01")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(Invalid) as refused:
        Match.new("desfausse", NAMES[:players])
    assert refused.value.code == "wrong_players"


@shows("DF-02", "DF-03")
def test_dice_of_the_box() -> None:
    """Five players use all of them: ten small ones of each colour and five demons of each."""
    hands = table(Match.new("desfausse", NAMES[:5])).hands
    dice = [die for hand in hands for die in hand]
    assert len(set(dice)) == 30
    assert Counter(die[0] for die in dice) == {"r": 10, "g": 10, "R": 5, "G": 5}


@shows("DF-02", "DF-04")
def test_tokens_of_the_box() -> None:
    """Nine in each of the five colours, one colour for each player."""
    match = Match.new("desfausse", NAMES[:5])
    view = match.view(None)
    assert [table(match).supply[seat] + table(match).reserve(seat) for seat in range(5)] == [9] * 5
    assert view.supply == [3] * 5  # type: ignore[attr-defined]
    assert view.reserve == [6] * 5  # type: ignore[attr-defined]


@shows("DF-02", "DF-48")
def test_board_of_the_box() -> None:
    """Three rows, and in each the same eight cells; nothing else can be laid on it."""
    trophies = ["discard_2", "discard_3", "discard_4", "discard_5", "gift", "demons", "ones", "all"]
    worth = [2, 3, 5, 7, 3, 2, -1, 12]
    for row in range(3):
        for trophy, points in zip(trophies, worth, strict=True):
            board: list[dict[str, int]] = [{}, {}, {}]
            board[row][trophy] = 1
            view = Match.new("desfausse", ["ana", "bo"], start={"active": 0, "round": 3, "board": board}).view(None)
            assert view.points == [0, points]  # type: ignore[attr-defined]
    for bad in ([{"discard_6": 0}], [{"discard_1": 0}], [{}, {}, {}, {"all": 0}]):
        with pytest.raises(Invalid):
            Match.new("desfausse", ["ana", "bo"], start={"active": 0, "round": 3, "board": bad})


@shows("DF-02", "DF-07")
def test_a_small_die_is_fair() -> None:
    first = Match.new("desfausse", ["ana", "bo"]).asks[0]
    for ask in (first, *(first_rolled(die) for die in ("r1a", "r2b", "g1a", "g2b"))):
        assert isinstance(ask.form, Choice)
        assert sorted(ask.form.options) == [1, 2, 3, 4, 5, 6]
        assert ask.form.weights is None or len(set(ask.form.weights)) == 1


@shows("DF-10")
@pytest.mark.parametrize("die", ["R1a", "G1b"])
@pytest.mark.parametrize(
    ("faces", "chances"),
    [
        (None, {1: 2, 3: 1, 4: 1, 5: 2}),
        ("1,1,3,4,5,5", {1: 2, 3: 1, 4: 1, 5: 2}),
        ("1,1,1,3,4,5", {1: 3, 3: 1, 4: 1, 5: 1}),
        ("1,3,3,4,5,5", {1: 1, 3: 2, 4: 1, 5: 2}),
        ("1,1,3,3,4,5", {1: 2, 3: 2, 4: 1, 5: 1}),
        ("1,3,4,5,blank,blank", {0: 2, 1: 1, 3: 1, 4: 1, 5: 1}),
    ],
)
def test_faces_of_a_demon(faces: str | None, chances: dict[int, int], die: str) -> None:
    form = first_rolled(die, {"demon_faces": faces} if faces else None).form
    assert isinstance(form, Choice)
    assert form.weights is not None
    assert dict(zip(form.options, form.weights, strict=True)) == chances


@shows("DF-10")
def test_audit_of_a_demon() -> None:
    """Worked scenario 32: six thousand rolls are near 2 : 1 : 1 : 2."""
    ask, dice = first_rolled("R1a"), RandomDice(Random(32))
    rolled = Counter(dice.roll(ask, position) for position in range(6000))
    assert set(rolled) == {1, 3, 4, 5}
    for face, expected in {1: 2000, 3: 1000, 4: 1000, 5: 2000}.items():
        assert abs(rolled[face] - expected) < 150  # five times the usual error


@shows("DF-10")
@pytest.mark.parametrize("faces", ["3,3,4,4,5,5", "1,2,3,4,5,6", "1,3,4,5"])
def test_other_demons_are_refused(faces: str) -> None:
    with pytest.raises(Invalid):
        Match.new("desfausse", ["ana", "bo"], {"demon_faces": faces})


@shows("DF-11")
def test_everyone_sees_the_same() -> None:
    match = Match.new("desfausse", NAMES[:3], start={"active": 0})
    for value in (4, 4, 3, 2, 5, 1):
        match.answer("dice", "roll", value)
        assert match.view(0) == match.view(1) == match.view(2) == match.view(None)
    assert match.view(1).values == {"r1a": 4, "r2a": 4, "g1a": 3, "g2a": 2, "R1a": 5, "G1a": 1}  # type: ignore[attr-defined]


def quiet_turns(match: Match, turns: int) -> None:
    """Dice that show no set and no 1, and players who stop."""
    for _ in range(turns):
        seat = table(match).active
        for value in (2, 3):
            match.answer("dice", "roll", value)
        match.answer(seat, "reroll", ())


def two_dice_each(options: dict[str, object]) -> Match:
    return Match.new(
        "desfausse", ["ana", "bo"], options, start={"active": 0, "hands": [["r1a", "g1a"], ["r1b", "g1b"]]}
    )


@shows("DF-79")
def test_a_round_has_300_turns_at_most() -> None:
    """Worked scenario 44."""
    match = two_dice_each({})
    quiet_turns(match, 299)
    assert (table(match).row, table(match).turns) == (0, 299)
    quiet_turns(match, 1)
    assert (table(match).row, table(match).turns) == (1, 0)
    assert table(match).board == [{}, {}, {}]
    assert table(match).supply == [3, 3]
    assert [len(hand) for hand in table(match).hands] == [6, 6]


@shows("DF-79")
def test_no_cap_by_option() -> None:
    match = two_dice_each({"round_turn_cap": 0})
    quiet_turns(match, 1000)
    assert (table(match).row, table(match).turns) == (0, 1000)
