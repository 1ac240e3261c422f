"""A player of DESfausse who looks one step ahead: what is this set worth, and what could the next roll make of it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tablee.engine import Ask, Choice, Some, Value

from ..meta import Options
from ..sums import POINTS, faces_of, leaving_of, smallest_set
from ..view import DesfausseView

A_DIE_LESS: Final = 1.5  # points that getting rid of one die is worth
_POINTS: Final = {str(trophy): points for trophy, points in POINTS.items()}


@dataclass(frozen=True)
class Plan:
    """A whole discard, thought out before the first question about it is answered."""

    value: int
    chosen: tuple[str, ...]
    leaving: tuple[str, ...]
    where: str
    worth: float


class Greedy:
    """Takes what is best at once, by points, dice shed, and being out.

    `rolls`: stops after so many. `social`: thinks of the others, too: gives dice away, makes somebody sit out.
    """

    close = 0.0  # never in doubt

    def __init__(self, options: Options, rolls: int = 3, *, social: bool = True) -> None:
        self.options, self.rolls = options, rolls
        # Of two equal plans the first is taken: rather to opponents than to the bowl.
        self.colours = ("r", "g", "rg") if social else ("rg",)
        self.skips = "yes" if social else "no"
        self.plan: Plan | None = None

    def decide(self, ask: Ask, view: DesfausseView, seat: int) -> Value:
        form, plan = ask.form, self.plan
        match ask.name:
            case "reroll":
                return self.reroll(view, seat)
            case "reroll_all":
                return "yes" if self.reroll(view, seat) else "no"
            case "set" if isinstance(form, Choice):
                self.plan = max(self.plans(form, view, seat), key=lambda plan: plan.worth)
                return str(self.plan.value)
            case "leave_out" if plan and isinstance(form, Some):
                return tuple(die for die in form.options if die not in plan.chosen)
            case "leave" if plan:
                return plan.leaving
            case "where" if plan:
                return plan.where
            case "give_to" if isinstance(form, Choice):
                return min(form.options, key=lambda other: len(view.hands[int(other)]))
            case "skip":
                return self.skips
            case "give_die" if isinstance(form, Choice):
                return min(form.options, key=_demons_first)
            case "take_die" if isinstance(form, Choice):
                return max(form.options, key=_demons_first)
        return ask.silence  # the richest trophy, the cheapest token, the likeliest last die

    def plans(self, form: Choice, view: DesfausseView, seat: int) -> Iterator[Plan]:
        """Every value, every number of its dice, to the bowl; or those of one colour, to opponents."""
        hand = view.hands[seat]
        ones = sum(view.values[die] == 1 for die in hand)
        least = smallest_set(self.options, ones)
        for value in (int(option) for option in form.options if option != "none"):
            dice = sorted((die for die in hand if view.values[die] == value), key=_demons_first)
            for colours in self.colours:
                fitting = [die for die in dice if die[0].lower() in colours]
                for count in range(least, len(fitting) + 1):
                    chosen = tuple(fitting[:count])
                    leaving = chosen[: leaving_of(self.options, count, ones)]
                    where = "bowl" if colours == "rg" else "gift"
                    yield Plan(value, chosen, leaving, where, self.worth_of(view, seat, leaving, where))

    def worth_of(self, view: DesfausseView, seat: int, leaving: tuple[str, ...], where: str) -> float:
        """Dice shed, and the best trophy that they earn."""
        left = [die for die in view.hands[seat] if die not in leaving]
        trophies = [0.0]
        if not left:
            trophies.append(float(POINTS["all"]))
        elif view.supply[seat]:
            trophies.append(self.open_points(view, f"discard_{min(len(leaving), 5)}"))
            if where == "gift":
                trophies.append(self.open_points(view, "gift"))
            if any(die[0].isupper() for die in leaving) and not any(die[0].isupper() for die in left):
                trophies.append(self.open_points(view, "demons"))
        return A_DIE_LESS * len(leaving) + max(trophies)

    def reroll(self, view: DesfausseView, seat: int) -> tuple[str, ...]:
        """Keep one value and roll the rest, if that is worth more on average than what lies there."""
        if view.rolls >= self.rolls:
            return ()
        values = {die: view.values[die] for die in view.hands[seat]}
        ones = list(values.values()).count(1)
        free = [die for die in values if values[die] != 1]
        best = max(self.worth(view, seat, list(values.values()).count(value), ones) for value in range(2, 7))
        chosen: tuple[str, ...] = ()
        for value in range(2, 7):
            rolled = tuple(die for die in free if values[die] != value)
            if rolled and (hope := self.hope(view, seat, value, len(free) - len(rolled), ones, rolled)) > best:
                best, chosen = hope, rolled
        return chosen

    def hope(self, view: DesfausseView, seat: int, value: int, kept: int, ones: int, rolled: tuple[str, ...]) -> float:
        """The average worth of a set of this value after one more roll of these dice."""
        chances = {(kept, ones): 1.0}
        for die in rolled:
            one, hit = self.odds(die, value)
            following: dict[tuple[int, int], float] = {}
            for (count, bad), chance in chances.items():
                for step, odds in (((count + 1, bad), hit), ((count, bad + 1), one), ((count, bad), 1 - one - hit)):
                    if odds:
                        following[step] = following.get(step, 0.0) + chance * odds
            chances = following
        return sum(chance * self.worth(view, seat, count, bad) for (count, bad), chance in chances.items())

    def odds(self, die: str, value: int) -> tuple[float, float]:
        """Of a 1, and of this value, on one roll."""
        if die[0].islower():
            return 1 / 6, 1 / 6
        faces = faces_of(self.options, die)
        return faces.count(1) / 6, faces.count(value) / 6

    def worth(self, view: DesfausseView, seat: int, count: int, ones: int) -> float:
        """Of a set with so many dice, beside so many 1s, in this hand."""
        hand = len(view.hands[seat])
        if 2 * ones > hand:
            return -A_DIE_LESS * (len(view.hands) - 1) + self.open_points(view, "ones")
        leaving = count - ones
        if count < 2 or leaving < 1:
            return 0.0
        trophies = [0.0]
        if view.supply[seat]:
            trophies.append(self.open_points(view, f"discard_{min(leaving, 5)}"))
        if leaving == hand:
            trophies.append(float(POINTS["all"]))
        return A_DIE_LESS * leaving + max(trophies)

    def open_points(self, view: DesfausseView, trophy: str) -> float:
        """What a token on this trophy would bring; nothing where one lies already."""
        return 0.0 if trophy in view.board[view.round - 1] else float(_POINTS.get(trophy, 0))


def _demons_first(die: object) -> bool:
    return str(die)[0].islower()
