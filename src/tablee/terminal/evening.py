"""Several games in a row: who has won what, and which game is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.engine import Words, find, games, languages
from tablee.server.protocol import STOP, EveningView, Lobby

from .answers import Unclear, fold
from .words import terminal_words

MEDALS: Final = {1: ("●", "bold yellow"), 2: ("●", "white"), 3: ("●", "dark_orange3")}  # with the place beside it


def game_name(id: str) -> str:
    return find(id).name if id in games() else id


def draw_evening(lobby: Lobby, own: Words) -> RenderableType:
    """The ranking, and what is voted for."""
    evening = lobby.evening
    assert evening
    return Group(_ranking(evening, own), *_vote(lobby, evening, own))


def _ranking(evening: EveningView, own: Words) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 1), header_style="dim", title_justify="left", title_style="bold")
    table.title = own.label("evening_title", count=len(evening.games))
    table.add_column("", justify="right")
    table.add_column(own.label("player"))
    for game in evening.games:
        table.add_column(game_name(game), justify="center")
    table.add_column(own.label("points"), justify="right")
    for row in evening.rows:
        places = [_place(place) for place in row.places]
        table.add_row(str(row.place), Text(row.name), *places, Text(str(row.points), "bold"))
    return table


def _place(place: int | None) -> Text:
    if place is None:
        return Text("–", "dim")
    if place in MEDALS:
        mark, style = MEDALS[place]
        return Text(f"{mark} {place}", style)
    return Text(str(place), "dim")


def _vote(lobby: Lobby, evening: EveningView, own: Words) -> Iterator[RenderableType]:
    label = own.label
    if evening.over:
        yield Text(label("evening_over", names=[row.name for row in evening.rows if row.place == 1]), "bold")
    elif evening.chosen:
        said = label("evening_tied" if evening.tied else "evening_chosen", game=game_name(evening.chosen))
        yield Text(said, "bold")
    if not evening.voting:
        return
    yield Text(label("evening_vote", vote=label("command_vote"), stop=label("vote_stop")), "bold")
    for game in (*games(), STOP):
        names = [seat.name for seat in lobby.seats if seat.vote == game]
        name = label("vote_stop") if game == STOP else game_name(game)
        yield Text.assemble("  ", (name, "bold"), (f"  {', '.join(names)}" if names else "", "dim"))
    waiting = [seat.name for seat in lobby.seats if seat.person and seat.here and seat.vote is None]
    if waiting:
        yield Text(label("waiting_for", seats=", ".join(waiting)), "dim")


def read_vote(said: str) -> str:
    """A game by the beginning of its name, or the word for the end. Raises Unclear."""
    stops = {fold(terminal_words(language).label("vote_stop")) for language in languages()}
    if fold(said) in stops:
        return STOP
    found = [id for id, meta in games().items() if said and fold(meta.name).startswith(fold(said))]
    if len(found) != 1:
        raise Unclear(", ".join(meta.name for meta in games().values()))
    return found[0]
