"""What a stake is worth: every way in which the others may reply, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Final

from msgspec import Struct

from tablee.engine import Amount

from ..stakes import payments
from .odds import Prospect
from .rivals import Rival

MEANT: Final = 0.85  # who knows raises, or takes a raise up, so often


class Opponent(Struct, frozen=True):
    seat: int
    stack: int
    knows: float
    accepts: float
    knows_if_in: float  # having taken up a raise
    knows_if_raised: float  # having raised


def opponent(seat: int, stack: int, rival: Rival) -> Opponent:
    """Who seldom raises or accepts knows what he does then."""
    knows, accepts = rival.knows.rate, rival.accepts.rate
    return Opponent(
        seat,
        stack,
        knows,
        accepts,
        min(0.95, max(knows, MEANT * knows / accepts)),
        min(0.95, max(knows, MEANT * knows / rival.raises.rate)),
    )


class Deal(Struct, frozen=True):
    """The decision: what one owns, what must be paid at least, and whom one meets."""

    stack: int
    minimum: int
    prospect: Prospect
    caution: float
    aligned: bool = False  # refusers pay no more than those who play

    def worth(self, gain: float) -> float:
        """Of the stack after this gain or loss; a cautious player likes the first tokens best."""
        after = max(0.0, self.stack + gain) / self.stack
        return float(after**self.caution)

    def keep(self, opponents: Sequence[Opponent]) -> float:
        """Everybody plays for the minimum."""
        stacks = [self.stack, *[other.stack for other in opponents]]
        share = payments(stacks, self.minimum, self.minimum, range(len(stacks)), (), self.aligned)[0]
        return self.play(share, [other.knows for other in opponents], 0, 0)

    def play(self, share: int, others: Sequence[float], extra: int, before: int) -> float:
        """`extra`: what those paid who refused."""
        odds = self.prospect.odds(others, before)
        nothing = 1 - odds.win - odds.lose
        won = self.worth(share * len(others) + extra)
        return odds.win * won + odds.lose * self.worth(-share) + nothing * self.worth(0)

    def announce(self, stake: int, opponents: Sequence[Opponent]) -> float:
        """Raise to this stake."""
        return self.over_replies(stake, opponents, [])

    def accept(self, stake: int, raiser: Opponent, opponents: Sequence[Opponent], before: int) -> float:
        """Take up somebody's raise; the other opponents have replied, or will."""
        return self.over_replies(stake, opponents, [(raiser.stack, raiser.knows_if_raised)], before)

    def refuse(self) -> float:
        return self.worth(-min(self.minimum, self.stack))

    def over_replies(
        self, stake: int, opponents: Sequence[Opponent], playing: list[tuple[int, float]], before: int = 0
    ) -> float:
        total = 0.0
        for chance, accepting, refusing in self.replies(stake, opponents):
            inside = playing + [(other.stack, other.knows_if_in) for other in accepting]
            stacks = [self.stack, *[stack for stack, _ in inside], *[other.stack for other in refusing]]
            players = range(1 + len(inside))
            rest = range(len(players), len(stacks))
            paid = payments(stacks, self.minimum, stake, players, rest, self.aligned)
            extra = sum(paid[number] for number in rest)
            if inside:
                total += chance * self.play(paid[0], [knows for _, knows in inside], extra, before)
            else:
                total += chance * self.worth(extra)
        return total

    def replies(
        self, stake: int, opponents: Sequence[Opponent]
    ) -> Iterator[tuple[float, list[Opponent], list[Opponent]]]:
        chances = [self.chance_of(other, stake) for other in opponents]
        for says in product((True, False), repeat=len(opponents)):
            chance = 1.0
            for yes, accepts in zip(says, chances, strict=True):
                chance *= accepts if yes else 1 - accepts
            if chance > 0.0:
                accepting = [other for other, yes in zip(opponents, says, strict=True) if yes]
                yield chance, accepting, [other for other, yes in zip(opponents, says, strict=True) if not yes]

    def chance_of(self, other: Opponent, stake: int) -> float:
        """To refuse costs the poor as much as to play; the others fear a big raise more."""
        if other.stack <= self.minimum:
            return 0.97
        size = (min(stake, other.stack) - self.minimum) / other.stack
        return min(0.97, max(0.02, other.accepts * (1.15 - 0.6 * size)))


def stakes(form: Amount, opponents: Sequence[Opponent]) -> list[int]:
    """The ones worth thinking about: the least, a little more, twice as much, and parts of what can be won."""
    richest = max((other.stack for other in opponents), default=form.low)
    most = max(form.low, min(form.high, richest))
    wanted = (form.low, form.low + form.step, 2 * form.low, most // 4, most // 2, most)
    steps = {min(form.high - form.low, max(0, stake - form.low)) // form.step for stake in wanted}
    return [form.low + step * form.step for step in sorted(steps)]


def best(options: Sequence[int], worth: Callable[[int], float]) -> tuple[int, float]:
    """The best of them, and by how much it beats the next one."""
    ranked = sorted(options, key=worth, reverse=True)
    lead = worth(ranked[0]) - worth(ranked[1]) if len(ranked) > 1 else 1.0
    return ranked[0], lead
