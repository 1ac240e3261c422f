"""What a position is worth: the chance to win the game from it.

Who will be out first follows from a race of the hands; that, the trophies that are still open and the points on the
board make the totals to be expected, and these the chance to win.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import exp
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from ..meta import Options
from ..table import MOST_DICE, POINTS, ROUNDS, SLAM, Trophy
from ..view import DesfausseView

Hand: TypeAlias = tuple[int, int]  # small dice, demons
Cell: TypeAlias = tuple[int, Trophy]

HUNTED: Final[tuple[Trophy, ...]] = ("discard_2", "discard_3", "discard_4", "discard_5", "gift", "demons")


class Tuning(Struct, frozen=True):
    """How much counts what.

    `later` and `running` lie near the likeliest values of a coarse grid for who won 300 games of four greedy players;
    `again` likewise (0.7, 1, 1.5 were tried) for 700 games of this player among three greedy ones, where `hunt` made
    no difference. `slam` was set by hand: the seven trophies are too rare to be counted.
    """

    later: tuple[float, ...] = (8.0, 5.8, 0.25)  # by round: points that weigh e times as much when it is over
    running: tuple[float, ...] = (9.5, 6.0, 1.5)  # and while it goes on, once it is known who will be out
    again: float = 1.4  # how much likelier than usual one takes a trophy again
    slam: tuple[float, ...] = (10.0, 4.0, 1.5, 0.5)  # points for a trophy new to me, by how many of seven then lack
    hunt: float = 1.0  # trophies still to come


class Habits(Struct, frozen=True):
    """Who takes which trophy."""

    shares: dict[str, list[float]]  # by dice in hand after a turn: the chance to take it in this round
    per_round: dict[str, float]  # the chance to take it in a round


class Odds(Struct, frozen=True):
    """What was counted in games of so many greedy players: 1000 games of four, 500 of two, three and five.

    `own` is not counted: it is `others` times 0.6 to 2 a trophy, a rounded guess from how often an earlier version of
    this player took each.
    """

    ready: dict[str, list[float]]  # small dice, demons: the chance to be out in 1, 2, 3... turns, the first of them now
    waiting: dict[str, list[float]]  # the same after one's turn: others may still pass dice on, or ask for one
    majority: list[float]  # by dice in hand: the chance of too many 1s in a turn
    own: Habits
    others: Habits


@cache
def read_odds(players: int) -> Odds:
    everything = msgspec.json.decode((Path(__file__).parent / "odds.json").read_bytes(), type=dict[str, Odds])
    return everything[str(players)]


@cache
def read_paces(players: int) -> list[dict[Hand, list[float]]]:
    """By place in the order of play: the further back, the more can happen before one's turn."""
    odds = read_odds(players)
    paces = []
    for place in range(players):
        waits = place / (players - 1)
        pace = {(0, 0): [1.0] * TURNS}
        for demons in range(MOST_DICE + 1):
            for small in range(MOST_DICE + 1 - demons):
                if small or demons:
                    seen = min(demons, MOST_DEMONS)
                    key = f"{small + demons - seen},{seen}"
                    chances = zip(odds.ready[key], odds.waiting[key], strict=True)
                    pace[small, demons] = [(1 - waits) * ready + waits * waiting for ready, waiting in chances]
        paces.append(pace)
    return paces


MOST_DEMONS: Final = 6  # more in one hand are as good as never seen
TURNS: Final = 10  # as far as the race is looked at


class Outlook:
    """The table as one seat weighs it. Values are chances to win the game, from 0 to 1."""

    def __init__(self, view: DesfausseView, me: int, options: Options, tuning: Tuning) -> None:
        self.me, self.options, self.tuning = me, options, tuning
        self.row = view.round - 1
        self.seats = range(len(view.hands))
        self.hands: list[Hand] = [count(hand) for hand in view.hands]
        self.supply = view.supply
        self.open = [trophy for trophy in HUNTED if trophy not in view.board[self.row]]
        self.ones = view.board[self.row].get("ones")
        self.tokens: list[set[Cell]] = [set() for _ in self.seats]
        for row, cells in enumerate(view.board):
            for trophy, owner in cells.items():
                self.tokens[owner].add((row, trophy))
        n = len(self.seats)
        odds = read_odds(n)
        self.habits = [odds.own if seat == me else odds.others for seat in self.seats]
        self.paces, self.majority = read_paces(n), odds.majority
        self.banked = [self.bank(seat, tokens) for seat, tokens in enumerate(self.tokens)]
        self.wants = [{trophy: self.want(seat, trophy) for trophy in self.open} for seat in self.seats]
        self._runs: dict[tuple[object, ...], float] = {}
        self._totals: dict[tuple[Trophy | None, int], list[float]] = {}

    # ------------------------------------------------------------ points

    def bank(self, seat: int, tokens: set[Cell]) -> float:
        """The points of this seat's tokens, with what they promise for later."""
        points = float(sum([POINTS[trophy] for _, trophy in tokens]))
        for trophy in HUNTED:
            if all((row, trophy) in tokens for row in range(self.row + 1)):
                again = min(1.0, self.habits[seat].per_round[trophy] * self.tuning.again)
                points += 3 * POINTS[trophy] * again ** (ROUNDS - 1 - self.row)
        missing = len(SLAM) - len(SLAM & {trophy for _, trophy in tokens})
        for step in range(missing, len(self.tuning.slam)):
            points += self.tuning.slam[step]
        return points

    def want(self, seat: int, trophy: Trophy) -> float:
        """What a token on this trophy would bring this seat."""
        tokens = self.tokens[seat]
        return self.bank(seat, tokens | {(self.row, trophy)}) - self.banked[seat]

    def future(self, seat: int, size: int, taken: Trophy | None, supply: int) -> float:
        """Trophies that a seat may still take in this round."""
        if not supply:
            return 0.0
        wants = self.wants[seat]
        shares = self.habits[seat].shares
        return self.tuning.hunt * sum([wants[trophy] * shares[trophy][size] for trophy in self.open if trophy != taken])

    def totals(self, token: Trophy | None, size: int) -> list[float]:
        """What everyone may expect, but for going out, if I place this token and hold so many dice."""
        key = (token, size)
        if key not in self._totals:
            totals = []
            for seat in self.seats:
                banked, supply = self.banked[seat], self.supply[seat]
                if seat == self.me:
                    if token is not None:
                        banked, supply = self.bank(seat, self.placed(token)), max(0, supply - 1)
                    total = banked + self.future(seat, size, token, supply)
                else:
                    if token == "ones" and self.ones == seat:
                        banked, supply = banked + 1, supply + 1
                    total = banked + self.future(seat, sum(self.hands[seat]), token, supply)
                totals.append(total)
            self._totals[key] = totals
        return self._totals[key]

    def placed(self, token: Trophy) -> set[Cell]:
        """My tokens with this one; without a supply, another one has to be moved there."""
        mine, cell = self.tokens[self.me], (self.row, token)
        if cell in mine or self.supply[self.me]:
            return mine | {cell}
        moves = [(mine - {moved}) | {cell} for moved in self.movable()]
        return max(moves, key=lambda tokens: (is_slam(tokens), self.bank(self.me, tokens)))

    def movable(self) -> list[Cell]:
        mine = sorted(self.tokens[self.me])
        here = [cell for cell in mine if cell[0] == self.row]
        return here or mine if self.options.move_scope == "current_round" else mine

    # ------------------------------------------------------------ the race

    def race(self, hands: Sequence[Hand], order: Sequence[int]) -> tuple[list[float], float]:
        """The chance of each seat, in this order of play, to be the first without dice; and that nobody wins the race.

        A single die is lost to anyone who throws too many 1s: then the round is over as well (DF-41).
        """
        paces = [pace[hands[seat]] for pace, seat in zip(self.paces, order, strict=True)]
        sizes = [hands[seat][0] + hands[seat][1] for seat in order]
        singles = 0 if self.options.give_last_die == "exempt" else sizes.count(1)
        first = [0.0] * len(order)
        before = [1.0] * len(order)  # the chance to have dice left after the last turn
        running, void = 1.0, 0.0
        for turn in range(TURNS):
            for place, chances in enumerate(paces):
                if not before[place]:
                    continue
                still = 1.0 - chances[turn]
                stays = still / before[place]
                before[place] = still
                first[place] += running * (1.0 - stays)
                running *= stays
                if not turn and singles > (sizes[place] == 1):
                    lost = running * self.majority[sizes[place]]
                    running -= lost
                    void += lost
            if running < 0.01:
                break
        return first, void + running

    def running(self, hands: Sequence[Hand], order: Sequence[int], token: Trophy | None = None) -> float:
        """My chance while the round goes on, with these hands and this order of play, once I have placed a token."""
        key = (*hands, *order, token)
        known = self._runs.get(key)
        if known is not None:
            return known
        if token is not None and is_slam(self.placed(token)):
            return 1.0
        me = self.me
        totals = self.totals(token, sum(hands[me]))
        scale = self.tuning.running[self.row]
        top = max(totals)
        weights = [exp((total - top) / scale) for total in totals]
        whole = sum(weights)
        mine = weights[me]
        out = exp(POINTS["all"] / scale) - 1.0
        first, nobody = self.race(hands, order)
        value = nobody * mine / whole
        for seat, chance in zip(order, first, strict=True):
            more = weights[seat] * out
            value += chance * (mine + (more if seat == me else 0.0)) / (whole + more)
        self._runs[key] = value
        return value

    def over(self, token: Trophy | None, out: int | None = None) -> float:
        """My chance once the round is over, if I place this token now; `out`: the other seat that has won it."""
        if token is not None and is_slam(self.placed(token)):
            return 1.0
        totals = list(self.banked)
        if token is not None:
            totals[self.me] = self.bank(self.me, self.placed(token))
            if token == "ones" and self.ones not in (None, self.me):
                assert self.ones is not None
                totals[self.ones] += 1
        if out is not None:
            totals[out] += POINTS["all"]
        scale = self.tuning.later[self.row]
        top = max(totals)
        weights = [exp((total - top) / scale) for total in totals]
        return weights[self.me] / sum(weights)


def is_slam(tokens: set[Cell]) -> bool:
    return {trophy for _, trophy in tokens} >= SLAM


def count(hand: Sequence[str]) -> Hand:
    demons = sum(die[0].isupper() for die in hand)
    return len(hand) - demons, demons


def order_after(view: DesfausseView, seat: int, *, skip: bool = False, turned: bool = False) -> list[int]:
    """Who plays when this seat's turn is over; the seat itself last, or before the one that it makes miss a turn."""
    n = len(view.hands)
    step = -view.direction if turned else view.direction
    order = [(seat + step * i) % n for i in range(1, n + 1)]
    return order[1:] + order[:1] if skip else order
