"""Several games in a row at one table: who came where, what that brings, and which game is next.

Pure, like all of the kept state: it is stored with the table, and so it outlives whatever happens to the server.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from tablee.engine import NotAllowed, Result, games

from .protocol import STOP, EveningRow, EveningView

if TYPE_CHECKING:
    from .state import Place, TableState

POINTS: Final = (3, 2, 1)  # gold, silver, bronze
GAMES: Final = 24  # beyond these the oldest is forgotten


class Played(Struct):
    """One game of the evening."""

    match: str
    game: str
    options: dict[str, Any]
    places: dict[str, int]  # by name: the place in the ranking, from 1


class Evening(Struct):
    since: float = 0.0  # when its first game was over, in seconds
    played: list[Played] = []
    signs: dict[str, int] = {}  # by name, in the order in which people came
    voting: bool = False  # which game is next
    chosen: str | None = None  # what the last vote has brought
    tied: bool = False  # …and whether the die had to decide
    over: bool = False

    def points(self, name: str) -> int:
        places = (one.places.get(name, 0) for one in self.played)
        return sum(POINTS[place - 1] for place in places if 0 < place <= len(POINTS))

    def rename(self, old: str, new: str) -> None:
        """Whoever changes his name keeps what he has won; what another has won under that name stays his."""
        if new in self.signs:
            return
        self.signs = {new if name == old else name: sign for name, sign in self.signs.items()}
        for one in self.played:
            one.places = {new if name == old else name: place for name, place in one.places.items()}

    def last_options(self, game: str) -> dict[str, Any]:
        return next((one.options for one in reversed(self.played) if one.game == game), {})


def note(state: TableState, match: str, result: Result, now: float) -> None:
    """A game is over: everyone who sat there has a place. The first game after the end of an evening begins another."""
    if state.evening.over:
        state.evening = Evening()
    evening = state.evening
    if any(one.match == match for one in evening.played):
        return
    evening.since = evening.since or now
    places = dict[str, int]()
    for place, seats in enumerate(result.ranking, 1):
        for seat in seats:
            for name in people_of(state.places[seat]):
                places[name] = place
                evening.signs[name] = state.places[seat].sign
    evening.played = [*evening.played, Played(match, state.game, dict(state.options), places)][-GAMES:]
    known = {name for one in evening.played for name in one.places}
    evening.signs = {name: sign for name, sign in evening.signs.items() if name in known}


def people_of(place: Place) -> Sequence[str]:
    return [member.name for member in place.members] or [place.bot_name]


def shown(state: TableState) -> EveningView | None:
    evening = state.evening
    if not evening.played:
        return None
    seats = {name: seat for seat, place in enumerate(state.places) for name in people_of(place)}
    points = {name: evening.points(name) for name in evening.signs}
    rows = [
        EveningRow(
            name=name,
            sign=state.places[seats[name]].sign if name in seats else sign,
            place=1 + sum(other > points[name] for other in points.values()),
            points=points[name],
            places=tuple(one.places.get(name) for one in evening.played),
            seat=seats.get(name),
        )
        for name, sign in evening.signs.items()
    ]
    return EveningView(
        since=int(evening.since * 1000),
        games=tuple(one.game for one in evening.played),
        rows=tuple(sorted(rows, key=lambda row: row.place)),
        voting=evening.voting,
        chosen=evening.chosen,
        tied=evening.tied,
        over=evening.over,
    )


# ---------------------------------------------------------------- the same once more


def want_again(state: TableState, guest: str) -> None:
    if state.phase != "over":
        raise NotAllowed("only_in_game")
    seats = state.seats_of(guest)
    if not seats:
        raise NotAllowed("no_seat")
    for seat in seats:
        state.places[seat].again = True


def all_want_again(state: TableState, here: Callable[[Place], bool]) -> bool:
    """Everyone who is here, at the result or at the film, wants a rematch."""
    people = [place for place in state.places if place.again or (place.members and here(place))]
    return state.phase == "over" and bool(people) and all(place.again for place in people)


# ---------------------------------------------------------------- the vote


def open_vote(state: TableState) -> None:
    if not state.evening.played:
        raise NotAllowed("no_evening")
    if not any(place.members for place in state.places):
        raise NotAllowed("nobody_votes")
    _clear(state)
    state.evening.voting, state.evening.over = True, False


def drop_vote(state: TableState) -> None:
    """Back to the lobby, with the game that was played last."""
    _clear(state)


def cast(place: Place, state: TableState, game: str) -> None:
    if not state.evening.voting:
        raise NotAllowed("no_vote")
    if game != STOP and game not in games():
        raise NotAllowed("unknown_game", game=game, known=", ".join(games()))
    place.vote = game


def is_decided(state: TableState, here: Callable[[Place], bool]) -> bool:
    """Everyone who is here has voted, or one game has more than half of them: whoever hesitates holds nobody up."""
    votes = _votes(state)
    missing = sum(place.vote is None and here(place) for place in state.places if place.members)
    most = max(votes.values(), default=0)
    return bool(state.evening.voting and votes and (not missing or 2 * most > votes.total() + missing))


def decide(state: TableState) -> str:
    """What has most votes, by the die where several have: a game, or the end of the evening. Raises NotAllowed."""
    votes = _votes(state)
    if not state.evening.voting or not votes:
        raise NotAllowed("no_vote")
    best = [game for game, count in votes.items() if count == max(votes.values())]
    chosen = secrets.choice(best)
    _clear(state)
    evening = state.evening
    evening.over = chosen == STOP
    evening.chosen, evening.tied = None if evening.over else chosen, len(best) > 1
    return chosen


def _votes(state: TableState) -> Counter[str]:
    return Counter(place.vote for place in state.places if place.members and place.vote is not None)


def _clear(state: TableState) -> None:
    evening = state.evening
    evening.voting, evening.chosen, evening.tied = False, None, False
    for place in state.places:
        place.vote = None
