"""The compiled strongest player does what the one at the table does: on any table, with any dice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tablee.engine import Match
from tablee.games.desfausse.bots.outlook import TROPHIES, Outlook, read_networks
from tablee.games.desfausse.bots.rolls import MOST as LARGEST
from tablee.games.desfausse.bots.strong import Strong
from tablee.games.desfausse.meta import Options
from tablee.games.desfausse.sums import faces_of, seats_after
from tablee.games.desfausse.table import START
from tablee.games.desfausse.view import DesfausseView

pytest.importorskip("numba")


def any_table(luck: Random, players: int) -> dict[str, Any]:
    """Somewhere in a game: tokens lie on the board, dice have gone from hand to hand or into the bowl."""
    dice = [die + owner for owner in "abcde"[:players] for die in START]
    luck.shuffle(dice)
    hands: list[list[str]] = []
    for _ in range(players):
        size = min(luck.choice((1, 2, 3, 4, 5, 6, 6, 6, 7, 8, 9)), len(dice) - players + len(hands) + 1)
        hands.append([dice.pop() for _ in range(size)])
    number = luck.randint(1, 3)
    board: list[dict[str, int]] = [{} for _ in range(3)]
    for row in range(number):
        for trophy in luck.sample(TROPHIES, luck.randint(0, 8 if row < number - 1 else 6)):
            owner = luck.randrange(players)
            if (trophy != "all" or row < number - 1) and list(board[row].values()).count(owner) < 3:
                board[row][trophy] = owner
    active = luck.randrange(players)
    start: dict[str, Any] = {
        "active": active,
        "round": number,
        "direction": luck.choice((1, -1)),
        "hands": hands,
        "board": board,
    }
    tokens = [[list(cells.values()).count(seat) for cells in board] for seat in range(players)]
    supply = [(3 - placed[number - 1], 0) if any(placed) else (3,) for placed in tokens]
    start["supply"] = [luck.choice(left) for left in supply]
    return start


def seen(match: Match) -> DesfausseView:
    view = match.view(0)
    assert isinstance(view, DesfausseView)
    return view


def lay_out(view: DesfausseView, table: Any) -> None:
    """The same on the compiled table."""
    from tablee.games.desfausse.kernel import table as at

    row = view.round - 1
    table[[at.ACTIVE, at.DIRECTION, at.ROW, at.WINNER, at.LEFT]] = view.active, view.direction, row, -1, 300
    for seat, hand in enumerate(view.hands):
        table[at.SIZE + seat] = len(hand)
        table[at.DEMONS + seat] = sum(1 << i for i, die in enumerate(hand) if die[0].isupper())
        table[at.GREENS + seat] = sum(1 << i for i, die in enumerate(hand) if die[0] in "gG")
        table[at.TOKENS + seat] = view.supply[seat]
        table[at.CELLS + seat] = 0
    for line, cells in enumerate(view.board):
        table[at.TAKEN + line] = sum(1 << TROPHIES.index(trophy) for trophy in cells)
        for trophy, owner in cells.items():
            table[at.CELLS + owner] |= 1 << 8 * line + TROPHIES.index(trophy)


def counted(table: Any, players: int) -> list[tuple[int, ...]]:
    from tablee.games.desfausse.kernel import table as at

    return [
        (
            int(table[at.SIZE + seat]),
            int(table[at.DEMONS + seat]).bit_count(),
            int(table[at.GREENS + seat]).bit_count(),
            int(table[at.CELLS + seat]),
            int(table[at.TOKENS + seat]),
        )
        for seat in range(players)
    ]


def roll_anything(match: Match, luck: Random, dice: int) -> dict[str, int]:
    rolled: dict[str, int] = {}
    while len(rolled) < dice:
        die = str((match.asks[0].about or {})["die"])
        rolled[die] = luck.choice(faces_of(Options(), die))
        match.answer("dice", "roll", rolled[die])
    return rolled


def played_on(match: Match, minds: list[Strong]) -> None:
    """Everyone answers until dice are to be rolled."""
    while match.asks and match.asks[0].name not in ("roll", "announce", "reroll"):
        ask = match.asks[0]
        (actor,) = ask.actors
        assert isinstance(actor, int)
        match.answer(actor, ask.name, minds[actor].decide(ask, seen(match), actor))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_bot_sees_a_position_as_the_games_did_to_which_its_values_were_fitted(players: int) -> None:
    from bench.desfausse_values import new_notes, note_position
    from tablee.games.desfausse.kernel.run import set_up

    luck = Random(players)
    table, _ = set_up(Options(), [0] * players)
    notes = new_notes(1)
    for _ in range(40):
        view = seen(Match.new("desfausse", [f"p{seat}" for seat in range(players)], start=any_table(luck, players)))
        lay_out(view, table)
        me = luck.randrange(players)
        note_position(table, me, 0, notes, 0)
        look = Outlook(view, me, Options())
        network = look.networks[look.row]
        noted = network.chance([network.first[column] for column in notes.columns[0, : notes.many[0]]])
        order = seats_after(view.active, view.direction, players)
        if all((cells | cells >> 8 | cells >> 16) & 0b10111111 != 0b10111111 for cells in look.board.cells):
            assert look.worth(look.hands, [*order[-1:], *order[:-1]], look.board) == pytest.approx(noted)


@pytest.mark.long  # half a minute of compiling
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_compiled_player_plays_like_the_one_at_the_table(players: int) -> None:
    from tablee.games.desfausse.kernel import table as at
    from tablee.games.desfausse.kernel.greedy import make_mind as make_greedy
    from tablee.games.desfausse.kernel.look import begin_look, read_values
    from tablee.games.desfausse.kernel.parts import MOST
    from tablee.games.desfausse.kernel.run import set_up
    from tablee.games.desfausse.kernel.solver import begin_turn, choose, solve
    from tablee.games.desfausse.kernel.strong import make_mind, strong_announce, strong_settle

    luck = Random(players)
    mind = make_mind(read_values(read_networks(players)))
    greedy = make_greedy(players, "1,1,3,4,5,5", 2, 0)
    table, _ = set_up(Options(), [at.STRONG] * players)
    rerolled = moved = 0
    for _ in range(60):
        match = Match.new("desfausse", [f"p{seat}" for seat in range(players)], start=any_table(luck, players))
        view = seen(match)
        me, hand = view.active, view.hands[view.active]
        minds = [Strong(Options()) for _ in range(players)]
        lay_out(view, table)
        demons, greens = int(table[at.DEMONS + me]), int(table[at.GREENS + me])
        begin_look(mind.values, mind.look, table, me)
        begin_turn(mind.values, mind.look, mind.work)
        if len(hand) == 1:
            strong_announce(mind, table, me)
            announced = minds[me].decide(match.asks[0], view, me)
            assert isinstance(announced, int)
            faces = faces_of(Options(), hand[0])  # values on as many faces are equal but for rounding
            assert faces.count(announced) == faces.count(int(table[at.ANNOUNCED]))
            table[at.ANNOUNCED] = announced
            match.answer(me, "announce", announced)
        values = roll_anything(match, luck, len(hand))
        shown = sum(1 << MOST * values[die] + i for i, die in enumerate(hand))
        ask = match.asks[0] if match.asks else None
        if ask and ask.name == "reroll":
            free = sum(1 << i for i, die in enumerate(hand) if values[die] != 1)
            taken = minds[me].decide(ask, seen(match), me)
            assert isinstance(taken, tuple)
            turn = minds[me].turn
            assert turn
            assert mind.work.base[:2] == pytest.approx([turn.nothing, turn.majority()], abs=1e-9)
            if free.bit_count() <= LARGEST:
                ones = len(hand) - free.bit_count()
                solve(mind.values, mind.tables, mind.look, mind.work, free, demons, greens, ones)
                dice, _ = choose(mind.tables, mind.work, len(hand), demons, greens, shown, 2)
                assert turn._solution
                known = turn._solution.left(2)
                assert mind.work.two[: len(known)] == pytest.approx(known, abs=1e-9)
                assert {die for i, die in enumerate(hand) if dice >> i & 1} == set(taken)
                rerolled += bool(taken)
            match.answer(me, "reroll", ())
        played_on(match, minds)
        over = strong_settle(mind, table, greedy, shown, 0)
        after = seen(match)
        assert over == (after.round != view.round or match.result is not None)
        if not over:
            assert (after.active, after.direction) == (table[at.ACTIVE], table[at.DIRECTION])
            now = counted(table, players)
            lay_out(after, table)
            assert now == counted(table, players)
            moved += 1
    assert rerolled > 10
    assert moved > 10
