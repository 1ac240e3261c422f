"""Where things lie on the compiled game's table, which is one array of whole numbers."""

from __future__ import annotations

from typing import Final

from ..sums import POINTS

SEATS: Final = 5
TROPHIES: Final = tuple(map(str, POINTS))  # the number of a trophy is its place here
D2, D3, D4, D5, GIFT, DEMON, ONES, ALL = range(8)

# By seat: dice in hand, which are demons, which are green, tokens to place, cells (8 bits a row), strategy
SIZE, DEMONS, GREENS, TOKENS, CELLS, STRATEGY = range(0, 6 * SEATS, SEATS)
PLAYERS, ACTIVE, DIRECTION, ROW, WINNER, LUCK = range(30, 36)  # the winner by a grand slam, or -1
TAKEN: Final = 36  # by row: cells with a token
ORDER: Final = 39  # by row: 1 if its `demons` is older than its `discard_2`, 2 if its `gift` is than its `discard_3`
PLACED: Final = 42  # by seat and trophy
TURNS, IDLE, MAJORITIES, OFF_TURN = range(82, 86)
HITS: Final = 86  # by value: on how many faces of a demon it is
OPTIONS: Final = (
    "KEEP_ALL", "LEAST", "FLOOR", "RECEIVER_CHOOSES", "LAST_DIE", "ANY_ANNOUNCED", "AT_LEAST", "GIFT_MIN",
    "GIFT_COUNTS", "BANISHED", "THIS_ROW", "REVERSE_SKIPS", "TIE_BY_ALL", "CAP",
)  # fmt: skip
(
    KEEP_ALL, LEAST, FLOOR, RECEIVER_CHOOSES, LAST_DIE, ANY_ANNOUNCED, AT_LEAST, GIFT_MIN, GIFT_COUNTS, BANISHED,
    THIS_ROW, REVERSE_SKIPS, TIE_BY_ALL, CAP,
) = range(93, 93 + len(OPTIONS))  # fmt: skip
LEFT: Final = 107  # turns until the round is cut off
ANNOUNCED: Final = 108  # by who rolls a last die
ROOM: Final = 109

NO_TROPHY, EXEMPT, WITH_TROPHY = range(3)  # LAST_DIE
LAST_DEMON, BOTH_AT_ONCE, ANY_DEMON = range(3)  # BANISHED
GREEDY, RANDOM, STRONG = range(3)  # STRATEGY; the last is told in `strong`

ASKS: Final = (
    "first", "roll", "announce", "reroll", "reroll_all", "set", "leave_out", "leave", "where", "give_to", "skip",
    "reverse", "give_die", "take_die", "token", "move",
)  # fmt: skip
(
    FIRST, ROLL, ANNOUNCE, REROLL, REROLL_ALL, SET, LEAVE_OUT, LEAVE, WHERE, GIVE_TO, SKIP,
    REVERSE, GIVE_DIE, TAKE_DIE, TOKEN, MOVE,
) = range(len(ASKS))  # fmt: skip
