"""The strongest player: solves every turn for the chance to win the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tablee.engine import Ask, Choice, Label, Some, Value

from ..meta import Options
from ..sums import count_hand, faces_of, outcome, reverse_skips
from ..view import DesfausseView
from .outlook import TROPHIES, Outlook, order_after, received
from .rolls import DEALT, rolls_of
from .turn import Plan, Turn

T = TypeVar("T")


class Strong:
    """Thinks a turn through once, and then carries it out."""

    def __init__(self, options: Options) -> None:
        self.options = options
        rolls_of(DEALT, options.demon_faces, options.min_combination)  # the largest table, made before the first turn
        self.turn: Turn | None = None
        self.plan: Plan | None = None
        self.played = (0, -1)  # the round and the turn that these belong to
        self.close = 0.0  # how hard the last decision was, from 0 to 1

    def decide(self, ask: Ask, view: DesfausseView, seat: int) -> Value:
        if self.played != (view.round, view.turns):
            self.played, self.turn, self.plan = (view.round, view.turns), None, None
        form, plan, self.close = ask.form, self.plan, 0.0
        match ask.name:
            case "reroll" | "reroll_all":
                return self.reroll(ask.name, view, seat)
            case "set" if isinstance(form, Choice):
                return self.choose_set(form, view, seat)
            case "leave_out" if plan and isinstance(form, Some):
                return tuple(die for die in form.options if die not in plan.chosen)
            case "leave" if plan:
                return plan.leaving
            case "where" if plan:
                return plan.where
            case "skip" | "reverse" if isinstance(form, Choice):
                return self.choose_order(ask.name, view, seat)
            case "announce" if isinstance(form, Choice):
                return self.announce(form, view, seat)
            case "give_to" if isinstance(form, Choice):
                return self.give_to(form, str((ask.about or {})["die"]), view, seat)
            case "give_die" if isinstance(form, Choice):
                return self.hand_over(form, view, seat, seat, view.active)
            case "take_die" if isinstance(form, Choice):
                giver = (ask.about or {})["from"]
                assert isinstance(giver, int)
                return self.hand_over(form, view, seat, giver, seat)
            case "token" if isinstance(form, Choice):
                return self.place(form, view, seat)
            case "move" if isinstance(form, Choice):
                return self.move(form, str((ask.about or {})["to"]), view, seat)
        return ask.silence

    def solved(self, view: DesfausseView, seat: int) -> Turn:
        if self.turn is None:
            self.turn = Turn(view, seat, self.options)
        return self.turn

    def look(self, view: DesfausseView, seat: int) -> Outlook:
        return Outlook(view, seat, self.options)

    # ------------------------------------------------------------ rolling and discarding

    def reroll(self, name: str, view: DesfausseView, seat: int) -> Value:
        rolled, ahead = self.solved(view, seat).reroll(view)
        self.close = closeness(ahead)
        if name == "reroll_all":
            return "yes" if rolled else "no"
        return rolled

    def choose_set(self, form: Choice, view: DesfausseView, seat: int) -> Value:
        turn = self.solved(view, seat)
        values = [int(option) for option in form.options if option != "none"]
        self.plan = max(turn.plans(view, values), key=lambda plan: plan.worth)
        self.close = closeness(abs(self.plan.worth - turn.nothing))
        return str(self.plan.value) if self.plan.worth > turn.nothing else "none"

    def announce(self, form: Choice, view: DesfausseView, seat: int) -> Value:
        """What is least likely to come; unless it is better to stay in the round."""
        (die,) = view.hands[seat]
        turn = self.solved(view, seat)
        faces = faces_of(self.options, die)
        worth = {"kept": turn.nothing, "ones": turn.majority(), "out": turn.discard(turn.hand, "bowl")}
        return max(form.options, key=lambda value: sum(worth[outcome(int(value), face)] for face in faces))

    # ------------------------------------------------------------ opponents

    def choose_order(self, name: str, view: DesfausseView, seat: int) -> Value:
        look = self.look(view, seat)
        skip = name == "skip" or reverse_skips(self.options, len(view.hands))
        changed = order_after(view, seat, skip=skip, turned=name == "reverse")
        usual = order_after(view, seat)
        better = look.worth(look.hands, changed, look.board) > look.worth(look.hands, usual, look.board)
        return "yes" if better else "no"

    def give_to(self, form: Choice, die: str, view: DesfausseView, seat: int) -> Value:
        """All that is still to be given has as good as left the hand."""
        look = self.look(view, seat)
        leaving = self.plan.leaving if self.plan else (die,)
        look.hands[seat] = count_hand([other for other in view.hands[seat] if other not in leaving])
        one = count_hand([die])

        def worth(other: Label) -> float:
            hands = list(look.hands)
            hands[int(other)] = received(self.options, hands[int(other)], one, gift=True)
            return look.worth(hands, order_after(view, seat), look.board)

        return self.best(form.options, worth)

    def hand_over(self, form: Choice, view: DesfausseView, seat: int, giver: int, receiver: int) -> Value:
        """Which die of a giver goes to the one with too many 1s."""
        look = self.look(view, seat)

        def worth(die: Label) -> float:
            one = count_hand([str(die)])
            hands = list(look.hands)
            hands[giver] = hands[giver][0] - one[0], hands[giver][1] - one[1]
            hands[receiver] = received(self.options, hands[receiver], one, gift=False)
            return look.worth(hands, order_after(view, view.active), look.board)

        return self.best(form.options, worth)

    # ------------------------------------------------------------ tokens

    def place(self, form: Choice, view: DesfausseView, seat: int) -> Value:
        look = self.look(view, seat)
        order = order_after(view, seat)

        def worth(option: Label) -> float:
            return look.worth(look.hands, order, look.placed(None if option == "none" else option))  # type: ignore[arg-type]

        return self.best(form.options[1:] + form.options[:1], worth)

    def move(self, form: Choice, to: str, view: DesfausseView, seat: int) -> Value:
        """The token that is missed least."""
        look = self.look(view, seat)
        order = order_after(view, view.active)

        def worth(option: Label) -> float:
            row, trophy = str(option).split()
            moved = 8 * (int(row) - 1) + TROPHIES.index(trophy)
            return look.worth(look.hands, order, look.place(look.board, seat, to, moved))  # type: ignore[arg-type]

        return self.best(form.options, worth)

    def best(self, options: Iterable[T], worth: Callable[[T], float]) -> T:
        worths = {option: worth(option) for option in options}
        chosen = max(worths, key=worths.__getitem__)
        self.close = closeness(min(worths[chosen] - worths[other] for other in worths if other != chosen))
        return chosen


def closeness(ahead: float) -> float:
    """1 where two answers are as good, a half where a hundredth of the game lies between them."""
    return 1 / (1 + 100 * ahead)
