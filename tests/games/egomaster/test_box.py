"""What no scenario of Egomaster can show: the box and its arithmetic, the booklets, refusals of a whole match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

from tablee import packs
from tablee.engine import Ask, Choice, Invalid, Match, Reply
from tablee.games.egomaster.books import ICONS, books
from tablee.games.egomaster.synthetic import synthetic
from tablee.games.egomaster.table import Egomaster
from tablee.packs import Pack
from tablee.testkit import Playout, play_out, shows

NAMES = ["ana", "bo", "cy", "dee", "eve", "flo", "gil"]
KINDS = ("solo", "duo", "multi")
BOX = {100: 24, 200: 18, 500: 12}  # the tokens by value
QUICK = {6: (4, 3, 2), 5: (4, 3, 2), 4: (6, 4, 3), 3: (8, 6, 4)}  # how many of each value everyone starts with
Entry = dict[str, Any]


def new(seats: int = 4, start: Entry | None = None, name: str | None = None, **options: object) -> Match:
    return Match.new("egomaster", NAMES[:seats], options, packs=[name] if name else synthetic(), start=start)


def table(match: Match) -> Egomaster:
    assert isinstance(match._table, Egomaster)
    return match._table


def options(match: Match, name: str) -> tuple[str | int, ...]:
    return form(match, name).options


def form(match: Match, name: str) -> Choice:
    found = ask(match, name).form
    assert isinstance(found, Choice)
    return found


def ask(match: Match, name: str) -> Ask:
    (found,) = [ask for ask in match.asks if ask.name == name]
    return found


def changed(change: Callable[[list[Entry]], object], name: str) -> str:
    """The synthetic pack with other questions."""
    pack = packs.load(synthetic()[0])
    entries = [dict(entry) for _, _, entry in pack.tables]
    change(entries)
    tables = tuple((str(entry["id"]), "question", entry) for entry in entries)
    manifest = msgspec.structs.replace(pack.manifest, id=f"test-egomaster-{name}")
    return packs.add(Pack(manifest, f"test-egomaster-{name}", tables)).manifest.id


def refusal(name: str) -> Invalid:
    with pytest.raises(Invalid) as refused:
        new(name=name)
    return refused.value


# ---------------------------------------------------------------- players


@shows("EG-02", "EG-99")
@pytest.mark.parametrize("seats", [0, 1, 2, 7])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(seats)
    assert refused.value.code == "wrong_players"


@shows("EG-02", "EG-102")
@pytest.mark.parametrize("seats", [0, 1, 7])
def test_other_numbers_of_players_are_refused_where_the_house_reads(seats: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(seats, reader="house")
    assert refused.value.code == "wrong_players"


@shows("EG-02")
@pytest.mark.parametrize(
    ("seats", "reader"), [*product(range(3, 7), ("neighbour", "house")), (2, "house")], ids=lambda given: str(given)
)
def test_three_to_six_may_play_and_two_where_the_house_reads(seats: int, reader: str) -> None:
    match = play_out(new(seats, reader=reader, quick_game=True), Playout(Random(seats)), Match.check)
    assert match.result
    assert len(match.result.scores) == seats


# ---------------------------------------------------------------- tokens


@shows("EG-01")
def test_the_box_holds_54_tokens_worth_12000() -> None:
    assert sum(BOX.values()) == 54
    assert sum(value * count for value, count in BOX.items()) == 12_000


@shows("EG-01", "EG-95")
def test_no_other_54_tokens_suffice_for_the_quick_games() -> None:
    fitting = [
        split
        for split in product(range(55), repeat=3)
        if sum(split) == 54
        and all(
            each * players <= held for players, start in QUICK.items() for each, held in zip(start, split, strict=True)
        )
    ]
    assert fitting == [tuple(BOX.values())]


@shows("EG-01", "EG-15", "EG-26")
def test_one_die_has_six_sides_and_two_have_twenty() -> None:
    match = new(3)
    for name in ("white", "black"):
        assert options(match, name) == tuple(range(1, 21))
        match.answer("dice", name, 20)
    match = new(3, {"active": 0, "pawns": [0, 10, 20]})
    assert options(match, "move") == (1, 2, 3, 4, 5, 6)
    match.answer("dice", "move", 1)
    match.answer(0, "direction", "clockwise")
    for name in ("page", "number"):
        assert options(match, name) == tuple(range(1, 21))
        assert form(match, name).weights is None
        match.answer("dice", name, 1)


@shows("EG-07")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_bank_starts_with_the_whole_box(seats: int) -> None:
    assert table(new(seats)).bank == 12_000
    assert table(new(seats)).stacks == [0] * seats


@shows("EG-95", "EG-96")
@pytest.mark.parametrize(("seats", "total"), [(6, 12_000), (5, 10_000), (4, 11_600), (3, 12_000)])
def test_tokens_of_a_quick_game(seats: int, total: int) -> None:
    held = sum(value * count for value, count in zip(BOX, QUICK[seats], strict=True))
    assert table(new(seats, quick_game=True)).stacks == [held] * seats
    assert table(new(seats, quick_game=True)).bank == 0
    assert held * seats == total
    assert all(each * seats <= count for each, count in zip(QUICK[seats], BOX.values(), strict=True))


@shows("EG-102")
def test_two_in_a_quick_game_have_half_of_every_kind_of_token() -> None:
    half = {value: count // 2 for value, count in BOX.items()}
    assert list(half.values()) == [12, 9, 6]
    worth = sum(value * count for value, count in half.items())
    assert table(new(2, quick_game=True, reader="house")).stacks == [worth, worth] == [6_000, 6_000]


@shows("EG-10")
@pytest.mark.parametrize(("stacks", "bank"), [([50, 0, 0], 0), ([100, 150, 0], 0), ([100, 100, 100], 250)])
def test_every_sum_is_a_multiple_of_100(stacks: list[int], bank: int) -> None:
    with pytest.raises(Invalid) as refused:
        new(3, {"active": 0, "stacks": stacks, "bank": bank})
    assert refused.value.code == "bad_start"


@shows("EG-10")
@pytest.mark.parametrize("quick", [False, True])
def test_sums_stay_multiples_of_100_and_nothing_is_lost(quick: bool) -> None:
    total = 11_600 if quick else 12_000

    def look(match: Match) -> None:
        held = table(match)
        paid = held.challenge.paid.values() if held.challenge else ()
        sums = [*held.stacks, held.bank, *paid]
        assert all(amount >= 0 and amount % 100 == 0 for amount in sums)
        assert sum(sums) == total

    for seed in range(3):
        play_out(new(quick_game=quick), Playout(Random(seed)), look)


# ---------------------------------------------------------------- change: the tokens can always be dealt out


def tokens(players: int) -> dict[int, int]:
    return {value: count * players for value, count in zip(BOX, QUICK[players], strict=True)}


# Who holds tokens: the players, the centre, and in the standard game the bank.
GAMES = [
    *(pytest.param(BOX, players + 2, id=f"standard-{players}") for players in range(2, 7)),
    *(pytest.param(tokens(players), players + 1, id=f"quick-{players}") for players in range(3, 7)),
    pytest.param(BOX, 3, id="quick-2"),
]


def can_be_dealt(held: Sequence[int], box: dict[int, int]) -> bool:
    """As many of the largest tokens as go, then of the next; the rest is the right number of 100s."""
    left = list(held)
    for value in (500, 200):
        count = box[value]
        for seat, amount in enumerate(left):
            used = min(count, amount // value)
            left[seat] -= used * value
            count -= used
        if count:
            return False
    return sum(left) == 100 * box[100]


def splits(total: int, holders: int, most: int | None = None) -> Iterator[list[int]]:
    """Every way to split a total among holders, whoever they are."""
    most = total if most is None else min(most, total)
    if holders == 1:
        if total <= most:
            yield [total]
        return
    for first in range(-(-total // holders), most + 1):
        for rest in splits(total - first, holders - 1, first):
            yield [first, *rest]


@shows("EG-10")
@pytest.mark.parametrize(("box", "holders"), GAMES)
def test_the_theorem_of_change(box: dict[int, int], holders: int) -> None:
    """No holder wastes more than 400 below his 500s, nor more than 100 below his 200s: so there is room for all."""
    total = sum(value * count for value, count in box.items())
    assert (total - 400 * holders) / 500 >= box[500]
    assert (total - 500 * box[500] - 100 * holders) / 200 >= box[200]


@shows("EG-10")
@pytest.mark.parametrize(("box", "holders"), [(BOX, 3), (BOX, 4), (tokens(4), 5)])
def test_change_is_possible_for_every_split(box: dict[int, int], holders: int) -> None:
    total = sum(value * count for value, count in box.items()) // 100
    found = [can_be_dealt([100 * amount for amount in split], box) for split in splits(total, holders)]
    assert len(found) > 1_000
    assert all(found)


@shows("EG-10")
@pytest.mark.parametrize(("box", "holders"), GAMES)
def test_change_is_possible_for_awkward_splits(box: dict[int, int], holders: int) -> None:
    """All but one hold 400 more than some 500s, which wastes most; and thousands of splits by chance."""
    total, rng = sum(value * count for value, count in box.items()), Random(holders)
    for most in range(5):
        awkward = [400 + 500 * rng.randint(0, most // 2) for _ in range(holders - 1)]
        assert can_be_dealt([*awkward, total - sum(awkward)], box)
    for _ in range(2_000):
        cuts = sorted(rng.choices(range(total // 100 + 1), k=holders - 1))
        split = [100 * (b - a) for a, b in zip([0, *cuts], [*cuts, total // 100], strict=True)]
        assert can_be_dealt(split, box)


def test_change_can_fail_with_another_box() -> None:
    """So that the search above can fail, too."""
    assert not can_be_dealt([400, 400, 200], {100: 0, 200: 0, 500: 2})
    assert not can_be_dealt([300, 300], {100: 0, 200: 3, 500: 0})


# ---------------------------------------------------------------- the board


@shows("EG-12")
def test_every_pair_of_mode_and_amount_stands_twice_on_the_board() -> None:
    board = table(new()).board
    assert len(board) == 30
    pairs = Counter((cell.kind, cell.amount) for cell in board)
    assert pairs == dict.fromkeys(product(KINDS, (100, 200, 300, 400, 500)), 2)


@shows("EG-12", "EG-14")
def test_the_cells_of_the_board() -> None:
    modes = list("SDMSDMSDMSDMSDM")
    amounts = [100, 300, 500, 200, 400, 100, 300, 500, 200, 400, 100, 300, 500, 200, 400]
    half = list(zip(modes, amounts, strict=True))
    assert [(cell.kind[0].upper(), cell.amount) for cell in table(new()).board] == half + half


SMALL = [f"{kind} {amount}" for amount in (100, 200, 300, 400) for kind in KINDS]


@shows("EG-12")
@pytest.mark.parametrize(
    "board",
    [
        SMALL[:11],
        [],
        "default31",
        ["solo 100", "duo 100"] * 6,
        *([*SMALL, cell] for cell in ("solo 0", "solo 150", "solo -100", "solo 50", "trio 100", "solo", "duo 0100")),
    ],
    ids=str,
)
def test_other_boards_are_refused(board: object) -> None:
    with pytest.raises(Invalid) as refused:
        new(board=board)
    assert refused.value.code == "bad_option"


@shows("EG-12")
def test_twelve_cells_are_enough_for_any_move() -> None:
    """Six steps, and five pawns in a row that push: one never comes round to where one started."""
    assert new(board=SMALL)
    match = new(6, {"active": 0, "pawns": [0, 6, 7, 8, 9, 10]}, board=SMALL)
    match.answer("dice", "move", 6)
    match.answer(0, "direction", "clockwise")
    assert table(match).pawns == [11, 6, 7, 8, 9, 10]


@shows("EG-11")
def test_pawns_stand_on_cells_of_their_own() -> None:
    for pawns in ([3, 3, None], [30, None, None], [-1, None, None]):
        with pytest.raises(Invalid) as refused:
            new(3, {"active": 0, "pawns": pawns})
        assert refused.value.code == "bad_start"


# ---------------------------------------------------------------- the booklets


@shows("EG-01", "EG-27", "EG-29", "EG-33")
def test_three_booklets_of_twenty_pages_with_twenty_questions() -> None:
    found = books(new().header.packs)
    assert tuple(found) == KINDS
    for kind, booklet in found.items():
        assert list(booklet.questions) == [*product(range(1, 21), repeat=2)]
        icons = {question.mode.name for question in booklet.questions.values()}
        assert icons == ({None} if kind == "solo" else set(ICONS))
    assert set(ICONS) == {"target", "ping_pong", "speed"}


@shows("EG-29", "EG-33")
@pytest.mark.parametrize(
    ("booklet", "icon"), [("solo", "target"), ("duo", None), ("multi", None), ("duo", "chance"), ("multi", "chrono")]
)
def test_a_question_with_a_wrong_icon_is_refused(booklet: str, icon: str | None) -> None:
    def change(entries: list[Entry]) -> None:
        entry = next(entry for entry in entries if entry["booklet"] == booklet)
        entry.update(mode=icon, answer=3)

    assert refusal(changed(change, f"icon-{booklet}-{icon}")).code == "bad_file"


@shows("EG-27")
@pytest.mark.parametrize("field", ["page", "number"])
@pytest.mark.parametrize("face", [0, 21])
def test_a_question_where_no_dice_lead_is_refused(field: str, face: int) -> None:
    assert refusal(changed(lambda entries: entries[0].update({field: face}), f"{field}-{face}")).code == "bad_file"


@shows("EG-27")
def test_two_questions_in_one_place_are_refused() -> None:
    refused = refusal(changed(lambda entries: entries[1].update(number=1), "place"))
    assert refused.code == "bad_file"
    assert "page 1, number 1 of solo" in str(refused.params["problem"])


@shows("EG-27")
def test_a_booklet_without_a_page_is_refused() -> None:
    def change(entries: list[Entry]) -> None:
        entries[:] = [entry for entry in entries if (entry["booklet"], entry["page"]) != ("duo", 7)]

    refused = refusal(changed(change, "page"))
    assert refused.code == "bad_pack"
    assert "page 7 of the booklet duo" in str(refused.params["problem"])


@shows("EG-28")
@pytest.mark.parametrize("keyword", ["", None])
def test_a_question_without_a_keyword_is_refused(keyword: str | None) -> None:
    def change(entries: list[Entry]) -> None:
        if keyword is None:
            del entries[0]["keyword"]
        else:
            entries[0]["keyword"] = keyword

    assert refusal(changed(change, f"keyword-{keyword}")).code == "bad_file"


def rolled_page(match: Match) -> Match:
    """Ana moves to the duo cell 1."""
    match.answer("dice", "move", 1)
    match.answer(0, "direction", "clockwise")
    return match


AT_ZERO: Entry = {"active": 0, "pawns": [0, 10, 20, 25]}


@shows("EG-31")
def test_a_question_that_is_not_in_the_booklet_is_rolled_again() -> None:
    """So it is not among the faces, and its page comes up less often, as if both dice were rolled again."""

    def change(entries: list[Entry]) -> None:
        entries[:] = [entry for entry in entries if entry["id"] not in ("duo-03-07", "duo-03-08", "multi-01-01")]

    match = rolled_page(new(4, AT_ZERO, changed(change, "missing")))
    pages = form(match, "page")
    assert pages.weights
    assert dict(zip(pages.options, pages.weights, strict=True)) == {p: 18 if p == 3 else 20 for p in range(1, 21)}
    match.answer("dice", "page", 3)
    assert options(match, "number") == tuple(number for number in range(1, 21) if number not in (7, 8))


@shows("EG-31")
def test_a_used_page_comes_up_no_more() -> None:
    used = [f"duo-03-{number:02}" for number in range(1, 21)]
    match = rolled_page(new(4, {**AT_ZERO, "used": used}))
    assert options(match, "page") == tuple(page for page in range(1, 21) if page != 3)
    assert options(rolled_page(new(4, {**AT_ZERO, "used": used}, used_question="repeat")), "page") == (*range(1, 21),)


@shows("EG-31")
def test_when_all_questions_are_used_the_record_is_cleared() -> None:
    used = [f"duo-{page:02}-{number:02}" for page, number in product(range(1, 21), repeat=2)]
    used.remove("duo-20-20")
    used.append("multi-01-01")
    match = rolled_page(new(4, {**AT_ZERO, "used": used}))
    assert options(match, "page") == (20,)
    match.answer("dice", "page", 20)
    assert options(match, "number") == (20,)
    match.answer("dice", "number", 20)
    view = msgspec.to_builtins(match.view(None))
    assert view["left"] == {"solo": 400, "duo": 400, "multi": 399}  # of that booklet alone


# ---------------------------------------------------------------- who sees what


@shows("EG-28", "EG-22")
@pytest.mark.parametrize("reader", ["neighbour", "house"])
def test_no_view_and_no_ask_tells_what_only_the_reader_may_know(reader: str) -> None:
    def look(match: Match) -> None:
        for seat in (None, *range(4)):
            seen = (match.view(seat), match.asked(seat), [event.seen_by(seat) for event in match.news])
            told = msgspec.json.encode(seen).decode()
            assert not [secret for secret in match.secrets(seat) if secret in told]
            if seat is None or seat != table(match).reader:
                mine = match.view(seat).mine
                assert mine is None or mine.question is None  # type: ignore[attr-defined]

    for seed in range(2):
        play_out(new(reader=reader, quick_game=True), Playout(Random(seed)), look)


def judged(seats: int, cell: int, number: int, answers: str = "typed") -> Match:
    """Ana is on this cell, with this question of page 1."""
    start = {"active": 0, "pawns": [cell - 1, *range(20, 19 + seats)]}
    match = new(seats, start, reader="house", answers=answers)
    match.answer("dice", "move", 1)
    match.answer(0, "direction", "clockwise")
    match.answer("dice", "page", 1)
    match.answer("dice", "number", number)
    return match


@shows("EG-102")
def test_those_left_over_see_what_is_right_and_others_do_not() -> None:
    match = judged(4, 7, 2)  # a Speed duo
    match.answer(0, "opponent", 1)
    match.answer(0, "answer", "perhaps", 1000)
    match.answer("referee", "verdict", "unsure")
    vote = ask(match, "vote")
    assert vote.actors == (2, 3)
    assert vote.about == {"question": "duo-01-02", "seat": 0, "text": "perhaps", "answers": ("SECRET-duo-01-02",)}
    for seat in (0, 1):
        assert "SECRET" not in str(match.asked(seat))


@shows("EG-102")
def test_who_declares_sees_what_is_right_alone() -> None:
    match = judged(3, 8, 2, answers="spoken")  # a Speed multi
    match.answer(1, "answer", "buzz", 1000)
    assert "SECRET" not in str(match.asked(1))  # first she says it
    match.answer(1, "spoken", "done")
    assert ask(match, "declare").actors == (1,)
    assert "SECRET-multi-01-02" in str(match.asked(1))
    for seat in (0, 2):
        assert "SECRET" not in str(match.asked(seat))


@shows("EG-102")
def test_rivals_in_a_ping_pong_judge_without_the_list() -> None:
    match = judged(3, 8, 1, answers="spoken")
    vote = ask(match, "vote")
    assert vote.actors == (1, 2)
    assert vote.about == {"question": "multi-01-01", "seat": 0}
    match.answer(1, "vote", "wrong")
    match.answer(2, "vote", "wrong")
    vote = ask(match, "vote")  # ana is out, and still has a stake in it
    assert vote.actors == (0, 2)
    assert vote.about == {"question": "multi-01-01", "seat": 1}


# ---------------------------------------------------------------- chance, and the log


@shows("EG-98")
@pytest.mark.parametrize("seed", range(3))
def test_a_match_replays_from_its_log_without_any_seed(seed: int) -> None:
    first = play_out(new(quick_game=bool(seed % 2)), Playout(Random(seed)))
    header = msgspec.json.decode(msgspec.json.encode(first.header), type=type(first.header))
    log = msgspec.json.decode(msgspec.json.encode(first.log), type=list[Reply])
    again = Match.replay(header, log)
    assert again.result == first.result
    assert again.view(None) == first.view(None)
    rolls = Counter(reply.name for reply in log if reply.actor == "dice")
    assert set(rolls) <= {"white", "black", "move", "page", "number"}
    assert rolls["move"] == rolls["page"] == rolls["number"]


@shows("EG-100")
def test_there_is_no_time_limit() -> None:
    """Whether a table sets limits is not the engine's business: no question of the rules has one."""
    limited: set[str] = set()
    for seed in range(3):
        match = new(quick_game=True)
        play_out(match, Playout(Random(seed)), lambda match: limited.update(a.name for a in match.asks if a.until))
    assert limited <= {"answer", "contest", "appeal"}  # the window of a tie (EG-103), and of objections (EG-102)
