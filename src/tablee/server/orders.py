"""What people do at a table besides playing: each order changes the kept state, or is refused with a reason.

Pure: the table hands in a copy of the state, and keeps it only when it has been stored.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tablee.bots import a_name, find_bots
from tablee.engine import Invalid, NotAllowed, Refused, find
from tablee.packs.library import shipped

from . import evening
from .names import clean_name
from .protocol import (
    STOP,
    AddBot,
    Again,
    Decide,
    Gather,
    HandOver,
    HostOrder,
    Leave,
    Lock,
    Mute,
    NewEvening,
    Order,
    Pause,
    Rematch,
    Remove,
    Rename,
    Replace,
    Seating,
    Seed,
    SetUp,
    Sit,
    Skip,
    Start,
    Vote,
    Youngest,
)
from .starting import dice_givers
from .state import Member, Place, TableState

SIGNS: Final = 6
GONE: Final = 16  # people who sat here and left, whose part in the dice waits for them
SHARED: Final = 3  # seats that one device may take, unless it is the host's: a stranger must not fill a table


def may(state: TableState, guest: str, order: Order) -> bool:
    """The host may everything. Whoever sits may prepare, begin, pause, skip and begin again: no evening hangs on one
    phone; what is done to other people stays with the host."""
    if not isinstance(order, HostOrder) or guest == state.host:
        return True
    if not state.seats_of(guest):
        return False
    match order:
        case Pause() | Skip():
            return True
        case SetUp() | AddBot() | Start() | Gather() | NewEvening():
            return state.phase != "playing"
        case Remove(seat=seat) | Replace(seat=seat):
            return state.phase != "playing" and seat < len(state.places) and not state.places[seat].members
        case Rematch():
            return state.phase == "over"
    return False


def carry_out(state: TableState, guest: str, order: Order) -> None:
    """Change the state. Raises Refused."""
    ORDERS[type(order)](state, guest, order)


def sit(state: TableState, guest: str, order: Sit) -> None:
    if state.locked and guest != state.host:
        raise NotAllowed("table_locked")
    _not_in_game(state)
    name = clean_name(order.name, state.names())
    member = Member(name, guest, order.days)
    first = not any(place.guests for place in state.places)
    if order.seat is None:
        _, most = find(state.game).players(state.chosen)
        if len(state.places) >= most:
            raise NotAllowed("table_full", most=most)
        if guest != state.host and len(state.seats_of(guest)) >= SHARED:
            raise NotAllowed("too_many_seats", most=SHARED)
        state.places.append(Place(_free_sign(state, order.sign), [member]))
        state.youngest = ()
    else:
        place = _place(state, order.seat)
        if not place.members or len(place.members) >= state.team:
            raise NotAllowed("seat_taken", name=place.name)
        place.members.append(member)
    if first:  # a television that opened the table only shows it, until it is handed over to
        state.host = guest


def rename(state: TableState, guest: str, order: Rename) -> None:
    place = own(state, guest, order.seat)
    if order.sign is not None and order.sign != place.sign:
        place.sign = _free_sign(state, order.sign)
    if order.name is None and order.mate is None and order.days is None:
        return
    _not_in_game(state)
    member = next(member for member in place.members if member.guest == guest)
    if order.name is not None:
        name = clean_name(order.name, [name for name in state.names() if name != member.name])
        state.evening.rename(member.name, name)
        member.name = name
    if order.days is not None:
        member.days = order.days
    if order.mate is not None:
        seated = [member for member in place.members if member.guest]
        if len(seated) >= state.team:
            raise NotAllowed("seat_taken", name=place.name)
        place.members = [*seated, Member(clean_name(order.mate, state.names()))]


def leave(state: TableState, guest: str, order: Leave) -> None:
    place = own(state, guest, order.seat)
    if state.phase != "lobby":  # the result names everyone by his seat, too
        place.left = all(other == guest for other in place.guests)
        for member in place.members:
            if member.guest == guest:
                member.guest = None
    else:
        place.members = [member for member in place.members if member.guest != guest]
        if not place.guests:
            _remove(state, order.seat)
    if guest == state.host and not state.seats_of(guest):
        state.host = state.next_host


def set_up(state: TableState, guest: str, order: SetUp) -> None:
    if order.pace is not None:
        state.pace = order.pace
    if order.game is None and order.options is None and order.packs is None and order.real is None:
        return
    _only_in_lobby(state)
    if order.game is not None and order.game != state.game:
        find(order.game)
        state.game, state.options, state.packs, state.own, state.real = order.game, {}, (), {}, False
        leave_trial(state)
        for place in state.places:
            if place.bot:
                place.bot = strength(state, place.bot)
    if order.real and find(state.game).load().hand is None:
        raise NotAllowed("no_box", game=find(state.game).name)
    state.real = state.real if order.real is None else order.real
    if order.options is not None:
        _choose_options(state, order.options)
    if order.packs is not None:
        choose = find(state.game).load().packs
        if choose is None and order.packs:
            raise Invalid("no_packs", game=find(state.game).name)
        if choose:
            _only_installed(order.packs, state)
        state.packs = tuple(order.packs)
        state.own = {name: one for name, one in state.own.items() if name in order.packs}
        if choose:
            choose(state.pack_names, _as_dict(state.chosen))


def _choose_options(state: TableState, options: dict[str, Any]) -> None:
    meta = find(state.game)
    read = meta.read_options(options)
    defaults = meta.options()
    state.options = {name: value for name, value in _as_dict(read).items() if value != _as_dict(defaults)[name]}
    if any(len(place.guests) > state.team for place in state.places):
        raise NotAllowed("teams_sit")


def add_bot(state: TableState, guest: str, order: AddBot) -> None:
    _not_in_game(state)
    _, most = find(state.game).players(state.chosen)
    if len(state.places) >= most:
        raise NotAllowed("table_full", most=most)
    chosen = strength(state, order.strength, exact=True)
    state.places.append(Place(_free_sign(state, None), bot=chosen, bot_name=a_name(chosen, state.names())))
    state.youngest = ()


def remove(state: TableState, guest: str, order: Remove) -> None:
    place = _place(state, order.seat)
    if guest in place.guests:
        raise NotAllowed("not_oneself")
    state.kicked += [other for other in place.guests if other not in state.kicked]
    if state.phase != "lobby":
        if not place.members:
            raise NotAllowed("only_in_lobby")
        place.members, place.bot_name, place.left = [], place.name, True
        place.bot = place.bot or strength(state, "regular")
    else:
        _remove(state, order.seat)


def seating(state: TableState, guest: str, order: Seating) -> None:
    _only_in_lobby(state)
    _is_everyone(state, order.order)
    state.places = [state.places[seat] for seat in order.order]
    state.youngest = ()


def youngest(state: TableState, guest: str, order: Youngest) -> None:
    _not_in_game(state)
    if order.order:
        _is_everyone(state, order.order)
    state.youngest = tuple(order.order)


def lock(state: TableState, guest: str, order: Lock) -> None:
    state.locked = order.on


def mute(state: TableState, guest: str, order: Mute) -> None:
    _place(state, order.seat).muted = order.on


def hand_over(state: TableState, guest: str, order: HandOver) -> None:
    guests = _place(state, order.seat).guests
    if not guests:
        raise NotAllowed("no_person", name=_place(state, order.seat).name)
    state.host = guests[0]


def pause(state: TableState, guest: str, order: Pause) -> None:
    if state.phase != "playing":
        raise NotAllowed("only_in_game")
    state.stopped = order.on


def replace(state: TableState, guest: str, order: Replace) -> None:
    place = _place(state, order.seat)
    if state.phase != "playing" and not place.members and order.strength is not None:
        place.bot = strength(state, order.strength, exact=True)  # a bot gets better, or worse
        return
    if state.phase != "playing":
        raise NotAllowed("only_in_game")
    if not place.members:
        raise NotAllowed("no_person", name=place.name)
    place.bot = None if order.strength is None else strength(state, order.strength, exact=True)


def rematch(state: TableState, guest: str, order: Rematch) -> None:
    if state.phase == "lobby":
        raise NotAllowed("only_in_game")
    state.phase, state.stopped = "lobby", False
    kept = []
    for place in state.places:
        place.again = False
        if place.members:
            place.bot = None
        if not place.left and (place.guests or place.bot):
            kept.append(place)
    state.places = kept
    state.youngest = ()
    leave_trial(state)


def leave_trial(state: TableState) -> None:
    """After a trial comes a real game, as a lone person plays it, and with a clock."""
    if state.trial:
        state.trial, state.position, state.pace = False, {}, "normal"
        _choose_options(state, dict(find(state.game).alone))


def vote(state: TableState, guest: str, order: Vote) -> None:
    evening.cast(own(state, guest, order.seat), state, order.game)


def gather(state: TableState, guest: str, order: Gather) -> None:
    _not_in_game(state)
    if state.phase == "over":
        rematch(state, guest, Rematch(order.id))
    if order.on:
        evening.open_vote(state)
    else:
        evening.drop_vote(state)


def decide(state: TableState, guest: str, order: Decide) -> None:
    """The next game, with the options that it was last played with this evening, where they still fit who sits here."""
    chosen = evening.decide(state)
    if chosen not in (STOP, state.game):
        set_up(state, guest, SetUp(order.id, game=chosen))
        try:
            _choose_options(state, state.evening.last_options(chosen))
        except Refused:  # a vote that is decided must not be refused: every order would be, until it is dropped
            state.options = {}


def new_evening(state: TableState, guest: str, order: NewEvening) -> None:
    _not_in_game(state)
    evening.drop_vote(state)
    state.evening = evening.Evening()


def add_seed(state: TableState, guest: str, order: Seed) -> None:
    """A device's part in the dice of the next match, given after it has seen the commitment."""
    if order.match != state.next:
        raise NotAllowed("stale")
    if guest not in (givers := dice_givers(state)):
        raise NotAllowed("no_seat")
    state.seeds[guest] = order.seed
    for gone in [other for other in state.seeds if other not in givers][:-GONE]:
        del state.seeds[gone]


ORDERS: Final[dict[type[Order], Callable[[TableState, str, Any], None]]] = {
    Sit: sit,
    Rename: rename,
    Leave: leave,
    SetUp: set_up,
    AddBot: add_bot,
    Remove: remove,
    Seating: seating,
    Youngest: youngest,
    Lock: lock,
    Mute: mute,
    HandOver: hand_over,
    Pause: pause,
    Replace: replace,
    Rematch: rematch,
    Again: lambda state, guest, order: evening.want_again(state, guest),
    Vote: vote,
    Gather: gather,
    Decide: decide,
    NewEvening: new_evening,
    Seed: add_seed,
}


# ---------------------------------------------------------------- what orders have in common


def own(state: TableState, guest: str, seat: int) -> Place:
    place = _place(state, seat)
    if guest not in place.guests:
        raise NotAllowed("not_your_seat")
    return place


def strength(state: TableState, wanted: str, *, exact: bool = False) -> str:
    """A bot that this game has."""
    known = list(find_bots(find(state.game)))
    if wanted in known:
        return wanted
    if exact:
        raise Invalid("unknown_bot", bot=wanted, known=", ".join(known))
    return known[-1]


def _as_dict(options: Any) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def _only_installed(packs: list[str], state: TableState) -> None:
    """A name, never a path: nobody opens a file of this machine from a lobby. Guests' packs were let in before."""
    for name in packs:
        if name not in shipped() and name not in state.own:
            raise Invalid("unknown_pack", pack=name, known=", ".join(shipped()))


def _place(state: TableState, seat: int) -> Place:
    if seat >= len(state.places):
        raise NotAllowed("no_seat")
    return state.places[seat]


def _only_in_lobby(state: TableState) -> None:
    """A result that people look at is told with the game and the seats that it was played with."""
    if state.phase != "lobby":
        raise NotAllowed("only_in_lobby")


def _not_in_game(state: TableState) -> None:
    if state.phase == "playing":
        raise NotAllowed("only_in_lobby")


def _is_everyone(state: TableState, order: list[int]) -> None:
    if sorted(order) != list(range(len(state.places))):
        raise NotAllowed("not_everyone")


def _free_sign(state: TableState, wanted: int | None) -> int:
    """The sign that was wished for, if nobody has it; with no wish any free one."""
    taken = [place.sign for place in state.places]
    if wanted is not None and wanted in taken:
        raise NotAllowed("sign_taken")
    if wanted is not None:
        return wanted
    return next((sign for sign in range(SIGNS) if sign not in taken), len(taken) % SIGNS)


def _remove(state: TableState, seat: int) -> None:
    del state.places[seat]
    state.youngest = ()
