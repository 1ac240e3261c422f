"""The rules of DESfausse, compiled: the same steps as `tablee.games.desfausse.rules`, in the same order."""

from __future__ import annotations

from . import table as at
from .greedy import first_of, greedy_reroll, greedy_set, squeeze
from .parts import (
    IN_ORDER,
    MOST,
    POINTS_OF,
    WORD,
    Notes,
    Numbers,
    Small,
    below,
    bits_in,
    compiled,
    lowest,
    note,
    note_dice,
    rolled,
    some_of,
    unordered,
)
from .tokens import feats, place_or_move, place_token

START, START_DEMONS, START_GREENS = 6, 0b110000, 0b101100  # r r g g R G


@compiled("i", "tii")
def around(t: Numbers, seat: int, steps: int) -> int:
    """The seat so many steps on, in the current direction; no more than there are players."""
    players = t[at.PLAYERS]
    found = seat + steps * t[at.DIRECTION]
    if found < 0:
        found += players
    elif found >= players:
        found -= players
    return found  # type: ignore[no-any-return]


@compiled("", "tii")
def take_from(t: Numbers, seat: int, die: int) -> None:
    """The dice behind it move up."""
    before = (1 << die) - 1
    t[at.SIZE + seat] -= 1
    t[at.DEMONS + seat] = (t[at.DEMONS + seat] & before) | (t[at.DEMONS + seat] >> 1 & ~before)
    t[at.GREENS + seat] = (t[at.GREENS + seat] & before) | (t[at.GREENS + seat] >> 1 & ~before)


@compiled("i", "tiii")
def receive(t: Numbers, seat: int, demon: int, green: int) -> int:
    """1, or 0 if the hand is full."""
    size = t[at.SIZE + seat]
    if size == MOST:
        return 0
    t[at.DEMONS + seat] |= demon << size
    t[at.GREENS + seat] |= green << size
    t[at.SIZE + seat] = size + 1
    return 1


@compiled("b", "tli", seldom=True)
def suffer_ones(t: Numbers, log: Notes, seat: int) -> bool:
    """True: somebody had to give his last die."""
    first_out = -1
    t[at.MAJORITIES] += 1
    t[at.IDLE] += 1
    for step in range(1, t[at.PLAYERS]):
        giver = around(t, seat, step)
        size, demons, greens = t[at.SIZE + giver], t[at.DEMONS + giver], t[at.GREENS + giver]
        if size == 1 and t[at.LAST_DIE] == at.EXEMPT:
            continue
        hand, die = (1 << size) - 1, 0
        if not ((demons == 0 or demons == hand) and (greens == 0 or greens == hand)):
            if t[at.STRATEGY + (seat if t[at.RECEIVER_CHOOSES] else giver)] == at.GREEDY:
                liked = demons ^ hand if t[at.RECEIVER_CHOOSES] else demons
                die = lowest(liked) if liked else 0
            else:
                die = below(t, size)
            note(log, at.TAKE_DIE if t[at.RECEIVER_CHOOSES] else at.GIVE_DIE, die)
        take_from(t, giver, die)
        receive(t, seat, demons >> die & 1, greens >> die & 1)
        if size == 1 and first_out < 0:
            first_out = giver
    if not t[at.CELLS + seat] >> (8 * t[at.ROW] + at.ONES) & 1:
        place_or_move(t, log, seat, at.ONES)
    if first_out >= 0:
        t[at.OFF_TURN] += 1
        if t[at.LAST_DIE] == at.WITH_TROPHY:
            place_or_move(t, log, first_out, at.ALL)
    return first_out >= 0


@compiled("i", "tlii")
def choose_effect(t: Numbers, log: Notes, seat: int, value: int) -> int:
    """1 if the next player is skipped: always by the greedy player, who never reverses."""
    if not t[at.SIZE + seat]:
        return 0
    greedy = t[at.STRATEGY + seat] == at.GREEDY
    done = value == 6 if greedy else below(t, 2) == 0
    note(log, at.SKIP if value == 6 else at.REVERSE, done)
    if value == 6:
        return int(done)
    if done:
        t[at.DIRECTION] = -t[at.DIRECTION]
    return int(done and t[at.PLAYERS] == 2 and t[at.REVERSE_SKIPS] == 1)


@compiled("i", "tliiii")
def give_away(t: Numbers, log: Notes, seat: int, order: int, demons: int, greens: int) -> int:
    """How many dice were received."""
    players, received = t[at.PLAYERS], 0
    for i in range(order & 15):
        die = order >> 4 * (i + 1) & 15
        to = around(t, seat, 1)
        if players > 2:
            if t[at.STRATEGY + seat] == at.GREEDY:
                fewest = t[at.SIZE + to] << 3 | 1
                for step in range(2, players):
                    fewest = min(fewest, t[at.SIZE + around(t, seat, step)] << 3 | step)
                to = around(t, seat, fewest & 7)
            else:
                to = around(t, seat, 1 + below(t, players - 1))
            note(log, at.GIVE_TO, to)
        received += receive(t, to, demons >> die & 1, greens >> die & 1)
    return received


@compiled("i", "ti", seldom=True)
def any_set(t: Numbers, shown: int) -> int:
    """The value and 16 x the dice of the set; 0 if the player wants none, -1 if there is none."""
    ones = bits_in(shown >> MOST & WORD)
    least = t[at.LEAST] if t[at.FLOOR] else max(t[at.LEAST], ones + 1)
    sets = 0
    for value in range(2, 7):
        sets += bits_in(shown >> MOST * value & WORD) >= least
    if not sets:
        return -1
    choice = below(t, sets + 1)
    for value in range(2, 7):
        dice = shown >> MOST * value & WORD
        if bits_in(dice) >= least:
            choice -= 1
            if choice == 0:
                if bits_in(dice) > least:
                    dice ^= unordered(some_of(t, dice, 0, bits_in(dice) - least))
                return value | dice << 4
    return 0


@compiled("i", "tlsii")
def discard(t: Numbers, log: Notes, mind: Small, seat: int, shown: int) -> int:
    """The trophies that it earns, a bit each, + 256 if the next player is skipped."""
    greedy = t[at.STRATEGY + seat] == at.GREEDY
    planned = greedy_set(t, mind, seat, shown) if greedy else any_set(t, shown)
    if planned < 0:
        t[at.IDLE] += 1
        return 0
    ones, demons, greens = bits_in(shown >> MOST & WORD), t[at.DEMONS + seat], t[at.GREENS + seat]
    value, chosen = planned & 7, planned >> 4 & WORD
    note(log, at.SET, value)
    if not value:
        t[at.IDLE] += 1
        return 0
    size = bits_in(chosen)
    many = max(size - ones, t[at.FLOOR])
    green, bad = chosen & greens, chosen & demons
    one_colour = green == 0 or green == chosen
    asked = many < size and not (one_colour and (bad == 0 or bad == chosen))
    order = gift = 0
    if greedy:
        leaving, gift = planned >> 13, planned >> 3 & 1
        if gift or log is not None:
            order = IN_ORDER[leaving]
            if asked:  # demons first
                first, then = IN_ORDER[leaving & demons], IN_ORDER[leaving & ~demons]
                order = many | (first & ~15) | (then & ~15) << 4 * (first & 15)
    else:
        order = some_of(t, chosen, many, many) if asked else IN_ORDER[first_of(many, chosen)]
        leaving = unordered(order)
        if one_colour:
            gift = below(t, 2)
    if log is not None:
        equal = shown >> MOST * value & WORD
        if bits_in(equal) > (t[at.LEAST] if t[at.FLOOR] else max(t[at.LEAST], ones + 1)):
            note(log, at.LEAVE_OUT, IN_ORDER[equal ^ chosen])
        if asked:
            note(log, at.LEAVE, order)
        if one_colour:
            note(log, at.WHERE, gift)
    hand = t[at.SIZE + seat]
    kept = (1 << hand) - 1 ^ leaving
    t[at.SIZE + seat] = hand - many
    t[at.DEMONS + seat] = squeeze(mind, kept, demons)
    t[at.GREENS + seat] = squeeze(mind, kept, greens)
    received, skip = -1, 0
    if gift:
        received = give_away(t, log, seat, order, demons, greens)
    elif value == 6 or value == 2:
        skip = choose_effect(t, log, seat, value)
    return feats(t, seat, many, bits_in(leaving & demons), received) | skip << 8


@compiled("i", "tii", seldom=True)
def any_reroll(t: Numbers, seat: int, shown: int) -> int:
    free = ((1 << t[at.SIZE + seat]) - 1) ^ (shown >> MOST & WORD)
    if t[at.KEEP_ALL]:
        return free * below(t, 2)  # type: ignore[no-any-return]
    return unordered(some_of(t, free, 0, bits_in(free)))


@compiled("i", "tii")
def announce(t: Numbers, seat: int, demon: int) -> int:
    if t[at.STRATEGY + seat] == at.GREEDY:
        return 3 if demon and not t[at.ANY_ANNOUNCED] else 2
    if t[at.ANY_ANNOUNCED]:
        return 1 + below(t, 6)
    return 3 + below(t, 3) if demon else 2 + below(t, 5)


@compiled("i", "ti")
def points(t: Numbers, seat: int) -> int:
    cells = t[at.CELLS + seat]
    return POINTS_OF[cells & 255] + POINTS_OF[cells >> 8 & 255] + POINTS_OF[cells >> 16]  # type: ignore[no-any-return]


@compiled("i", "t")
def poorest(t: Numbers) -> int:
    """The fewest points begin, then the youngest: the last who sat down."""
    found = t[at.PLAYERS] - 1
    for seat in range(t[at.PLAYERS] - 2, -1, -1):
        if points(t, seat) < points(t, found):
            found = seat
    return found  # type: ignore[no-any-return]


@compiled("i", "tl")
def find_first_player(t: Numbers, log: Notes) -> int:
    best = (1 << t[at.PLAYERS]) - 1
    while best & (best - 1):
        highest = tied = 0
        for seat in range(t[at.PLAYERS]):
            if best >> seat & 1:
                total = 0
                for _ in range(3):
                    face = 1 + below(t, 6)
                    note(log, at.FIRST, face)
                    total += face
                if total > highest:
                    highest, tied = total, 0
                if total == highest:
                    tied |= 1 << seat
        best = tied
    return lowest(best)


@compiled("", "t", seldom=True)
def begin_round(t: Numbers) -> None:
    t[at.ROW] += 1
    t[at.DIRECTION] = 1
    t[at.LEFT] = t[at.CAP]
    if t[at.ROW]:
        t[at.ACTIVE] = poorest(t)
    for seat in range(t[at.PLAYERS]):
        t[at.SIZE + seat], t[at.DEMONS + seat], t[at.GREENS + seat], t[at.TOKENS + seat] = (
            START,
            START_DEMONS,
            START_GREENS,
            3,
        )


@compiled("i", "tl")
def begin_game(t: Numbers, log: Notes) -> int:
    """Clears the table and says who begins."""
    for i in range(at.TAKEN, at.HITS):
        t[i] = 0
    for seat in range(t[at.PLAYERS]):
        t[at.CELLS + seat] = 0
    t[at.WINNER] = t[at.ROW] = -1
    t[at.ACTIVE] = find_first_player(t, log)
    begin_round(t)
    return t[at.ACTIVE]  # type: ignore[no-any-return]


@compiled("b", "t")
def is_over(t: Numbers) -> bool:
    """After three rounds or a grand slam."""
    return bool(t[at.ROW] == 2 or t[at.WINNER] >= 0)


@compiled("b", "t")
def next_round(t: Numbers) -> bool:
    """False: there is none."""
    if is_over(t):
        return False
    begin_round(t)
    return True


@compiled("i", "tlts")
def throw(t: Numbers, log: Notes, three_dice: Numbers, mind: Small) -> int:
    """What lies there after up to three rolls, or after the one of a last die. The last is the greedy player's mind."""
    seat = t[at.ACTIVE]
    hand, demons = t[at.SIZE + seat], t[at.DEMONS + seat]
    if hand == 1:
        t[at.ANNOUNCED] = announce(t, seat, demons)
        note(log, at.ANNOUNCE, t[at.ANNOUNCED])
    dice, shown = (1 << hand) - 1, 0
    for roll in range(3):
        shown = rolled(t, three_dice, hand, demons, dice, shown)
        if log is not None:
            note_dice(log, dice, shown)
        if hand == 1 or roll == 2 or 2 * bits_in(shown >> MOST & WORD) > hand:
            break
        greedy = t[at.STRATEGY + seat] == at.GREEDY
        dice = greedy_reroll(t, mind, seat, shown) if greedy else any_reroll(t, seat, shown)
        if t[at.KEEP_ALL]:
            note(log, at.REROLL_ALL, dice != 0)
            if dice:
                dice = ((1 << hand) - 1) ^ (shown >> MOST & WORD)
        elif log is not None:
            note(log, at.REROLL, IN_ORDER[dice])
        if not dice:
            break
    return shown


@compiled("b", "tlsi")
def settle(t: Numbers, log: Notes, mind: Small, shown: int) -> bool:
    """What the dice bring. True: the round is over."""
    seat = t[at.ACTIVE]
    hand, demons = t[at.SIZE + seat], t[at.DEMONS + seat]
    majority = 2 * bits_in(shown >> MOST & WORD) > hand
    earned = step = 0
    if hand == 1:
        kept = shown >> MOST * t[at.ANNOUNCED] & 1
        if kept:
            majority = False
            t[at.IDLE] += 1
        elif not majority:
            take_from(t, seat, 0)
            earned = feats(t, seat, 1, demons, -1)
    elif not majority:
        earned = discard(t, log, mind, seat, shown)
        step = earned >> 8
        earned &= 255
    out = False
    if majority:
        out = suffer_ones(t, log, seat)
    elif earned:
        place_token(t, log, seat, earned)
    t[at.TURNS] += 1
    t[at.LEFT] -= 1
    t[at.ACTIVE] = around(t, seat, 1 + step)
    return bool(out or t[at.SIZE + seat] == 0 or t[at.WINNER] >= 0 or t[at.LEFT] == 0)


@compiled("b", "tlts")
def take_turn(t: Numbers, log: Notes, three_dice: Numbers, mind: Small) -> bool:
    """True: the round is over."""
    return settle(t, log, mind, throw(t, log, three_dice, mind))
