"""A turn, from the first roll to the token: what each discard is worth, and the rolls on the way to the best one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import comb

from ..meta import Options
from ..sums import KINDS, Hand, Kinds, Trophy, count_kinds, feats, reverse_skips, sizes, ways
from ..view import DesfausseView
from .greedy import Greedy
from .outlook import Outlook, order_after, received
from .rolls import DEALT, LARGEST, MOST, Solution, lies, rolls_of, unpack

NOTHING: Hand = (0, 0)


@dataclass(frozen=True)
class Plan:
    """A whole discard, thought out before the first question about it is answered."""

    value: int
    chosen: tuple[str, ...]
    leaving: tuple[str, ...]
    where: str
    worth: float


class Turn:
    """One turn of one seat. Worths are chances to win the game."""

    def __init__(self, view: DesfausseView, seat: int, options: Options) -> None:
        self.view, self.seat, self.options = view, seat, options
        self.outlook = look = Outlook(view, seat, options)
        self.hand = look.hands[seat]
        self.size = sum(self.hand)
        self.order = order_after(view, seat)
        self.nothing = look.worth(look.hands, self.order, look.board)
        self._discards: dict[tuple[Hand, str], float] = {}
        self._majority: float | None = None
        self._solution: Solution | None = None
        self._locked = 0  # 1s that lay there when the turn was solved
        self._mirrored = self._merged = False

    # ------------------------------------------------------------ what a discard is worth

    def discard(self, leaving: Hand, where: str) -> float:
        """With so many small dice and demons gone, and the best token for it."""
        key = leaving, where
        if key not in self._discards:
            self._discards[key] = max(self.with_token(leaving, where, token) for token in self.tokens(leaving, where))
        return self._discards[key]

    def with_token(self, leaving: Hand, where: str, token: Trophy | None) -> float:
        look = self.outlook
        hands = list(look.hands)
        hands[self.seat] = self.hand[0] - leaving[0], self.hand[1] - leaving[1]
        if where == "gift":
            hands = self.given(hands, leaving)
        return look.worth(hands, self.order, look.placed(token))

    def given(self, hands: list[Hand], dice: Hand) -> list[Hand]:
        """Demons first, each die to the opponent in whose hand it serves me best."""
        for one in [(0, 1)] * dice[1] + [(1, 0)] * dice[0]:
            hands = max((self.passed(hands, other, one) for other in self.order if other != self.seat), key=self.usual)
        return hands

    def passed(self, hands: list[Hand], to: int, one: Hand) -> list[Hand]:
        after = list(hands)
        after[to] = received(self.options, after[to], one, gift=True)
        return after

    def usual(self, hands: list[Hand]) -> float:
        """What these hands are worth if nothing else happens."""
        return self.outlook.worth(hands, self.order, self.outlook.board)

    def tokens(self, leaving: Hand, where: str) -> list[Trophy | None]:
        """What may be done with a token after this discard."""
        out = leaving == self.hand
        if not self.view.supply[self.seat]:
            return ["all"] if out else [None]
        earned = feats(self.options, self.hand, leaving, sum(leaving) if where == "gift" else None)
        taken = self.view.board[self.view.round - 1]
        return [None, *(trophy for trophy in earned if trophy not in taken)]

    def majority(self) -> float:
        """More than half 1s: a die from everyone, and the token for it."""
        if self._majority is None:
            self._majority = self._suffer()
        return self._majority

    def _suffer(self) -> float:
        look = self.outlook
        hands = list(look.hands)
        mine = hands[self.seat]
        gone: list[int] = []
        for other in self.order[:-1]:
            small, demons = hands[other]
            if small + demons == 1 and self.options.give_last_die == "exempt":
                continue
            die = (0, 1) if demons else (1, 0)  # people get rid of demons first
            hands[other] = small - die[0], demons - die[1]
            mine = received(self.options, mine, die, gift=False)
            if hands[other] == NOTHING:
                gone.append(other)
        hands[self.seat] = mine
        board = look.placed("ones")
        if gone and self.options.give_last_die == "round_ends_with_trophy":
            board = look.place(board, gone[0], "all")
        return look.worth(hands, self.order, board)

    def effect(self, value: int) -> float:
        """What 6s or 2s in the bowl may bring besides."""
        if value not in (2, 6):
            return 0.0
        look = self.outlook
        skip = value == 6 or reverse_skips(self.options, len(self.view.hands))
        order = order_after(self.view, self.seat, skip=skip, turned=value == 2)
        return max(0.0, look.worth(look.hands, order, look.board) - self.nothing)

    # ------------------------------------------------------------ sets

    def best(self, kinds: Kinds, ones: int, effect: float) -> float:
        """The best that can be done with this many dice of one value; nothing is always possible."""
        worth = self.nothing
        for leaving, where, _ in ways(self.options, kinds, ones):
            here = self.discard(leaving, where)
            if where == "bowl" and leaving != self.hand:
                here += effect
            if here > worth:
                worth = here
        return worth

    def plans(self, view: DesfausseView, values: Sequence[int]) -> Iterator[Plan]:
        """Every discard of dice with one of these values that can be made now."""
        shown, hand = view.values, view.hands[self.seat]
        ones = sum(shown[die] == 1 for die in hand)
        for value in values:
            dice = [die for die in hand if shown[die] == value]
            effect = self.effect(value)
            for leaving, where, colours in ways(self.options, count_kinds(dice), ones):
                fitting = [die for die in dice if die[0] in colours]
                small = [die for die in fitting if die[0].islower()]
                demons = [die for die in fitting if die[0].isupper()]
                gone = (*demons[: leaving[1]], *small[: leaving[0]])
                rest = [die for die in fitting if die not in gone]
                chosen = (*gone, *rest[: sizes(self.options, len(fitting), ones)[len(gone)] - len(gone)])
                worth = self.discard(leaving, where)
                if where == "bowl" and leaving != self.hand:
                    worth += effect
                yield Plan(value, chosen, gone, where, worth)

    # ------------------------------------------------------------ rolls

    def reroll(self, view: DesfausseView) -> tuple[tuple[str, ...], float]:
        """The dice to roll again, and how much better that is than the next best choice."""
        hand = view.hands[self.seat]
        ones = sum(view.values[die] == 1 for die in hand)
        free = [die for die in hand if view.values[die] != 1]
        if len(free) > MOST:
            return Greedy(self.options).reroll(view, self.seat), 0.0
        if self._solution is None:
            self._solve(count_kinds(free), ones)
        assert self._solution
        shown: dict[int, int] = {}
        for die in free:
            shown[view.values[die]] = shown.get(view.values[die], 0) + self._packed(die)
        taken, best, second = self._solution.choose(shown, ones - self._locked, 3 - view.rolls)
        rolled = []
        for die in free:
            value, packed = view.values[die], self._packed(die)
            shift = packed.bit_length() - 1
            if taken.get(value, 0) >> shift & 15:
                taken[value] -= packed
                rolled.append(die)
        return tuple(rolled), best - second

    def _solve(self, kinds: Kinds, ones: int) -> None:
        self._locked = ones
        effect = (self.effect(2) + self.effect(6)) / 2  # ahead of a roll the two count as alike
        red, green, red_demons, green_demons = kinds
        self._merged = lies(kinds) > LARGEST and kinds != DEALT
        self._mirrored = (red, red_demons) < (green, green_demons)
        if self._merged:
            kinds = red + green, 0, red_demons + green_demons, 0
        elif self._mirrored:
            kinds = green, red, green_demons, red_demons
        rolls = rolls_of(kinds, self.options.demon_faces, self.options.min_combination)
        effects = [effect if set(group.values) <= {2, 6} else 0.0 for group in rolls.groups]

        def worth(group: int, packed: int, more: int) -> float:
            if 2 * (ones + more) > self.size:
                return self.majority()
            if group < 0:
                return self.nothing
            seen = unpack(packed)
            return (self._blurred if self._merged else self.best)(seen, ones + more, effects[group])

        self._solution = Solution(rolls, worth, self.options.keep == "all")

    def _packed(self, die: str) -> int:
        """A die as the solution knows it: with the colours changed round, or without colours."""
        kind = KINDS.index(die[0])
        if self._merged:
            kind &= 2
        elif self._mirrored:
            kind ^= 1
        return 1 << 4 * kind

    def _blurred(self, kinds: Kinds, ones: int, effect: float) -> float:
        """The average over the colours that so many dice of each size may have."""
        small, _, demons, _ = kinds
        reds, greens, red_demons, green_demons = count_kinds(self.view.hands[self.seat])
        worth = 0.0
        for red, red_demon in product(range(small + 1), range(demons + 1)):
            ways = comb(reds, red) * comb(greens, small - red)
            ways *= comb(red_demons, red_demon) * comb(green_demons, demons - red_demon)
            if ways:
                worth += ways * self.best((red, small - red, red_demon, demons - red_demon), ones, effect)
        return worth / (comb(reds + greens, small) * comb(red_demons + green_demons, demons))
