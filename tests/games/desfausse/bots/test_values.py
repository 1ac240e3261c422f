"""The bot sees a position as the compiled games did to which its values were fitted."""

from __future__ import annotations

from random import Random

import pytest

from tablee.engine import Match
from tablee.games.desfausse.bots.outlook import Board, Outlook
from tablee.games.desfausse.meta import Options
from tablee.games.desfausse.sums import Hand
from tablee.games.desfausse.view import DesfausseView

pytest.importorskip("numba")


def test_the_bot_and_the_compiled_game_see_a_position_alike() -> None:
    import numpy as np

    from bench.desfausse_values import INPUTS, fill_inputs
    from tablee.games.desfausse.kernel import table as at

    luck = Random(5)
    for _ in range(60):
        players = luck.randint(2, 5)
        view = Match.new("desfausse", [f"p{seat}" for seat in range(players)], start={"active": 0}).view(0)
        assert isinstance(view, DesfausseView)
        look = Outlook(view, luck.randrange(players), Options())
        look.row = luck.randrange(3)
        direction, first = luck.choice((1, -1)), luck.randrange(players)
        cells, taken = [0] * players, 0
        for row in range(look.row + 1):
            for trophy in range(7):
                if luck.random() < 0.4:
                    cells[luck.randrange(players)] |= 1 << 8 * row + trophy
                    taken |= (row == look.row) << trophy
        supply = [luck.randrange(4) for _ in range(players)]
        hands: list[Hand] = []
        table = np.zeros(at.ROOM, np.int64)
        for seat in range(players):
            size = luck.randint(1, 9)
            demons = luck.randint(0, min(size, 5))
            hands.append((size - demons, demons))
            table[[at.SIZE + seat, at.DEMONS + seat]] = size, (1 << demons) - 1
            table[[at.CELLS + seat, at.TOKENS + seat]] = cells[seat], supply[seat]
        table[[at.ROW, at.TAKEN + look.row, at.ACTIVE, at.DIRECTION]] = look.row, taken, first, direction
        table[at.PLAYERS] = players
        order = [(first + direction * i) % players for i in range(players)]
        inputs = np.zeros(INPUTS * players + 7, np.float32)
        fill_inputs(table, inputs)
        network = look.networks[look.row]
        hidden = np.maximum(0, np.append(inputs, 1) @ np.array(network.first))
        sums = np.array(network.last) @ np.append(hidden, 1)
        chances = np.exp(sums - sums.max()) / np.exp(sums - sums.max()).sum()
        seen = look.worth(hands, order, Board(tuple(cells), tuple(supply), taken))
        assert seen == pytest.approx(chances[order.index(look.me)], abs=1e-4)
