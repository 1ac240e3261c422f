"""The rules of Blitz, from top to bottom. What happens inside a face-off is in `contest.py`."""

from __future__ import annotations

from tablee.engine import (
    Ask,
    Choice,
    Die,
    Game,
    Result,
    Script,
    Text,
    choose,
    draw,
    roll,
)

from .box import hand
from .brings import CONSEQUENCES, brings
from .cards import FACES, Card, choose_packs
from .contest import play_face_off, play_showdown
from .drawing import take
from .events import EVENTS, DuelRolled, FalseAlarm, Started, TurnedUp
from .meeting import Side
from .synthetic import synthetic
from .table import Blitz, Start, played
from .talk import hear, say_aloud
from .view import check, public, secrets
from .why import why


def play(table: Blitz) -> Script[Result]:
    """BL-55, BL-56, BL-66: draw in turn until both piles are empty; face-offs come before the next card."""
    yield from set_up(table)
    options = table.options
    while table.sides:
        card = yield from turn_up(table)
        if not options.finish_pending and not table.sides:
            break
        if options.detection == "auto" and (pairs := table.matches()):
            yield from play_all(table, pairs)
        if card.symbol:
            table.drawer = table.left_of(table.drawer)  # whoever won; after a Duel card the same player draws again
    if options.finish_pending:
        yield from play_all(table, table.matches())
    result = yield from find_winner(table)
    table.over = True
    return result


def play_all(table: Blitz, pairs: list[tuple[int, int]]) -> Script[None]:
    """BL-20, BL-23, BL-54: one face-off after another, until no two symbols match."""
    while pairs:
        assert len(pairs) == 1 or table.options.detection == "players"  # BL-25
        a, b = pairs[0]
        pairs = yield from play_face_off(table, a, b)


# ---------------------------------------------------------------- set-up


def set_up(table: Blitz) -> Script[None]:
    """BL-11 to BL-14, BL-60, BL-61: symbols out, the pack cut in two, someone to begin."""
    options = table.options
    if table.removes_symbols and options.removed_face == "random":
        table.remove((yield from roll(_REMOVED)))
    if not table.sides:
        yield from cut(table)
    if not table.set_up_done:
        match options.shuffler:
            case "random":
                table.drawer = yield from draw("shuffler", list(table.seats), rule="BL-14")
            case "host":
                table.drawer = table.host
            case seat:
                table.drawer = seat
    table.latest = ("started", table.drawer)
    table.tell(Started(table.drawer))


def cut(table: Blitz) -> Script[None]:
    """BL-11: even, with the odd card on the left; by option anything that leaves 40 % on each side."""
    cards = len(table.unseen)
    left = cards - cards // 2
    if table.options.cut == "random":
        least = -(-cards * 2 // 5)
        left = yield from draw("cut", list(range(least, cards - least + 1)), rule="BL-11")
    table.cut(left)


# ---------------------------------------------------------------- drawing


def turn_up(table: Blitz) -> Script[Card]:
    """BL-15 to BL-18, BL-62: one card from a pile of the drawer's choice, for all to see. A Duel card rolls the die."""
    if table.options.detection == "auto":
        side = yield from choose(table.drawer, "draw", table.sides, rule="BL-15")
    else:
        side = yield from watch(table)
    card = yield from take(table, side)
    table.last_drawer = table.drawer
    table.settled, table.chain = None, 0
    table.latest = ("turned_up" if card.symbol else "duel", table.drawer)
    if card.symbol:
        table.lay(table.drawer, card)
        table.tell(TurnedUp(table.drawer, card.id, card.symbol, card.theme))
    else:
        table.duels.append(card)
        yield from roll_duel(table)
    return card


def roll_duel(table: Blitz) -> Script[None]:
    """BL-62 to BL-64, BL-68: the two symbols count until the next Duel card; removed ones are rolled again."""
    while True:
        face = yield from roll(_DIE)
        again = bool(FACES[face] & table.removed)
        table.tell(DuelRolled(table.drawer, face, tuple(sorted(FACES[face])), again))
        if not again:
            table.face, table.active_duel = face, FACES[face]
            table.revive()
            return


def watch(table: Blitz) -> Script[Side]:
    """BL-47, `detection = players`: nothing is announced. The drawer may draw; anyone may cry out or answer."""
    seats = tuple(table.seats)
    while True:
        sides = table.sides
        reply = yield (
            Ask("draw", (table.drawer,), Choice(tuple(sides)), sides[0], rule="BL-15"),
            Ask("face_off", seats, Choice(("!",)), standing=True, rule="BL-47"),
            Ask("answer", seats, Text(), standing=True, rule="BL-47"),  # all seats: an ask to two alone would tell
        )
        pairs = table.matches()
        if reply.name == "draw":
            table.lapsed.update(frozenset(pair) for pair in pairs)
            side: Side = sides[0] if reply.value is None else reply.value  # type: ignore[assignment]
            return side
        answered = reply if reply.name == "answer" else None
        noticed = [pair for pair in pairs if answered is None or reply.actor in pair]
        if noticed:
            yield from play_face_off(table, *noticed[0], answered)
        else:
            table.latest = ("false_alarm", reply.seat)
            table.tell(FalseAlarm(reply.seat))
            if answered:  # BL-37: burned like any answer, and shown like a message, so that it can be flagged
                say_aloud(table, reply, burns=True)


# ---------------------------------------------------------------- the end


def find_winner(table: Blitz) -> Script[Result]:
    """BL-57, BL-58: most won cards; equal best share the victory, or race for it."""
    result = Result.by_score([len(cards) for cards in table.won], "piles_empty")
    best = result.ranking[0]
    left = [card.id for cards in table.tops for card in cards]
    if len(best) == 1 or table.options.win_tie == "shared" or not left:
        return result
    winner = yield from play_showdown(table, best, left)
    others = tuple(seat for seat in best if seat != winner)
    return Result(((winner,), others, *result.ranking[1:]), result.scores, "showdown")


_DIE: Die[str] = Die("die", tuple(FACES), rule="BL-62")
_REMOVED: Die[str] = Die("removed_face", tuple(FACES), rule="BL-61")

GAME = Game(
    table=Blitz,
    play=play,
    public=public,
    brings=brings,
    why=why,
    standing=lambda table: table.talk,
    hear=hear,
    check=check,
    secrets=secrets,
    packs=choose_packs,
    on_table=played,
    start=Start,
    polls=frozenset({"valid", "first", "is_abuse"}),
    synthetic=synthetic,
    events=EVENTS,
    consequences=CONSEQUENCES,
    hand=hand,
)
