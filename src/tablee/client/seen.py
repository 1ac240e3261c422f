"""What a device is told of a match, in the game's own types, so that it can be drawn and thought about as at home."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Any, get_type_hints

import msgspec
from msgspec import Struct

from tablee.engine import Ask, Consequence, Event, Label, Result, View, find
from tablee.engine.events import Away, Back
from tablee.server.protocol import Opened, State, WaitingFor


class Seen(Struct, frozen=True):
    """The table as it stands for this device."""

    game: str
    match: str
    seq: int
    now: int
    view: View
    events: list[Event]
    waiting: tuple[WaitingFor, ...]
    asks: tuple[Opened, ...]
    look: int | None
    show_at: int | None
    result: Result | None

    def asked(self, seat: int) -> list[Ask]:
        return [opened.ask for opened in self.asks if opened.seat == seat]

    def brings(self, ask: Ask, seat: int) -> Mapping[Label, Consequence]:
        """What each option of an ask of this device brings."""
        told = next((one.brings for one in self.asks if one.seat == seat and one.ask == ask), {})
        known = {str(label): label for label in getattr(ask.form, "options", ())}
        convert, kinds = msgspec.convert, _consequences(self.game)
        return {_label(key, known): convert(held, kinds) for key, held in told.items()}


def read_state(game: str, state: State) -> Seen:
    view_type, mine_type, events = _decoders(game)
    view = view_type.decode(state.view)
    view.mine = mine_type.decode(state.mine)
    return Seen(
        game,
        state.match,
        state.seq,
        state.now,
        view,
        events.decode(state.events),
        state.waiting,
        state.asks,
        state.look,
        state.show_at,
        state.result,
    )


def _label(key: str | int, known: Mapping[str, Label]) -> Label:
    """JSON's keys are texts; those of the ask are texts or numbers. Any other number: so many of them."""
    return known[str(key)] if str(key) in known else int(key)


@cache
def _consequences(game: str) -> Any:
    return reduce(or_, find(game).load().consequences)


@cache
def _decoders(game: str) -> tuple[Any, Any, Any]:
    rules = find(game).load()
    view = get_type_hints(rules.public)["return"]
    events = reduce(or_, (*rules.events, Away, Back))
    decoder = msgspec.json.Decoder
    return decoder(view), decoder(get_type_hints(view)["mine"]), decoder(list[events])  # type: ignore[valid-type]
