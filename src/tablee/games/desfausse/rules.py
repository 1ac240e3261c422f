"""The rules of DESfausse, from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence

from tablee.engine import DICE, Ask, Choice, Game, Prompt, Result, Script, choose, confirm, pick, some

from .events import (
    EVENTS,
    Announced,
    Discarded,
    FirstRoll,
    Gave,
    Handed,
    KeptLastDie,
    Mastered,
    NothingDiscarded,
    Reversed,
    Rolled,
    RoundEnded,
    RoundStarted,
    Skipped,
    TooManyOnes,
    WentOut,
)
from .table import OWNERS, POINTS, ROUNDS, SMALL, SUPPLY, Cell, Desfausse, Start, Trophy
from .view import check, public


def play(table: Desfausse) -> Script[Result]:
    """Three rounds; most points wins, or all seven trophies at once."""
    if not table.started:
        table.active = yield from find_first_player(table)
    while True:
        table.tell(RoundStarted(table.row + 1, table.active))
        yield from play_round(table)
        if table.slam is not None:
            return slam_result(table, table.slam)
        table.tell(RoundEnded(table.row + 1, tuple(table.points(seat) for seat in table.seats)))
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
            totals[seat] = sum(dice)
            table.tell(FirstRoll(seat, tuple(dice), totals[seat]))
        best = [seat for seat in best if totals[seat] == max(totals.values())]
    return best[0]


def play_round(table: Desfausse) -> Script[None]:
    """DF-66, DF-79: until somebody has no dice left, or too many turns have passed."""
    cap = table.options.round_turn_cap
    while True:
        skip = yield from turn(table)
        table.turns += 1
        if not all(table.hands) or table.slam is not None or table.turns == cap:
            return
        pass_turn(table, skip)


def pass_turn(table: Desfausse, skip: bool) -> None:
    """DF-09, DF-32, DF-35: on to the next player in the current direction, or past him."""
    if skip:
        table.tell(Skipped(table.others(table.active)[0]))
    table.active = (table.active + table.direction * (2 if skip else 1)) % len(table.seats)


def prepare_next_round(table: Desfausse) -> None:
    """DF-67 to DF-72: three tokens and six dice each; the fewest points begin, then the youngest."""
    table.row += 1
    table.supply = [SUPPLY] * len(table.seats)
    table.active = min(table.seats, key=lambda seat: (table.points(seat), table.youngest.index(seat)))
    table.deal()


# ---------------------------------------------------------------- a turn


def turn(table: Desfausse) -> Script[bool]:
    """Roll, discard at most one set, place at most one token. True: the next player is skipped."""
    seat = table.active
    table.values = {}  # DF-15: every turn begins with all dice
    table.rolls = 0
    table.announced = None
    dice: Sequence[str] = table.hands[seat]
    if len(dice) == 1:
        yield from play_last_die(table, seat)
        return False
    for table.rolls in (1, 2, 3):  # DF-12
        yield from throw(table, seat, dice)
        if has_too_many_ones(table, seat):  # DF-36: this ends the rolling at once
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
    for die in dice:
        values[die] = (yield prompts[die]).value  # type: ignore[assignment]
    table.tell(Rolled(seat, table.rolls, {die: values[die] for die in dice}))


def choose_reroll(table: Desfausse, seat: int) -> Script[Sequence[str]]:
    """DF-13, DF-14, DF-16: any dice but the 1s, or none to stop."""
    values = table.values
    free = [die for die in table.hands[seat] if values[die] != 1]
    if table.options.keep == "all":
        return free if (yield from confirm(seat, "reroll_all", rule="DF-14")) else []
    return (yield from some(seat, "reroll", free, 0, len(free), rule="DF-14"))


def has_too_many_ones(table: Desfausse, seat: int) -> bool:
    """DF-36: more than half of the player's dice show 1; exactly half is not enough."""
    return 2 * list(table.values.values()).count(1) > len(table.hands[seat])


def count_ones(table: Desfausse) -> int:
    return list(table.values.values()).count(1)


# ---------------------------------------------------------------- discarding


def discard(table: Desfausse, seat: int) -> Script[bool]:
    """DF-17 to DF-35: one set of equal dice, smaller by one die for each 1, to the bowl or to opponents."""
    value, chosen = yield from choose_set(table, seat)
    if not chosen:
        table.tell(NothingDiscarded(seat))
        return False
    leaving = yield from choose_leaving(table, seat, chosen)
    one_colour = len({die[0].lower() for die in chosen}) == 1  # DF-25, DF-29: colour alone, of the whole set
    where = yield from choose(seat, "where", ("bowl", "gift") if one_colour else ("bowl",), rule="DF-23")
    if where == "bowl":
        received = 0
        put_in_bowl(table, seat, leaving)
        skip = yield from choose_effect(table, seat, value)
    else:
        received = yield from give_away(table, seat, leaving)
        skip = False  # DF-32: not for gifts
    if not table.hands[seat]:
        table.tell(WentOut(seat))
    yield from place_token(table, seat, feats(table, seat, leaving, received if where == "gift" else None))
    return skip


def choose_set(table: Desfausse, seat: int) -> Script[tuple[int, list[str]]]:
    """DF-19 to DF-22, DF-26, DF-27: a value, then which of its dice; no set that the 1s would eat up."""
    options, values, ones = table.options, table.values, count_ones(table)
    least = options.min_combination if options.ones_floor else max(options.min_combination, ones + 1)
    equal: dict[int, list[str]] = {}
    for die in table.hands[seat]:
        if values[die] > 1:  # DF-21: 1s are no set, nor are blank faces
            equal.setdefault(values[die], []).append(die)
    sets = [str(value) for value in sorted(equal) if len(equal[value]) >= least]
    if not sets:
        return 0, []
    value = yield from choose(seat, "set", ("none", *sets), rule="DF-19")
    if value == "none":
        return 0, []
    dice = equal[int(value)]
    left_out = yield from some(seat, "leave_out", dice, 0, len(dice) - least, rule="DF-22")
    return int(value), [die for die in dice if die not in left_out]


def choose_leaving(table: Desfausse, seat: int, chosen: list[str]) -> Script[tuple[str, ...]]:
    """DF-26 to DF-28: one die fewer for each 1; the player says which ones leave."""
    count = max(len(chosen) - count_ones(table), table.options.ones_floor)
    if alike(chosen):
        return tuple(chosen[:count])
    return (yield from some(seat, "leave", chosen, count, count, rule="DF-28"))


def put_in_bowl(table: Desfausse, seat: int, dice: tuple[str, ...]) -> None:
    for die in dice:
        table.hands[seat].remove(die)
        del table.values[die]
    table.bowl += dice
    table.tell(Discarded(seat, dice))


def give_away(table: Desfausse, seat: int, dice: tuple[str, ...]) -> Script[int]:
    """DF-30, DF-31: each die to an opponent of the giver's choice. Says how many were received."""
    received = 0
    for die in dice:
        to = yield from choose(seat, "give_to", table.others(seat), rule="DF-30", about={"die": die})
        table.hands[seat].remove(die)
        del table.values[die]
        if table.receive(to, die):
            received += 1
            table.tell(Gave(seat, to, die))
    return received


def choose_effect(table: Desfausse, seat: int, value: int) -> Script[bool]:
    """DF-32 to DF-34: 6s may make the next player miss a turn, 2s may turn the direction round."""
    if not table.hands[seat]:
        return False  # the round is over
    if value == 6:
        return (yield from confirm(seat, "skip", rule="DF-32"))
    if value == 2 and (yield from confirm(seat, "reverse", rule="DF-33")):
        table.direction = -table.direction
        table.tell(Reversed(seat))
        return len(table.seats) == 2 and table.options.reverse_2p == "skip"
    return False


# ---------------------------------------------------------------- more than half 1s


def suffer_ones(table: Desfausse, seat: int) -> Script[None]:
    """DF-36 to DF-42, DF-46: everyone gives a die, and the token for 1s must be placed."""
    table.tell(TooManyOnes(seat))
    first_out: int | None = None
    for giver in table.others(seat):  # DF-39
        hand = table.hands[giver]
        if len(hand) == 1 and table.options.give_last_die == "exempt":
            continue
        die = yield from choose_given(table, seat, giver)
        hand.remove(die)
        table.tell(Handed(giver, seat, die))
        table.receive(seat, die)
        if not hand:
            table.tell(WentOut(giver))
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


def alike(dice: list[str]) -> bool:
    """Of one size and colour: which of them it is makes no difference, so nobody is asked."""
    return len({die[0] for die in dice}) == 1


# ---------------------------------------------------------------- the last die


def play_last_die(table: Desfausse, seat: int) -> Script[None]:
    """DF-43 to DF-47: announce a value and roll once; anything but that value and 1 wins the round."""
    (die,) = table.hands[seat]
    table.announced = yield from choose(seat, "announce", announceable(table, die), rule="DF-45")
    table.tell(Announced(seat, table.announced))
    table.rolls = 1
    yield from throw(table, seat, [die])
    rolled = table.values[die]
    if rolled == 1:
        yield from suffer_ones(table, seat)
    elif rolled == table.announced:
        table.tell(KeptLastDie(seat))
    else:
        put_in_bowl(table, seat, (die,))
        table.tell(WentOut(seat))
        yield from place_token(table, seat, feats(table, seat, (die,), None))


def announceable(table: Desfausse, die: str) -> list[int]:
    """DF-45: a value that is on the die and not 1; by option any value at all."""
    if table.options.announce == "any":
        return [2, 3, 4, 5, 6, 1]
    (ask,) = table.prompts[die]
    assert isinstance(ask.form, Choice)
    return [int(face) for face in ask.form.options if int(face) > 1]


# ---------------------------------------------------------------- trophies


def feats(table: Desfausse, seat: int, dice: tuple[str, ...], given: int | None) -> list[Trophy]:
    """DF-52 to DF-57: the trophies that this discard has earned. `given`: dice that opponents received."""
    options = table.options
    count = len(dice) if options.gift_counts_number else len(dice) - (given or 0)
    earned: list[Trophy] = []
    for number, trophy in _NUMBERS.items():
        if count == number or (count > number and (options.count_trophy == "at_least" or number == 5)):
            earned.append(trophy)
    if given is not None and given >= options.gift_min:
        earned.append("gift")
    demons = sum(die[0].isupper() for die in dice)
    none_left = not any(die[0].isupper() for die in table.hands[seat])
    match options.demon_trophy:
        case "last_demon":
            banished = demons > 0 and none_left
        case "both_at_once":
            banished = demons > 1 and none_left
        case "any_demon":
            banished = demons > 0
    if banished:
        earned.append("demons")
    if not table.hands[seat]:
        earned.append("all")
    return earned


def place_token(table: Desfausse, seat: int, earned: list[Trophy]) -> Script[None]:
    """DF-49 to DF-51, DF-63, DF-64: one token on a free cell of this round, if the player likes."""
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
        return  # DF-61
    yield from place_or_move(table, seat, "ones")


def take_all(table: Desfausse, seat: int) -> Script[None]:
    """DF-63, DF-65: the token for being out; the cell is always free."""
    yield from place_or_move(table, seat, "all")


def place_or_move(table: Desfausse, seat: int, trophy: Trophy) -> Script[None]:
    if table.supply[seat]:
        table.place(seat, trophy)
        return
    cells = {label(cell): cell for cell in table.tokens(seat)}
    if table.options.move_scope == "current_round":
        cells = {name: cell for name, cell in cells.items() if cell[0] == table.row} or cells
    cheapest = min(cells, key=lambda name: POINTS[cells[name][1]])
    cell = cells[(yield from choose(seat, "move", tuple(cells), silence=cheapest, rule="DF-62", about={"to": trophy}))]
    table.move(seat, cell, trophy)


def label(cell: Cell) -> str:
    row, trophy = cell
    return f"{row + 1} {trophy}"


# ---------------------------------------------------------------- the end


def final_result(table: Desfausse) -> Result:
    """DF-73 to DF-77: the highest total; the same trophy in all rounds counts three times more."""
    for seat in table.seats:
        for trophy in table.masteries(seat):
            table.tell(Mastered(seat, trophy, 3 * POINTS[trophy]))
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

_NUMBERS: dict[int, Trophy] = {2: "discard_2", 3: "discard_3", 4: "discard_4", 5: "discard_5"}
_FIRST: list[Prompt] = [
    (Ask("first", (DICE,), SMALL, rule="DF-07", about={"seat": seat}),) for seat in range(len(OWNERS))
]


GAME = Game(table=Desfausse, play=play, public=public, check=check, start=Start, events=EVENTS)
