"""What a match is made of: the people, options and packs of a table, and whose devices have a part in its dice."""

from __future__ import annotations

from tablee.engine import Header, Match, NotAllowed, find

from .state import Place, TableState


def first_match(state: TableState) -> Match:
    """The match that these people, options and packs make. Raises Refused with what is missing."""
    if state.phase == "playing":
        raise NotAllowed("only_in_lobby")
    meta, team = find(state.game), state.team
    for place in state.places if team > 1 else ():
        if place.members and len(place.members) != team:
            raise NotAllowed("team_not_full", name=place.name)
    days = tuple(_days(place) for place in state.places) if meta.birthday else ()
    facts = {
        "host": next((seat for seat, place in enumerate(state.places) if state.host in place.guests), 0),
        "youngest": state.youngest,
        "bots": tuple(seat for seat, place in enumerate(state.places) if not place.members),
        "april": days if any(day is not None for day in days) else (),
    }
    names = [place.name for place in state.places]
    return Match.new(state.game, names, state.options, facts, state.pack_names, state.position)


def _days(place: Place) -> int | None:
    """A team counts with the member who was born nearest."""
    return min((member.days for member in place.members if member.days is not None), default=None)


def captain_only(header: Header) -> bool:
    """Only the first of a team decides."""
    meta = find(header.game)
    options = meta.read_options(header.options)
    return bool(meta.teams and meta.teams.formed(options) and meta.teams.captain(options))


def dice_givers(state: TableState) -> list[str]:
    """The guests whose devices have a part in the dice: all who sit, and the host."""
    return list(
        dict.fromkeys([*(guest for place in state.places for guest in place.guests), *filter(None, [state.host])])
    )
