"""The box of Blitz, and what no scenario can show: refusals of a whole match, and laws that hold in every match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import packs
from tablee.engine import Invalid, Match, PackRef
from tablee.games.blitz.cards import DUELS, FACES, RARER, SYMBOLS, THEMES, Answers, Card, deck, themes
from tablee.games.blitz.synthetic import synthetic
from tablee.games.blitz.table import Blitz
from tablee.games.blitz.view import check
from tablee.judge import normal
from tablee.packs import Pack
from tablee.testkit import Playout, new_match, play_out, shows

TYPED: Answers = "typed"
SPOKEN: Answers = "spoken"
NAMES = ["ana", "bo", "cy", "dee", "eve", "flo", "gil"]
LETTERS = ("A", "B", "C", "D")
ARTICLES = ["le", "la", "les", "un", "une", "des", "du", "the", "a", "an", "Le", "LES"]
Entry = dict[str, Any]
CONTENT = packs.library.CONTENT


def new(seats: int = 4, **options: object) -> Match:
    return Match.new("blitz", NAMES[:seats], options, packs=synthetic())


def box(letter: str = "A") -> Pack:
    return packs.load(synthetic()[LETTERS.index(letter)])


def changed(change: Callable[[list[Entry]], object], name: str) -> PackRef:
    """Pack A with other cards."""
    pack = box()
    entries = [dict(entry) for _, _, entry in pack.tables]
    change(entries)
    tables = tuple((str(entry.get("id")), "theme", entry) for entry in entries)
    manifest = msgspec.structs.replace(pack.manifest, id=f"test-{name}")
    return packs.add(Pack(manifest, f"test-{name}", tables)).ref


# ---------------------------------------------------------------- players


@shows("BL-01")
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(seats)
    assert refused.value.code == "wrong_players"


@shows("BL-01")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_players_may_play(seats: int) -> None:
    assert play_out(new(seats, shuffler=seats - 1), Playout(Random(seats))).result


@shows("BL-14")
@pytest.mark.parametrize("shuffler", [4, 5])
def test_the_shuffler_sits_at_the_table(shuffler: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(4, shuffler=shuffler)
    assert refused.value.code == "bad_option"


@shows("BL-60")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_only_three_players_take_symbols_out(seats: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(seats, remove_symbols="on")
    assert refused.value.code == "bad_option"
    assert new(seats, remove_symbols="off")


# ---------------------------------------------------------------- cards


@shows("BL-02")
@pytest.mark.parametrize("letter", LETTERS)
def test_a_pack_has_54_themes_and_4_duel_cards(letter: str) -> None:
    cards = deck((box(letter).ref,))
    assert (THEMES, DUELS) == (54, 4)
    assert len(cards) == 58
    assert sum(card.symbol is None for card in cards.values()) == 4
    assert tuple(RARER) == LETTERS


@shows("BL-02")
@pytest.mark.parametrize("number", [53, 55])
def test_a_pack_with_another_number_of_themes_is_refused(number: int) -> None:
    def change(entries: list[Entry]) -> None:
        if number < 54:
            entries.pop()
        else:
            entries.append({**entries[0], "id": "more", "text": "more", "tag": "more"})

    with pytest.raises(Invalid) as refused:
        themes((changed(change, f"with-{number}"),))
    assert refused.value.code == "bad_pack"
    assert f"{number} themes" in refused.value.params["problem"]  # type: ignore[operator]


@shows("BL-03")
def test_a_match_uses_one_pack_though_the_box_holds_four() -> None:
    for letter in LETTERS:
        match = new(pack=letter)
        assert [ref.id for ref in match.header.packs] == [f"synthetic-blitz-{letter.lower()}"]


@shows("BL-03")
def test_cards_of_two_packs_are_never_mixed() -> None:
    other = [dict(entry, id=f"b-{entry['id']}") for _, _, entry in box("B").tables]
    with pytest.raises(Invalid, match="108 themes"):
        themes((changed(lambda entries: entries.extend(other), "mixed"),))
    twin = changed(lambda entries: None, "twin")
    with pytest.raises(Invalid) as refused:  # two packs that both claim to be the wanted one
        Match.new("blitz", NAMES[:4], {}, packs=[*synthetic(), twin.id])
    assert refused.value.code == "bad_option"


@shows("BL-03")
def test_a_rematch_may_use_another_pack() -> None:
    first = play_out(new(pack="A"), Playout(Random(1)))
    again = Match.new("blitz", first.header.seats, {**first.header.options, "pack": "C"}, packs=synthetic())
    assert again.header.packs != first.header.packs


@shows("BL-04", "BL-05")
@pytest.mark.parametrize("letter", LETTERS)
def test_theme_cards_have_a_theme_and_a_symbol_and_duel_cards_neither(letter: str) -> None:
    for card in deck((box(letter).ref,)).values():
        if card.id.startswith("duel"):
            assert (card.symbol, card.theme) == (None, "")
        else:
            assert card.symbol in SYMBOLS
            assert card.theme.strip()


@shows("BL-04")
@pytest.mark.parametrize("symbol", [None, "heart", ["star", "moon"]])
def test_a_theme_without_exactly_one_known_symbol_is_refused(symbol: object) -> None:
    ref = changed(lambda entries: entries[0].update(symbol=symbol), f"symbol-{symbol}")
    with pytest.raises(Invalid) as refused:
        themes((ref,))
    assert refused.value.code == "bad_file"


@shows("BL-06")
@pytest.mark.parametrize("field", ["id", "text", "tag"])
def test_no_theme_and_no_area_of_answers_stands_twice_in_a_pack(field: str) -> None:
    ref = changed(lambda entries: entries[0].update({field: entries[1][field]}), f"twice-{field}")
    with pytest.raises(Invalid) as refused:
        themes((ref,))
    assert refused.value.code == "bad_pack"
    assert f"the {field}" in refused.value.params["problem"]  # type: ignore[operator]


@shows("BL-06")
def test_no_theme_is_repeated_in_the_shipped_box() -> None:
    refs = [packs.load(f"blitz-{letter.lower()}").ref for letter in LETTERS]
    texts = {(ref.id, normal(theme.text)) for ref in refs for way in (TYPED, SPOKEN) for theme in themes((ref,), way)}
    assert len(texts) == 4 * 54 + 25  # those that stand in where people type
    assert [text for text, count in Counter(text for _, text in texts).items() if count > 1] == []


@shows("BL-06")
@pytest.mark.parametrize("letter", LETTERS)
def test_whole_phrases_are_asked_for_where_people_speak(letter: str) -> None:
    ref = packs.load(f"blitz-{letter.lower()}").ref
    typed, spoken = themes((ref,), TYPED), themes((ref,), SPOKEN)
    assert not [theme.id for theme in typed if theme.spoken]
    assert {theme.instead_of for theme in typed} - {None} == {theme.id for theme in spoken if theme.spoken}
    assert [len(typed), len(spoken)] == [54, 54]
    assert Counter(theme.symbol for theme in typed) == Counter(theme.symbol for theme in spoken)
    for way, dealt in ((TYPED, typed), (SPOKEN, spoken)):
        match = Match.new("blitz", NAMES[:4], {"pack": letter, "answers": way})
        cards = Blitz(match.header).cards
        assert {card.theme for card in cards.values() if card.symbol} == {theme.text for theme in dealt}


@shows("BL-06")
def test_a_spoken_theme_without_another_in_its_place_leaves_a_gap_where_people_type() -> None:
    ref = changed(lambda entries: entries[0].update(spoken=True), "gap")
    assert len(themes((ref,), SPOKEN)) == 54
    with pytest.raises(Invalid, match="53 themes"):
        themes((ref,), TYPED)


@shows("BL-08")
def test_there_are_eight_symbols() -> None:
    assert SYMBOLS == ("circle", "square", "triangle", "diamond", "star", "moon", "wave", "cross")


@shows("BL-07", "BL-09")
def test_the_die_has_six_faces_with_two_symbols_each() -> None:
    assert list(FACES) == ["F1", "F2", "F3", "F4", "F5", "F6"]
    assert all(len(pair) == 2 for pair in FACES.values())
    halves = Counter(symbol for pair in FACES.values() for symbol in pair)
    twice = {"circle", "diamond", "star", "cross"}
    assert halves == {symbol: 2 if symbol in twice else 1 for symbol in SYMBOLS}


@shows("BL-09")
def test_whichever_face_is_removed_three_or_four_can_be_rolled() -> None:
    usable = [sum(not pair & removed for pair in FACES.values()) for removed in FACES.values()]
    assert usable == [4, 4, 4, 4, 3, 3]


@shows("BL-10")
@pytest.mark.parametrize(
    ("letter", "rarer"), [("A", "circle star"), ("B", "diamond cross"), ("C", "diamond star"), ("D", "circle cross")]
)
def test_two_symbols_of_a_pack_have_six_cards_and_the_others_seven(letter: str, rarer: str) -> None:
    counts = Counter(theme.symbol for theme in themes((box(letter).ref,)))
    assert counts == {symbol: 6 if symbol in rarer.split() else 7 for symbol in SYMBOLS}


@shows("BL-10")
def test_a_pack_in_which_other_symbols_are_rarer_is_refused() -> None:
    ref = changed(lambda entries: entries[-1].update(symbol="circle"), "rarer")  # seven circles, six crosses
    with pytest.raises(Invalid) as refused:
        themes((ref,))
    assert refused.value.code == "bad_pack"


# ---------------------------------------------------------------- chance


@shows("BL-11")
def test_every_card_not_yet_seen_is_equally_likely() -> None:
    match = new(shuffler=0)
    for seat, side in ((0, "left"), (1, "right")):
        seen = {card.id for card in match.view(None).tops if card}  # type: ignore[attr-defined]
        match.answer(seat, "draw", side)
        (ask,) = [ask for ask in match.asks if ask.name == "card"]
        assert ask.actors == ("dice",)
        assert ask.form.weights is None  # type: ignore[union-attr]
        assert sorted(ask.form.options) == sorted(set(deck((box().ref,))) - seen)  # type: ignore[union-attr]
        match.answer("dice", "card", f"moon{seat}" if seat else "star0")


@shows("BL-16")
def test_no_view_differs_from_another() -> None:
    """Nobody knows more than the others, and no card is in a view before it is turned up."""

    def look(match: Match) -> None:
        seen = {msgspec.json.encode(match.view(seat)) for seat in (None, *range(4))}
        assert len(seen) == 1

    match = play_out(new(shuffler=0), Playout(Random(3)), look)
    assert match.result


@shows("BL-68")
def test_rolling_again_is_in_the_log() -> None:
    match = new(3, shuffler=0)
    match.answer(0, "draw", "left")
    match.answer("dice", "card", "duel0")
    for face in ("F1", "F5", "F6"):
        match.answer("dice", "die", face)
    assert [reply.value for reply in match.log if reply.name == "die"] == ["F1", "F5", "F6"]


# ---------------------------------------------------------------- one face-off at a time


@shows("BL-23", "BL-25")
def test_two_matches_at_once_are_an_error() -> None:
    table = Blitz(new(4, shuffler=0).header)
    for seat, id in enumerate(("star0", "star1", "moon0", "moon1")):
        table.lay(seat, table.cards[id])
        table.unseen.remove(id)
    assert table.matches() == [(0, 1), (2, 3)]
    with pytest.raises(AssertionError, match="one face-off at a time"):
        check(table)
    table.unseen.append(table.lift(3).id)
    table.cut(len(table.unseen) // 2)
    with pytest.raises(AssertionError, match="nobody draws"):  # BL-24: cards are drawn only when nothing matches
        check(table)


@shows("BL-23", "BL-25")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_never_have_two_matches(seats: int) -> None:
    for seed in range(5):
        play_out(new_match("blitz", seats), Playout(Random(seed)), Match.check)


@shows("BL-05")
def test_duel_cards_are_never_played_or_won() -> None:
    table = Blitz(new(4, shuffler=0).header)
    table.tops[0].append(Card("duel0"))
    table.unseen.remove("duel0")
    with pytest.raises(AssertionError, match="Duel cards"):
        check(table)


# ---------------------------------------------------------------- words


@shows("BL-35")
@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("Rock", "rock"),
        ("the Rocks", "rock"),
        ("ÉLÉPHANT", "elephant"),
        ("e\u0301le\u0301phant", "elephant"),  # letters and accents apart
        ("cœur", "coeur"),
        ("ﬁgue", "figue"),  # a ligature of the typesetter
        ("１２", "12"),  # full-width digits
        ("chou-fleur", "chou fleur"),
        ("Choux-fleurs !", "chou fleur"),
        ("  new   york  ", "new york"),
        ("“L’Avare”", "avare"),
        ("l'avare", "avare"),
        *((f"{article} kiwi", "kiwi") for article in ARTICLES),
        ("the a kiwi", "a kiwi"),  # only one article leads
        ("vin du jura", "vin du jura"),  # and only at the front
        ("lesage", "lesage"),
        ("un", "un"),  # an article alone is a word
        ("bijoux", "bijou"),
        ("the Beatles songs", "beatle song"),
    ],
)
def test_normal_form(said: str, means: str) -> None:
    assert normal(said) == means
    assert normal(means) == means or means.startswith("a ")


@shows("BL-35")
def test_different_words_stay_different() -> None:
    words = ["rock", "rocket", "orange", "orangeade", "pomme", "pomme de terre", "as", "a", "gaz", "ga"]
    assert len({normal(word) for word in words}) == len(words)


@shows("BL-38")
def test_all_words_are_free_in_the_next_game() -> None:
    def face_off() -> Match:
        start = {"drawer": 1, "tops": [["circle0"], None, None, None]}
        match = Match.new("blitz", NAMES[:4], {}, packs=synthetic(), start=start)
        match.answer(1, "draw", "left")
        match.answer("dice", "card", "circle1")
        return match

    first = face_off()
    first.answer(2, "chat", "I love rock music")
    first.answer(0, "answer", "rock", 1000)
    assert first.view(None).burned == ["i love rock music", "rock"]  # type: ignore[attr-defined]
    assert first.view(None).on_trial is None  # type: ignore[attr-defined]
    second = face_off()
    assert second.view(None).burned == []  # type: ignore[attr-defined]
    second.answer(0, "answer", "rock", 1000)
    assert second.view(None).on_trial.text == "rock"  # type: ignore[attr-defined]


# ---------------------------------------------------------------- what is hidden


@shows("BL-28", "BL-59")
def test_won_cards_are_in_no_view_before_the_end() -> None:
    names = {card.id for card in deck((box().ref,)).values()}

    def look(match: Match) -> None:
        if match.result is None:
            view = msgspec.to_builtins(match.view(0))
            assert view["won_cards"] is None
            shown = {card["id"] for card in (*view["tops"], view["tie_break"]) if card}
            beneath = {id for pile in view["piles"].values() for id in pile["beneath"]}
            told = _strings({key: value for key, value in view.items() if key not in ("chat", "burned")})
            assert told & names <= shown | beneath

    match = play_out(new(shuffler=0), Playout(Random(5), standing=0.02), look)
    assert match.result
    final = match.view(None)
    assert [len(cards) for cards in final.won_cards] == list(match.result.scores)  # type: ignore[attr-defined]


def _strings(value: object) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*map(_strings, value.values()))
    if isinstance(value, list | tuple):
        return set().union(*map(_strings, value))
    return set()
