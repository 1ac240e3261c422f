"""The rules of DESfausse, from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.engine import DICE, Ask, Game, Prompt, Result, Script, choose, confirm, pick, some

from .box import hand
from .events import (
    EVENTS,
    AlreadyThere,
    Announced,
    Discarded,
    Exempted,
    FirstRoll,
    Gave,
    Handed,
    KeptLastDie,
    Mastered,
    NothingDiscarded,
    Reversed,
    Rolled,
    RoundCapped,
    RoundEnded,
    RoundStarted,
    Skipped,
    TooManyOnes,
    WentOut,
)
from .foretold import CONSEQUENCES, brings
from .sums import (
    POINTS,
    ROUNDS,
    Trophy,
    alike,
    announceable,
    bonus_of,
    count_hand,
    count_ones,
    equal_dice,
    feats,
    is_majority,
    leaving_of,
    next_seat,
    one_colour,
    outcome,
    reverse_skips,
    smallest_set,
)
from .table import OWNERS, SMALL, SUPPLY, Came, Desfausse, Start, Turn, label
from .view import check, public
from .why import why


def play(table: Desfausse) -> Script[Result]:
    """Three rounds; most points wins, or all seven trophies at once."""
    if not table.started:
        table.active = yield from find_first_player(table)
    while True:
        table.tell(RoundStarted(table.row + 1, table.active))
        yield from play_round(table)
        if table.slam is not None:
            return slam_result(table, table.slam)
        end_round(table)
        if table.row == ROUNDS - 1:
            return final_result(table)
        prepare_next_round(table)


def find_first_player(table: Desfausse) -> Script[int]:
    """DF-07, DF-08: the highest sum of three small dice; only those who tie for it roll again."""
    best = list(table.seats)
    while len(best) > 1:
        totals: dict[int, int] = {}
        for seat in best:
            dice = []
            for _ in range(3):
                reply = yield _FIRST[seat]
                dice.append(int(reply.value))  # type: ignore[arg-type]
            totals[seat] = table.first[seat] = sum(dice)
            table.tell(FirstRoll(seat, tuple(dice), totals[seat]))
        best = [seat for seat in best if totals[seat] == max(totals.values())]
    return best[0]


def play_round(table: Desfausse) -> Script[None]:
    """DF-66, DF-79: until somebody has no dice left, or too many turns have passed."""
    cap = table.options.round_turn_cap
    while True:
        skip = yield from turn(table)
        table.turns += 1
        if not all(table.hands) or table.slam is not None:
            return
        if table.turns == cap:
            table.tell(RoundCapped(table.row + 1, cap))
            return
        pass_turn(table, skip)


def end_round(table: Desfausse) -> None:
    """What everyone has now is kept for the board between rounds, beside what they had before."""
    points = tuple(table.points(seat) for seat in table.seats)
    table.after.append(points)
    table.tally = None
    table.tell(RoundEnded(table.row + 1, points))


def pass_turn(table: Desfausse, skip: bool) -> None:
    if skip:
        table.tell(Skipped(table.others(table.active)[0]))
    table.active = next_seat(table.active, table.direction, len(table.seats), skip=skip)


def prepare_next_round(table: Desfausse) -> None:
    """DF-67 to DF-72: three tokens and six dice each; the fewest points begin, then the youngest."""
    table.row += 1
    table.supply = [SUPPLY] * len(table.seats)
    table.active = table.poorest(table.after[-1])
    table.deal()


# ---------------------------------------------------------------- a turn


def turn(table: Desfausse) -> Script[bool]:
    """Roll, discard at most one set, place at most one token. True: the next player is skipped."""
    seat = table.active
    table.values = {}  # DF-15: every turn begins with all dice
    table.rolls = 0
    if table.turn.came != "rolling":
        table.last = table.turn
    table.turn = Turn(seat)
    dice: Sequence[str] = table.hands[seat]
    if len(dice) == 1:
        yield from play_last_die(table, seat)
        return False
    for table.rolls in (1, 2, 3):  # DF-12
        yield from throw(table, seat, dice)
        if is_majority(table.values, len(table.hands[seat])):  # DF-36: this ends the rolling at once
            yield from suffer_ones(table, seat)
            return False
        if table.rolls < 3:
            dice = yield from choose_reroll(table, seat)
        if not dice:  # DF-16: the player stops
            break
    return (yield from discard(table, seat))


def throw(table: Desfausse, seat: int, dice: Sequence[str]) -> Script[None]:
    """Each die is one answer of the dice, so that people with real ones can type in what they see."""
    prompts, values = table.prompts, table.values
    rolled: dict[str, int] = {}
    for die in dice:
        rolled[die] = values[die] = (yield prompts[die]).value  # type: ignore[assignment]
    table.tell(Rolled(seat, table.rolls, rolled))


def choose_reroll(table: Desfausse, seat: int) -> Script[Sequence[str]]:
    """DF-13, DF-14, DF-16: any dice but the 1s, or none to stop."""
    values = table.values
    free = [die for die in table.hands[seat] if values[die] != 1]
    if table.options.keep == "all":
        return free if (yield from confirm(seat, "reroll_all", rule="DF-14")) else []
    return (yield from some(seat, "reroll", free, 0, len(free), rule="DF-14"))


def settle(table: Desfausse, came: Came) -> None:
    """The dice have shown what they show; what comes of it is noted for everyone."""
    table.turn.came, table.turn.shown = came, table.values


# ---------------------------------------------------------------- discarding


def discard(table: Desfausse, seat: int) -> Script[bool]:
    """DF-17 to DF-35: one set of equal dice, smaller by one die for each 1, to the bowl or to opponents."""
    value, chosen = yield from choose_set(table, seat)
    if not chosen:
        table.tell(NothingDiscarded(seat))
        return False
    leaving = table.turn.left = yield from choose_leaving(table, seat, chosen)
    where = yield from choose(seat, "where", ("bowl", "gift") if one_colour(chosen) else ("bowl",), rule="DF-23")
    hand = count_hand(table.hands[seat])
    received: int | None = None
    skip = False  # DF-32: not for gifts
    if where == "bowl":
        put_in_bowl(table, seat, leaving)
        skip = yield from choose_effect(table, seat, value)
    else:
        received = yield from give_away(table, seat, leaving)
    if not table.hands[seat]:
        go_out(table, seat)
    yield from place_token(table, seat, feats(table.options, hand, count_hand(leaving), received))
    return skip


def choose_set(table: Desfausse, seat: int) -> Script[tuple[int, list[str]]]:
    """DF-19 to DF-22, DF-27: a value, then which of its dice; no set that the 1s would eat up."""
    equal = equal_dice(table.hands[seat], table.values)
    least = smallest_set(table.options, count_ones(table.values))
    sets = [str(value) for value in sorted(equal) if len(equal[value]) >= least]
    if not sets:
        settle(table, "no_set")
        return 0, []
    value = yield from choose(seat, "set", ("none", *sets), rule="DF-19")
    if value == "none":
        settle(table, "declined")
        return 0, []
    dice = equal[int(value)]
    settle(table, "discarding")
    table.values = dict(table.values)  # what leaves is shown no more
    table.turn.value, table.turn.size = int(value), len(dice)
    left_out = yield from some(seat, "leave_out", dice, 0, len(dice) - least, rule="DF-22")
    table.turn.size -= len(left_out)
    return int(value), [die for die in dice if die not in left_out]


def choose_leaving(table: Desfausse, seat: int, chosen: list[str]) -> Script[tuple[str, ...]]:
    """DF-26 to DF-28: one die fewer for each 1; the player says which ones leave."""
    count = leaving_of(table.options, len(chosen), count_ones(table.values))
    if alike(chosen):
        return tuple(chosen[:count])
    return (yield from some(seat, "leave", chosen, count, count, rule="DF-28"))


def put_in_bowl(table: Desfausse, seat: int, dice: tuple[str, ...]) -> None:
    for die in dice:
        table.hands[seat].remove(die)
        del table.values[die]
    table.bowl += dice
    table.turn.came = "bowl"
    table.tell(Discarded(seat, dice))


def give_away(table: Desfausse, seat: int, dice: tuple[str, ...]) -> Script[int]:
    """DF-30, DF-31: each die to an opponent of the giver's choice. Says how many were received."""
    received = 0
    table.turn.came = "gift"
    for more, die in zip(reversed(range(len(dice))), dice, strict=True):
        to = yield from choose(seat, "give_to", table.others(seat), rule="DF-30", about={"die": die})
        table.hands[seat].remove(die)
        del table.values[die]
        if table.receive(to, seat, die, gift=True):
            received += 1
            table.tell(Gave(seat, to, die, more))
    return received


def go_out(table: Desfausse, seat: int) -> None:
    table.turn.out = seat
    table.tell(WentOut(seat))


def choose_effect(table: Desfausse, seat: int, value: int) -> Script[bool]:
    """DF-32 to DF-34: 6s may make the next player miss a turn, 2s may turn the direction round."""
    if not table.hands[seat]:
        return False  # the round is over
    if value == 6:
        return (yield from confirm(seat, "skip", rule="DF-32"))
    if value == 2 and (yield from confirm(seat, "reverse", rule="DF-33")):
        table.direction = -table.direction
        table.tell(Reversed(seat))
        return reverse_skips(table.options, len(table.seats))
    return False


# ---------------------------------------------------------------- more than half 1s


def suffer_ones(table: Desfausse, seat: int) -> Script[None]:
    """DF-36 to DF-42, DF-46: everyone gives a die, and the token for 1s must be placed."""
    settle(table, "too_many_ones")
    table.tell(TooManyOnes(seat))
    first_out: int | None = None
    for giver in table.others(seat):  # DF-39
        hand = table.hands[giver]
        if len(hand) == 1 and table.options.give_last_die == "exempt":
            table.tell(Exempted(giver, seat))
            continue
        die = yield from choose_given(table, seat, giver)
        hand.remove(die)
        table.tell(Handed(giver, seat, die))
        table.receive(seat, giver, die, gift=False)
        if not hand:
            go_out(table, giver)
            first_out = giver if first_out is None else first_out
    yield from place_ones(table, seat)
    if first_out is not None and table.options.give_last_die == "round_ends_with_trophy":
        yield from take_all(table, first_out)


def choose_given(table: Desfausse, seat: int, giver: int) -> Script[str]:
    """DF-38: the giver says which die, or by option the one who gets it."""
    hand = table.hands[giver]
    if alike(hand):
        return hand[0]
    if table.options.give_choice == "giver":
        return (yield from choose(giver, "give_die", hand, rule="DF-38"))
    return (yield from choose(seat, "take_die", hand, rule="DF-38", about={"from": giver}))


# ---------------------------------------------------------------- the last die


def play_last_die(table: Desfausse, seat: int) -> Script[None]:
    """DF-43 to DF-47: announce a value and roll once; anything but that value and 1 wins the round."""
    (die,) = table.hands[seat]
    announced = yield from choose(seat, "announce", announceable(table.options, die), rule="DF-45")
    table.turn.announced = announced
    table.tell(Announced(seat, announced))
    table.rolls = 1
    yield from throw(table, seat, [die])
    match outcome(announced, table.values[die]):
        case "ones":
            yield from suffer_ones(table, seat)
        case "kept":
            settle(table, "kept")
            table.tell(KeptLastDie(seat))
        case "out":
            settle(table, "bowl")
            table.values = dict(table.values)
            hand, table.turn.left = count_hand([die]), (die,)
            put_in_bowl(table, seat, (die,))
            go_out(table, seat)
            yield from place_token(table, seat, feats(table.options, hand, hand, None))


# ---------------------------------------------------------------- trophies


def place_token(table: Desfausse, seat: int, earned: list[Trophy]) -> Script[None]:
    """DF-49 to DF-51, DF-63, DF-64: one token on a free cell of this round, if the player likes."""
    table.turn.earned = tuple(earned)
    if not table.supply[seat]:
        if "all" in earned:
            yield from take_all(table, seat)
        return
    free: list[Trophy] = [trophy for trophy in earned if trophy not in table.board[table.row]]
    if not free:
        return
    richest = max(free, key=POINTS.__getitem__)
    choices: dict[str, Trophy | None] = {"none": None, **{trophy: trophy for trophy in free}}
    trophy = yield from pick(seat, "token", choices, silence=richest, rule="DF-49")
    if trophy:
        table.place(seat, trophy)


def place_ones(table: Desfausse, seat: int) -> Script[None]:
    """DF-59 to DF-62: compulsory, even on a taken cell, even if a token has to be moved there."""
    if table.board[table.row].get("ones") == seat:
        table.tell(AlreadyThere(seat, table.row + 1, "ones"))
        return
    yield from place_or_move(table, seat, "ones")


def take_all(table: Desfausse, seat: int) -> Script[None]:
    """DF-63, DF-65: the token for being out; the cell is always free."""
    yield from place_or_move(table, seat, "all")


def place_or_move(table: Desfausse, seat: int, trophy: Trophy) -> Script[None]:
    if table.supply[seat]:
        table.place(seat, trophy)
        return
    cells = {label(cell): cell for cell in table.movable(seat)}
    cheapest = min(cells, key=lambda name: POINTS[cells[name][1]])
    rule = "DF-63" if trophy == "all" else "DF-62"
    name = yield from choose(seat, "move", tuple(cells), silence=cheapest, rule=rule, about={"to": trophy})
    table.move(seat, cells[name], trophy)


# ---------------------------------------------------------------- the end


def final_result(table: Desfausse) -> Result:
    """DF-73 to DF-77: the highest total; the same trophy in all rounds counts three times more."""
    for seat in table.seats:
        for trophy in table.masteries(seat):
            table.tell(Mastered(seat, trophy, bonus_of(trophy)))
    result = Result.by_score([table.score(seat) for seat in table.seats], "three_rounds")
    if table.options.final_tie == "shared":
        return result
    ranking: list[tuple[int, ...]] = []
    for place in result.ranking:
        outs = {seat: sum(row.get("all") == seat for row in table.board) for seat in place}
        ranking += [tuple(seat for seat in place if outs[seat] == n) for n in sorted(set(outs.values()), reverse=True)]
    return Result(tuple(ranking), result.scores, result.why)


def slam_result(table: Desfausse, winner: int) -> Result:
    """DF-78: points do not matter for the first place."""
    result = Result.by_score([table.score(seat) for seat in table.seats], "grand_slam")
    others = [tuple(seat for seat in place if seat != winner) for place in result.ranking]
    return Result(((winner,), *(place for place in others if place)), result.scores, result.why)


# ---------------------------------------------------------------- the box

_FIRST: list[Prompt] = [
    (Ask("first", (DICE,), SMALL, rule="DF-07", about={"seat": seat}),) for seat in range(len(OWNERS))
]


GAME = Game(
    table=Desfausse,
    play=play,
    public=public,
    check=check,
    start=Start,
    events=EVENTS,
    brings=brings,
    why=why,
    consequences=CONSEQUENCES,
    hand=hand,
)
